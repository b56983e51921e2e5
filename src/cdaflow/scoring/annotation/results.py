"""What filled sheets come to (Choubey et al. 2021: tables 5, 9 and 17); how far people agree."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, permutations

from cdaflow.lazy import numpy as np
from cdaflow.scoring.annotation.filled import FilledSheet
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import (
    Counts,
    Estimate,
    Share,
    percentile_interval,
    points,
    ratio,
    resampled_sums,
    wilson,
)
from cdaflow.statistics.paired import Difference, difference, pair

#: The mean of sums and how many there are.
_MEAN = Share([0], [1])

#: Label of section 3.1 that a translation of the right gender has, by gender of the source.
_OF_GENDER = {"male": "masculine", "female": "feminine"}


@dataclass(frozen=True)
class Agreement:
    """How far annotators agree; None for one annotator.

    share: of the lines, 0 to 1, over all pairs of annotators. kappa: of two annotators that of
    Cohen (1960), of more that of Fleiss (1971), with the bootstrap interval over the lines. Points
    on a scale have quadratic weights (Cohen 1968), so that 5 against 6 is less of a disagreement
    than 1 against 6. None too where all gave one and the same label throughout, so that agreement
    is no news.
    """

    share: float | None
    kappa: Estimate


def agreement(
    answers: Sequence[Sequence[str]], distance: Callable[[str, str], float] = operator.ne
) -> Agreement:
    """Return the agreement of annotators; `answers`: of each, his labels in the same order.

    `distance`: how much two labels disagree; all different ones alike by default.
    """
    if len(answers) < 2 or not answers[0]:
        return Agreement(None, Estimate(None))
    labels = sorted(set(chain(*answers)))
    weights = np.array([[float(distance(a, b)) for b in labels] for a in labels])
    codes = np.array([[labels.index(label) for label in person] for person in answers])
    # Of each line, how often a pair of labels was given; Fleiss has no first and second annotator.
    pairs = (combinations if len(answers) == 2 else permutations)(codes, 2)
    kinds = np.eye(weights.size, dtype=np.int64)
    rows = np.sum([kinds[a * len(labels) + b] for a, b in pairs], axis=0)

    def kappa(sums: Counts) -> np.ndarray:
        tables = sums.reshape(-1, *weights.shape)
        observed = (tables * weights).sum(axis=(1, 2)) * tables.sum(axis=(1, 2))
        first, second = tables.sum(axis=2), tables.sum(axis=1)
        return 1 - ratio(observed, np.einsum("sa,ab,sb->s", first, weights, second))

    total = rows.sum(axis=0)
    values = kappa(np.vstack([total, resampled_sums(rows, RESAMPLES, SEED)]))
    share = float(np.trace(total.reshape(weights.shape)) / total.sum())
    return Agreement(share, Estimate(None) if np.isnan(values[0]) else points(values))


def _squared_distance(first: str, second: str) -> float:
    """Return how much two points of a scale disagree (quadratic weights, Cohen 1968)."""
    return float((int(first) - int(second)) ** 2)


def _share(count: float, number: int, weight: float = 1.0) -> Estimate:
    """Return a share of lines in percent with Wilson's interval; `count`: mean over annotators.

    Lines are drawn, annotators are not: the number of trials is that of the lines.
    """
    shares = (count / number if number else 0.0, *(wilson(count, number) or ()))
    return Estimate(*(100 * weight * share for share in shares))


def right(label: str, gender: str) -> bool:
    """Return whether a translation is correct: open, or of the gender of its source (male, ...)."""
    return label in ("ambiguous", _OF_GENDER[gender])


@dataclass(frozen=True)
class System:
    """What people say of a system: means over the annotators.

    accuracy: sentences that are `right`, in percent. labels: label -> its share, 0 to 1.
    difference: of the accuracy (as a share) from that of the baseline, by paired bootstrap over the
    sentences; None for the baseline itself.
    """

    language: str
    name: str
    sentences: int
    annotators: int
    accuracy: Estimate
    labels: Mapping[str, float]
    agreement: Agreement
    difference: Difference | None
    baseline: str


def system_results(filled: FilledSheet, baseline: str | None = None) -> list[System]:
    """Return what the sheets of a gender task say of each system (table 5).

    baseline: the first system if None, or if there is none of that name.
    """
    names = [str(name) for name in filled.key.metadata["systems"]]
    base = baseline if baseline in names else names[0]
    items = {name: _items_of(filled, name) for name in names}
    rows = {name: _rights(filled, chosen) for name, chosen in items.items()}
    return [_system(filled, name, items[name], rows[name], base, rows[base]) for name in names]


def _items_of(filled: FilledSheet, system: str) -> list[str]:
    """Return the items of a system in the order of the challenge set, one for each sentence."""
    items = filled.key.items
    return sorted(
        (item for item in items if system in items[item]["systems"]),
        key=lambda item: int(items[item]["line"]),
    )


def _rights(filled: FilledSheet, items: Sequence[str]) -> np.ndarray:
    """Return of each sentence how many say that it is right, and how many there are."""
    items_of_key, people = filled.key.items, filled.answers.values()
    return np.array(
        [
            [sum(right(answers[i], items_of_key[i]["gender"]) for answers in people), len(people)]
            for i in items
        ]
    )


def _system(
    filled: FilledSheet,
    name: str,
    items: Sequence[str],
    rows: np.ndarray,
    base: str,
    others: np.ndarray,
) -> System:
    people = [[answers[item] for item in items] for answers in filled.answers.values()]
    labels = Counter(label for answers in people for label in answers)
    number = len(items)
    tested = None
    if name != base:
        paired = pair(others, rows)
        tested = difference(_MEAN, paired)
    return System(
        language=filled.key.language,
        name=name,
        sentences=number,
        annotators=len(people),
        accuracy=_share(int(rows[:, 0].sum()) / len(people), number),
        labels={label: labels[label] / (number * len(people)) for label in filled.key.task.labels},
        agreement=agreement(people),
        difference=tested,
        baseline="" if name == base else base,
    )


@dataclass(frozen=True)
class Quality:
    """How good people find the translations of a system.

    score: mean over sentences and annotators, in points of the scale, with the bootstrap interval
    over the sentences. difference: of the score from that of the baseline, by paired bootstrap
    over the sentences; None for the baseline itself.
    """

    language: str
    name: str
    sentences: int
    annotators: int
    score: Estimate
    agreement: Agreement
    difference: Difference | None
    baseline: str


def quality_results(filled: FilledSheet, baseline: str | None = None) -> list[Quality]:
    """Return what the sheets of a quality task say of each system (table 9).

    baseline: as of `system_results`.
    """
    names = [str(name) for name in filled.key.metadata["systems"]]
    base = baseline if baseline in names else names[0]
    items = {name: _items_of(filled, name) for name in names}
    rows = {name: _points(filled, chosen) for name, chosen in items.items()}
    return [_quality(filled, name, items[name], rows, base) for name in names]


def _points(filled: FilledSheet, items: Sequence[str]) -> np.ndarray:
    """Return of each sentence the sum of its scores, and how many there are."""
    people = filled.answers.values()
    return np.array(
        [[sum(int(answers[item]) for answers in people), len(people)] for item in items]
    )


def _quality(
    filled: FilledSheet,
    name: str,
    items: Sequence[str],
    rows: Mapping[str, np.ndarray],
    base: str,
) -> Quality:
    people = [[answers[item] for item in items] for answers in filled.answers.values()]
    points = rows[name]
    tested = None if name == base else difference(_MEAN, pair(rows[base], points))
    ends = percentile_interval(_MEAN(resampled_sums(points, RESAMPLES, SEED)))
    return Quality(
        language=filled.key.language,
        name=name,
        sentences=len(items),
        annotators=len(people),
        score=Estimate(float(_MEAN(points.sum(axis=0))), *(ends or ())),
        agreement=agreement(people, _squared_distance),
        difference=tested,
        baseline="" if name == base else base,
    )


#: Verdict of the filter and answer of the annotator -> outcome.
_OUTCOMES = {
    ("kept", "yes"): "tp",
    ("rejected", "no"): "tn",
    ("kept", "no"): "fp",
    ("rejected", "yes"): "fn",
}


@dataclass(frozen=True)
class Filter:
    """What people say of the target filter for one gender.

    outcomes: tp, tn, fp, fn -> share of the pairs, in percent.
    """

    language: str
    gender: str
    lines: int
    annotators: int
    outcomes: Mapping[str, Estimate]
    agreement: Agreement


def filter_results(filled: FilledSheet) -> list[Filter]:
    """Return what the sheets of a filter task say of each gender (table 17).

    Of lines drawn as they come, the shares are those of the lines. Where the share of kept lines
    was chosen, each verdict counts as much as it does among all pairs.
    """
    genders = dict.fromkeys(str(item["gender"]) for item in filled.key.items.values())
    return [_filter(filled, gender) for gender in sorted(genders)]


def _filter(filled: FilledSheet, gender: str) -> Filter:
    items = [i for i, item in filled.key.items.items() if item["gender"] == gender]
    people = [[answers[item] for item in items] for answers in filled.answers.values()]
    verdicts = [str(filled.key.items[item]["verdict"]) for item in items]
    counts = Counter(
        _OUTCOMES[pair] for answers in people for pair in zip(verdicts, answers, strict=True)
    )
    lines = Counter(verdicts)
    totals = filled.key.metadata["totals"][gender]
    weighted = filled.key.metadata["kept_share"] is not None
    outcomes = {}
    for (verdict, _), outcome in _OUTCOMES.items():
        number = lines[verdict] if weighted else len(items)
        weight = totals[verdict] / sum(totals.values()) if weighted else 1.0
        outcomes[outcome] = _share(counts[outcome] / len(people), number, weight)
    return Filter(
        language=filled.key.language,
        gender=gender,
        lines=len(items),
        annotators=len(people),
        outcomes=outcomes,
        agreement=agreement(people),
    )


@dataclass(frozen=True)
class Verdicts:
    """What people say of the output of a method.

    shares: label -> share of the lines, in percent, mean over the annotators.
    """

    language: str
    name: str
    lines: int
    annotators: int
    shares: Mapping[str, Estimate]
    agreement: Agreement


def method_results(filled: FilledSheet) -> list[Verdicts]:
    """Return what the sheets of rewritten text say of each method."""
    return [_verdicts(filled, str(name)) for name in filled.key.metadata["systems"]]


def _verdicts(filled: FilledSheet, name: str) -> Verdicts:
    items = [i for i, item in filled.key.items.items() if name in item["systems"]]
    people = [[answers[item] for item in items] for answers in filled.answers.values()]
    counts = Counter(chain(*people))
    return Verdicts(
        language=filled.key.language,
        name=name,
        lines=len(items),
        annotators=len(people),
        shares={
            label: _share(counts[label] / len(people), len(items))
            for label in filled.key.task.labels
        },
        agreement=agreement(people),
    )
