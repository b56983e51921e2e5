"""Which pieces of a vocabulary are gendered words, by the word lists of the repository."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cdaflow.gfst.subwords import debias_embeddings, gendered_subwords
from cdaflow.wordlists.english_lists import (
    read_english_professions,
    read_gendered_nouns,
    read_gendered_pronouns,
)

from ..errors import raises

LISTS = Path(__file__).parents[2] / "config/wordlists"
TEXT = """
</s> <unk> ▁the ▁he ▁she ▁He ▁She ▁him ▁her ▁his ▁hers ▁man ▁woman woman ▁dad ▁mum ▁mom ▁actor
▁actress ▁king ▁queen ▁Mr ▁Ms ▁Mrs ▁doctor ▁Doctor ▁doctors doctor ▁nurse ▁sister ▁el
"""
PIECES = TEXT.split()


@pytest.fixture(scope="module")
def lists():
    return (
        read_gendered_pronouns(LISTS / "pronouns.en.tsv"),
        read_gendered_nouns(LISTS / "gendered.en.tsv"),
        read_english_professions(LISTS / "professions.tsv"),
    )


def named(pairs):
    return {tuple(PIECES[row] for row in pair) for pair in pairs}


def test_gendered_pieces(lists):
    found = gendered_subwords(PIECES, *lists)
    defining = {("▁she", "▁he"), ("▁She", "▁He"), ("▁her", "▁his"), ("▁woman", "▁man")}
    defining |= {("▁mom", "▁dad")}
    assert named(found.defining) == defining
    # A title and a form of address are equalised, but do not define what gender is.
    assert named(found.equal) == defining | {("▁queen", "▁king"), ("▁Ms", "▁Mr")}
    rows = [row for pair in found.equal for row in pair]
    assert len(rows) == len(set(rows))
    # Gendered, but left over: the other of him is taken, that of sister is no piece.
    kept = {PIECES[row] for row in found.specific} - {PIECES[row] for row in rows}
    assert kept == {"▁him", "▁hers", "woman", "▁mum", "▁actress", "▁Mrs", "▁sister"}
    assert [PIECES[row] for row in found.professions] == [
        "▁actor", "▁doctor", "▁Doctor", "▁doctors", "▁nurse",
    ]  # fmt: skip
    assert found.absent > 100


def test_british_vocabularies_have_their_own_pairs(lists):
    pieces = ["▁mum", "▁dad"]
    assert gendered_subwords(pieces, *lists).equal == ((0, 1),)


def test_debiased_embeddings_and_their_report(lists):
    vectors = np.random.default_rng(1).normal(size=(len(PIECES), 16)).astype(np.float32)
    gendered = gendered_subwords(PIECES, *lists)
    after, report = debias_embeddings(vectors, PIECES, gendered, 1)
    assert after.dtype == np.float32
    left = {PIECES[row] for row in np.flatnonzero((after == vectors).all(axis=1))}
    assert left == {"▁him", "▁hers", "woman", "▁mum", "▁actress", "▁Mrs", "▁sister"}
    assert report["pieces"] == {"all": 31, "neutralised": 10, "gendered": 21, "equalised": 14}
    bias = report["direct_bias"]
    assert bias["professions"] == 5
    assert bias["after"] < 1e-6 < bias["before"]
    cosines = [abs(cosine) for _, cosine in report["professions"]]
    assert bias["before"] == pytest.approx(np.mean(cosines), abs=1e-4)
    neutral = [row for row in range(len(PIECES)) if row not in gendered.specific]
    for feminine, masculine in gendered.equal:
        products = after[neutral] @ after[[feminine, masculine]].T
        np.testing.assert_allclose(products[:, 0], products[:, 1], atol=1e-5)


def test_another_vocabulary(lists):
    gendered = gendered_subwords(PIECES, *lists)
    with raises("embedding.vocabulary-size", "4", "31"):
        debias_embeddings(np.ones((4, 2), np.float32), PIECES, gendered, 1)


def test_a_vocabulary_without_gendered_words(lists):
    pieces = ["▁the", "▁doctor"]
    vectors = np.ones((2, 4), np.float32)
    with raises("gender-subspace.too-few-pairs", "0"):
        debias_embeddings(vectors, pieces, gendered_subwords(pieces, *lists), 1)
