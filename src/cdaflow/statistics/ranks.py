"""Rank correlation, with a bootstrap interval over the items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdaflow.lazy import numpy as np
from cdaflow.statistics import RESAMPLES, SEED, check_resamples
from cdaflow.statistics.estimates import Estimate, percentile_interval

if TYPE_CHECKING:
    from numpy.typing import NDArray


def ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the ranks of values from 1, the mean rank for equal values: shape (n,)."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse], dtype=np.float64)


def spearman(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    """Return Spearman's rank correlation; NaN where either has one value alone."""
    first, second = ranks(x) - (len(x) + 1) / 2, ranks(y) - (len(y) + 1) / 2
    scale = float(np.sqrt((first @ first) * (second @ second)))
    return float(first @ second) / scale if scale else float("nan")


def spearman_estimate(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    *,
    samples: int = RESAMPLES,
    seed: int = SEED,
) -> Estimate:
    """Return Spearman's rank correlation with its percentile interval over resampled items.

    Raises ConfigError for resamples too few for an interval.
    """
    check_resamples(samples)
    value = spearman(x, y)
    rows = np.random.default_rng(seed).integers(len(x), size=(samples, len(x)))
    resampled = np.array([spearman(x[row], y[row]) for row in rows])
    interval = percentile_interval(resampled)
    return Estimate(None if np.isnan(value) else value, *(interval or (None, None)))
