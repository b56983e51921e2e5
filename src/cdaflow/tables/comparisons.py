"""The comparisons of `cdaflow score compare-bleu`, read, and checked against the score files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import cast

from cdaflow.errors import InputError
from cdaflow.progress import say
from cdaflow.statistics import data_of
from cdaflow.statistics.estimates import Estimate, Interval
from cdaflow.statistics.field import Field, Test
from cdaflow.statistics.paired import Difference
from cdaflow.statistics.trainings import TrainingsEstimate
from cdaflow.tables.inputs import JsonNode
from cdaflow.tables.scores import Paths, Score
from cdaflow.tables.text import mean_of_all, number

_HINT = "compare the translations that were scored: cdaflow score compare-bleu"

#: How far the difference of a comparison may be from that of its scores, in points.
_TOLERANCE = 0.05

#: Language, test set, baseline and system of a comparison.
Pair = tuple[str, str, str, str]


@dataclass(frozen=True)
class Compared:
    """A comparison of the translations of a system with those of the baseline.

    scores: difference of each score, in points. data: the reference's digest. seeds: of the
    trainings that were paired, none where each system has one. base_seeds: those of the baseline,
    where they are others.
    """

    scores: Mapping[str, Difference]
    data: str
    seeds: tuple[int, ...] = ()
    base_seeds: tuple[int, ...] = ()


@dataclass(frozen=True)
class Means:
    """The mean scores of the trainings of a system, from their translations; `seeds`: which.

    data: the digest of the reference.
    """

    scores: Mapping[str, Estimate]
    data: str
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Comparisons:
    """What `cdaflow score compare-bleu` found.

    pairs: of systems. means: of systems with several trainings, by language, test set and system.
    """

    pairs: Mapping[Pair, Compared] = field(default_factory=dict)
    means: Mapping[tuple[str, str, str], Means] = field(default_factory=dict)


def read_comparisons(paths: Paths) -> Comparisons:
    """Return the comparisons of the BLEU and chrF of systems, and the means over trainings.

    Raises InputError where a file is not one of `cdaflow score compare-bleu`, or a difference not
    that of its two scores.
    """
    pairs: dict[Pair, Compared] = {}
    means: dict[tuple[str, str, str], Means] = {}
    for path in paths:
        root = _comparison(path)
        if root.text("of") != "bleu":
            raise root.fault("comparison.other-metric", "of", 'a comparison of "bleu"')
        language, testset, base = root.text("language"), root.text("testset"), root.text("base")
        data = data_of(root.text("signature"))
        for item in root.list_of_nodes("comparisons"):
            scores = item.node("scores")
            values = {name: _difference(scores.node(name)) for name in ("bleu", "chrf")}
            key = language, testset, base, item.text("system")
            seeds = item.seeds("trainings")
            pairs[key] = Compared(values, data, seeds, item.seeds("base_trainings"))
        for system, node in root.node("means").nodes() if "means" in root.mapping else ():
            scores = node.node("scores")
            estimates = {name: _mean(scores.node(name)) for name in scores.mapping}
            means[language, testset, system] = Means(estimates, data, node.seeds("trainings"))
    return Comparisons(pairs, means)


def _comparison(path: str | PathLike[str]) -> JsonNode:
    """Return the comparison of a file; a file of several systems has it beside their scores."""
    root = JsonNode.read_scores(path)
    if "systems" in root.mapping:
        return root.node("comparison")
    return JsonNode.read_scores(path, "comparison")


def has_comparison(path: str | PathLike[str]) -> bool:
    """Return whether a score file is of several systems, with their comparison."""
    return "systems" in JsonNode.read_scores(path).mapping


def _mean(node: JsonNode) -> TrainingsEstimate:
    value, low, high, sd = map(node.number, ("value", "low", "high", "sd"))
    crossed = node.number("crossed_low"), node.number("crossed_high")
    crossed_interval = None if None in crossed else cast(Interval, crossed)
    return TrainingsEstimate(value, low, high, crossed=crossed_interval, sd=sd)


def _difference(node: JsonNode) -> Difference:
    base, other, value = map(node.number, ("base", "value", "difference"))
    if base is not None and other is not None and value is not None:
        expected = other - base
        if abs(value - expected) > _TOLERANCE:
            formula = f'"value" less "base", {number(expected)}'
            raise replace(node, hint=_HINT).fault(
                "comparison.difference-wrong", "difference", formula
            )
    low, high, p = map(node.number, ("low", "high", "p"))
    if p is not None and not 0 <= p <= 1:
        raise replace(node, hint=_HINT).fault(
            "comparison.p-out-of-range", "p", "a probability, from 0 to 1"
        )
    if low is not None and high is not None and low > high:
        raise replace(node, hint=_HINT).fault(
            "comparison.interval-reversed", "low", "at most the upper end of the interval"
        )
    return Difference(base, other, value, low, high, p)


def differences_of_translations(
    score: Score, base: Score, comparisons: Comparisons
) -> tuple[dict[str, Difference], tuple[int, ...], tuple[int, ...]]:
    """Return the differences of figures that are compared from the translations themselves.

    By what comparisons call them, the seeds of the trainings that were paired, and those of the
    baseline's where the others start from these. Raises
    InputError for a comparison of other translations, or against another reference.
    """
    differences: dict[str, Difference] = {}
    paired: tuple[int, ...] = ()
    bases: tuple[int, ...] = ()
    for item, testset, name in _translated(score):
        compared = comparisons.pairs.get((score.language, testset, base.system, score.system))
        if compared is None or name not in compared.scores:
            continue
        difference = compared.scores[name]
        of_base = compared.base_seeds or compared.seeds
        for side, seeds, value in (
            (base, of_base, difference.base),
            (score, compared.seeds, difference.other),
        ):
            values = [single.scores[item.name].value for single in _trained(side, seeds)]
            _check(side, name, values, value, compared.data)
        differences[item.compared] = difference
        paired, bases = compared.seeds, compared.base_seeds
    return differences, paired, bases


def means_of_translations(score: Score, comparisons: Comparisons) -> dict[str, Estimate]:
    """Return the means over trainings that are from the translations themselves, by name.

    Those of other trainings than the score has are left out, which is said. Raises InputError as
    `differences_of_translations`.
    """
    means = {}
    for item, testset, name in _translated(score):
        mean = comparisons.means.get((score.language, testset, score.system))
        if mean is None or name not in mean.scores:
            continue
        if mean.seeds != score.seeds:
            say(
                f"{score.path}: {name} keeps the wider interval of the score files, since the "
                f"comparison is of the trainings {' '.join(map(str, mean.seeds))}"
            )
            continue
        values = [single.scores[item.name].value for single in score.singles]
        _check(score, name, values, mean.scores[name].value, mean.data)
        means[item.name] = mean.scores[name]
    return means


def _translated(score: Score) -> Iterator[tuple[Field, str, str]]:
    """Yield the fields compared from translations, with the test set and name in comparisons."""
    for item in score.metric.tested:
        testset, _, name = item.compared.rpartition(":")
        if item.test is Test.SACREBLEU:
            yield item, testset or score.testset, name


def _trained(score: Score, seeds: Collection[int]) -> Sequence[Score]:
    """Return the trainings of a score that were compared."""
    return [training for training in score.singles if training.training in seeds] or score.singles


def _check(
    score: Score, name: str, values: Sequence[float | None], compared: float | None, data: str
) -> None:
    """Raise InputError where a comparison is not of the translations that were scored.

    `values`: those of the trainings in the score files, of which `compared` is to be the mean.
    """
    scored, in_comparison = number(mean_of_all(values)), number(compared)
    if scored != in_comparison:
        raise InputError(
            "comparison.other-score",
            f"{name} of {score.system} is {scored} here, but {in_comparison} in the comparison",
            file=score.path,
            hint=_HINT,
        )
    digests = {part for text in score.signatures.values() for part in data_of(text).split("+")}
    if data not in digests:
        raise InputError(
            "comparison.other-reference",
            f"scored against the reference {', '.join(sorted(digests)) or '(none)'}, but the "
            f"comparison of {score.system} used {data or '(none)'}",
            file=score.path,
            hint=_HINT,
        )
