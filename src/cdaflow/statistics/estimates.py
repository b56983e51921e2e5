"""Scores and intervals: Wilson's for proportions, else the bootstrap over sentences, clusters.

The rows of WinoMT come in pairs of one sentence with "he" and with "she", which a system tends to
get right or wrong together. Such rows are a cluster: a resample has all of them or none (Davison
and Hinkley 1997, section 3.8; Field and Welsh 2007), and a test exchanges the systems in all of
them or none.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from cdaflow.lazy import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Counts of the outcomes of one sample, or of many: shape (..., outcomes).
Counts: TypeAlias = "NDArray[np.int64]"

#: A score as a function of counts: shape (..., columns) to shape (...), NaN where not defined.
Statistic: TypeAlias = "Callable[[Counts], NDArray[np.float64]]"

#: What returns the column sums of bootstrap samples: of rows, how many samples, a seed.
Resampling: TypeAlias = "Callable[[Counts, int, int], Counts]"

Interval = tuple[float, float]

#: All intervals are at 95 %: what lies outside of them, in percent of resamples and in standard
#: deviations (the 97.5 % quantile of the standard normal distribution; the module `statistics`
#: would take a help longer to import than all else of it).
_TAILS = (2.5, 97.5)
_Z = 1.9599639845400536


def wilson(successes: float, trials: float) -> Interval | None:
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
    resampled = np.random.default_rng(seed).multinomial(total, counts / total, size=samples)
    return resampled.astype(np.int64)


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

    Samples in which it is not defined (NaN) are left out; None where fewer than two are left, which
    have no spread.
    """
    values = values[~np.isnan(values)]
    if len(values) < 2:
        return None
    low, high = np.percentile(values, _TAILS)
    return float(low), float(high)


def ratio(numerator: Counts, denominator: Counts) -> NDArray[np.float64]:
    """Return numerator / denominator, NaN where the denominator is 0."""
    result = np.full(np.shape(denominator), np.nan)
    np.divide(numerator, denominator, out=result, where=denominator != 0)
    return result


@dataclass(frozen=True)
class Share:
    """The statistic that is the sum of some columns over the sum of others."""

    over: Sequence[int]
    under: Sequence[int]

    def __call__(self, sums: Counts) -> NDArray[np.float64]:
        """Return the share of sums: shape (..., columns) to shape (...)."""
        return ratio(self.successes(sums), self.trials(sums))

    def successes(self, sums: Counts) -> Counts:
        """Return the sum of the columns above the line."""
        return np.asarray(sums[..., list(self.over)].sum(axis=-1))

    def trials(self, sums: Counts) -> Counts:
        """Return the sum of the columns below the line."""
        return np.asarray(sums[..., list(self.under)].sum(axis=-1))


def minus(first: Statistic, second: Statistic) -> Statistic:
    """Return the difference of two statistics of the same sums."""
    return lambda sums: first(sums) - second(sums)


@dataclass(frozen=True)
class Estimate:
    """A score in percent or points with the ends of its 95 % interval; None where not defined.

    `signature`: of a score that has one of its own (BLEU).
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    signature: str | None = None

    @property
    def interval(self) -> Interval | None:
        """The ends of the interval, or None if there is none."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    def as_json(self) -> dict[str, Any]:
        """Return the score as it is written in reports."""
        signed = {} if self.signature is None else {"signature": self.signature}
        return {"value": self.value, "low": self.low, "high": self.high, **signed}


def as_json(scores: Mapping[str, Estimate]) -> dict[str, dict[str, Any]]:
    """Return scores by name as reports have them."""
    return {name: score.as_json() for name, score in scores.items()}


def _percent(value: float, interval: Interval | None) -> Estimate:
    """Return a share (0 to 1) and its interval in percent."""
    low, high = (100.0 * end for end in interval) if interval else (None, None)
    return Estimate(100.0 * value, low, high)


def rate(successes: int, trials: int) -> Estimate:
    """Return successes / trials in percent with its Wilson interval, None for no trials."""
    if trials == 0:
        return Estimate(None)
    return _percent(successes / trials, wilson(successes, trials))


def effective_size(successes: Counts, trials: Counts) -> float:
    """Return how many independent trials are worth as much as those of some clusters.

    `successes`, `trials`: of each cluster, shape (clusters,). The number of trials is divided by
    their design effect (Kish 1965): the variance of the proportion p over the
    clusters, C / (C - 1) sum((s - p t)^2) / T^2, over that of as many independent trials,
    p (1 - p) / (T - 1). So it is T where every cluster is one trial, and never more. Where nothing
    shows how far trials go together (one cluster, or all right, or all wrong), it is the number of
    clusters. Intervals of that size: Korn and Graubard (1998), Wilson's: Franco et al. (2019).
    """
    counted = trials > 0
    successes, trials = successes[counted], trials[counted]
    clusters, total, right = len(trials), int(trials.sum()), int(successes.sum())
    if clusters == total or clusters < 2 or right in (0, total):
        return float(clusters)
    share = right / total
    spread = float(np.sum((successes - share * trials) ** 2))
    over_clusters = clusters / (clusters - 1) * spread / total**2
    independent = share * (1 - share) / (total - 1)
    return total * min(1.0, independent / over_clusters) if over_clusters else float(total)


