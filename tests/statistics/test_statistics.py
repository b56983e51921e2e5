import itertools

import numpy as np
import pytest
from scipy.stats import binomtest, norm, t

from cdaflow.statistics import signature
from cdaflow.statistics.estimates import percentile_interval, ratio, resample, wilson
from cdaflow.statistics.paired import difference, pair, sign_flip
from cdaflow.statistics.ranks import spearman_estimate

from ..errors import raises


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
    low, high = percentile_interval(ratio(samples[..., 0], samples.sum(axis=-1)))
    spread = 1.96 * np.sqrt(0.7 * 0.3 / 1000)
    assert (low, high) == pytest.approx((0.7 - spread, 0.7 + spread), abs=0.003)


def test_resampling_is_fixed_by_its_seed():
    counts = np.array([5, 7, 0, 2])
    assert (resample(counts, 50, seed=1) == resample(counts, 50, seed=1)).all()
    assert (resample(counts, 50, seed=1) != resample(counts, 50, seed=2)).any()


def test_nothing_to_resample():
    assert (resample(np.zeros(3, dtype=np.int64), 4, seed=1) == 0).all()
    assert percentile_interval(ratio(np.zeros(3), np.zeros(3))) is None


def signs(minus, plus):
    """Return the differences of rows: 1 right in the base alone, -1; in the other alone, 1."""
    return np.array([-1] * minus + [1] * plus + [0] * 9)


def test_sign_flip_of_rows_is_mcnemars_test_as_published_and_by_hand():
    # Approval of a prime minister asked twice (Agresti 1990): 86 and 150 changed their mind;
    # exact p-value as the manual of R's package exact2x2 has it.
    assert sign_flip(signs(86, 150)) == pytest.approx(3.716e-05, rel=1e-4)
    assert sign_flip(signs(150, 86)) == pytest.approx(3.716e-05, rel=1e-4)
    # One of 12 on the other side: 2 (1 + 12) / 2^12.
    assert sign_flip(signs(1, 11)) == pytest.approx(26 / 4096)
    assert sign_flip(signs(0, 0)) == sign_flip(signs(7, 7)) == 1
    assert sign_flip(signs(3, 4)) == 1  # twice the half of the distribution, not more than 1


@pytest.mark.parametrize(("one", "other"), [(0, 5), (2, 9), (40, 61), (1500, 1650)])
def test_sign_flip_of_rows_as_scipy_has_the_binomial(one, other):
    expected = binomtest(one, one + other).pvalue
    assert sign_flip(signs(one, other)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    "differences",
    [[2], [2, -1], [1, 1, 2], [2, 2, -2, 1, 0, 1], [3, -1, 2, 2, 2, 1, -1, 2], [1, 2, 3, 4, 5, -6]],
)
def test_sign_flip_of_clusters_is_the_enumeration_of_all_signs(differences):
    found = np.array(differences)
    every = np.array(list(itertools.product((-1, 1), repeat=len(found)))) @ np.abs(found)
    expected = np.mean(np.abs(every) >= abs(found.sum()))
    assert sign_flip(found) == pytest.approx(expected, rel=1e-12)


def share(sums):
    return ratio(sums[..., 0], sums[..., 1])


#: Right and offered of six sentences, for two systems.
BASE = np.array([[1, 2], [0, 1], [1, 1], [0, 2], [1, 3], [0, 0]])
OTHER = np.array([[2, 2], [1, 1], [0, 1], [1, 2], [0, 1], [1, 3]])


def test_paired_bootstrap_against_all_resamples():
    """6 sentences have 6^6 resamples: their differences are enumerated here."""
    chosen = np.array(list(itertools.product(range(6), repeat=6)))
    drawn = share(OTHER[chosen].sum(axis=1)) - share(BASE[chosen].sum(axis=1))
    drawn = drawn[~np.isnan(drawn)]
    observed = 5 / 10 - 3 / 9
    result = difference(share, pair(BASE, OTHER, samples=40_000, seed=1))
    assert (result.base, result.other) == (pytest.approx(3 / 9), pytest.approx(5 / 10))
    assert result.value == pytest.approx(observed)
    # Six sentences have Student's t of five degrees of freedom, and 5/6 of the variance.
    distances = np.abs(drawn - observed) * t.ppf(0.975, 5) / norm.ppf(0.975) * (6 / 5) ** 0.5
    exact = np.mean(distances >= observed - 1e-12)
    assert exact > 2 / 2**6  # more than the least that these sentences can show
    assert result.p == pytest.approx(exact, abs=0.01)
    reach = np.percentile(distances, 95)
    assert (result.low, result.high) == pytest.approx(
        (observed - reach, observed + reach), abs=0.02
    )


def test_paired_bootstrap_is_paired_and_fixed_by_its_seed():
    one = pair(BASE, OTHER, samples=50, seed=1)
    assert (one.base_samples[:, 1] - one.other_samples[:, 1] <= 12).all()
    assert (pair(BASE, OTHER, samples=50, seed=1).base_samples == one.base_samples).all()
    assert (pair(BASE, OTHER, samples=50, seed=2).base_samples != one.base_samples).any()
    # The same system: no resample differs.
    same = pair(BASE, BASE, samples=50, seed=1)
    assert (same.base_samples == same.other_samples).all()
    result = difference(share, same)
    assert (result.value, result.low, result.high, result.p) == (0, 0, 0, 1)


def test_few_sentences_prove_nothing():
    # In every resample the difference is that of the one sentence: the bootstrap alone would
    # say 1/1001. One sentence that differs can show no more than p = 1, three no more than 1/4.
    for size, least in ((1, 1), (3, 1 / 4)):
        wrong, right = np.array([[0, 1]] * size), np.array([[1, 1]] * size)
        assert difference(share, pair(wrong, right, samples=1000, seed=1)).p == least


def test_what_is_not_defined_is_not_tested():
    nothing = np.array([[0, 0], [0, 0]])
    result = difference(share, pair(nothing, np.array([[1, 1], [0, 1]]), samples=10, seed=1))
    assert (result.base, result.other, result.value, result.p) == (None, 0.5, None, None)


@pytest.mark.parametrize("sentences", [8, 20, 30])
def test_few_equal_sentences_differ_in_one_pair_of_twenty(sentences):
    """Of pairs of equal systems 5 % have p < 0.05, at which the interval leaves 0 out."""
    shares, uncorrected = [], []
    for number in range(800):
        rng = np.random.default_rng([3, number])
        words = rng.normal(0, 50, size=(2, sentences)).astype(int)
        paired = pair(*np.stack([words, np.ones_like(words)], axis=2), samples=200, seed=number)
        result = difference(share, paired)
        shares.append(result.p < 0.05)
        assert not result.low < 0 < result.high or result.p > 0.045
        assert result.low < 0 < result.high or result.p < 0.055
        resampled = share(paired.other_samples) - share(paired.base_samples)
        uncorrected.append(np.mean(np.abs(resampled - result.value) >= abs(result.value)) < 0.05)
    assert 0.03 < np.mean(shares) < 0.065
    assert np.mean(uncorrected) > np.mean(shares)


@pytest.mark.parametrize("number", [1, 2, 99])
def test_too_few_resamples_are_an_error(number):
    one = np.arange(5.0)
    for call in (
        lambda: signature("winomt", {}, bootstrap=number, seed=1),
        lambda: spearman_estimate(one, one, samples=number),
    ):
        with raises("bootstrap.too-few", str(number), "at least 100"):
            call()
    assert "|bs:0|" in signature("winomt", {}, bootstrap=0, seed=1)
    assert spearman_estimate(one, one, samples=100).value == 1
