"""The bias score: by hand, its laws on any sentences, and what it refuses."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.bias.directions import direction_of_pairs
from cdaflow.bias.score import BiasScorer, Totals, importance, rare_words
from cdaflow.embeddings.direction import GenderDirection
from cdaflow.embeddings.encoders.static import StaticEncoder
from cdaflow.embeddings.vectors import Vectors

from ..errors import raises
from .conftest import WORDS, toy_vectors

PAIRS = [("she", "he"), ("woman", "man"), ("her", "his")]
SENTENCES = st.lists(
    st.lists(st.sampled_from([*WORDS, "unheard-of", "Zzz"]), max_size=9), max_size=5
)


def test_by_hand(gendered):
    """Three dimensions: nurse gives two of them, "she" one, "pink" none; g is the first axis."""
    rows = {"she": [1, 0, 5], "he": [-1, 0, 5], "woman": [3, 0, 0], "man": [1, 0, 0],
            "nurse": [3, 4, 0], "pink": [0.6, 0.8, -1], "oil": [-3, 0, 4]}  # fmt: skip
    encoder = StaticEncoder("x", Vectors(list(rows), np.array([*rows.values()], dtype=np.float32)))
    g = direction_of_pairs(encoder, [("she", "he"), ("woman", "man")])
    np.testing.assert_allclose(g.vector, [1, 0, 0], atol=1e-12)
    (score,) = BiasScorer(encoder, g, gendered).score([["She", "nurse", "pink", "zzz"]])
    np.testing.assert_allclose(score.importance, [1 / 3, 2 / 3, 0, 0])
    assert score.reasons == ["gendered", "", "", "unknown"]
    np.testing.assert_allclose(score.bias, [0, 2 / 3 * 0.6, 0, 0])
    assert (score.f, score.m) == (pytest.approx(0.4), 0)
    assert score.top() == "nurse:+0.4000"
    (score,) = BiasScorer(encoder, g, gendered).score([["nurse", "oil"]])
    # nurse: dimensions 1 and 2; oil: the third, cosine -0.6
    assert (score.f, score.m) == (pytest.approx(0.4), pytest.approx(-0.2))
    assert score.absolute == pytest.approx(0.6)
    assert score.top() == "nurse:+0.4000 oil:-0.2000"


@settings(max_examples=60, deadline=None)
@given(SENTENCES, st.booleans())
def test_laws(toy, gendered, direction, sentences, skip):
    scorer = BiasScorer(toy, direction, gendered, skip_closed=skip)
    scores = list(scorer.score(sentences))
    assert len(scores) == len(sentences)
    opposite = BiasScorer(
        toy, dataclasses.replace(direction, vector=-direction.vector), gendered, skip_closed=skip
    )
    for words, score, swapped in zip(sentences, scores, opposite.score(sentences), strict=True):
        assert score.f >= 0 >= score.m
        assert score.absolute == score.f - score.m == pytest.approx(np.abs(score.bias).sum())
        # Swapping the pairs turns the direction round: F and M change places and signs.
        assert (swapped.f, swapped.m) == (pytest.approx(-score.m), pytest.approx(-score.f))
        known = any(word in WORDS or word.lower() in WORDS for word in words)
        assert score.importance.sum() == pytest.approx(float(known))
        for word, bias, reason in zip(words, score.bias, score.reasons, strict=True):
            if word in gendered:
                assert (bias, reason) == (0, "gendered")
        # Alone and together are the same to the bit: nothing is padded.
        (alone,) = scorer.score([words])
        np.testing.assert_array_equal(alone.bias, score.bias)


@settings(max_examples=30, deadline=None)
@given(st.floats(0.1, 10), SENTENCES)
def test_the_scale_of_vectors_does_not_matter(gendered, factor, sentences):
    vectors = toy_vectors()
    larger = Vectors(WORDS, (vectors.matrix * np.float32(factor)))
    found = []
    for one in (vectors, larger):
        encoder = StaticEncoder("toy", one)
        scorer = BiasScorer(encoder, direction_of_pairs(encoder, PAIRS), gendered)
        found.append([(score.f, score.m) for score in scorer.score(sentences)])
    np.testing.assert_allclose(found[0], found[1], atol=1e-5)


def test_the_swapped_pairs_swap_the_signs(toy, gendered, direction):
    other = direction_of_pairs(toy, [(masculine, feminine) for feminine, masculine in PAIRS])
    np.testing.assert_allclose(other.vector, -direction.vector, atol=1e-12)


def test_importance():
    states = np.array([[1, 5, 2, 2], [3, 5, 1, 2]], dtype=np.float32)
    np.testing.assert_array_equal(importance(states), [0.75, 0.25])  # of equals the first
    states[0] = np.nan
    np.testing.assert_array_equal(importance(states), [0, 1])
    states[:] = np.nan
    np.testing.assert_array_equal(importance(states), [0, 0])
    assert importance(np.zeros((0, 4), dtype=np.float32)).shape == (0,)


def test_function_words_and_rare_words_are_skipped(toy, gendered, direction):
    sentences = [["the", "old", "nurse", "is", "pink", "."], ["old", "Old"]]
    rare = rare_words(sentences, 2)
    assert rare == {"the", "nurse", "is", "pink", "."}
    plain, closed, frequent = (
        next(BiasScorer(toy, direction, gendered, *options).score(sentences))
        for options in ((), (True,), (True, rare))
    )
    assert plain.reasons == [""] * 6
    assert closed.reasons == ["closed", "", "", "closed", "", "closed"]
    assert frequent.reasons == ["closed", "", "rare", "closed", "rare", "closed"]
    np.testing.assert_array_equal(plain.importance, closed.importance)
    assert closed.bias[2] == plain.bias[2]


def test_totals(toy, gendered, direction):
    totals = Totals()
    scores = list(
        BiasScorer(toy, direction, gendered).score([["she", "nurse"], ["engineer", "zz"]])
    )
    for score in scores:
        totals.add(score)
    found = totals.to_json()
    assert found["words"] == {"scored": 2, "gendered": 1, "unknown": 1, "closed": 0, "rare": 0}
    assert found["means"]["f"] == pytest.approx((scores[0].f + scores[1].f) / 2, abs=1e-6)
    assert found["zero_point"] == pytest.approx(float(scores[0].cosines[0]), abs=1e-6)
    assert Totals().to_json()["means"] == {"f": None, "m": None, "abs": None}


def test_what_is_refused(toy, gendered, direction):
    mean = StaticEncoder("toy", toy.vectors, "mean")
    with raises("encoder.not-max-pooling", "toy", "mean"):
        BiasScorer(mean, direction, gendered)
    other = GenderDirection(direction.vector, (1.0,), "y", "abc", "max", "inputs", {})
    with raises("direction.other-encoder"):
        BiasScorer(toy, other, gendered)
