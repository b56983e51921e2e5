"""Spearman's rank correlation, against SciPy's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from cdaflow.statistics.ranks import ranks, spearman, spearman_estimate


def test_ranks_by_hand():
    np.testing.assert_array_equal(ranks(np.array([3.0, 1, 3, 7])), [2.5, 1, 2.5, 4])


@pytest.mark.parametrize("seed", range(4))
def test_against_scipy(seed):
    one, other = np.random.default_rng(seed).integers(0, 6, size=(2, 15)).astype(float)
    assert spearman(one, other) == pytest.approx(stats.spearmanr(one, other).statistic)


def test_intervals():
    one = np.arange(40.0)
    other = one + np.random.default_rng(2).normal(size=40) * 12
    found = spearman_estimate(one, other)
    assert found.low < found.value < found.high < 1
    assert found == spearman_estimate(one, other)
    assert spearman_estimate(one, np.ones(40)).value is None
    assert math.isnan(spearman(np.ones(3), np.arange(3.0)))
