"""The search cut by the field: which of the texts that agree goes with which genders.

A lattice of inflections has texts that break agreement, and most errors of its search are such. The
agreement model writes one text for each combination of genders of its people, in which all words
of a person agree (`cdaflow.rewriting.choices`). A model that reads genders as tags then says which
of these texts is which: to whom of the source each group of words belongs. Beyond Garg et al. 2024.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from cdaflow.alternatives.lattice_search import Prefix, Scorer
from cdaflow.alternatives.structures import AMBIGUOUS, GENDERS, Entity
from cdaflow.alternatives.tagged_text import tag_source
from cdaflow.rewriting.choices import Choices, Women

#: No more people are open where the model is asked: it scores 4 to this power texts.
MAX_ASKED = 3

#: log p of each text of the field (by the women of the field) given each source (by those of it).
_Scores = Mapping[Women, Mapping[Women, float]]


class Assigner:
    """Gives the words of a translation to the people of its source by a tagged model.

    `margin`: by how many nats, over all combinations, another reading must be better than that of
    the agreement model to be taken.
    """

    def __init__(self, scorer: Scorer, margin: float = 0.0) -> None:
        self.scorer, self.margin = scorer, margin

    def assign(self, choices: Sequence[Choices], sources: Sequence[str]) -> list[Choices]:
        """Return what can be chosen, with the people of the best reading, and how sure they are.

        Sentences with more than MAX_ASKED open people are returned as they are, as are those with
        nothing to choose.
        """
        cases = [
            (number, _open(each))
            for number, each in enumerate(choices)
            if len(each.trees) > 1 and not each.cause and len(_open(each)) <= MAX_ASKED
        ]
        prefixes = [
            Prefix(_tagged(sources[number], choices[number], people, women), tree.text, True)
            for number, people in cases
            for women in _subsets(people)
            for tree in choices[number].trees.values()
        ]
        scores = iter(self.scorer.score(prefixes) if prefixes else [])
        found = list(choices)
        for number, people in cases:
            each = choices[number]
            table = {
                women: {group: next(scores) for group in each.trees} for women in _subsets(people)
            }
            found[number] = self._read(each, people, table)
        return found

    def _read(self, choices: Choices, people: Sequence[int], scores: _Scores) -> Choices:
        groups = sorted(frozenset[int]().union(*choices.trees))
        best = dict(zip(groups, groups, strict=True))
        most = _total(best, scores) + self.margin
        for owners in product(people, repeat=len(groups)):
            reading = dict(zip(groups, owners, strict=True))
            if _total(reading, scores) > most:
                best, most = reading, _total(reading, scores)
        trees = {
            women: choices.trees[_feminine(best, women)]
            for women in _subsets(sorted(set(best.values())))
        }
        log_odds = {person: _log_odds(person, best, scores) for person in set(best.values())}
        by_position = frozenset(best[group] for group in choices.by_position if group in best)
        return replace(choices, trees=trees, by_position=by_position, log_odds=log_odds)


def _open(choices: Choices) -> list[int]:
    return [number for number, head in enumerate(choices.heads) if head.label == AMBIGUOUS]


def _subsets(people: Iterable[int]) -> Iterator[Women]:
    """Yield all sets of people, the smaller ones first."""
    people = list(people)
    for size in range(len(people) + 1):
        yield from map(frozenset, combinations(people, size))


def _tagged(source: str, choices: Choices, people: Sequence[int], women: Women) -> str:
    entities = [Entity(head.start, head.end) for head in choices.heads]
    return tag_source(source, entities, {person: GENDERS[person in women] for person in people})


def _feminine(reading: Mapping[int, int], women: Women) -> Women:
    """Return the groups of words that are feminine; `reading`: the owner of each group."""
    return frozenset(group for group, owner in reading.items() if owner in women)


def _total(reading: Mapping[int, int], scores: _Scores) -> float:
    """Return the log probability of the texts of all combinations of genders together."""
    return math.fsum(texts[_feminine(reading, women)] for women, texts in scores.items())


def _log_odds(person: int, reading: Mapping[int, int], scores: _Scores) -> float:
    """Return the log odds that the words of a person show the gender that the person has.

    The probability is the mean over all combinations, among the texts that agree.
    """
    groups = {group for group, owner in reading.items() if owner == person}
    right, wrong = [], []
    for women, texts in scores.items():
        wanted = groups if person in women else set()
        total = _log_sum(texts.values())
        agree = [score for text, score in texts.items() if text & groups == wanted]
        right.append(_log_sum(agree) - total)
        others = [score for text, score in texts.items() if text & groups != wanted]
        wrong.append(_log_sum(others) - total)
    return _log_sum(right) - _log_sum(wrong)


def _log_sum(values: Iterable[float]) -> float:
    """Return log(exp(v1) + exp(v2) + ...)."""
    values = list(values)
    top = max(values)
    return top + math.log(math.fsum(math.exp(value - top) for value in values))
