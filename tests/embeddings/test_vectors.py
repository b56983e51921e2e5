"""Files of word vectors: each format, what is damaged, and words as text has them."""

from __future__ import annotations

import gzip
import struct

import numpy as np
import pytest

from cdaflow.embeddings.encoders import open_encoder
from cdaflow.embeddings.encoders.base import pooled, require_max_pooling
from cdaflow.embeddings.vectors import Vectors, read_vectors
from cdaflow.embeddings.words import split_words
from cdaflow.errors import InputError

from ..errors import raises

WORDS = ["the", "She", "café", "mad rid"]
MATRIX = np.array([[1, 2, 3], [0.5, -1, 0], [4, 0, -4], [0, 0, 1]], dtype=np.float32)


def text_lines():
    return [" ".join([word, *map(str, row)]) for word, row in zip(WORDS, MATRIX, strict=True)]


def write(tmp_path, name):
    path = tmp_path / name
    if name.startswith("glove"):
        path.write_text("\n".join(text_lines()) + "\n", encoding="utf-8")
    elif name.startswith("w2v.txt"):
        text = "\n".join(["4 3", *text_lines()]) + "\n"
        path.write_bytes(gzip.compress(text.encode("utf-8")))
    elif name.endswith(".bin"):
        rows = (
            word.encode("utf-8") + b" " + struct.pack("<3f", *row) + b"\n"
            for word, row in zip([w.replace(" ", "_") for w in WORDS], MATRIX, strict=True)
        )
        path.write_bytes(b"4 3\n" + b"".join(rows))
    else:
        np.save(path, MATRIX)
    return path


@pytest.mark.parametrize("name", ["glove.txt", "w2v.txt.gz", "w2v.bin", "own.npy"])
def test_all_formats_give_the_same(tmp_path, name):
    path = write(tmp_path, name)
    words = None
    if name.endswith(".npy"):
        words = tmp_path / "words.txt"
        words.write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    found = read_vectors(path, words=words)
    assert [word.replace("_", " ") for word in found.words] == WORDS
    np.testing.assert_array_equal(found.matrix, MATRIX)
    assert found.matrix.dtype == np.float32
    assert list(read_vectors(path, words=words, limit=2).words) == WORDS[:2]


def test_words_are_looked_up_as_written_then_in_lower_case():
    vectors = Vectors(["the", "She", "the"], MATRIX[:3])
    assert [vectors.row(word) for word in ("The", "She", "she", "of")] == [0, 1, -1, -1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the 1 2 3\nof 1 2\n", ":2: expected a word and 3 numbers"),
        ("the 1 2 x\n", ":1: expected a word and 3 numbers"),
        ("the 1 nan 3\n", r"'the' .*vectors\.not-finite"),
        ("3 2\nthe 1 2\nof 3 4\n", "2 vectors, but its first line says 3"),
        ("", "no vectors"),
    ],
)
def test_damaged_text(tmp_path, text, said):
    path = tmp_path / "v.txt"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        read_vectors(path)


def test_damaged_binary_and_arrays(tmp_path):
    path = write(tmp_path, "w2v.bin")
    path.write_bytes(path.read_bytes()[:-8])
    with raises("vectors.truncated", "3", "4"):
        read_vectors(path)
    path = write(tmp_path, "own.npy")
    with raises("vectors.npy-without-words"):
        read_vectors(path)
    (tmp_path / "words.txt").write_text("a\nb\n")
    with raises("vectors.word-count", "2", "4"):
        read_vectors(path, words=tmp_path / "words.txt")
    np.save(path, np.array([object()]))
    with raises("vectors.not-numpy"):
        read_vectors(path, words=tmp_path / "words.txt")


def test_static_states_and_pooling(tmp_path):
    encoder = open_encoder(write(tmp_path, "glove.txt"))
    (states,) = encoder.states([["The", "zzz", "She"]])
    np.testing.assert_array_equal(states[[0, 2]], MATRIX[:2])
    assert np.isnan(states[1]).all()
    np.testing.assert_array_equal(pooled(states, "max"), [1, 2, 3])
    np.testing.assert_array_equal(pooled(states, "mean"), [0.75, 0.5, 1.5])
    np.testing.assert_array_equal(encoder.embed([["zzz"], []]), np.zeros((2, 3)))
    assert encoder.embed([]).shape == (0, 3)
    assert len(encoder.fingerprint) == 64


def test_what_cannot_be_an_encoder(tmp_path):
    with raises("file.missing"):
        open_encoder(tmp_path / "none")
    with raises("encoder.no-config"):
        open_encoder(tmp_path)
    with raises("vectors.no-first-position"):
        open_encoder(write(tmp_path, "glove.txt"), pooling="cls")
    with raises("vectors.words-or-limit-with-folder"):
        open_encoder(tmp_path, limit=5)
    encoder = open_encoder(write(tmp_path, "glove.txt"), pooling="mean")
    with raises("encoder.not-max-pooling", "1/T"):
        require_max_pooling(encoder)


def test_split_words():
    text = "She’s e-mailed the U.S. nurse, but they don't (can't) care: Mary's 3.5!"
    assert split_words(text) == [
        *("She", "'s", "e-mailed", "the", "U.S", ".", "nurse", ",", "but", "they", "do", "n't"),
        *("(", "ca", "n't", ")", "care", ":", "Mary", "'s", "3.5", "!"),
    ]
