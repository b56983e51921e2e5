"""The systems that no other beats, against enumeration on random values."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from cdaflow.statistics.estimates import Estimate
from cdaflow.tables.report.summary import beats, unbeaten


def exact(*values: float) -> list[Estimate]:
    return [Estimate(value) for value in values]


@pytest.mark.parametrize("seed", range(20))
def test_without_intervals_it_is_the_pareto_front(seed: int) -> None:
    generator = np.random.default_rng(seed)
    grid = list(product(range(4), repeat=3))
    values = {str(n): grid[int(generator.integers(len(grid)))] for n in range(12)}
    # A system is on the front where no other point of the grid above it is a system's.
    taken = set(values.values())
    expected = [
        name
        for name, one in values.items()
        if not any(
            other != one and all(a >= b for a, b in zip(other, one, strict=True)) for other in taken
        )
    ]
    assert unbeaten({name: exact(*one) for name, one in values.items()}) == expected
    assert 0 < len(expected) <= len(values)


@pytest.mark.parametrize("seed", range(20))
def test_with_intervals_somebody_is_unbeaten_and_nobody_in_a_circle(seed: int) -> None:
    generator = np.random.default_rng(seed)
    systems = {
        str(n): [
            Estimate(v, v - w, v + w)
            for v, w in zip(generator.integers(0, 9, 3), generator.uniform(0, 3, 3), strict=True)
        ]
        for n in range(10)
    }
    front = unbeaten(systems)
    assert front
    for name, values in systems.items():
        winners = [
            other
            for other in systems.values()
            if all(a.value >= b.value for a, b in zip(other, values, strict=True))
            and any(a.low > b.high for a, b in zip(other, values, strict=True))
        ]
        assert (name in front) == (not winners)
        assert not beats(values, values)
        assert not any(beats(values, other) for other in winners)
    # Without intervals more systems are beaten, never fewer.
    bare = {name: exact(*(v.value for v in values)) for name, values in systems.items()}
    assert set(unbeaten(bare)) <= set(front)


def test_a_difference_inside_the_intervals_is_a_tie() -> None:
    base = [Estimate(50.0, 48.0, 52.0), Estimate(90.0, 88.0, 92.0)]
    assert not beats([Estimate(51.0, 49.0, 53.0), Estimate(90.0, 88.0, 92.0)], base)
    assert beats([Estimate(60.0, 58.0, 62.0), Estimate(90.0, 88.0, 92.0)], base)
    # The least loss is a loss.
    assert not beats([Estimate(60.0, 58.0, 62.0), Estimate(89.9, 88.0, 92.0)], base)
