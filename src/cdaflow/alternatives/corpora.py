"""Parallel text with gender alternatives: pairs that get some, and those that are left out.

Garg et al. (2024), Algorithm 1: a corpus of pairs in, one with structures and people out.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from cdaflow.alternatives.person_scores import join_scores, write_scores
from cdaflow.alternatives.structures import (
    Alternatives,
    json_line,
    read_alternatives,
    read_objects,
    write_alternatives,
    write_objects,
)
from cdaflow.errors import InputError
from cdaflow.io.files import atomic_text, read_lines, write_json, write_lines
from cdaflow.option_types import Language, OutputPath, PairFiles, UsageError, Value

#: Causes for which nothing is offered rightly: all that is open is offered, or nobody is open. For
#: any other cause alternatives may lack that should be there, which a model should not learn: of
#: 1,463 pairs of the embedded corpus (es) that are "unchanged", 1,200 have a feminine noun with one
#: form for both genders (la turista), which the rewriter does not make masculine.
RIGHT_CAUSES = ("", "nobody-open")

_HEADER = ("line", "cause", "detail")


@dataclass
class Gathered:
    """How many pairs a corpus has, by cause; how many are kept, and how many have structures."""

    causes: Counter[str] = field(default_factory=Counter)
    kept: int = 0
    offered: int = 0

    def report(self, language: str) -> dict[str, Any]:
        """Return the same as a report for tables; `left_out`: pairs by their cause."""
        left_out = {cause: n for cause, n in self.causes.items() if cause not in RIGHT_CAUSES}
        return {
            "metric": "augmentation",
            "language": language,
            "pairs": self.causes.total(),
            "kept": self.kept,
            "offered": self.offered,
            "left_out": left_out,
        }


def gather(
    shards: Annotated[Sequence[Path], Value(metavar="SHARD.jsonl", file="input")],
    /,
    *,
    sentences: Annotated[Path, Value(metavar="FILE.jsonl", file="input")],
    reasons: Annotated[Sequence[Path], Value(metavar="REASONS.tsv", file="input")] = (),
    left_out: OutputPath | None = None,
    people_scores: Annotated[Sequence[Path], Value(metavar="SCORES.tsv", file="input")] = (),
    people: OutputPath | None = None,
    lang: Language | None = None,
    report: OutputPath | None = None,
    output: OutputPath,
) -> str:
    """Join the shards of a file of alternatives.

    The files of `cdaflow alternatives rewrite --shard K/N` are joined in the order given; they must
    have the sentences of the file that was rewritten, each once. For training text, sentences whose
    alternatives are not whole can be left out by their reasons: a form is uncertain, an answer
    lacks.

    Args:
        sentences: the file that was rewritten
        reasons: the reasons of each shard, in order, with --left-out
        left_out (TSV): the sentences that are left out: line, cause, detail, source
        people_scores: how sure a tagged model is of people in each shard, in order, with --people
        people (TSV): the scores of the people of all sentences
        lang: language of the translations, for the report
        report (JSON): with --left-out and --lang: how many sentences are left out by each cause,
            for `cdaflow tables augmentation`
        output (JSONL): all sentences, or all but those left out
    """
    if bool(reasons) != (left_out is not None):
        raise UsageError("option.reasons-without-left-out", "--reasons and --left-out go together")
    if bool(people_scores) != (people is not None):
        raise UsageError(
            "option.people-scores-without-people", "--people-scores and --people go together"
        )
    if people is not None and left_out is not None:
        raise UsageError(
            "option.people-with-left-out", "--people goes with all sentences, not with --left-out"
        )
    if report is not None and (left_out is None or lang is None):
        raise UsageError(
            "option.report-without-left-out-or-lang", "--report goes with --left-out and --lang"
        )
    if left_out is not None:
        found = _gather_whole(shards, reasons, sentences, output, left_out)
        if report is not None:
            write_json(report, found.report(lang or ""))
        causes = sorted(found.causes.items())
        counts = ", ".join(f"{cause or 'whole'} {count}" for cause, count in causes)
        return f"{output}: {found.kept} of {found.causes.total()} sentences ({counts})"
    count = write_objects(output, (value for _, _, value in gathered(shards, sentences)))
    if people is not None:
        write_scores(people, join_scores(people_scores, shards))
    return f"{output}: {count} sentences"


def pairs(
    corpus: PairFiles,
    /,
    *,
    output: OutputPath,
) -> str:
    """Write pairs of text as alternatives without structures.

    What is written can be tagged and rewritten, as Algorithm 1 of Garg et al. (2024) makes
    structures in parallel text.

    Args:
        output (JSONL): the pairs, one a line, in their order (.gz: compressed)
    """
    from cdaflow.io.pairs import read_pairs  # pyarrow takes a while

    def items() -> Iterator[Alternatives]:
        for batch in read_pairs(corpus):
            columns = (batch.column(name).to_pylist() for name in ("source", "target"))
            for source, target in zip(*columns, strict=True):
                yield Alternatives(source, target)

    return f"{output}: {write_alternatives(output, items())} pairs"


def sources(
    file: Annotated[Path, Value(metavar="FILE.jsonl", file="input")],
    /,
    *,
    output: OutputPath,
) -> str:
    """Write the sources of a file of alternatives as text, for any translator.

    Args:
        output (TXT): the English, one sentence a line
    """
    count = write_lines(output, (each.source for each in read_alternatives(file)))
    return f"{output}: {count} sentences"


def _gather_whole(
    shards: Sequence[str | os.PathLike[str]],
    reasons: Sequence[str | os.PathLike[str]],
    sentences: str | os.PathLike[str],
    output: str | os.PathLike[str],
    left_out: str | os.PathLike[str],
) -> Gathered:
    """Write the lines of `shards` whose alternatives are whole; return how many, and the causes.

    `reasons`: those of each shard. `left_out` gets the others: line of `sentences`, cause, detail
    and source. The counts are of all causes. Raises InputError as `gathered` does, and where
    the reasons are not those of the shards.
    """
    if len(shards) != len(reasons):
        raise InputError(
            "reasons.file-count", f"{len(reasons)} files of reasons for {len(shards)} shards"
        )
    found = Gathered()
    known: dict[int, tuple[str, str]] = {}
    shard = ""
    first = 0
    with atomic_text(output) as handle, atomic_text(left_out) as others:
        others.write("\t".join((*_HEADER, "source")) + "\n")
        for number, (path, line, value) in enumerate(gathered(shards, sentences), 1):
            if str(path) != shard or line == 1:
                _check_used(known, shard)
                shard, first = str(path), number - line
                known = dict(_read_reasons(reasons[[str(s) for s in shards].index(shard)]))
            cause, detail = known.pop(number - first, ("", ""))
            found.causes[cause] += 1
            if cause in RIGHT_CAUSES:
                handle.write(json_line(value))
                found.kept += 1
                found.offered += bool(value.get("structures"))
            else:
                source = str(value.get("source")).replace("\t", " ")
                others.write("\t".join((str(number), cause, detail, source)) + "\n")
        _check_used(known, shard)
    return found


def _read_reasons(path: str | os.PathLike[str]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield line number, cause and detail of a file of reasons."""
    for number, text in enumerate(read_lines(path), 1):
        row = text.split("\t")
        if number == 1 and tuple(row) == _HEADER:
            continue
        if number == 1 or len(row) != len(_HEADER) or not row[0].isdecimal():
            raise InputError(
                "reasons.malformed",
                "no reasons: the columns line, cause and detail are expected",
                file=path,
                line=number,
            )
        yield int(row[0]), (row[1], row[2])


