"""Rows that belong together: summed, resampled, weighted and tested as one.

The rows of WinoMT come in pairs of one sentence with "he" and with "she", which a system tends to
get right or wrong together. Such rows are a cluster: a resample has all of them or none (Davison
and Hinkley 1997, section 3.8; Field and Welsh 2007), and a test exchanges the systems in all of
them or none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from cdaflow.lazy import numpy as np
from cdaflow.statistics.estimates import Counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
