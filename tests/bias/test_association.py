"""Association tests: against the formulas written out, enumeration, and their laws."""

from __future__ import annotations

import json
import math
import os
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.bias.association import (
    AssociationTest,
    Concept,
    associate,
    associations,
    effect_size,
    permutation_p,
    profession_test,
    read_association_test,
    run_tests,
)
from cdaflow.embeddings.encoders.static import StaticEncoder
from cdaflow.embeddings.vectors import Vectors
from cdaflow.errors import InputError

from ..errors import raises

SEEDS = st.integers(0, 10_000)


def cosine(x, y):
    return float(x @ y) / math.sqrt(float(x @ x) * float(y @ y))


def written_out(x, y, a, b):
    """Return s of all targets and d, word by word, with the sample standard deviation."""
    s = [
        sum(cosine(w, each) for each in a) / len(a) - sum(cosine(w, each) for each in b) / len(b)
        for w in [*x, *y]
    ]
    mean = sum(s) / len(s)
    spread = math.sqrt(sum((each - mean) ** 2 for each in s) / (len(s) - 1))
    return s, (sum(s[: len(x)]) / len(x) - sum(s[len(x) :]) / len(y)) / spread


def vectors(seed, sizes=(4, 4, 3, 5), dimensions=6):
    random = np.random.default_rng(seed)
    return [random.normal(size=(size, dimensions)) for size in sizes]


def enumerated_p(s, size):
    chosen = list(combinations(range(len(s)), size))
    observed = sum(s[:size])
    return sum(sum(s[i] for i in some) >= observed - 1e-12 for some in chosen) / len(chosen)


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(2, 4), st.integers(2, 4))
def test_formulas_and_enumeration(seed, m, n):
    sets = vectors(seed, (m, n, 3, 5))
    found = associate(sets)
    s, d = written_out(*sets)
    np.testing.assert_allclose([*found.first, *found.second], s, atol=1e-12)
    assert found.effect_size == pytest.approx(d, abs=1e-9)
    assert found.is_exact
    assert found.p == pytest.approx(enumerated_p(s, m), abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.floats(0.1, 50))
def test_laws(seed, factor):
    x, y, a, b = sets = vectors(seed)
    found = associate(sets)
    # X for Y, or A for B, turns the sign; both leave it; lengths do not matter.
    assert associate([y, x, a, b]).effect_size == pytest.approx(-found.effect_size)
    assert associate([x, y, b, a]).effect_size == pytest.approx(-found.effect_size)
    assert associate([factor * x, y, a, factor * b]).effect_size == pytest.approx(found.effect_size)
    # Of n targets a side d is at most 2 sqrt((2n - 1) / 2n).
    assert abs(found.effect_size) <= 2 * math.sqrt((2 * len(x) - 1) / (2 * len(x))) + 1e-9
    assert 1 / math.comb(8, 4) <= found.p <= 1


def test_ties_count_against_the_association():
    assert permutation_p(np.array([1.0, 1.0]), np.array([1.0, 1.0])) == (1.0, True)
    assert permutation_p(np.array([2.0, 2.0]), np.array([1.0, 1.0])) == (1 / 6, True)


def test_sampled_partitions():
    s = np.random.default_rng(3).normal(size=16)
    s[:8] += 0.5
    exact, is_exact = permutation_p(s[:8], s[8:])
    assert is_exact
    assert math.comb(16, 8) == 12_870
    sampled, is_exact = permutation_p(s[:8], s[8:], samples=8000, seed=2)
    assert not is_exact
    assert sampled == pytest.approx(exact, abs=4 * math.sqrt(exact / 8000))
    assert permutation_p(s[:8], s[8:], samples=8000, seed=2)[0] == sampled
    # Never 0: the observed partition is one of those that are counted.
    apart = np.repeat([1.0, -1.0], 10) + np.arange(20) / 100
    assert permutation_p(apart[:10], apart[10:], samples=100) == (0.01, False)


def test_no_spread_is_not_a_number():
    assert np.isnan(effect_size(np.array([1.0, 1.0]), np.array([1.0, 1.0])))
    # Resamples stand in front.
    assert effect_size(np.ones((5, 3)), np.zeros((5, 2))).shape == (5,)


def encoder_of(words, seed=1):
    matrix = np.random.default_rng(seed).normal(size=(len(words), 8)).astype(np.float32)
    return StaticEncoder("random", Vectors(words, matrix))


