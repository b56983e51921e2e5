"""Means over trainings: two trainings on three pairs of rows, worked out by hand."""

import itertools
import math

import numpy as np
import pytest

from cdaflow.statistics.estimates import Share, percentile_interval
from cdaflow.statistics.student import t_quantile, two_sided_p
from cdaflow.statistics.trainings import (
    ResampledTrainings,
    crossed_means,
    difference_over_trainings,
    fully_correlated_covariance,
    mean_variance,
    over_trainings,
    resampled_covariance,
)

SHARE = Share([0], [1])

#: Right and all of three pairs of rows, for two trainings: 3 of 6 and 5 of 6.
FIRST = np.array([[2, 2], [1, 2], [0, 2]])
SECOND = np.array([[2, 2], [2, 2], [1, 2]])

#: By hand: the shares of the pairs are 1, 1/2, 0 and 1, 1, 1/2. A mean of 3 pairs drawn from them
#: has a third of their variances (1/6 and 1/18) and of their covariance (1/12).
COVARIANCE = np.array([[1 / 18, 1 / 36], [1 / 36, 1 / 54]])


def enumerated():
    """Return the shares of both trainings in the 27 equally likely samples of three pairs."""
    chosen = np.array(list(itertools.product(range(3), repeat=3)))
    return np.array([rows[chosen, 0].sum(axis=1) / 6 for rows in (FIRST, SECOND)])


@pytest.fixture
def resampled():
    """Shares of both trainings in 60,000 samples of the pairs, as scores get them."""
    trainings = ResampledTrainings.of([FIRST, SECOND], 60_000, seed=1)
    assert SHARE(trainings.sums).tolist() == [3 / 6, 5 / 6]
    return SHARE(trainings.samples)


def test_all_trainings_are_scored_on_the_same_sentences(resampled):
    samples = {tuple(pair) for pair in np.rint(6 * enumerated().T).astype(int).tolist()}
    assert {tuple(pair) for pair in np.rint(6 * resampled.T).astype(int).tolist()} == samples
    assert np.cov(enumerated(), bias=True) == pytest.approx(COVARIANCE)
    assert resampled_covariance(resampled) == pytest.approx(COVARIANCE, abs=0.001)


def test_crossed_bootstrap_is_the_enumeration_of_all_samples(resampled):
    """2^2 samples of the trainings, each with 3^3 of the pairs: 108 equally likely means."""
    every = np.concatenate(
        [enumerated()[list(drawn)].mean(axis=0) for drawn in itertools.product(range(2), repeat=2)]
    )
    assert len(every) == 108
    found = crossed_means(resampled, seed=1)
    for value in np.unique(every.round(9)):
        assert np.mean(np.isclose(found, value)) == pytest.approx(
            np.mean(np.isclose(every, value)), abs=0.006
        )
    result = over_trainings([3 / 6, 5 / 6], resampled=resampled)
    assert result.crossed == pytest.approx(np.percentile(every, [2.5, 97.5]), abs=0.001)


def test_t_interval_over_trainings_and_sentences_by_hand(resampled):
    # Mean 2/3; s^2 = (1/3)^2 / 2 = 1/18, over 2 trainings 1/36. The covariance is 1/36 as well. Of
    # two trainings the first has the t of one degree of freedom, 12.706, the other 1.96.
    half = math.sqrt(12.706205**2 / 36 + 1.959964**2 / 36)
    exact = over_trainings([3 / 6, 5 / 6], COVARIANCE)
    assert (exact.value, exact.low, exact.high) == pytest.approx(
        (2 / 3, 2 / 3 - half, 2 / 3 + half), abs=1e-6
    )
    assert exact.sd == pytest.approx(math.sqrt(1 / 18))
    assert (exact.singles, exact.crossed) == ((3 / 6, 5 / 6), None)
    found = over_trainings([3 / 6, 5 / 6], resampled=resampled, bounds=(0, 1))
    assert (found.low, found.high) == (0, 1)
    assert found.as_json() == {
        "value": pytest.approx(2 / 3), "low": 0.0, "high": 1.0,
        "crossed_low": found.crossed[0], "crossed_high": found.crossed[1],
        "sd": pytest.approx(1 / math.sqrt(18)), "singles": [0.5, 5 / 6],
    }  # fmt: skip


def test_limits_of_the_t_interval():
    # Sentences that change nothing: the t interval of the scores alone, here of 60, 70, 80.
    still = over_trainings([60, 70, 80], np.zeros((3, 3)))
    half = t_quantile(2) * 10 / math.sqrt(3)
    assert (still.low, still.high) == pytest.approx((70 - half, 70 + half))
    # Equal scores: the normal interval over sentences, of the mean of all trainings.
    equal = over_trainings([70, 70, 70], np.full((3, 3), 4.0))
    assert (equal.low, equal.high) == pytest.approx((70 - 1.959964 * 2, 70 + 1.959964 * 2))
    # Trainings that err on different sentences: their mean varies by a third of a variance of 9,
    # the scores by chance by less.
    apart = mean_variance(np.array([70.0, 70.0, 70.1]), 9 * np.eye(3))
    assert apart.variance == pytest.approx(3)
    # Negative covariances are chance, too.
    assert mean_variance(np.array([60.0, 80.0]), np.array([[4.0, -3], [-3, 4]])).variance == 100
    # Nothing known of the sentences: no interval.
    assert over_trainings([60, 80]).interval is None
    # Standard errors of 1 and 3, as if sentences moved both trainings alike: covariance 3.
    assert mean_variance(
        np.array([70.0, 70.0]), fully_correlated_covariance([1, 3])
    ).variance == pytest.approx(4)
    assert mean_variance(
        np.array([60.0, 80.0]), fully_correlated_covariance([1, 3])
    ).variance == pytest.approx(103)


