"""The gender direction: by hand, agreement of halves, its file."""

from __future__ import annotations

import numpy as np
import pytest

from cdaflow.embeddings.direction import (
    GenderDirection,
    gender_subspace,
    repeat_agreement,
    subspace_of,
)

from ..errors import raises


def direction(vector):
    return GenderDirection(
        np.array(vector), (0.8, 0.2), "x.txt", "abc", "max", "inputs", {"pairs": 3}
    )


def test_components_are_not_centred():
    """Two equal differences: centred nothing would be left."""
    found = subspace_of(np.array([[0.0, 3.0], [0.0, 3.0]]))
    np.testing.assert_allclose(found.basis, [[0, 1]], atol=1e-12)
    assert found.explained[0] == pytest.approx(1)


def test_lengths_matter_unless_they_are_made_one():
    vectors = np.array([[10.0, 0], [0, 0], [0, 1], [0, 0]])
    raw = gender_subspace(vectors, [(0, 1), (2, 3)], unit=False)
    assert raw.explained[0] == pytest.approx(100 / 101)
    assert gender_subspace(vectors, [(0, 1), (2, 3)]).explained[0] == pytest.approx(0.5)


def test_agreement_of_halves():
    numbers = np.random.default_rng(2)
    signal = np.zeros(30)
    signal[3] = 5
    sure = numbers.normal(size=(80, 30)) + signal
    mean, least = repeat_agreement(sure, 20)
    assert 0.9 < least <= mean < 1
    noise, _ = repeat_agreement(numbers.normal(size=(80, 30)), 20)
    assert abs(noise) < 0.5
    assert np.isnan(repeat_agreement(sure[:3])[0])
    assert repeat_agreement(sure, 20) == (mean, least)


def test_the_file_of_a_direction(tmp_path):
    path = tmp_path / "g.npz"
    direction([0.6, 0.8]).save(path)
    found = GenderDirection.load(path)
    np.testing.assert_array_equal(found.vector, [0.6, 0.8])
    assert (found.explained, found.encoder, found.metadata) == ((0.8, 0.2), "x.txt", {"pairs": 3})
    assert path.read_bytes() == found.to_bytes()
    found.check_fits("x.txt", "abc")
    with raises("direction.other-encoder", "(x", "txt)", "y"):
        found.check_fits("y", "abd")
    direction([1.0, 1.0]).save(path)
    with raises("direction.not-unit-vector"):
        GenderDirection.load(path)
    path.write_bytes(b"no")
    with raises("model.damaged", "gender direction"):
        GenderDirection.load(path)
