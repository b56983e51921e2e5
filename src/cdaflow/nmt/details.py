"""What a model looked at while it translated: subwords, their log probabilities, the attention.

A file of details is JSON Lines, an object for each line of the text that was translated:

    source, target     subwords; the last one is the end of the sentence
    source_spans       their characters in the line: [start, end], half-open
    target_spans       their characters in the translation
    log_probabilities  one for each subword of the target
    attention          a row for each subword of the target, a weight for each of the source; the
                       weights of a row sum to 1

All lists of a blank line are empty. The attention is that of the head which guided alignment trains
(Garg et al. 2024, section 4).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import chain
from pathlib import Path

from cdaflow.errors import InputError, ProgramError
from cdaflow.io.files import atomic_text, parse_json, read_lines
from cdaflow.nmt.model import Model, segmenters
from cdaflow.nmt.recipe import Options
from cdaflow.nmt.vocabulary import END

#: What has Marian write details: `subwords ||| attention ||| WordScores= ...`.
OPTIONS: Options = {"alignment": "soft", "word-scores": True, "no-spm-decode": True}

_BETWEEN = " ||| "
_SCORES = "WordScores="


@dataclass(frozen=True, slots=True)
class Details:
    """Details of one translation; see the module."""

    source: list[str]
    target: list[str]
    source_spans: list[tuple[int, int]]
    target_spans: list[tuple[int, int]]
    log_probabilities: list[float]
    attention: list[list[float]]

    @property
    def is_whole(self) -> bool:
        """Whether there are as many spans, probabilities and weights as subwords."""
        n, m = len(self.source), len(self.target)
        of_target = (len(self.target_spans), len(self.log_probabilities), len(self.attention))
        of_source = (len(self.source_spans), *map(len, self.attention))
        return set(of_target) == {m} and set(of_source) == {n}

    @property
    def is_typed(self) -> bool:
        """Whether subwords are texts, and all else numbers."""
        numbers = chain(
            *self.source_spans, *self.target_spans, self.log_probabilities, *self.attention
        )
        texts = chain(self.source, self.target)
        return {*map(type, numbers)} <= {int, float} and {*map(type, texts)} <= {str}

    def to_json(self) -> str:
        """Return the line of a file of details."""
        content = {name: getattr(self, name) for name in _NAMES}
        return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


_NAMES = tuple(field.name for field in fields(Details))

#: The line of a blank line.
BLANK = Details([], [], [], [], [], []).to_json()


def read_details(path: str | os.PathLike[str]) -> Iterator[Details]:
    """Yield the details of each line that was translated; InputError where the file has others."""
    for number, line in enumerate(read_lines(path), 1):
        content = parse_json(line, file=path)
        try:
            parts = {name: content[name] for name in _NAMES}
            for name in ("source_spans", "target_spans"):
                parts[name] = [(start, end) for start, end in parts[name]]
            details = Details(**parts)
            whole = details.is_whole and details.is_typed
        except (LookupError, TypeError, ValueError):
            whole = False
        if not whole:
            raise InputError(
                "details.malformed",
                "expected the details of a translation: "
                + ", ".join(_NAMES)
                + ", with matching lengths",
                file=path,
                line=number,
                hint="`cdaflow nmt translate --details` writes such a file",
            )
        yield details


def split_answers(
    model: Model, sources: Iterable[str], answers: Iterable[str], work: Path, max_length: int
) -> None:
    """Write what Marian answers under OPTIONS as work/target (text) and work/details.

    `sources`: the lines that it translated, of which it sees `max_length` subwords. Raises
    ProgramError where an answer has another form.
    """
    source, target = segmenters(model)
    with atomic_text(work / "target") as texts, atomic_text(work / "details") as all_details:
        for number, (line, answer) in enumerate(zip(sources, answers, strict=True), 1):
            try:
                subwords, log_probabilities, attention = _parse(answer)
            except ValueError:
                raise ProgramError(
                    "details.bad-answer",
                    f"Marian's answer to line {number} is not a translation with attention and "
                    f"subword scores: {answer[:80]!r}",
                    hint="use a model with attention",
                ) from None
            text, target_spans = target.decode_spans(subwords)
            # Marian cuts long lines, before it adds the end.
            read = source.encode(line)[: max_length - 1]
            details = Details(
                source=[*read, END],
                target=[*subwords, END][: len(log_probabilities)],
                source_spans=[*source.spans(line)[: max_length - 1], (len(line), len(line))],
                target_spans=[*target_spans, (len(text), len(text))][: len(log_probabilities)],
                log_probabilities=log_probabilities,
                attention=attention,
            )
            if not details.is_whole:
                raise ProgramError(
                    "details.other-subwords",
                    f"the subwords that Marian uses in line {number} differ from those of its "
                    f"vocabularies: {line[:80]!r}",
                    file=model.file,
                )
            texts.write(text + "\n")
            all_details.write(details.to_json() + "\n")


def _parse(answer: str) -> tuple[list[str], list[float], list[list[float]]]:
    """Return subwords, log probabilities and attention of an answer; ValueError for another."""
    text, attention, scores = answer.rsplit(_BETWEEN, 2)
    head, *numbers = scores.split(" ")
    if head != _SCORES:
        raise ValueError
    rows = [[round(float(w), 6) for w in row.split(",")] for row in attention.split(" ") if row]
    return list(filter(None, text.split(" "))), list(map(float, numbers)), rows
