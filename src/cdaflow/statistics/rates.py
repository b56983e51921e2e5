"""Scores as reports have them: a value in percent or points, with its interval."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from cdaflow.statistics.intervals import Counts, Interval, Statistic, percentile_interval, wilson

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
