"""Rows that belong together, on numbers small enough to be worked out by hand."""

import itertools

import numpy as np
import pytest

from cdaflow.statistics.estimates import (
    Share,
    cluster_sums,
    clustered_rate,
    effective_size,
    estimate,
    rate,
    resampled_by,
    resampled_sums,
    sample_counts,
    wilson,
)

#: Right and all of five rows: a pair, a single row, a pair.
ROWS = np.array([[1, 1], [0, 1], [1, 1], [1, 1], [1, 1]])
PAIRS = np.array([7, 0, 3, 7, 0])


def test_sums_of_clusters():
    # Rows 1 and 4; rows 2 and 5; row 3. In the order of their numbers.
    assert cluster_sums(ROWS, PAIRS).tolist() == [[1, 2], [1, 1], [2, 2]]
    assert cluster_sums(ROWS, None) is ROWS
    assert cluster_sums(ROWS, np.arange(5)).tolist() == ROWS.tolist()
    assert cluster_sums(np.zeros((0, 2), dtype=np.int64), np.zeros(0, dtype=np.int64)).shape == (
        0,
        2,
    )


def test_a_resample_has_a_pair_or_has_it_not():
    """The distribution of 3 clusters drawn from 3: the 27 equally likely samples, enumerated."""
    sums = np.array([[1, 2], [1, 1], [2, 2]])
    chosen = np.array(list(itertools.product(range(3), repeat=3)))
    expected = sums[chosen].sum(axis=1)
    for found in (
        resampled_by(sample_counts(3, 40_000, 1), sums),
        resampled_sums(cluster_sums(ROWS, PAIRS), 40_000, 1),
    ):
        assert found.dtype == np.int64
        for kind in np.unique(expected, axis=0):
            share = np.mean((found == kind).all(axis=1))
            assert share == pytest.approx(np.mean((expected == kind).all(axis=1)), abs=0.01)


def test_draws_are_fixed_by_their_seed():
    assert (sample_counts(20, 10, 1) == sample_counts(20, 10, 1)).all()
    assert (sample_counts(20, 10, 1) != sample_counts(20, 10, 2)).any()
    assert (sample_counts(20, 10, 1).sum(axis=1) == 20).all()
    assert sample_counts(0, 10, 1).shape == (10, 0)


@pytest.mark.parametrize(
    ("right", "trials", "size"),
    [
        # Rows that stand for themselves are worth what they are.
        ([1, 0, 1, 1], [1, 1, 1, 1], 4),
        # Pairs that are right or wrong together: p = 1/2, distances 1, -1, 1, -1, so the variance
        # is 4/3 * 4 / 8^2 = 1/12; of 8 independent rows it were 1/4 / 7 = 1/28. 8 * 12/28 = 24/7.
        ([2, 0, 2, 0], [2, 2, 2, 2], 24 / 7),
        # p = 3/8, distances 5/4, -3/4, 1/4, -3/4: 4/3 * 11/4 / 64 = 11/192 over 15/64/7 = 15/448.
        ([2, 0, 1, 0], [2, 2, 2, 2], 8 * (15 / 448) / (11 / 192)),
        # One of each pair is right: never more than there are.
        ([1, 1, 1, 1], [2, 2, 2, 2], 8),
        # All right, all wrong or one cluster: nothing shows how far they go together.
        ([2, 2, 2], [2, 2, 2], 3),
        ([0, 0, 0], [2, 2, 2], 3),
        ([3], [5], 1),
        # Clusters without a trial are none.
        ([1, 0, 0, 1], [1, 0, 1, 1], 3),
        ([0], [0], 0),
    ],
)
def test_effective_size_by_hand(right, trials, size):
    found = effective_size(np.array(right), np.array(trials))
    assert found == pytest.approx(size)
    share = sum(right) / max(sum(trials), 1)
    result = clustered_rate(np.array(right), np.array(trials))
    if size:
        low, high = wilson(share * size, size)
        assert (result.value, result.low, result.high) == pytest.approx(
            (100 * share, 100 * low, 100 * high)
        )
    else:
        assert result.value is None


def test_single_rows_have_the_interval_of_wilson():
    rows = np.array([[1, 1]] * 17 + [[0, 1]] * 23 + [[0, 0]] * 5)
    assert estimate(Share([0], [1]), rows, rows[:0]) == rate(17, 40)


def test_the_interval_of_pairs_covers_its_share():
    """Of 150 pairs that are alike in 80 % of cases about 95 of 100 intervals cover the share."""
    rng = np.random.default_rng(3)
    covered = {"pairs": 0, "rows": 0}
    for _ in range(1000):
        first = rng.random(150) < 0.7
        second = np.where(rng.random(150) < 0.8, first, rng.random(150) < 0.7)
        right = first.astype(np.int64) + second
        for name, found in (
            ("pairs", clustered_rate(right, np.full(150, 2))),
            ("rows", rate(int(right.sum()), 300)),
        ):
            covered[name] += found.low <= 70 <= found.high
    assert 930 <= covered["pairs"] <= 970
    assert covered["rows"] < 880  # as if the rows were independent
