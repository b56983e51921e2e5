"""Gender stereotyping and grammaticality of a language model (Zmigrod et al. 2019, section 5.2).

With the log prefix probabilities m, f of the masculine and the feminine phrase of a noun and an
adjective, and x, y of the two wrong ones (see `phrases`), natural logarithms:

    stereotyping    S = m - f
    grammaticality  G = ((m - x) + (f - y)) / 2

S of a noun is the mean over its adjectives, with its sign; that of a model is the mean of |S| over
nouns: with the sign, nouns that lean to women would cancel those that lean to men. Where a wrong
phrase is absent G has the other difference alone, and none without both.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import percentile_interval, sample_counts
from cdaflow.statistics.paired import Difference
from cdaflow.statistics.trainings import difference_over_trainings, over_trainings

#: Log probabilities by kind of phrase, see `phrases.KINDS`.
LogProbabilities = Mapping[str, float]


@dataclass(frozen=True)
class NounScore:
    """A noun (masculine, feminine) with its stereotyping and grammaticality (NaN: none)."""

    noun: tuple[str, str]
    stereotyping: float
    grammaticality: float


def stereotyping(logs: LogProbabilities) -> float:
    """Return S of a noun and an adjective: above 0 leans to the masculine phrase."""
    return logs["masculine"] - logs["feminine"]


def grammaticality(logs: LogProbabilities) -> float:
    """Return G of a noun and an adjective: above 0 prefers the right phrases; NaN for none."""
    differences = [
        logs[gender] - logs[f"{gender}_wrong"]
        for gender in ("masculine", "feminine")
        if f"{gender}_wrong" in logs
    ]
    return sum(differences) / len(differences) if differences else math.nan


def score_nouns(scored: Iterable[tuple[tuple[str, str], LogProbabilities]]) -> list[NounScore]:
    """Return each noun's means over its adjectives, in the order of the nouns."""
    of_noun: dict[tuple[str, str], list[LogProbabilities]] = {}
    for noun, logs in scored:
        of_noun.setdefault(noun, []).append(logs)
    return [
        NounScore(noun, _mean(map(stereotyping, all_logs)), _mean(map(grammaticality, all_logs)))
        for noun, all_logs in of_noun.items()
    ]


def _mean(values: Iterable[float]) -> float:
    defined = [value for value in values if not math.isnan(value)]
    return sum(defined) / len(defined) if defined else math.nan


@dataclass(frozen=True)
class System:
    """The scores of K trainings of a system on the same nouns: shape (K, nouns) each.

    `pairs_right`: the share of minimal pairs that each training has right, shape (K,), or None.
    `seeds`: those of the trainings, where they are known.
    """

    name: str
    stereotyping: NDArray[np.float64]
    grammaticality: NDArray[np.float64]
    pairs_right: NDArray[np.float64] | None = None
    seeds: tuple[int, ...] = ()


#: Name -> the values of each noun (K, nouns) whose mean over nouns is the measure.
_MEASURES: Mapping[str, Callable[[System], NDArray[np.float64]]] = {
    "stereotyping": lambda system: np.abs(system.stereotyping),
    "stereotyping_signed": lambda system: system.stereotyping,
    "grammaticality": lambda system: system.grammaticality,
}


def summarise(systems: Sequence[System], base: str, seed: int = SEED) -> dict[str, Any]:
    """Return the measures of systems, and their differences from the one named `base`.

    Means over nouns and trainings; intervals over both (t over trainings, nouns resampled; over
    nouns alone for one training). `factor`: stereotyping of the base over that of the system, from
    the mean of the logarithms of paired trainings.

    Raises InputError where systems have other nouns or numbers of trainings than the base.
    """
    by_name = {system.name: system for system in systems}
    if base not in by_name:
        raise InputError(
            "system.base-missing",
            f"there are no scores of the base {base!r}",
            hint=f"systems with scores: {list(by_name)}",
        )
    for system in systems:
        if system.stereotyping.shape != by_name[base].stereotyping.shape:
            raise InputError(
                "system.other-trainings-or-nouns",
                f"{system.name}: {system.stereotyping.shape[0]} trainings on "
                f"{system.stereotyping.shape[1]} nouns, but {base} has other trainings or nouns",
                hint="score the same phrases with the same number of trainings of each system",
            )
    return {
        "base": base,
        "trainings": int(by_name[base].stereotyping.shape[0]),
        "nouns": int(by_name[base].stereotyping.shape[1]),
        "systems": [_summary(system, by_name[base], seed) for system in systems],
    }