def clustered_rate(successes: Counts, trials: Counts) -> Estimate:
    """Return a proportion in percent with Wilson's interval of its effective size.

    `successes`, `trials`: of each cluster, shape (clusters,); None for no trials.
    """
    total = int(trials.sum())
    if total == 0:
        return Estimate(None)
    right, size = int(successes.sum()), effective_size(successes, trials)
    return _percent(right / total, wilson(right * size / total, size))


def bootstrapped(statistic: Statistic, sums: Counts, samples: Counts) -> Estimate:
    """Return a statistic (a share, or a difference of shares) in percent; None if not defined.

    `sums`: those of all sentences, shape (columns,); `samples`: those of the resamples, shape
    (samples, columns), of which the interval is that of the percentiles.
    """
    value = float(statistic(sums))
    if math.isnan(value):
        return Estimate(None)
    return _percent(value, percentile_interval(statistic(samples)))


def estimate(statistic: Statistic, rows: Counts, samples: Counts) -> Estimate:
    """Return a statistic of sentences: a share with Wilson's interval, all else bootstrapped.

    `rows`: what each sentence (or cluster of sentences) adds to each sum, shape (sentences,
    columns); `samples`: see `bootstrapped`. Several trials of a sentence count in Wilson's interval
    as their `effective_size`.
    """
    if not isinstance(statistic, Share):
        return bootstrapped(statistic, rows.sum(axis=0), samples)
    return clustered_rate(statistic.successes(rows), statistic.trials(rows))


def points(values: NDArray[np.float64], signature: str | None = None) -> Estimate:
    """Return a score in points with its interval: the score first, then those of the resamples."""
    low, high = percentile_interval(values[1:]) or (None, None)
    return Estimate(float(values[0]), low, high, signature)


#: The number of the cluster of each row; rows of one number belong together.
Clusters: TypeAlias = "NDArray[np.int64]"


def cluster_sums(rows: Counts, clusters: Clusters | None) -> Counts:
    """Return the sums of each cluster's rows: shape (rows, columns) to (clusters, columns).

    In the order of the numbers of the clusters; `rows` themselves where `clusters` is None.
    """
    if clusters is None or not len(rows):
        return rows
    order = np.argsort(clusters, kind="stable")
    starts = np.flatnonzero(np.diff(clusters[order], prepend=clusters[order[0]] - 1))
    sums: Counts = np.add.reduceat(rows[order], starts, axis=0)
    return sums


def label_pairs(
    clusters: Iterable[Hashable], labels: Iterable[str], first_label: str, second_label: str
) -> list[tuple[int, int]]:
    """Return the numbers (from 0) of the rows of a cluster that have one label and the other.

    In order. Of several rows of a label, the first goes with the first of the other, and so on.
    """
    rows_by_cluster: dict[Hashable, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, (cluster, label) in enumerate(zip(clusters, labels, strict=True)):
        rows_by_cluster[cluster][label].append(number)
    return sorted(
        pair
        for rows in rows_by_cluster.values()
        for pair in zip(rows[first_label], rows[second_label], strict=False)
    )


@lru_cache(maxsize=2)
def sample_counts(clusters: int, samples: int, seed: int) -> NDArray[np.float64]:
    """Return how often each cluster is in each bootstrap sample: shape (samples, clusters).

    Equal arguments give the same samples, so that all trainings of all systems are scored on the
    same resampled sentences. The array is kept, and read-only.
    """
    if clusters == 0:
        return np.zeros((samples, 0))
    shares = np.full(clusters, 1 / clusters)
    counts = np.random.default_rng(seed).multinomial(clusters, shares, size=samples)
    sampled = counts.astype(np.float64)  # products of floats are far faster than of integers
    sampled.setflags(write=False)
    return sampled


def resampled_by(sampled: NDArray[np.float64], sums: Counts) -> Counts:
    """Return the column sums of the samples of `sample_counts`: shape (samples, columns).

    `sums`: of each cluster, shape (clusters, columns). Exact, as long as a sum is below 2^53.
    """
    return np.asarray(np.rint(sampled @ sums.astype(np.float64)), dtype=np.int64)
