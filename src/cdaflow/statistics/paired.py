"""Two systems on the same sentences: the difference of a score, its interval and its p-value.

McNemar's exact test for proportions, the paired bootstrap over sentences for everything else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from cdaflow.lazy import numpy as np
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import Counts, Statistic, percentile_interval, resampled_sums


def mcnemar(only_base: int, only_other: int) -> float:
    """Return the two-sided p-value of the exact test of McNemar (1947).

    `only_base`, `only_other`: the rows that one system has right and the other wrong, and the
    reverse. If both systems were equally good, each of these rows would fall on either side
    with probability 1/2: the p-value is twice the smaller tail of that binomial, at most 1.
    """
    discordant, fewer = only_base + only_other, min(only_base, only_other)
    if only_base == only_other:
        return 1.0
    # In logarithms, since the binomial coefficients of thousands of rows are no floats.
    total = math.lgamma(discordant + 1) - discordant * math.log(2)
    tail = math.fsum(
        math.exp(total - math.lgamma(k + 1) - math.lgamma(discordant - k + 1))
        for k in range(fewer + 1)
    )
    return min(1.0, 2 * tail)


@dataclass(frozen=True)
class Paired:
    """What two systems did on the same sentences: sums over all of them, and over resamples.

    `base`, `other`: shape (columns,). `base_samples`, `other_samples`: shape (samples, columns);
    each sample has the same sentences in both. `differing`: the sentences that differ at all.
    """

    base: Counts
    other: Counts
    base_samples: Counts
    other_samples: Counts
    differing: int


def pair(base: Counts, other: Counts, *, samples: int = RESAMPLES, seed: int = SEED) -> Paired:
    """Return the paired resamples of two systems: one multinomial over their joint outcomes.

    `base`, `other`: one row a sentence, in the same order; shape (sentences, columns). A column
    is anything that is summed over sentences: an outcome (0 or 1), a count of words.
    """
    resampled = resampled_sums(np.hstack([base, other]), samples, seed)
    columns = base.shape[1]
    return Paired(
        base.sum(axis=0),
        other.sum(axis=0),
        resampled[:, :columns],
        resampled[:, columns:],
        int((base != other).any(axis=1).sum()),
    )


@dataclass(frozen=True)
class Difference:
    """A statistic of two systems, their difference (other minus base), and how sure it is.

    `low` to `high`: the 95 % interval of the difference; `p`: two-sided, of no difference.
    None is not defined.
    """

    base: float | None
    other: float | None
    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None


def difference(statistic: Statistic, paired: Paired) -> Difference:
    """Return the difference of `statistic` (of sums, shape (..., columns)) by paired bootstrap.

    The interval is that of the percentiles. The p-value is the share of resamples whose
    difference is as far from the observed one as that is from 0 (Efron and Tibshirani 1993,
    section 16.4, two-sided), with one added to both counts, so that it is never 0 (Davison and
    Hinkley 1997, section 4.2.5), but at least `least_p`. Samples in which the statistic is not
    defined are left out.
    """
    base, other = (_or_none(float(statistic(sums))) for sums in (paired.base, paired.other))
    if base is None or other is None:
        return Difference(base, other, None)
    value = other - base
    resampled = statistic(paired.other_samples) - statistic(paired.base_samples)
    interval = percentile_interval(resampled)
    if interval is None:
        return Difference(base, other, value)
    resampled = resampled[~np.isnan(resampled)]
    # Equal sums give equal floats but for rounding in the last places.
    extreme = int(np.sum(np.abs(resampled - value) >= abs(value) - 1e-12))
    p = max((extreme + 1) / (len(resampled) + 1), least_p(paired.differing))
    return Difference(base, other, value, *interval, p)


def least_p(differing: int) -> float:
    """Return the smallest p-value that so many differing sentences can show: 2 / 2^n, at most 1.

    That is if each of them could as well have gone the other way.
    """
    return min(1.0, 2.0 ** (1 - differing))


def _or_none(number: float) -> float | None:
    return None if math.isnan(number) else number
