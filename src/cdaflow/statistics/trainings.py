"""Means over several trainings of a system, with intervals for trainings and sentences.

A training r of K has the score y[r] on the C sentences (or clusters) of the test set, and v[r, b]
on their bootstrap sample b; each sample has the same sentences for all trainings. Trainings and
sentences are crossed random effects, as readers and cases are in the comparison of diagnostic
tests. The variance of the mean over trainings is estimated as there (Obuchowski and Rockette 1995):

    T = s^2 / K + max(c, 0)

s^2 is the variance of the y[r]: it holds what differs from training to training, whether on all
sentences or on single ones. c is the mean covariance over b of two different trainings: it is
the variance of what they share, the choice of sentences. T is not let fall below the variance over
b of the mean of all trainings, which could be larger by chance. The interval is y +- t sqrt(T),
with the degrees of freedom of Satterthwaite (1946), (K - 1) (T / (s^2 / K))^2, since all but s^2
is known from hundreds of sentences (for readers and cases: Hillis 2007). Two limits: without c this
is the t interval of the K scores; with equal scores it is the normal interval over sentences.

Two trainings tell too little of s^2 for that: intervals cover 88 to 92 % where trainings differ
much. For K = 2 the interval is that of Banerjee (1960), y +- sqrt(t^2 s^2 / 2 + z^2 (T - s^2 / 2))
with the t of one degree of freedom (12.7) and the normal z (1.96), which covers at least 95 %
whatever the two variances are; the p-value is where it ends at 0.

The crossed bootstrap samples sentences and, independently, trainings with replacement (McCullagh
2000; the pigeonhole bootstrap of Owen 2007). Its percentiles are too narrow for few trainings:
the variance of K sampled trainings is (K - 1) / K of theirs, and no t stands in for the normal
distribution. So it is given beside the t interval, not in place of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cdaflow.lazy import numpy as np
from cdaflow.statistics import SEED
from cdaflow.statistics.estimates import (
    Counts,
    Estimate,
    Interval,
    Resampling,
    percentile_interval,
    resampled_by,
    sample_counts,
)
from cdaflow.statistics.paired import Difference
from cdaflow.statistics.student import t_quantile, two_sided_p

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class TrainingsEstimate(Estimate):
    """The mean of a score over trainings; `low` to `high` is its t interval over both.

    crossed: the percentiles of the crossed bootstrap, None where there were no resamples. sd: the
    standard deviation of the scores of the trainings, which are `singles`, in their order.
    """

    crossed: Interval | None = None
    sd: float | None = None
    singles: tuple[float | None, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the mean as it is written in reports."""
        low, high = self.crossed or (None, None)
        return {
            **super().as_json(),
            "crossed_low": low,
            "crossed_high": high,
            "sd": self.sd,
            "singles": list(self.singles),
        }


@dataclass(frozen=True)
class ResampledTrainings:
    """The sums of the trainings of a system over all sentences, and over resamples of these.

    sums: shape (trainings, columns). samples: shape (trainings, samples, columns); each sample has
    the same sentences in all trainings, and in all systems on the same test set. A statistic of
    these sums has the shapes (trainings,) and (trainings, samples).
    """

    sums: Counts
    samples: Counts

    @classmethod
    def of(
        cls,
        rows: Sequence[Counts],
        samples: int,
        seed: int,
        resampling: Resampling | None = None,
    ) -> ResampledTrainings:
        """Return those of each training's `cluster_sums`, shape (clusters, columns)."""
        sampled = (resampling or _sampled_sums)(np.hstack(rows), samples, seed)
        return cls(
            np.stack([row.sum(axis=0) for row in rows]),
            np.stack(np.split(sampled, len(rows), axis=1)),
        )


def _sampled_sums(rows: Counts, samples: int, seed: int) -> Counts:
    return resampled_by(sample_counts(len(rows), samples, seed), rows)


