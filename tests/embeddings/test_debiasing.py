"""Hard debiasing: what Bolukbasi et al. (2016) say must hold, on random matrices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.embeddings.debiasing import equalise, hard_debias, neutralise
from cdaflow.embeddings.direction import chance_cosine, gender_cosines, gender_subspace

from ..errors import raises


@st.composite
def cases(draw):
    """Vectors (n, d), pairs of their first rows, and the dimensions of the subspace."""
    pairs = draw(st.integers(2, 6))
    neutral = draw(st.integers(1, 8))
    d = draw(st.integers(pairs + 2, 20))
    numbers = np.random.default_rng(draw(st.integers(0, 10**6)))
    lengths = numbers.uniform(0.01, 30, size=(2 * pairs + neutral, 1))
    vectors = numbers.normal(size=(2 * pairs + neutral, d)) * lengths
    return vectors, [(2 * i, 2 * i + 1) for i in range(pairs)], draw(st.integers(1, 2))


@settings(max_examples=60, deadline=None)
@given(cases())
def test_neutral_words_lose_their_gender_and_nothing_else(case):
    vectors, pairs, dimensions = case
    basis = gender_subspace(vectors, pairs, dimensions).basis
    neutral = list(range(2 * len(pairs), len(vectors)))
    after = neutralise(vectors[neutral], basis)
    lengths = np.linalg.norm(vectors[neutral], axis=1)
    np.testing.assert_allclose(after @ basis.T, 0, atol=1e-9 * lengths.max())
    np.testing.assert_allclose(np.linalg.norm(after, axis=1), lengths)
    # What is left points where it did: the old vector less its part in the subspace.
    rest = vectors[neutral] - vectors[neutral] @ basis.T @ basis
    cosines = np.sum(rest * after, axis=1) / np.linalg.norm(rest, axis=1) / lengths
    np.testing.assert_allclose(cosines, 1)


@settings(max_examples=60, deadline=None)
@given(cases())
def test_pairs_are_equally_far_from_every_neutral_word(case):
    vectors, pairs, dimensions = case
    basis = gender_subspace(vectors, pairs, dimensions).basis
    neutral = list(range(2 * len(pairs), len(vectors)))
    after = hard_debias(vectors, neutral, pairs, basis)
    for feminine, masculine in pairs:
        near, far = (
            np.linalg.norm(after[neutral] - after[row], axis=1) for row in (feminine, masculine)
        )
        np.testing.assert_allclose(near, far)
        np.testing.assert_allclose(
            after[neutral] @ after[feminine], after[neutral] @ after[masculine], atol=1e-6
        )
        # Alike outside of the subspace, opposite inside, and as long as the two were on average.
        inside = after[[feminine, masculine]] @ basis.T
        outside = after[[feminine, masculine]] - inside @ basis
        np.testing.assert_allclose(outside[0], outside[1], atol=1e-9)
        np.testing.assert_allclose(inside[0], -inside[1], atol=1e-9)
        mean = np.linalg.norm(vectors[[feminine, masculine]], axis=1).mean()
        np.testing.assert_allclose(np.linalg.norm(after[feminine]), mean)
        np.testing.assert_allclose(np.linalg.norm(after[masculine]), mean)


@settings(max_examples=30, deadline=None)
@given(cases())
def test_to_debias_again_changes_nothing(case):
    vectors, pairs, dimensions = case
    basis = gender_subspace(vectors, pairs, dimensions).basis
    neutral = range(2 * len(pairs), len(vectors))
    once = hard_debias(vectors, neutral, pairs, basis)
    np.testing.assert_allclose(hard_debias(once, neutral, pairs, basis), once, atol=1e-8)


def test_the_subspace_of_words_that_differ_in_one_direction():
    """Pairs at 1 and -1 of an axis, and a little noise on the others: that axis, to she."""
    numbers = np.random.default_rng(3)
    meanings = numbers.normal(size=(5, 10))
    meanings[:, 4] = 0
    meanings *= 3 / np.linalg.norm(meanings, axis=1, keepdims=True)
    gender = np.eye(10)[4]
    vectors = np.stack([meanings + gender, meanings - gender], axis=1).reshape(10, 10)
    subspace = gender_subspace(vectors, [(2 * i, 2 * i + 1) for i in range(5)])
    np.testing.assert_allclose(subspace.basis, gender[None], atol=1e-9)
    assert subspace.explained[0] == pytest.approx(1)
    # The other order of words turns the axis round.
    turned = gender_subspace(vectors, [(2 * i + 1, 2 * i) for i in range(5)])
    np.testing.assert_allclose(turned.basis, -gender[None], atol=1e-9)
    cosines = gender_cosines(vectors, subspace.basis)
    np.testing.assert_allclose(np.abs(cosines), 1 / np.sqrt(10))
    assert list(cosines[:2] > 0) == [True, False]


def test_components_are_those_of_the_covariance_of_centred_pairs():
    """Independent truth: eigenvectors of the sum of the pairs' covariances, as in the paper."""
    vectors = np.random.default_rng(5).normal(size=(12, 7))
    pairs = [(2 * i, 2 * i + 1) for i in range(6)]
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    covariance = np.zeros((7, 7))
    for pair in pairs:
        centred = unit[list(pair)] - unit[list(pair)].mean(axis=0)
        covariance += centred.T @ centred / 2
    values, directions = np.linalg.eigh(covariance)
    subspace = gender_subspace(vectors, pairs, 2)
    for row, expected in zip(subspace.basis, directions.T[::-1], strict=False):
        assert abs(row @ expected) == pytest.approx(1)
    np.testing.assert_allclose(subspace.explained, (values[::-1] / values.sum())[:6], atol=1e-12)


def test_in_the_plane_by_hand():
    """Gender is the first axis; "doctor" leans to he, and the pair is uneven."""
    basis = np.array([[1.0, 0.0]])
    vectors = np.array([[0.6, 0.8], [-1.0, 0.0], [-3.0, 4.0]])  # she, he, doctor
    after = hard_debias(vectors, [2], [(0, 1)], basis)
    np.testing.assert_allclose(after[2], [0, 5])
    # Directions (0.6, 0.8) and (-1, 0): mean (-0.2, 0.4), outside (0, 0.4), height sqrt(0.84).
    np.testing.assert_allclose(after[0], [np.sqrt(0.84), 0.4])
    np.testing.assert_allclose(after[1], [-np.sqrt(0.84), 0.4])


def test_words_without_a_vector_or_without_a_difference_stay():
    basis = np.array([[1.0, 0.0]])
    vectors = np.array([[0.0, 0.0], [0.0, 1.0], [0.0, 2.0], [2.0, 0.0]])
    np.testing.assert_array_equal(equalise(vectors, [(1, 2)], basis), vectors)
    after = neutralise(vectors, basis)
    np.testing.assert_array_equal(after, [[0, 0], [0, 1], [0, 2], [0, 0]])


def test_too_few_pairs():
    with raises("gender-subspace.too-few-pairs", "2", "1"):
        gender_subspace(np.eye(4), [(0, 1)], 2)
    with raises("gender-subspace.too-few-pairs", "1", "0"):
        gender_subspace(np.eye(4), [])


@pytest.mark.parametrize(("d", "k"), [(2, 1), (8, 1), (128, 1), (20, 3)])
def test_chance_against_a_sample(d, k):
    sample = np.random.default_rng(7).normal(size=(20000, d))
    cosines = gender_cosines(sample, np.eye(d)[:k])
    assert np.abs(cosines).mean() == pytest.approx(chance_cosine(d, k), rel=0.02)
    assert chance_cosine(3, 3) == 1
