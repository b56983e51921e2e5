"""The target filter over whole files: pairs in, those kept and those rejected out, and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from cdaflow.gfst.analysers import (
    Analyser,
    WordSettings,
    make_pronoun_analyser,
    make_word_analyser,
)
from cdaflow.gfst.processes import in_order
from cdaflow.gfst.target_filter import (
    KEPT,
    NO_PRONOUN,
    OTHER_GENDER,
    OUTCOMES,
    Codes,
    Evidence,
    Gender,
    other,
    target_outcomes,
)
from cdaflow.io.columns import take
from cdaflow.io.files import atomic_text
from cdaflow.io.pairs import ids_of, open_rows

#: What stands in the file of rejected pairs.
REJECTED = ("id", "reason", "word", "source", "target")

#: So many words that pairs were rejected for are reported.
_REPORTED = 50

#: Pairs, what becomes of each, and the words that show gender.
FilteredPairs = tuple[pa.RecordBatch, Codes, Evidence]

_BLANKS = str.maketrans("\t\n\r", "   ")


@dataclass(frozen=True)
class TargetFilter:
    """The target filter for one gender, with its analysers."""

    gender: Gender
    analyser: Analyser
    pronouns: Analyser | None = None

    def __call__(self, targets: pa.StringArray) -> tuple[Codes, Evidence]:
        """Return what becomes of targets, and the evidence."""
        evidence = self.analyser(targets)
        pronouns = None if self.pronouns is None else self.pronouns(targets)
        return target_outcomes(targets, evidence, self.gender, pronouns), evidence


def make_word_filter(settings: WordSettings, gender: Gender, pronoun: bool) -> TargetFilter:
    """Return a target filter with an analyser of words; `pronoun`: one is wanted as well."""
    pronouns = make_pronoun_analyser(settings.language) if pronoun else None
    return TargetFilter(gender, make_word_analyser(settings), pronouns)


def filter_pairs(
    pairs: Iterable[pa.RecordBatch], target_filter: TargetFilter
) -> Iterator[FilteredPairs]:
    """Yield pairs with what becomes of them, in order."""
    for batch in pairs:
        yield (batch, *target_filter(batch.column("target")))


def filter_in_processes(
    pairs: Iterable[pa.RecordBatch],
    settings: WordSettings,
    gender: Gender,
    pronoun: bool,
    threads: int,
) -> Iterator[FilteredPairs]:
    """Do as `filter_pairs` with an analyser of words, in `threads` processes beside this one."""
    arguments = (settings, gender, pronoun)
    for batch, (outcome, evidence) in in_order(
        pairs, _targets, make_word_filter, arguments, threads
    ):
        yield batch, outcome, evidence


def _targets(batch: pa.RecordBatch) -> pa.StringArray:
    return batch.column("target")


@dataclass
class TargetCounts:
    """How many pairs were kept, how many rejected for each reason, and for which words."""

    outcomes: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)

    def to_json(self) -> dict[str, Any]:
        """Return the counts as they are reported."""
        words = sorted(self.words.items(), key=lambda item: (-item[1], item[0]))[:_REPORTED]
        return {
            "pairs": self.outcomes.total(),
            "kept": self.outcomes["kept"],
            "rejected": {reason: self.outcomes[reason] for reason in OUTCOMES[1:]},
            "words": [[word, number] for word, number in words],
        }


def write_filtered(
    filtered: Iterable[FilteredPairs], gender: Gender, output: str, rejected: str | None = None
) -> TargetCounts:
    """Write the pairs that are kept, with all their columns; return the counts.

    `output` is Parquet or TSV by its name, else the targets alone, a line each. `rejected`: a TSV
    file for the others, with the columns of REJECTED; a line break or tab in
    a text is a blank there.
    """
    counts = TargetCounts()
    with ExitStack() as stack:
        write_kept = stack.enter_context(open_rows(output))
        handle = stack.enter_context(atomic_text(rejected)) if rejected else None
        if handle is not None:
            handle.write("\t".join(REJECTED) + "\n")
        for batch, outcome, evidence in filtered:
            before = counts.outcomes.total()
            words = evidence.words(other(gender))
            numbers = np.bincount(outcome, minlength=len(OUTCOMES)).tolist()
            counts.outcomes.update(dict(zip(OUTCOMES, numbers, strict=True)))
            wrong = np.flatnonzero(outcome == OTHER_GENDER)
            counts.words.update(word.lower() for word in take(words, wrong).to_pylist())
            write_kept(take(batch, np.flatnonzero(outcome == KEPT)), "target")
            if handle is not None:
                handle.write(_rejected_lines(batch, outcome, evidence, gender, before))
    return counts


def _rejected_lines(
    batch: pa.RecordBatch, outcome: Codes, evidence: Evidence, gender: Gender, before: int
) -> str:
    rows = np.flatnonzero(outcome != KEPT)
    # The word that a pair is rejected for; where a pronoun lacks, the word that it has instead.
    wrong, own = (take(evidence.words(g), rows).to_pylist() for g in (other(gender), gender))
    reasons = outcome[rows].tolist()
    words = (
        w if reason == OTHER_GENDER else o if reason == NO_PRONOUN else None
        for reason, w, o in zip(reasons, wrong, own, strict=True)
    )
    cells = zip(
        take(ids_of(batch, before), rows).to_pylist(),
        (OUTCOMES[reason] for reason in reasons),
        words,
        take(batch.column("source"), rows).to_pylist(),
        take(batch.column("target"), rows).to_pylist(),
        strict=True,
    )
    return "".join("\t".join(map(_cell, row)) + "\n" for row in cells)


def _cell(value: object) -> str:
    return "" if value is None else str(value).translate(_BLANKS)
