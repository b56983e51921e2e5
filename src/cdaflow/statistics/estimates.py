"""Scores and their intervals: Wilson's for proportions, the bootstrap over sentences else."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

#: Counts of the outcomes of one sample, or of many: shape (..., outcomes).
Counts = NDArray[np.int64]

#: A score as a function of counts: shape (..., columns) to shape (...), NaN where not defined.
Statistic = Callable[[Counts], NDArray[np.float64]]

Interval = tuple[float, float]

#: All intervals are at 95 %: what lies outside of them, in percent of resamples and in standard
#: deviations.
_TAILS = (2.5, 97.5)
_Z = NormalDist().inv_cdf(0.975)


def wilson(successes: float, trials: int) -> Interval | None:
    """Return the Wilson score interval of a proportion (0 to 1); None for no trials.

    Wilson (1927); written out here, since importing scipy.stats takes a second.
    """
    if trials == 0:
        return None
    failures = trials - successes
    centre = successes + _Z * _Z / 2
    half = _Z * math.sqrt(successes * failures / trials + _Z * _Z / 4)
    whole = trials + _Z * _Z
    return max((centre - half) / whole, 0.0), min((centre + half) / whole, 1.0)


def resample(counts: Counts, samples: int, seed: int) -> Counts:
    """Return the counts of `samples` bootstrap samples: shape (samples, outcomes).

    `counts`: how many sentences had each outcome, shape (outcomes,). Drawing sentences with
    replacement and counting their outcomes is drawing from this multinomial, so no sentence
    need be touched.
    """
    total = int(counts.sum())
    if total == 0:
        return np.zeros((samples, len(counts)), dtype=np.int64)
    drawn = np.random.default_rng(seed).multinomial(total, counts / total, size=samples)
    return drawn.astype(np.int64)


def resampled_sums(rows: Counts, samples: int, seed: int) -> Counts:
    """Return the column sums of `samples` bootstrap samples of `rows`: shape (samples, columns).

    `rows`: what each sentence adds to each sum, shape (sentences, columns). Sentences with equal
    rows are alike, so only how many there are of each kind is drawn. Sums of one sample belong
    together, so that differences of scores over the same sentences are paired.
    """
    distinct, counts = np.unique(rows, axis=0, return_counts=True)
    sums: Counts = resample(counts, samples, seed) @ distinct
    return sums


def percentile_interval(values: NDArray[np.float64]) -> Interval | None:
    """Return the percentile bootstrap interval of a statistic from its values in the resamples.

    Samples in which it is not defined (NaN) are left out; None where none is left.
    """
    values = values[~np.isnan(values)]
    if len(values) == 0:
        return None
    low, high = np.percentile(values, _TAILS)
    return float(low), float(high)


def ratio(numerator: Counts, denominator: Counts) -> NDArray[np.float64]:
    """Return numerator / denominator, NaN where the denominator is 0."""
    result = np.full(np.shape(denominator), np.nan)
    np.divide(numerator, denominator, out=result, where=denominator != 0)
    return result


def share(over: Sequence[int], under: Sequence[int]) -> Statistic:
    """Return the statistic that is the sum of some columns over the sum of others."""
    parts, wholes = list(over), list(under)
    return lambda sums: ratio(sums[..., parts].sum(axis=-1), sums[..., wholes].sum(axis=-1))


#: {"value", "low", "high"} in percent or points; None where not defined.
Score = dict[str, float | None]


def _percent(value: float, interval: Interval | None) -> Score:
    """Return a share (0 to 1) and its interval in percent."""
    low, high = (100.0 * end for end in interval) if interval else (None, None)
    return {"value": 100.0 * value, "low": low, "high": high}


#: A score that is not defined.
UNDEFINED: Score = {"value": None, "low": None, "high": None}


def rate(successes: int, trials: int, *, independent: int | None = None) -> Score:
    """Return successes / trials in percent with its Wilson interval, None for no trials.

    `independent`: how many trials count as independent ones for the interval, where several
    trials come from one sentence and so tend to go right or wrong together.
    """
    if trials == 0:
        return dict(UNDEFINED)
    size = trials if independent is None else min(independent, trials)
    return _percent(successes / trials, wilson(successes * size / trials, size))


def bootstrapped(statistic: Statistic, sums: Counts, samples: Counts) -> Score:
    """Return a statistic (a share, or a difference of shares) in percent; None if not defined.

    `sums`: those of all sentences, shape (columns,); `samples`: those of the resamples, shape
    (samples, columns), of which the interval is that of the percentiles.
    """
    value = float(statistic(sums))
    if math.isnan(value):
        return dict(UNDEFINED)
    return _percent(value, percentile_interval(statistic(samples)))


def points(values: NDArray[np.float64]) -> Score:
    """Return a score in points with its interval: the score first, then those of the resamples."""
    low, high = percentile_interval(values[1:]) or (None, None)
    return {"value": float(values[0]), "low": low, "high": high}
