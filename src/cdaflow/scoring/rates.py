"""What reports over sentences share: rates in percent with intervals, resampled sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow import __version__
from cdaflow.scoring.statistics import Counts, resample, wilson

#: {"value", "low", "high"} in percent or points; None where not defined.
Score = dict[str, float | None]


def percent(value: float | None, interval: tuple[float, float] | None = None) -> Score:
    """Return a share (0 to 1) and its interval in percent; None stays None."""
    low, high = interval or (None, None)
    return {
        name: None if number is None else 100.0 * number
        for name, number in (("value", value), ("low", low), ("high", high))
    }


def rate(successes: int, trials: int, *, independent: int | None = None) -> Score:
    """Return successes / trials in percent with its Wilson interval, None for no trials.

    `independent`: how many trials count as independent ones for the interval, where several
    trials come from one sentence and so tend to go right or wrong together.
    """
    if trials == 0:
        return percent(None)
    share = successes / trials
    size = trials if independent is None else min(independent, trials)
    return percent(share, wilson(share * size, size))


def resampled_sums(rows: NDArray[np.int64], samples: int, seed: int) -> Counts:
    """Return the column sums of `samples` bootstrap samples of `rows`.

    `rows`: what each sentence adds to each sum, shape (sentences, sums); the result has the
    shape (samples, sums). Sums of one sample belong together, so that differences of scores
    over the same sentences are paired.
    """
    distinct, counts = np.unique(rows, axis=0, return_counts=True)
    sums: Counts = resample(counts, samples, seed) @ distinct
    return sums


def signature(
    metric: str, data: Sequence[str], settings: Mapping[str, Any], *, bootstrap: int, seed: int
) -> str:
    """Return what scores must share to be comparable.

    `data`: the SHA-256 of the files of the test set; `settings`: the metric's own choices.
    """
    parts = [metric, "data:" + "+".join(item[:12] for item in data)]
    parts += [f"{name}:{value}" for name, value in settings.items()]
    return "|".join([*parts, f"bs:{bootstrap}", f"seed:{seed}", f"cdaflow:{__version__}"])
