"""Encoders of Hugging Face: a tiny BERT of random weights, against transformers itself."""

from __future__ import annotations

import json

import numpy as np
import pytest

from cdaflow.bias.score import importance
from cdaflow.embeddings.encoders import open_encoder
from cdaflow.errors import InputError

from ..errors import raises

WORDS = ["the", "nurse", "she", "is", "don", "'", "t", "."]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, write_bert):
    pieces = [*WORDS, *"abcdefgh", "##s", "##er"]
    return write_bert(tmp_path_factory.mktemp("bert"), pieces, width=24, layers=2)


def reference(folder, text):
    """Return the last layer's states (n, d) of a text by transformers alone."""
    import torch
    import transformers

    tokeniser = transformers.AutoTokenizer.from_pretrained(str(folder))
    model = transformers.AutoModel.from_pretrained(str(folder), dtype=torch.float32).eval()
    with torch.no_grad():
        return model(**tokeniser(text, return_tensors="pt")).last_hidden_state[0].numpy()


def test_states_are_those_of_transformers(folder):
    encoder = open_encoder(folder, pooling="mean")
    assert (encoder.dimensions, encoder.contextual, encoder.mask) == (24, True, "[MASK]")
    words = encoder.split("She is the nurses don't.")
    assert words == ["She", "is", "the", "nurses", "don't", "."]
    raw = reference(folder, "She is the nurses don't.")
    (states,) = encoder.states([words])
    np.testing.assert_allclose(states[:3], raw[1:4], atol=1e-5)
    np.testing.assert_allclose(states[3], raw[4:6].max(axis=0), atol=1e-5)  # nurse ##s
    np.testing.assert_allclose(states[4], raw[6:9].max(axis=0), atol=1e-5)  # don ' t
    np.testing.assert_allclose(states[5], raw[9], atol=1e-5)
    np.testing.assert_allclose(encoder.embed([words])[0], raw.mean(axis=0), atol=1e-5)
    maximum = open_encoder(folder, pooling="max").embed([words])[0]
    np.testing.assert_allclose(maximum, raw.max(axis=0), atol=1e-5)
    first = open_encoder(folder, pooling="cls").embed([words])[0]
    np.testing.assert_allclose(first, raw[0], atol=1e-5)


def test_merged_pieces_give_the_shares_of_the_pieces(folder):
    """The importance of a word is the sum of that of its sub-words."""
    (states,) = open_encoder(folder, pooling="max").states([["She", "nurses", "don't"]])
    raw = reference(folder, "She nurses don't")[1:-1]
    by_piece = np.bincount(raw.argmax(axis=0), minlength=6) / 24
    np.testing.assert_allclose(
        importance(states), [by_piece[0], by_piece[1:3].sum(), by_piece[3:].sum()]
    )


def test_padding_and_batches_do_not_matter(folder):
    encoder = open_encoder(folder, pooling="mean")
    numbers = np.random.default_rng(1)
    sentences = [list(numbers.choice(WORDS, size=numbers.integers(0, 12))) for _ in range(150)]
    sentences[3] = []
    together = list(encoder.states(sentences))
    vectors = encoder.embed(sentences)
    for index in range(0, 150, 7):
        (alone,) = encoder.states([sentences[index]])
        assert alone.shape == (len(sentences[index]), 24)
        np.testing.assert_allclose(together[index], alone, atol=1e-5)
        np.testing.assert_allclose(vectors[index], encoder.embed([sentences[index]])[0], atol=1e-5)


@pytest.mark.parametrize("pooling", ["max", "mean", "cls"])
def test_long_sentences_go_in_parts(folder, pooling):
    """16 positions, two of them kept back, two for [CLS] and [SEP]: 12 words at a time."""
    encoder = open_encoder(folder, pooling=pooling)
    words = [*["the", "nurse"] * 6, "is", "she", "."]
    whole, one, other = encoder.states([words, words[:12], words[12:]])
    np.testing.assert_allclose(whole, np.concatenate([one, other]), atol=1e-5)
    vectors = encoder.embed([words, words[:12], words[12:]])
    expected = {
        "max": vectors[1:].max(axis=0),
        "mean": (14 * vectors[1] + 5 * vectors[2]) / 19,
        "cls": vectors[1],
    }
    np.testing.assert_allclose(vectors[0], expected[pooling], atol=1e-5)


def test_the_pooling_is_that_of_sentence_transformers(folder, tmp_path):
    with raises("pooling.not-stated"):
        open_encoder(folder)
    home = tmp_path / "sbert"
    home.mkdir()
    for path in folder.iterdir():
        (home / path.name).symlink_to(path)
    (home / "1_Pooling").mkdir()
    settings = home / "1_Pooling" / "config.json"
    modes = {"pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}
    settings.write_text(json.dumps({"word_embedding_dimension": 24, **modes}))
    assert open_encoder(home).pooling == "mean"
    assert open_encoder(home, pooling="max").pooling == "max"
    settings.write_text(json.dumps({"pooling_mode": "cls"}))
    assert open_encoder(home).pooling == "cls"
    for content in ('{"pooling_mode_weightedmean_tokens": true}', "[]", "{}"):
        settings.write_text(content)
        with pytest.raises(InputError, match="pooling"):
            open_encoder(home)


def test_damaged_folders(folder, tmp_path):
    (tmp_path / "config.json").write_text("{}")
    with raises("encoder.not-loadable"):
        open_encoder(tmp_path, pooling="max")