def _check_used(known: dict[int, tuple[str, str]], shard: str) -> None:
    if known:
        raise InputError(
            "reasons.line-out-of-range",
            f"{shard} has no line {min(known)}, of which its reasons say something",
            hint="give the reasons in the order of the shards",
        )


def gathered(
    shards: Sequence[str | os.PathLike[str]], sentences: str | os.PathLike[str]
) -> Iterator[tuple[str | os.PathLike[str], int, dict[str, object]]]:
    """Yield file, line number and object of each line of `shards`, in the order given.

    Raises InputError, with file and line, where they are not those of `sentences` in its order, by
    their sources: a shard that is missing, twice there or cut off.
    """
    expected = (value.get("source") for _, value in read_objects(sentences))
    count = 0
    for path, line, value in _objects(shards):
        source = next(expected, None)
        if source is None:
            raise InputError(
                "shard.too-many-sentences",
                f"{sentences} ends after {count} sentences",
                file=path,
                line=line,
            )
        if value.get("source") != source:
            raise InputError(
                "shard.other-sentence",
                f"the source is {value.get('source')!r}, sentence {count + 1} of {sentences} "
                f"has {source!r}",
                file=path,
                line=line,
                hint="give all shards, each once, in their order",
            )
        yield path, line, value
        count += 1
    missing = sum(1 for _ in expected)
    if missing:
        raise InputError(
            "shard.too-few-sentences",
            f"the shards have {count} sentences, {sentences} has {count + missing}",
            file=shards[-1],
            hint="give all shards, each once, in their order",
        )


def _objects(
    shards: Sequence[str | os.PathLike[str]],
) -> Iterator[tuple[str | os.PathLike[str], int, dict[str, object]]]:
    for path in shards:
        for line, value in read_objects(path):
            yield path, line, value
