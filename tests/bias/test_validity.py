"""Validity: the sentences, the shares, and a score that follows them by construction."""

from __future__ import annotations

import numpy as np
import pytest

from cdaflow.bias.directions import direction_of_pairs
from cdaflow.bias.score import BiasScorer
from cdaflow.bias.validity import CONTEXTS, FEMININE, NEUTRAL, items, read_shares, validity
from cdaflow.embeddings.encoders.static import StaticEncoder
from cdaflow.embeddings.vectors import Vectors
from cdaflow.errors import InputError
from cdaflow.wordlists import find_wordlist

NAMES = ["nurse", "teacher", "cashier", "editor", "baker", "chef", "lawyer", "pilot", "miner",
         "plumber"]  # fmt: skip


def shown(context, profession="engineer"):
    return [" ".join(item.words) for item in items([profession], context)]


def test_sentences():
    assert all("engineer" in text for context in CONTEXTS for text in shown(context))
    assert "An engineer lives in this house ." in shown("neutral")
    assert "They asked her because she is an engineer ." in shown("feminine")
    assert "They asked him because he is an engineer ." in shown("masculine")
    mixed = shown("mixed")
    assert mixed[::2] == shown("feminine")[::2]
    assert mixed[1::2] == shown("masculine")[1::2]
    both = list(items(["chef", "pilot"], "mixed"))
    assert {"he", "He", "his", "him"} & set(both[len(FEMININE)].words)
    assert len(shown("neutral")) == len(NEUTRAL)


def test_gendered_words_of_the_sentences(gendered):
    assert not any(word in gendered for text in shown("neutral") for word in text.split())
    for context in ("feminine", "masculine"):
        for text in shown(context):
            assert any(gendered.is_person(word) for word in text.split())


def test_static_vectors_with_planted_shares(gendered):
    """Gender in the first dimension only, as large as the share is far from a half."""
    numbers = np.random.default_rng(4)
    words = ["she", "he", "woman", "man", *NAMES]
    matrix = numbers.normal(size=(len(words), 16))
    shares = {name: (index + 0.5) / len(NAMES) for index, name in enumerate(NAMES)}
    matrix[:, 0] = [3, -3, 3, -3, *(6 * (share - 0.5) for share in shares.values())]
    matrix[1, 1:], matrix[3, 1:] = matrix[0, 1:], matrix[2, 1:]
    matrix[4:, 1:] /= np.linalg.norm(matrix[4:, 1:], axis=1, keepdims=True)
    encoder = StaticEncoder("planted", Vectors(words, matrix.astype(np.float32)))
    g = direction_of_pairs(encoder, [("she", "he"), ("woman", "man")])
    found = validity(BiasScorer(encoder, g, gendered), gendered, shares, samples=100)
    assert found["spearman"]["neutral"]["none"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    assert set(found["spearman"]["mixed"]) == {"none", "someone"}  # no mask
    assert found["spearman"]["mixed"]["someone"]["value"] > 0.9
    assert set(found["scores"]["neutral"]) == set(NAMES)
    again = validity(BiasScorer(encoder, g, gendered), gendered, shares, samples=100)
    assert again == found


def test_shares(tmp_path):
    assert read_shares(find_wordlist("stereotypes.tsv"))["accountant"] == 0.8
    rows = "".join(f"{name}\t1\t{10 * index}.5\n" for index, name in enumerate(NAMES[:9]))
    path = tmp_path / "bls.tsv"
    header = "occupation\tbergsma_pct_female\tbls_pct_female\n"
    path.write_text(f"{header}{rows}x\t0\t99\n")
    assert read_shares(path)["teacher"] == pytest.approx(0.105)
    for text, said in [
        (header + rows, r"9 professions.*professions\.too-few"),
        (f"{header}{rows}x\t0\t101\n", ":11: '101' is not a share"),
        (f"{header}{rows}nurse\t0\t5\n", r":11: 'nurse' .*professions\.duplicate"),
        ("job\tshare\nnurse\t1\n", ":2: expected the columns profession"),
    ]:
        path.write_text(text)
        with pytest.raises(InputError, match=said):
            read_shares(path)