@pytest.mark.parametrize("ratio", [0.0, 0.3, 1.0, 10.0, 1000.0])
def test_two_trainings_cover_at_least_as_often_as_they_say(ratio):
    """Of 400 means of two trainings; `ratio`: their variance over that of the sentences."""
    rng = np.random.default_rng([2, int(10 * ratio)])
    sentences = rng.normal(size=400)
    scores = sentences[:, None] + math.sqrt(ratio) * rng.normal(size=(400, 2))
    missed = wrong = 0
    for singles in scores:
        variance = mean_variance(singles, np.ones((2, 2)))
        value = float(singles.mean())
        missed += abs(value) > variance.half_width
        wrong += variance.p(value) < 0.05
    assert missed == wrong  # the test is the interval's
    assert wrong <= 0.065 * 400


@pytest.mark.parametrize(
    ("draw", "covariance"),
    [
        (lambda rng: rng.normal() + rng.exponential(size=2) - 1, np.ones((2, 2))),
        (lambda rng: rng.normal() + rng.standard_t(3, size=2), np.ones((2, 2))),
        (lambda rng: rng.normal(size=2) * (1, 2), np.diag([1.0, 4.0])),
    ],
    ids=["skewed", "heavy tails", "unequal"],
)
def test_two_trainings_that_are_not_as_the_model_has_them(draw, covariance):
    rng = np.random.default_rng(5)
    missed = 0
    for _ in range(400):
        singles = draw(rng)
        missed += abs(float(singles.mean())) > mean_variance(singles, covariance).half_width
    assert missed <= 0.065 * 400


def test_p_of_two_trainings_by_hand():
    # One training's variance alone: Student's t with one degree of freedom; none: the normal.
    assert mean_variance(np.array([60.0, 80.0]), None).p(70.0) == pytest.approx(
        two_sided_p(7.0, 1), rel=1e-9
    )
    equal = mean_variance(np.array([70.0, 70.0]), np.full((2, 2), 4.0))
    assert equal.p(5.0) == pytest.approx(two_sided_p(2.5, math.inf), rel=1e-9)
    # Three trainings have Satterthwaite's degrees of freedom, as before.
    assert mean_variance(np.array([60.0, 70.0, 80.0]), None).between is None


def test_one_resample_is_no_interval():
    assert percentile_interval(np.array([0.5])) is None
    assert percentile_interval(np.array([0.5, np.nan])) is None
    assert percentile_interval(np.array([0.5, 0.5])) == (0.5, 0.5)


def test_samples_without_a_score_are_left_out():
    values = np.array([[0.5, np.nan, 0.7, 0.6], [0.4, 0.5, 0.6, np.nan]])
    assert resampled_covariance(values) == pytest.approx(np.full((2, 2), 0.02))
    assert resampled_covariance(values[:, :2]) is None
    found = over_trainings([0.5, 0.6], resampled=np.full((2, 3), np.nan))
    assert (found.value, found.interval, found.crossed) == (0.55, None, None)


def test_difference_of_paired_trainings_by_hand():
    # Three trainings gain 10, 20 and 30: mean 20, s^2 = 100, over 3 of them 100/3. Sentences move
    # all gains alike by 3 either way: covariance 9 (3/2 of it with one degree of freedom, 2 drawn).
    base, other = np.array([50.0, 55.0, 40.0]), np.array([60.0, 75.0, 70.0])
    swing = np.array([[3.0, -3.0] * 500])
    drawn_base, drawn_other = base[:, None] - swing / 2, other[:, None] + swing / 2
    found = difference_over_trainings(base, other, drawn_base, drawn_other)
    variance = 100 / 3 + 9 * 1000 / 999
    df = 2 * (variance / (100 / 3)) ** 2
    half = t_quantile(df) * math.sqrt(variance)
    expected = (145 / 3, 205 / 3, 20, 20 - half, 20 + half)
    assert (found.base, found.other, found.value, found.low, found.high) == pytest.approx(expected)
    # t = 20 / sqrt(42.3) = 3.07 with 3.2 degrees of freedom; the table has 3.18 for 0.05 with 3.
    assert 0.04 < found.p < 0.06
    # As many differing sentences as can show it, or the p-value is larger.
    assert difference_over_trainings(base, other, drawn_base, drawn_other, least=0.5).p == 0.5
    same = difference_over_trainings(base, base, drawn_base, drawn_base)
    assert (same.value, same.low, same.high, same.p) == (0, 0, 0, 1)
    # A score that one training lacks has neither mean nor test.
    missing = difference_over_trainings(np.array([50, np.nan, 40]), other, drawn_base, drawn_other)
    assert (missing.base, missing.other, missing.value, missing.p) == (None, 205 / 3, None, None)


def test_pairing_by_training_takes_out_what_both_share():
    """Trainings from -30 to 30 around their system, each 5 points better with the other system."""
    base = np.array([20.0, 50.0, 80.0])
    other = base + np.array([4.8, 5.0, 5.2])
    drawn = np.repeat(base[:, None], 4, axis=1)
    paired = difference_over_trainings(base, other, drawn, drawn + (other - base)[:, None])
    shuffled = other[[1, 2, 0]]
    unpaired = difference_over_trainings(base, shuffled, drawn, drawn + (shuffled - base)[:, None])
    assert paired.p < 0.001
    assert unpaired.value == pytest.approx(paired.value)
    assert unpaired.p > 0.5
