"""Two systems on the same sentences: the difference of a score, its interval and its p-value.

An exact test for proportions, the paired bootstrap over sentences for everything else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cdaflow.lazy import numpy as np
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import (
    Counts,
    Interval,
    Resampling,
    Statistic,
    percentile_interval,
    resampled_sums,
)
from cdaflow.statistics.student import t_quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray


def sign_flip(differences: Counts) -> float:
    """Return the two-sided p-value of the exact sign-flip test of paired differences.

    `differences`: of each sentence or cluster of sentences what the other system has right more
    than the base, shape (clusters,). If both systems were equally good, each difference could as
    well have the other sign: p is the share of the 2^n choices of signs whose sum is as far from 0
    as that observed (Fisher 1935, section 21; Davison and Hinkley 1997, section 4.3). Where all
    differences are -1, 0 or 1 it is the exact test of McNemar (1947).
    """
    observed = abs(int(differences.sum()))
    sizes, numbers = np.unique(np.abs(differences[differences != 0]), return_counts=True)
    shares = np.ones(1)  # of the sums -n, ..., n of the differences so far
    for size, number in zip(sizes.tolist(), numbers.tolist(), strict=True):
        signs = np.zeros(2 * size * number + 1)
        signs[:: 2 * size] = _binomial_half(number)
        shares = np.convolve(shares, signs)
    middle = len(shares) // 2
    return float(min(1.0, 2 * shares[middle + observed :].sum())) if observed else 1.0


def _binomial_half(number: int) -> NDArray[np.float64]:
    """Return the shares of 0, ..., n heads of n coins."""
    # In logarithms, since the binomial coefficients of thousands of rows are no floats.
    total = math.lgamma(number + 1) - number * math.log(2)
    return np.array(
        [
            math.exp(total - math.lgamma(k + 1) - math.lgamma(number - k + 1))
            for k in range(number + 1)
        ]
    )


@dataclass(frozen=True)
class Paired:
    """What two systems did on the same sentences: sums over all of them, and over resamples.

    `base`, `other`: shape (columns,). `base_samples`, `other_samples`: shape (samples, columns);
    each sample has the same sentences in both. `differing`: the sentences that differ at all, of
    all `sentences` (or clusters).
    """

    base: Counts
    other: Counts
    base_samples: Counts
    other_samples: Counts
    differing: int
    sentences: int


def pair(
    base: Counts,
    other: Counts,
    *,
    samples: int = RESAMPLES,
    seed: int = SEED,
    resampling: Resampling | None = None,
) -> Paired:
    """Return the paired resamples of two systems, by default multinomial over joint outcomes.

    `base`, `other`: one row a sentence (or cluster of sentences), in the same order; shape
    (sentences, columns). A column is anything that is summed over sentences: an outcome (0 or 1),
    a count of words.
    """
    resampled = (resampling or resampled_sums)(np.hstack([base, other]), samples, seed)
    columns = base.shape[1]
    return Paired(
        base.sum(axis=0),
        other.sum(axis=0),
        resampled[:, :columns],
        resampled[:, columns:],
        int((base != other).any(axis=1).sum()),
        len(base),
    )


@dataclass(frozen=True)
class Difference:
    """A statistic of two systems, their difference (other minus base), and how sure it is.

    `low` to `high`: the 95 % interval of the difference; `p`: two-sided, of no difference.
    None is not defined. `crossed`: of means over several trainings, that of the crossed bootstrap.
    """

    base: float | None
    other: float | None
    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    crossed: Interval | None = None

    def scaled(self, scale: float) -> Difference:
        """Return the same difference with all figures but p times `scale`."""
        figures = (self.base, self.other, self.value, self.low, self.high)
        base, other, value, low, high = (None if x is None else scale * x for x in figures)
        crossed = self.crossed and (scale * self.crossed[0], scale * self.crossed[1])
        return Difference(base, other, value, low, high, self.p, crossed)

    def as_json(self, scale: float = 1.0) -> dict[str, Any]:
        """Return the difference as comparisons have it, its figures times `scale`."""
        scaled = self.scaled(scale)
        content = {
            "base": scaled.base,
            "value": scaled.other,
            "difference": scaled.value,
            "low": scaled.low,
            "high": scaled.high,
        }
        if scaled.crossed is not None:
            content |= zip(("crossed_low", "crossed_high"), scaled.crossed, strict=True)
        return {**content, "p": scaled.p}


def difference(statistic: Statistic, paired: Paired) -> Difference:
    """Return the difference of `statistic` (of sums, shape (..., columns)) by paired bootstrap.

    See `resampled_difference`.
    """
    base, other = (
        np.append(statistic(sums), statistic(samples))
        for sums, samples in (
            (paired.base, paired.base_samples),
            (paired.other, paired.other_samples),
        )
    )
    return resampled_difference(base, other, least_p(paired.differing), paired.sentences)


#: From so many sentences on the bootstrap needs no correction for their number.
_MANY_SENTENCES = 100


def resampled_difference(
    base: NDArray[np.float64], other: NDArray[np.float64], least: float, sentences: int
) -> Difference:
    """Return the difference of a score of two systems, with its interval and p-value.

    `base`, `other`: the score of the test set, then those of its resamples, equal indices of the
    same sentences, NaN where it is not defined; shape (1 + samples,). `least`: the smallest p-value
    that the data can show (see `least_p`). `sentences`: how many were resampled.

    The interval is that of the percentiles. The p-value is the share of resamples whose
    difference is as far from the observed one as that is from 0 (Efron and Tibshirani 1993,
    section 16.4, two-sided), with one added to both counts, so that it is never 0 (Davison and
    Hinkley 1997, section 4.2.5), but at least `least`. Resamples in which the score is not
    defined are left out.

    Resamples of few sentences lie too close together: their variance is (n - 1) / n of an unbiased
    one, and normal where the mean of n has Student's t (Hesterberg 2015, section 4.3). Below 100
    sentences their distances from the observed difference count so much more, and the interval is
    symmetric: 95 % of the distances, so that it ends at 0 where p is 0.05.
    """
    ours, theirs = (_or_none(float(values[0])) for values in (base, other))
    if ours is None or theirs is None:
        return Difference(ours, theirs, None)
    value = theirs - ours
    resampled = other[1:] - base[1:]
    interval = percentile_interval(resampled)
    if interval is None:
        return Difference(ours, theirs, value)
    distances = np.abs(resampled[~np.isnan(resampled)] - value)
    if 1 < sentences < _MANY_SENTENCES:
        distances *= math.sqrt(sentences / (sentences - 1)) * (
            t_quantile(sentences - 1) / t_quantile(math.inf)
        )
        reach = float(np.percentile(distances, 95))
        interval = value - reach, value + reach
    # Equal sums give equal floats but for rounding in the last places.
    extreme = int(np.sum(distances >= abs(value) - 1e-12))
    p = max((extreme + 1) / (len(distances) + 1), least)
    return Difference(ours, theirs, value, *interval, p)


def least_p(differing: int) -> float:
    """Return the smallest possible p-value of n differing sentences: 2 / 2^n, at most 1.

    That is if each of them could as well have gone the other way.
    """
    return min(1.0, 2.0 ** (1 - differing))


def _or_none(number: float) -> float | None:
    return None if math.isnan(number) else number