@dataclass(frozen=True)
class MeanVariance:
    """The variance of a mean over trainings, and its degrees of freedom (infinite: normal).

    between: of two trainings the part of the variance that is theirs, else None.
    """

    variance: float
    df: float
    between: float | None = None

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval."""
        if not self.variance:
            return 0.0
        if self.between is None:
            return t_quantile(self.df) * math.sqrt(self.variance)
        normal = t_quantile(math.inf) ** 2 * (self.variance - self.between)
        return math.sqrt(t_quantile(1) ** 2 * self.between + normal)

    def p(self, value: float) -> float:
        """Return the two-sided p-value of the mean being 0."""
        if not self.variance:
            return float(value == 0)
        if self.between is None:
            return two_sided_p(value / math.sqrt(self.variance), self.df)
        return _banerjee_p(value, self.between, self.variance - self.between)


def _banerjee_p(value: float, between: float, within: float) -> float:
    """Return the p at which t(p)^2 between + z(p)^2 within is value^2.

    t(p), with one degree of freedom, and z(p) have p / 2 of their distributions above them; the sum
    falls with p.
    """
    from statistics import NormalDist  # takes long to import for a help

    normal = NormalDist()
    low, high = math.log(1e-300), 0.0
    for _ in range(60):
        middle = (low + high) / 2
        p = math.exp(middle)
        t, z = 1 / math.tan(math.pi * p / 2), normal.inv_cdf(p / 2)
        if t * t * between + z * z * within > value * value:
            low = middle
        else:
            high = middle
    return math.exp(high)


def mean_variance(
    singles: NDArray[np.float64], covariance: NDArray[np.float64] | None
) -> MeanVariance:
    """Return the variance of the mean of K scores; see the top of the module.

    `singles`: shape (K,), K from 2. `covariance`: that of the trainings over resamples of the
    sentences, shape (K, K); None holds the sentences fixed.
    """
    number = len(singles)
    between = float(np.var(singles, ddof=1)) / number
    total = between
    if covariance is not None:
        shared = float(covariance.sum() - np.trace(covariance)) / (number * (number - 1))
        total = max(between + max(shared, 0.0), float(covariance.mean()))
    df = (number - 1) * (total / between) ** 2 if between else math.inf
    return MeanVariance(total, df, between if number == 2 else None)


def resampled_covariance(resampled: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Return the covariance of trainings over resamples: shape (K, samples) to (K, K).

    Samples in which a score is not defined are left out; None where fewer than two are left.
    """
    defined = resampled[:, ~np.isnan(resampled).any(axis=0)]
    return np.atleast_2d(np.cov(defined)) if defined.shape[1] > 1 else None


def fully_correlated_covariance(standard_errors: Sequence[float]) -> NDArray[np.float64]:
    """Return the covariance of trainings that sentences move all alike: shape (K, K).

    For scores of which only the standard error over sentences is known. No covariance of theirs
    is larger, so the interval is at least as wide as it should be.
    """
    return np.outer(standard_errors, standard_errors)


def crossed_means(resampled: NDArray[np.float64], seed: int = SEED) -> NDArray[np.float64]:
    """Return the means of the samples of the crossed bootstrap: shape (K, samples) to (samples,).

    Sample b has K trainings sampled with replacement, each on the sentences of resample b.
    """
    number, samples = resampled.shape
    # A stream of its own: the sentences were sampled with the seed itself.
    chosen = np.random.default_rng([seed, number]).integers(number, size=(number, samples))
    means: NDArray[np.float64] = np.take_along_axis(resampled, chosen, axis=0).mean(axis=0)
    return means


def over_trainings(
    singles: Sequence[float],
    covariance: NDArray[np.float64] | None = None,
    resampled: NDArray[np.float64] | None = None,
    *,
    bounds: Interval = (-math.inf, math.inf),
    seed: int = SEED,
    signature: str | None = None,
) -> TrainingsEstimate:
    """Return the mean of the scores of K trainings, from 2, with its intervals.

    `resampled`: each training on each resample of the sentences, shape (K, samples), on the scale
    of `singles`; without it `covariance` is that over sentences (see `mean_variance`), and without
    both there is no interval. `bounds`: the least and the largest score there is, at which
    intervals end.
    """
    scores = np.asarray(singles, dtype=np.float64)
    mean, low, high, crossed = float(scores.mean()), None, None, None
    if resampled is not None:
        covariance = resampled_covariance(resampled)
        crossed = percentile_interval(crossed_means(resampled, seed))
    if covariance is not None:
        half = mean_variance(scores, covariance).half_width
        low, high = max(mean - half, bounds[0]), min(mean + half, bounds[1])
    return TrainingsEstimate(
        mean,
        low,
        high,
        signature,
        crossed,
        float(scores.std(ddof=1)),
        tuple(scores.tolist()),
    )


def difference_over_trainings(
    base: NDArray[np.float64],
    other: NDArray[np.float64],
    base_resampled: NDArray[np.float64],
    other_resampled: NDArray[np.float64],
    *,
    least: float = 0.0,
    seed: int = SEED,
) -> Difference:
    """Return the mean difference (other minus base) of K paired trainings, tested by t.

    `base`, `other`: the scores of the trainings, shape (K,), K from 2, equal indices paired;
    `base_resampled`, `other_resampled`: shape (K, samples), equal samples of the same sentences.
    The test and the interval are those of `mean_variance` for the K differences; `least`: the
    smallest p-value that the data can show (see `least_p`). None where a score is not defined, and
    neither interval nor p without resamples.
    """
    ours, theirs = (None if np.isnan(x).any() else float(x.mean()) for x in (base, other))
    if ours is None or theirs is None:
        return Difference(ours, theirs, None)
    singles, resampled = other - base, other_resampled - base_resampled
    value, covariance = theirs - ours, resampled_covariance(resampled)
    if covariance is None:
        return Difference(ours, theirs, value)
    spread = mean_variance(singles, covariance)
    half = spread.half_width
    # Equal scores give equal floats but for rounding in the last places.
    p = 1.0 if abs(value) < 1e-12 else max(spread.p(value), least)
    crossed = percentile_interval(crossed_means(resampled, seed))
    return Difference(ours, theirs, value, value - half, value + half, p, crossed)
