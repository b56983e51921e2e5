"""Intervals: Wilson's for a proportion, the bootstrap over sentences for everything else."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

#: Counts of the outcomes of one sample, or of many: shape (..., outcomes).
Counts = NDArray[np.int64]


def wilson(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float] | None:
    """Return the Wilson score interval of a proportion (0 to 1); None for no trials.

    Wilson (1927); written out here, since importing scipy.stats takes seconds.
    """
    if trials == 0:
        return None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    failures = trials - successes
    centre = successes + z * z / 2
    half = z * math.sqrt(successes * failures / trials + z * z / 4)
    return max((centre - half) / (trials + z * z), 0.0), min(
        (centre + half) / (trials + z * z), 1.0
    )


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


def percentile_interval(
    statistic: Callable[[Counts], NDArray[np.float64]], samples: Counts, confidence: float = 0.95
) -> tuple[float, float] | None:
    """Return the percentile bootstrap interval of `statistic` over resampled counts.

    Samples in which the statistic is not defined (NaN) are left out; None where none is left.
    """
    values = statistic(samples)
    values = values[~np.isnan(values)]
    if len(values) == 0:
        return None
    tail = 50 * (1 - confidence)
    low, high = np.percentile(values, [tail, 100 - tail])
    return float(low), float(high)


def ratio(numerator: Counts, denominator: Counts) -> NDArray[np.float64]:
    """Return numerator / denominator, NaN where the denominator is 0."""
    result = np.full(np.shape(denominator), np.nan)
    np.divide(numerator, denominator, out=result, where=denominator != 0)
    return result
