"""The encoder of our own: its states, its file."""

import numpy as np
import pytest
import torch

from cdaflow.embeddings.encoders.bilstm import BiLstm, BiLstmEncoder, BiLstmFile
from cdaflow.embeddings.encoders.opening import open_encoder
from cdaflow.errors import ConfigError, InputError
from cdaflow.networks import parameters

WORDS = ("the", "nurse", "engineer", "is", "tired", ".")


@pytest.fixture
def model():
    torch.manual_seed(3)
    return BiLstmFile(WORDS, parameters(BiLstm(len(WORDS), 5, 4)), {"objective": "none"})


def test_states_are_those_of_the_network(model):
    words = ["The", "nurse", "is", "tired", "."]
    encoder = BiLstmEncoder("x", model)
    (states,) = encoder.states([words])
    network = model.network()
    rows = torch.tensor([[0, 1, 3, 4, 5]])
    with torch.inference_mode():
        expected = network.lstm(network.embedding(rows))[0][0].numpy()
    assert states == pytest.approx(expected, abs=1e-6)
    assert encoder.dimensions == 8
    assert encoder.embed([words])[0] == pytest.approx(expected.max(axis=0), abs=1e-6)


def test_neither_batch_nor_padding_changes_a_sentence(model):
    encoder = BiLstmEncoder("x", model)
    sentences = [["the"], [], ["the", "nurse", "is", "tired", "."], ["nobody"], ["tired", "."] * 20]
    together = list(encoder.states(sentences))
    for words, states in zip(sentences, together, strict=True):
        (alone,) = encoder.states([words])
        assert states.shape == (len(words), 8)
        np.testing.assert_allclose(states, alone, atol=1e-6)


def test_an_unknown_word_takes_no_part(model):
    encoder = BiLstmEncoder("x", model)
    whole, without = encoder.states([["the", "zzz", "nurse"], ["the", "nurse"]])
    assert np.isnan(whole[1]).all()
    np.testing.assert_allclose(whole[[0, 2]], without, atol=1e-6)
    assert not encoder.embed([["zzz"]]).any()


def test_its_file(model, tmp_path):
    file = tmp_path / "encoder.npz"
    model.save(file)
    again = tmp_path / "again.npz"
    BiLstmFile.load(file).save(again)
    assert file.read_bytes() == again.read_bytes()
    encoder = open_encoder(file)
    assert encoder.fingerprint == model.digest
    assert open_encoder(file, pooling="mean").pooling == "mean"
    with pytest.raises(ConfigError, match="no first position"):
        open_encoder(file, pooling="cls")


def test_a_file_that_is_damaged_or_does_not_fit(model, tmp_path):
    file = tmp_path / "encoder.npz"
    file.write_bytes(b"nothing")
    with pytest.raises(InputError, match="no sentence encoder"):
        open_encoder(file)
    BiLstmFile(WORDS[:-1], model.weights, {}).save(file)
    with pytest.raises(InputError, match="not one word vector a word"):
        open_encoder(file)


def test_a_device_that_is_not_there(model, tmp_path):
    model.save(tmp_path / "encoder.npz")
    with pytest.raises(ConfigError, match="no device 'cuda:99'"):
        open_encoder(tmp_path / "encoder.npz", device="cuda:99")
