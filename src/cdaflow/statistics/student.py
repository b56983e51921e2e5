"""Student's t distribution for any real number of degrees of freedom.

Written out here, since importing scipy.stats takes a second.
"""

from __future__ import annotations

import math
from functools import lru_cache

#: From this number of degrees of freedom on the normal distribution replaces t.
_MANY = 1e6

#: The continued fraction ends where a step changes it by less.
_PRECISION = 1e-15


def two_sided_p(t: float, df: float) -> float:
    """Return P(|T| >= |t|) for T of Student's distribution with `df` degrees of freedom.

    It is I_x(df / 2, 1 / 2) with x = df / (df + t^2), the regularised incomplete beta function
    (Abramowitz and Stegun 1964, section 26.7).
    """
    if math.isinf(t):
        return 0.0
    if df >= _MANY:
        return math.erfc(abs(t) / math.sqrt(2))
    return _incomplete_beta(df / (df + t * t), df / 2, 0.5)


@lru_cache(maxsize=4096)
def t_quantile(df: float, tail: float = 0.025) -> float:
    """Return the t with `tail` of the distribution above it; `df` from 1, `tail` below 0.1.

    By Newton's method from the left, where it converges without overshooting: the tail is a
    convex function of t.
    """
    t = 1.0
    for _ in range(200):
        step = (two_sided_p(t, df) - 2 * tail) / (2 * _density(t, df))
        t += step
        if abs(step) <= 1e-12 * t:
            break
    return t


def _density(t: float, df: float) -> float:
    if df >= _MANY:
        return math.exp(-t * t / 2) / math.sqrt(2 * math.pi)
    scale = math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - 0.5 * math.log(df * math.pi)
    return math.exp(scale - (df + 1) / 2 * math.log1p(t * t / df))


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Return I_x(a, b) by its continued fraction (Abramowitz and Stegun 1964, 26.5.8)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # there it converges fast from the other side
        return 1 - _incomplete_beta(1 - x, b, a)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front += a * math.log(x) + b * math.log1p(-x)
    # Lentz's method: the fraction 1 + d1 / (1 + d2 / (1 + ...)) as a product of ratios.
    fraction, upper, lower = 1.0, 1.0, 0.0
    for step in range(1, 10_000):
        m = step // 2
        if step % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        lower = 1 / (1 + term * lower)
        upper = 1 + term / upper
        fraction *= upper * lower
        if abs(upper * lower - 1) < _PRECISION:
            break
    return math.exp(front) / (a * fraction)
