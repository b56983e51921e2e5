"""What became of each candidate for a counterfactual, and why: a table, and counts of it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cdaflow.counterfactual.candidates import Candidate
from cdaflow.errors import InputError
from cdaflow.io.files import read_table, tsv_lines, whole_number

FORMAT = 1

OUTCOMES = ("kept", "repaired", "dropped")

#: Why a candidate is dropped. The last five are the guard's.
CAUSES = {
    "name": "a name stands beside the profession: the person is known",
    "noun-not-found": "no noun of the target is the profession",
    "noun-ambiguous": "several nouns of the target may be the profession",
    "noun-fixed": "the target's noun has one gender for women and men",
    "inflection": "a word that is to change cannot be written in the other gender",
    "disagreement": "words of the finished sentence do not agree, or cannot have changed",
    "unchanged": "the target is the same for women and men",
    "held-out": "a side of the counterfactual is a sentence of a test set",
    "over-number": "the profession has enough sentences already",
    "pronoun-of-another": "the English pronoun is not the profession's",
    "gendered-noun": "the English says the gender by a noun, which stays",
    "gender-differs": "the target's noun is of the other gender than the English pronoun",
    "pronoun-left": "a pronoun of the target would keep the old gender",
    "pronoun-overlooked": "what looks like a pronoun of the old gender is left at the end",
}


class Rejection(NamedTuple):
    """Why a candidate is dropped: one of CAUSES, and the words that it is for."""

    cause: str
    detail: str


class Decision(NamedTuple):
    """What became of a candidate.

    `outcome`: one of OUTCOMES. `cause`: one of CAUSES where it is dropped, else "". `detail`: the
    words that it is for; the pronouns that were repaired. `unguarded_target`: what is written
    without the guard ("" where nothing can be).
    """

    id: int
    profession: str
    gender: str
    outcome: str
    cause: str
    detail: str
    source: str
    target: str
    counterfactual_source: str
    counterfactual_target: str
    unguarded_target: str

    @classmethod
    def reject(
        cls, candidate: Candidate, rejection: Rejection, source: str = "", unguarded: str = ""
    ) -> Decision:
        """Return the decision that drops a candidate; `source`: its English, if swapped."""
        return cls(
            candidate.id, candidate.profession, candidate.gender, "dropped", *rejection,
            candidate.source, candidate.target, source, "", unguarded,
        )  # fmt: skip

    @classmethod
    def accept(
        cls, candidate: Candidate, source: str, target: str, unguarded: str, repaired: str = ""
    ) -> Decision:
        """Return the decision that keeps a candidate; `repaired`: the pronouns that were."""
        return cls(
            candidate.id, candidate.profession, candidate.gender,
            "repaired" if target != unguarded else "kept", "", repaired,
            candidate.source, candidate.target, source, target, unguarded,
        )  # fmt: skip


COLUMNS = Decision._fields


@dataclass
class Tally:
    """How many candidates had which outcome, by cause, gender and profession."""

    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    causes: Counter[tuple[str, str]] = field(default_factory=Counter)
    professions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, decision: Decision) -> None:
        """Count a decision."""
        self.outcomes[decision.gender, decision.outcome] += 1
        self.professions[decision.profession, decision.outcome] += 1
        if decision.cause:
            self.causes[decision.gender, decision.cause] += 1

    def to_json(self) -> dict[str, Any]:
        """Return the counts as a report has them."""
        genders = sorted({gender for gender, _ in self.outcomes})
        return {
            "candidates": sum(self.outcomes.values()),
            "by_outcome": _sums(self.outcomes),
            "by_cause": _sums(self.causes),
            "by_gender": {
                gender: {
                    "by_outcome": _sums({k: n for k, n in self.outcomes.items() if k[0] == gender}),
                    "by_cause": _sums({k: n for k, n in self.causes.items() if k[0] == gender}),
                }
                for gender in genders
            },
            "by_profession": {
                profession: _sums({k: n for k, n in self.professions.items() if k[0] == profession})
                for profession in sorted({profession for profession, _ in self.professions})
            },
        }


def _sums(counts: Mapping[tuple[str, str], int]) -> dict[str, int]:
    """Return the counts by the second part of their keys."""
    sums: Counter[str] = Counter()
    for (_, name), count in sorted(counts.items()):
        sums[name] += count
    return dict(sums)


def decision_lines(decisions: Iterable[Decision]) -> Iterator[str]:
    """Yield the lines of the table, the header first, without line ends."""
    rows = ([str(cell) for cell in decision] for decision in decisions)
    yield from tsv_lines(COLUMNS, rows)


def read_decisions(path: str | os.PathLike[str]) -> Iterator[Decision]:
    """Yield the rows of a table of decisions.

    Raises InputError where a column lacks, an id is no number or an outcome is none of OUTCOMES.
    """
    for number, row in read_table(path, COLUMNS):
        identity = whole_number(row["id"])
        if row["outcome"] not in OUTCOMES or identity is None:
            raise InputError(
                "decision.bad-values",
                f"id {row['id']!r}, outcome {row['outcome']!r}: a number and one of "
                f"{', '.join(OUTCOMES)} are expected",
                file=path,
                line=number,
            )
        yield Decision(identity, *(row[name] for name in COLUMNS[1:]))
