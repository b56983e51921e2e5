"""A small encoder of word vectors whose gender is its first dimension, and the list L."""

from __future__ import annotations

import numpy as np
import pytest

from cdaflow.bias.directions import direction_of_pairs
from cdaflow.bias.gendered import gendered_words
from cdaflow.embeddings.encoders.static import StaticEncoder
from cdaflow.embeddings.vectors import Vectors
from cdaflow.wordlists import find_wordlist
from cdaflow.wordlists.english_lists import read_gendered_nouns, read_gendered_pronouns, read_names

WORDS = ["she", "he", "woman", "man", "her", "his", "nurse", "engineer", "the", "is", "a", "."]
WORDS += ["pink", "someone", "works", "Mary", "John", "old"]


def toy_vectors(seed=3, dimensions=8):
    matrix = np.random.default_rng(seed).normal(size=(len(WORDS), dimensions)) * 0.5
    matrix[:, 0] = 0
    for word, gender in [("she", 2), ("he", -2), ("woman", 2), ("man", -2), ("her", 2),
                         ("his", -2), ("nurse", 1), ("engineer", -1), ("pink", 0.5),
                         ("Mary", 2), ("John", -2)]:  # fmt: skip
        matrix[WORDS.index(word), 0] = gender
    for one, other in [("she", "he"), ("woman", "man"), ("her", "his")]:
        matrix[WORDS.index(one), 1:] = matrix[WORDS.index(other), 1:]
    return Vectors(WORDS, matrix.astype(np.float32))


@pytest.fixture(scope="session")
def toy():
    return StaticEncoder("toy", toy_vectors())


@pytest.fixture(scope="session")
def gendered():
    return gendered_words(
        read_gendered_pronouns(find_wordlist("pronouns.en.tsv")),
        read_gendered_nouns(find_wordlist("gendered.en.tsv")),
        read_names(find_wordlist("names.en.tsv")),
    )


@pytest.fixture(scope="session")
def direction(toy):
    return direction_of_pairs(toy, [("she", "he"), ("woman", "man"), ("her", "his")])