def write_test(path, **changed):
    content = {
        key: {"category": key, "examples": ["one", "two", "three"]}
        for key in ("targ1", "targ2", "attr1", "attr2")
    }
    content["attr2"]["examples"] = ["five"]
    content["targ2"]["examples"] = ["four", "five", "one zebra", "zebra"]
    path.write_text(json.dumps(content | changed))
    return path


def test_a_file_and_what_is_left_out(tmp_path):
    test = read_association_test(write_test(tmp_path / "sent-weat6b.jsonl"))
    assert test.name == "C6b"
    encoder = encoder_of(["one", "two", "three", "four", "five"])
    found = run_tests(encoder, [test])
    targets = found["tests"]["C6b"]["concepts"][1]
    assert targets["left_out"] == ["zebra"]  # no word is known
    assert targets["with_unknown_words"] == 1
    assert found["means"]["gender"]["tests"] == ["C6b"]
    assert "retained" not in found["means"]
    assert found["means"]["gender"]["absolute"] == abs(found["means"]["gender"]["effect_size"])
    assert run_tests(encoder, [test]) == found
    with raises("association-test.too-few-known", "C6b", "1", "3", "targ1"):
        run_tests(encoder_of(["one", "four", "five"]), [test])
    with raises("association-test.duplicate", "C6b"):
        run_tests(encoder, [test, test])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"attr2": {"category": "x"}}, "not an association test .KeyError: 'examples'"),
        ({"attr2": {"category": "x", "examples": "she"}}, "examples is not a list of texts"),
        ({"targ1": {"category": "x", "examples": ["a", "a"]}}, "x: at least 2 examples"),
    ],
)
def test_files_that_are_refused(tmp_path, changed, said):
    path = write_test(tmp_path / "own.jsonl", **changed)
    with pytest.raises(InputError, match=said):
        read_association_test(path)


def test_professions():
    shares = {"nurse": 0.9, "cook": 0.5, "guard": 0.1, "clerk": 0.9, "miner": 0.0}
    test = profession_test(shares, 2)
    assert test.targets[0].examples == ("The clerk is tired.", "The nurse is tired.")
    assert test.targets[1].examples == ("The guard is tired.", "The miner is tired.")
    encoder = encoder_of([*["the", "is", "tired", "."], "clerk", "nurse", "guard", "she", "he"])
    with raises("association-test.too-few-known", "1", "2", "masculine"):
        run_tests(encoder, [test])  # the rest of the frame of "miner" says nothing
    for number in (1, 3):
        with raises("professions.number-out-of-range", str(number), "5"):
            profession_test(shares, number)


def test_the_tests_of_sent_bias():
    """Its formulas, written out, on its own examples with vectors of our own."""
    folder = Path(os.environ.get("CDAFLOW_DATA", "/absent")) / "bias-score" / "seat"
    if not folder.is_dir():
        pytest.skip("needs bias-score/seat in $CDAFLOW_DATA")
    tests = [read_association_test(folder / f"sent-weat{n}.jsonl") for n in ("6", "7b", "8")]
    assert [test.name for test in tests] == ["C6", "C7b", "C8"]
    texts = {t for test in tests for c in test.concepts for t in c.examples}
    probe = encoder_of([])
    encoder = encoder_of(sorted({word for text in texts for word in probe.split(text)}))
    found = run_tests(encoder, tests, samples=50)
    for test in tests:
        sets = [
            encoder.embed([encoder.split(text) for text in concept.examples]).astype(np.float64)
            for concept in test.concepts
        ]
        result = found["tests"][test.name]
        assert result["effect_size"] == pytest.approx(written_out(*sets)[1], abs=1e-6)
        assert associate(sets, 50).effect_size == pytest.approx(written_out(*sets)[1], abs=1e-9)
    assert found["means"]["gender"]["tests"] == ["C6", "C7b", "C8"]


def test_association_of_one_word():
    a, b = np.array([[1.0, 0.0]]), np.array([[0.0, 2.0]])
    np.testing.assert_allclose(
        associations(np.array([[3.0, 0.0], [1, 1]]), a, b), [1, 0], atol=1e-15
    )


def test_concepts_in_order():
    each = [Concept(name, ("x",)) for name in "XYAB"]
    test = AssociationTest("t", (each[0], each[1]), (each[2], each[3]))
    assert [concept.category for concept in test.concepts] == list("XYAB")
