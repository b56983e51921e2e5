import numpy as np
import pytest
from scipy.stats import binomtest

from cdaflow.scoring.statistics import percentile_interval, ratio, resample, wilson


def test_wilson_by_hand():
    # z = 1.959964; centre (8 + z^2/2) / (10 + z^2), half width z/(n+z^2) sqrt(s f/n + z^2/4):
    # the example of 8 of 10 is (0.4902, 0.9433) in Newcombe's tables.
    low, high = wilson(8, 10)
    assert low == pytest.approx(0.4902, abs=1e-4)
    assert high == pytest.approx(0.9433, abs=1e-4)


def test_wilson_at_the_ends():
    assert wilson(0, 0) is None
    low, high = wilson(0, 10)
    # At 0 successes the upper limit is z^2 / (n + z^2).
    assert (low, high) == pytest.approx((0, 3.841459 / 13.841459), abs=1e-6)


@pytest.mark.parametrize(("successes", "trials"), [(0, 3), (1, 3), (3, 3), (17, 240), (899, 900)])
def test_wilson_as_scipy_has_it(successes, trials):
    expected = binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    assert wilson(successes, trials) == pytest.approx((expected.low, expected.high))


def test_resampled_share_has_the_binomial_spread():
    samples = resample(np.array([700, 300]), 4000, seed=3)
    assert samples.shape == (4000, 2)
    assert (samples.sum(axis=1) == 1000).all()
    low, high = percentile_interval(lambda c: ratio(c[..., 0], c.sum(axis=-1)), samples)
    spread = 1.96 * np.sqrt(0.7 * 0.3 / 1000)
    assert (low, high) == pytest.approx((0.7 - spread, 0.7 + spread), abs=0.003)


def test_resampling_is_fixed_by_its_seed():
    counts = np.array([5, 7, 0, 2])
    assert (resample(counts, 50, seed=1) == resample(counts, 50, seed=1)).all()
    assert (resample(counts, 50, seed=1) != resample(counts, 50, seed=2)).any()


def test_nothing_to_resample():
    assert (resample(np.zeros(3, dtype=np.int64), 4, seed=1) == 0).all()
    assert percentile_interval(lambda c: ratio(c[..., 0], c[..., 1]), np.zeros((3, 2))) is None
