"""The most probable text of a lattice (Garg et al. 2024, section 5.1; Saunders and Byrne 2020).

A beam goes through the segments of a lattice, so that all hypotheses end at the same place. What it
has left out is looked at again as long as it could still win: the log probability of a beginning
is never below that of a whole text. So the text that is found is the best of all, unless that
takes more scores than are allowed.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import product
from typing import NamedTuple, Protocol

from cdaflow.alternatives.lattice import Lattice

#: Hypotheses of the beam (appendix E), and beginnings that are scored of one sentence at most.
BEAM = 5
LIMIT = 1000


class Prefix(NamedTuple):
    """The beginning of a translation of `source`; `whole`: a translation, which ends there."""

    source: str
    text: str
    whole: bool


class Scorer(Protocol):
    """A model of translation.

    `scores_prefixes`: whether it also scores what is not whole.
    """

    scores_prefixes: bool

    def score(self, prefixes: Sequence[Prefix]) -> list[float]:
        """Return the natural log probability of each, of a whole one with its end."""


class Found(NamedTuple):
    """The text that was found, and its log probability.

    `exact`: whether no other text of the lattice can be more probable; `scored`: how many
    beginnings and texts were scored for it.
    """

    text: str
    log_probability: float
    exact: bool
    scored: int


#: Asks for scores of prefixes and is sent them.
_Search = Generator[list[Prefix], list[float], Found]


def best_texts(
    cases: Sequence[tuple[str, Lattice]], scorer: Scorer, *, beam: int = BEAM, limit: int = LIMIT
) -> list[Found | None]:
    """Return the most probable text of each lattice as a translation of its source.

    None where the scorer scores whole texts alone and a lattice has more than `limit`. All
    sentences go ahead together, so that a model gets many prefixes at a time.
    """
    return _together([
        _beam(source, _branching(lattice), beam, limit) if scorer.scores_prefixes else
        _exhaustive(source, lattice, limit)
        for source, lattice in cases
    ], scorer)  # fmt: skip


def exhaustive(
    cases: Sequence[tuple[str, Lattice]], scorer: Scorer, *, limit: int = LIMIT
) -> list[Found | None]:
    """Return the same by scoring every text; None for a lattice that has more than `limit`."""
    return _together([_exhaustive(source, lattice, limit) for source, lattice in cases], scorer)


def _together(
    searches: Sequence[Generator[list[Prefix], list[float], Found | None]], scorer: Scorer
) -> list[Found | None]:
    found: list[Found | None] = [None] * len(searches)
    scores: dict[int, list[float] | None] = dict.fromkeys(range(len(searches)))
    while scores:
        asked: dict[int, list[Prefix]] = {}
        for number, given in scores.items():
            search = searches[number]
            try:
                asked[number] = next(search) if given is None else search.send(given)
            except StopIteration as end:
                found[number] = end.value
        prefixes_of_all = [prefix for each in asked.values() for prefix in each]
        together = scorer.score(prefixes_of_all) if prefixes_of_all else []
        scores, start = {}, 0
        for number, prefixes in asked.items():
            scores[number] = together[start : start + len(prefixes)]
            start += len(prefixes)
    return found


def _exhaustive(
    source: str, lattice: Lattice, limit: int
) -> Generator[list[Prefix], list[float], Found | None]:
    texts = []
    count = 1
    for segment in lattice.segments:
        count *= len(segment)
    if count > limit:
        return None
    texts = list(dict.fromkeys(map("".join, product(*lattice.segments))))
    scores = yield [Prefix(source, text, whole=True) for text in texts]
    best = max(range(len(texts)), key=scores.__getitem__)
    return Found(texts[best], scores[best], exact=True, scored=len(texts))


def _branching(lattice: Lattice) -> list[list[str]]:
    """Return the segments with several texts, each with the text up to the next such one."""
    groups: list[list[str]] = [[""]]
    for segment in lattice.segments:
        if len(segment) == 1 or groups == [[""]]:
            groups[-1] = [text + more for text in groups[-1] for more in segment]
        elif len(groups[-1]) == 1:
            groups[-1] = [groups[-1][0] + text for text in segment]
        else:
            groups.append(list(segment))
    return groups


def _beam(source: str, groups: Sequence[Sequence[str]], beam: int, limit: int) -> _Search:
    depth, level = 0, [(0.0, "")]
    waiting: list[tuple[float, int, str]] = []
    best, text = float("-inf"), ""
    scored = 0
    while True:
        while level and depth < len(groups):
            depth += 1
            whole = depth == len(groups)
            texts = [start + more for _, start in level for more in groups[depth - 1]]
            scores = yield [Prefix(source, each, whole) for each in texts]
            scored += len(texts)
            # In the order of the texts where scores are equal.
            ranked = sorted(zip(scores, texts, strict=True), key=lambda pair: -pair[0])
            level = [pair for pair in ranked[:beam] if whole or pair[0] > best]
            if not whole:
                waiting += [(score, depth, each) for score, each in ranked[beam:]]
        if level and (not text or level[0][0] > best):
            best, text = level[0]
        waiting = [each for each in waiting if each[0] > best]
        if not waiting or scored >= limit:
            return Found(text, best, exact=not waiting, scored=scored)
        depth = max(waiting)[1]
        next_ones = sorted((each for each in waiting if each[1] == depth), reverse=True)[:beam]
        waiting = [each for each in waiting if each not in next_ones]
        level = [(score, each) for score, _, each in next_ones]
