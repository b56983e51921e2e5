"""Copies of the sentences of a file of trees: text, decisions and counts, in shards or whole."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.files import MALFORMED, atomic_text, batched, read_json, read_lines, write_json
from cdaflow.lm.counterfactuals import Copies, CopyMaker
from cdaflow.progress import progress
from cdaflow.trees import Sentence

FORMAT = 1

#: Sentences that are looked at together.
_CHUNK = 1000

#: The columns of the table of decisions: a row a copy; or a sentence that has none.
COLUMNS = ("sent_id", "nouns", "outcome", "detail", "text")

#: The counts of a report.
COUNTS = ("sentences", "animate", "persons", "copies")


class Tally:
    """Counts of sentences and copies.

    `counts`: see COUNTS (`animate`: sentences with a noun of a person that may change); `reasons`:
    why nouns (noun:...), sentences (sentence:...) and copies (copy:...) were left.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()

    def add(self, outcome: Copies) -> None:
        """Count what became of a sentence."""
        accepted = [copy for copy in outcome.copies if not copy.reason]
        self.counts["sentences"] += 1
        self.counts["animate"] += bool(outcome.persons.nouns)
        self.counts["persons"] += len(outcome.persons.nouns)
        self.counts["copies"] += len(accepted)
        self.reasons.update(f"noun:{reason}" for reason in outcome.persons.left.values())
        if outcome.reason:
            self.reasons[f"sentence:{outcome.reason}"] += 1
        self.reasons.update(f"copy:{copy.reason}" for copy in outcome.copies if copy.reason)

    def to_json(self) -> dict[str, Any]:
        """Return the counts as JSON values."""
        counts: dict[str, Any] = {name: self.counts[name] for name in COUNTS}
        return counts | {"reasons": dict(sorted(self.reasons.items()))}


def write_copies(
    maker: CopyMaker,
    sentences: Iterable[Sentence],
    output: str | os.PathLike[str],
    *,
    decisions: str | os.PathLike[str] | None = None,
    report: str | os.PathLike[str] | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Tally:
    """Write the copies of sentences, one a line, and what was decided; return the counts.

    `decisions`: a table with COLUMNS; `metadata`: what stands at the top of the report. Memory does
    not grow with the text.
    """
    tally = Tally()
    with ExitStack() as stack:
        text = stack.enter_context(atomic_text(output))
        table = None if decisions is None else stack.enter_context(atomic_text(decisions))
        if table is not None:
            table.write("\t".join(COLUMNS) + "\n")
        for chunk in progress(batched(sentences, _CHUNK), "counterfactuals", unit="block"):
            for outcome in maker.make(chunk):
                tally.add(outcome)
                text.writelines(copy.text + "\n" for copy in outcome.copies if not copy.reason)
                if table is not None:
                    table.writelines("\t".join(row) + "\n" for row in _rows(outcome))
    if report is not None:
        write_json(report, {"format": FORMAT, **(metadata or {}), **tally.to_json()})
    return tally


def _rows(outcome: Copies) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a sentence in the table of decisions."""
    name, tokens = outcome.sentence.sent_id or "", outcome.sentence.tokens
    if outcome.reason:
        left = "; ".join(f"{tokens[i - 1].form}: {why}" for i, why in outcome.persons.left.items())
        yield name, "", outcome.reason, _cell(left), _cell(outcome.sentence.text)
    for copy in outcome.copies:
        nouns = " ".join(f"{i}:{tokens[i - 1].form}={g}" for i, g in sorted(copy.genders.items()))
        yield name, nouns, copy.reason or "made", _cell(copy.detail), _cell(copy.text)


def _cell(text: str) -> str:
    return text.replace("\t", " ").replace("\n", " ")


def gather_copies(
    shards: Sequence[str | os.PathLike[str]],
    reports: Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    report: str | os.PathLike[str],
) -> Tally:
    """Write the copies of shards as one text, in order, and the sum of their reports.

    Raises InputError where shards and reports do not fit: of another number, or a shard that has
    not the copies that its report counts; where a report is none, or was made in another way than
    the first.
    """
    if len(shards) != len(reports):
        raise InputError(
            "shard.report-count",
            f"each shard needs its report: there are {len(shards)} shards and {len(reports)} "
            "reports",
        )
    tally, metadata = Tally(), dict[str, Any]()
    with atomic_text(output) as handle:
        for index, (shard, path) in enumerate(zip(shards, reports, strict=True)):
            content = read_json(path)
            try:
                if content["format"] != FORMAT:
                    raise ValueError(f"format {content['format']!r}")
                counts = {name: int(content.pop(name)) for name in COUNTS}
                reasons = {str(why): int(n) for why, n in content.pop("reasons").items()}
            except MALFORMED as error:
                raise InputError(
                    "report.not-counterfactuals",
                    f"this is not a report of counterfactuals ({type(error).__name__}: {error})",
                    file=path,
                    hint="write the report with `cdaflow lm counterfactuals --report`",
                ) from None
            if index and content != metadata:
                raise InputError(
                    "report.other-settings",
                    f"the settings differ from those of {reports[0]}",
                    file=path,
                )
            metadata = content
            lines = 0
            for line in read_lines(shard):
                handle.write(line + "\n")
                lines += 1
            if lines != counts["copies"]:
                raise InputError(
                    "shard.copy-count",
                    f"the shard has {lines} copies, but its report {path} counts "
                    f"{counts['copies']}",
                    file=shard,
                    hint="make the shard again",
                )
            tally.counts.update(counts)
            tally.reasons.update(reasons)
    write_json(report, {**metadata, **tally.to_json()})
    return tally
