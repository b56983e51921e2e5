"""The encoder of our own: its states, its file."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from cdaflow.embeddings.encoders import open_encoder
from cdaflow.embeddings.encoders.bilstm import BiLstm, BiLstmEncoder, BiLstmFile
from cdaflow.embeddings.vectors import Vectors, write_vectors
from cdaflow.networks import parameters

from ..errors import raises

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
    with raises("encoder.lstm-no-first-position"):
        open_encoder(file, pooling="cls")


def test_a_file_that_is_damaged_or_does_not_fit(model, tmp_path):
    file = tmp_path / "encoder.npz"
    file.write_bytes(b"nothing")
    with raises("model.damaged", "sentence encoder"):
        open_encoder(file)
    BiLstmFile(WORDS[:-1], model.weights, {}).save(file)
    with raises("encoder.vector-count"):
        open_encoder(file)


def test_a_device_that_is_not_there(model, tmp_path):
    model.save(tmp_path / "encoder.npz")
    with raises("device.unavailable", "'cuda:99'"):
        open_encoder(tmp_path / "encoder.npz", device="cuda:99")


def test_with_its_vectors_an_encoder_knows_all_of_their_words(model, tmp_path):
    own = np.asarray(model.weights["embedding.weight"])
    more = np.vstack([np.full((1, 5), 0.5, np.float32), own[::-1]])
    vectors = Vectors(["pilot", *WORDS[::-1]], more)
    write_vectors(tmp_path / "v.txt", vectors)
    model.save(tmp_path / "encoder.npz")
    encoder = open_encoder(tmp_path / "encoder.npz", vectors=tmp_path / "v.txt")
    plain = open_encoder(tmp_path / "encoder.npz")
    known, unknown = ["the", "nurse", "is", "tired"], ["the", "pilot", "is", "tired"]
    np.testing.assert_allclose(encoder.embed([known]), plain.embed([known]), atol=1e-6)
    assert np.isnan(next(iter(plain.states([unknown])))[1]).all()
    states = next(iter(encoder.states([unknown])))
    network = model.network()
    rows = torch.tensor(np.vstack([own[0], more[0], own[3], own[4]]))[None]
    with torch.inference_mode():
        np.testing.assert_allclose(states, network.lstm(rows)[0][0].numpy(), atol=1e-6)
    # A direction of the one is none of the other.
    assert encoder.fingerprint != plain.fingerprint
    assert encoder.inputs.row("pilot") == 0


@pytest.mark.parametrize(
    ("words", "change", "problem"),
    [
        (WORDS[1:], lambda matrix: matrix[1:], "the word 'the' is missing"),
        (WORDS, lambda matrix: matrix[:, :3], "they have 3 dimensions, the encoder 5"),
        (WORDS, lambda matrix: matrix + 1, "the values of its words differ"),
    ],
)
def test_other_vectors_than_those_of_the_training_are_an_error(model, words, change, problem):
    own = np.asarray(model.weights["embedding.weight"])
    with raises("encoder.other-vectors", str(problem)):
        BiLstmEncoder("x", model, vectors=Vectors(list(words), change(own)))


def test_vectors_go_with_an_encoder_of_ours(tmp_path):
    write_vectors(tmp_path / "v.txt", Vectors(["a"], np.ones((1, 2), np.float32)))
    with raises("vectors.not-with-this-encoder"):
        open_encoder(tmp_path / "v.txt", vectors=tmp_path / "v.txt")


def test_an_encoder_may_have_marks_around_a_sentence(model):
    framed = replace(model, facts={"settings": {"boundaries": True}})
    assert BiLstmEncoder("x", framed).split("The nurse") == ["<s>", "The", "nurse", "</s>"]
    assert BiLstmEncoder("x", model).split("The nurse") == ["The", "nurse"]
