"""Student's t distribution, against published tables and scipy."""

import math

import pytest
from scipy.stats import t as student

from cdaflow.statistics.student import t_quantile, two_sided_p


@pytest.mark.parametrize(
    ("df", "quantile"),
    # The 97.5 % quantiles of any table of the distribution.
    [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980), (1e9, 1.960)],
)
def test_quantiles_of_the_tables(df, quantile):
    assert t_quantile(df) == pytest.approx(quantile, abs=6e-4)
    assert two_sided_p(t_quantile(df), df) == pytest.approx(0.05, rel=1e-9)


@pytest.mark.parametrize("df", [1, 1.5, 2.7, 4, 11.3, 250, 3e4, 9e5, 2e6, math.inf])
def test_as_scipy_has_it(df):
    for tail in (0.05, 0.025, 0.001):
        assert t_quantile(df, tail) == pytest.approx(student.ppf(1 - tail, df), rel=1e-5)
    for t in (0.0, 0.2, -1.0, 1.9, 5.0, 60.0):
        assert two_sided_p(t, df) == pytest.approx(2 * student.sf(abs(t), df), rel=1e-3, abs=1e-300)


def test_nothing_is_beyond_infinity():
    assert two_sided_p(math.inf, 3) == 0
    assert two_sided_p(0, 3) == 1