def _summary(system: System, base: System, seed: int) -> dict[str, Any]:
    """Return one system's part of `summarise`."""
    summary: dict[str, Any] = {"name": system.name}
    if system.seeds:
        summary["seeds"] = list(system.seeds)
    for name, values in _MEASURES.items():
        summary[name] = _estimate(values(system), seed)
    if system.pairs_right is not None:
        singles = 100 * system.pairs_right
        summary["minimal_pairs"] = {"value": float(singles.mean()), "singles": singles.tolist()}
    if system is not base:
        summary["difference"] = {
            name: _difference(_MEASURES[name](base), _MEASURES[name](system), seed).as_json()
            for name in ("stereotyping", "grammaticality")
        }
        summary["factor"] = _factor(np.abs(base.stereotyping), np.abs(system.stereotyping), seed)
    return summary


def _estimate(values: NDArray[np.float64], seed: int) -> dict[str, Any]:
    """Return the mean of values (K, nouns) with its interval."""
    singles, resampled = _means(values, seed)
    if len(singles) > 1:
        return over_trainings(singles.tolist(), resampled=resampled, seed=seed).as_json()
    low, high = percentile_interval(resampled[0]) or (None, None)
    return {"value": float(singles[0]), "low": low, "high": high, "singles": singles.tolist()}


def _means(
    values: NDArray[np.float64], seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return means over nouns, (K, nouns) to (K,), and over resamples of the nouns, (K, samples).

    Nouns without a value (NaN) do not count.
    """
    counts = sample_counts(values.shape[1], RESAMPLES, seed)
    is_defined = (~np.isnan(values)).astype(np.float64)
    filled = np.nan_to_num(values)
    with np.errstate(invalid="ignore"):
        resampled = (filled @ counts.T) / (is_defined @ counts.T)
        return filled.sum(axis=1) / is_defined.sum(axis=1), resampled


def _difference(base: NDArray[np.float64], other: NDArray[np.float64], seed: int) -> Difference:
    """Return the mean difference of paired values (K, nouns), with an interval."""
    ours, ours_resampled = _means(base, seed)
    theirs, theirs_resampled = _means(other, seed)
    if len(ours) > 1:
        return difference_over_trainings(ours, theirs, ours_resampled, theirs_resampled, seed=seed)
    low, high = percentile_interval(theirs_resampled[0] - ours_resampled[0]) or (None, None)
    value = float(theirs[0] - ours[0])
    return Difference(float(ours[0]), float(theirs[0]), value, low, high)


def _factor(
    base: NDArray[np.float64], other: NDArray[np.float64], seed: int
) -> dict[str, float | None]:
    """Return by which factor the mean of `base` is above that of `other`, with its interval."""
    ours, ours_resampled = (np.log(values) for values in _means(base, seed))
    theirs, theirs_resampled = (np.log(values) for values in _means(other, seed))
    if len(ours) > 1:
        difference = difference_over_trainings(
            theirs, ours, theirs_resampled, ours_resampled, seed=seed
        )
        ends = (difference.value, difference.low, difference.high)
    else:
        low, high = percentile_interval(ours_resampled[0] - theirs_resampled[0]) or (None, None)
        ends = (float(ours[0] - theirs[0]), low, high)
    return {
        name: None if end is None else math.exp(end)
        for name, end in zip(("factor", "low", "high"), ends, strict=True)
    }
