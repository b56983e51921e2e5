"""Which corrected translations are kept, once it is known what became of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from cdaflow.counterfactual.correction.corrector import DROPPED
from cdaflow.text.ids import draws

#: Whether as many sentences of each gender are kept, and how.
Balance = Literal["versions", "genders", "none"]


class Decision(NamedTuple):
    """What became of a translation; the columns of the table of decisions."""

    id: int
    origin: int
    profession: str
    gender: str
    version: str
    outcome: str
    cause: str
    detail: str
    others: int
    others_shown: str
    source: str
    before: str
    target: str


@dataclass(frozen=True)
class Sampling:
    """Which corrected pairs are kept.

    `balance`: "versions" keeps a sentence together with its copy of the other gender or not at
    all, "genders" as many of each gender by chance, "none" all. `per_profession`: sentences of
    each profession at most, a sentence and its copy counted as one (0: all).
    """

    balance: Balance = "versions"
    per_profession: int = 0
    seed: int = 1

    def apply(self, decisions: Sequence[Decision]) -> list[Decision]:
        """Return the decisions with those as dropped that are not kept."""
        left = [each for each in decisions if each.outcome != DROPPED]
        leaking = _leaking(left)
        causes = {each.id: "others-differ" for each in left if each.origin in leaking}
        left = [each for each in left if each.origin not in leaking]
        if self.balance == "versions":
            whole = {origin for origin, n in Counter(d.origin for d in left).items() if n > 1}
            causes |= {each.id: "one-version" for each in left if each.origin not in whole}
        left = [each for each in left if each.id not in causes]
        over = self._over([each.origin for each in left], [each.profession for each in left])
        causes |= {each.id: "over-number" for each in left if each.origin in over}
        if self.balance == "genders":
            left = [each for each in left if each.id not in causes]
            causes |= dict.fromkeys(self._surplus(left), "over-number")
        return [
            each._replace(outcome=DROPPED, cause=causes[each.id], detail="")
            if each.id in causes
            else each
            for each in decisions
        ]

    def _over(self, origins: Sequence[int], professions: Sequence[str]) -> set[int]:
        """Return the origins that are beyond the number of their profession."""
        if not self.per_profession:
            return set()
        of: dict[str, set[int]] = {}
        for origin, profession in zip(origins, professions, strict=True):
            of.setdefault(profession, set()).add(origin)
        return {n for some in of.values() for n in self._drawn(some)[self.per_profession :]}

    def _surplus(self, left: Sequence[Decision]) -> list[int]:
        ids = {gender: [d.id for d in left if d.gender == gender] for gender in ("Masc", "Fem")}
        size = min(map(len, ids.values()))
        return [number for some in ids.values() for number in self._drawn(some)[size:]]

    def _drawn(self, numbers: Iterable[int]) -> list[int]:
        """Return numbers in an order by chance, which depends on each and the seed alone."""
        array = np.array(sorted(numbers), dtype=np.int64)
        order = np.argsort(draws(array.view(np.uint64), self.seed), kind="stable")
        return [int(number) for number in array[order]]


def _leaking(decisions: Iterable[Decision]) -> set[int]:
    """Return the origins of which both versions show another person in different genders.

    The English states no gender of theirs: the model takes the pronoun for them, too.
    """
    shown: dict[int, list[list[str]]] = {}
    for each in decisions:
        shown.setdefault(each.origin, []).append(each.others_shown.split())
    return {
        origin
        for origin, genders in shown.items()
        if any({"Masc", "Fem"} <= set(one) for one in zip(*genders, strict=False))
    }
