"""Training an encoder: its objectives, their files, and what a seed fixes."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from cdaflow.bias.encoder_training import (
    EncoderTraining,
    examples,
    new_encoder,
    train_encoder,
    vocabulary,
)
from cdaflow.bias.nli import InferenceClassifier, inference_task, read_inferences
from cdaflow.bias.score import importance
from cdaflow.bias.training_options import Settings
from cdaflow.bias.translation import TranslatedWords, bags, translation_task
from cdaflow.cli.bias_training import train_encoder as command
from cdaflow.embeddings.encoders.bilstm import BiLstmEncoder
from cdaflow.embeddings.vectors import Vectors
from cdaflow.errors import ConfigError

from ..errors import raises

SMALL = Settings(embedding=8, hidden=8, min_count=1, batch_size=8, max_epochs=4, learning_rate=0.02)

NOUNS = {"nurse": "enfermera", "engineer": "ingeniero", "cook": "cocinero", "judge": "juez"}
WHAT = {"tired": "cansado", "late": "tarde", "here": "aquí", "happy": "feliz"}


@pytest.fixture
def pairs(tmp_path):
    rows = [
        f"The {noun} is {what} .\tEl {NOUNS[noun]} está {WHAT[what]} ."
        for noun, what in itertools.product(NOUNS, WHAT)
    ]
    train, dev = tmp_path / "train.tsv", tmp_path / "dev.tsv"
    train.write_text("\n".join(rows * 4) + "\n", encoding="utf-8")
    dev.write_text("\n".join(rows[::3]) + "\n", encoding="utf-8")
    return train, dev


def test_words_of_a_translation():
    assert vocabulary([["The", "nurse"], ["the", "Cook", "the"]], 1) == ["the", "cook", "nurse"]
    assert vocabulary([["The", "nurse"], ["the"]], 2) == ["the"]
    assert bags(["La casa , la casa", "nada"], {"la": 0, "casa": 3, ",": 1}) == [[0, 1, 3], []]


def test_the_loss_of_a_bag_of_words():
    objective = TranslatedWords(2, 3, seed=1)
    with torch.no_grad():
        objective.head.weight.copy_(torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]))
        objective.head.bias.zero_()
    loss, right = objective.loss([torch.tensor([[2.0, 1.0]])], [[1, 2]])
    total = math.log(math.exp(2) + math.exp(1) + 1)
    assert float(loss.detach()) == pytest.approx(((total - 1) + total) / 2)
    assert right == 0
    assert objective.loss([torch.tensor([[2.0, 1.0]])], [[0]])[1] == 1


def test_what_a_classifier_of_inferences_sees():
    objective = InferenceClassifier(2, 5, seed=1)
    u, v = torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0, -1.0]])
    features = torch.tensor([[1.0, 2.0, 3.0, -1.0, 2.0, 3.0, 3.0, -2.0]])
    scores = objective.head(torch.relu(objective.hidden(features)))
    loss, right = objective.loss([u, v], [2])
    assert loss.item() == pytest.approx(-scores.log_softmax(1)[0, 2].item())
    assert right == int(scores.argmax() == 2)


def test_it_learns_and_a_seed_fixes_it(pairs, tmp_path):
    train, dev = pairs
    task = translation_task([train], dev, seed=1)
    one = train_encoder(task, settings=SMALL, seed=1)
    losses = train_encoder(task, settings=replace(SMALL, max_epochs=12), seed=1).facts["dev_loss"]
    # Of four words in each translation the best distribution has log 4 = 1.39.
    assert losses[0] > 2 > 1.7 > losses[-1]
    assert train_encoder(task, settings=SMALL, seed=1).to_bytes() == one.to_bytes()
    assert train_encoder(task, settings=SMALL, seed=2).to_bytes() != one.to_bytes()


def test_a_training_that_was_stopped_goes_on(pairs, tmp_path, monkeypatch):
    task = translation_task([pairs[0]], pairs[1], seed=1)
    for optimiser in ("adam", "sgd"):
        settings = replace(SMALL, optimiser=optimiser)
        whole = train_encoder(task, settings=settings, seed=1)
        state = tmp_path / optimiser
        with monkeypatch.context() as patched:
            patched.setattr(EncoderTraining, "is_done", lambda self: len(self.losses) == 2)
            train_encoder(task, settings=settings, seed=1, state=state)
        resumed = train_encoder(task, settings=settings, seed=1, state=state)
        assert resumed.to_bytes() == whole.to_bytes()


def test_vectors_that_are_given_stay_as_they_are(pairs):
    words = ["the", "nurse", "cook", "never", "is"]
    given = Vectors(words, np.random.default_rng(1).normal(size=(5, 6)).astype(np.float32))
    task = translation_task([pairs[0]], pairs[1], seed=1)
    model = train_encoder(task, settings=SMALL, seed=1, vectors=given)
    assert model.words == ("the", "nurse", "cook", "is")
    np.testing.assert_array_equal(model.weights["embedding.weight"], given.matrix[[0, 1, 2, 4]])


def test_the_rate_of_an_epoch():
    encoder = new_encoder(SMALL, 3, 1)
    words = Vectors(["a", "b", "c"], np.zeros((0, 0), np.float32))
    some = examples([["a b", "c"]], [[0], [1]], words)
    settings = replace(SMALL, learning_rate=0.1, decay=0.5, shrink=5, min_learning_rate=0.004)
    run = EncoderTraining(encoder, TranslatedWords(16, 2, 1), some, some, settings, 1)
    rates = []
    for loss in (3.0, 2.0, 2.5):
        rates.append(run.learning_rate)
        run.measures.setdefault("loss", []).append(loss)
    assert rates == pytest.approx([0.1, 0.05, 0.025])
    assert run.learning_rate == pytest.approx(0.0125 / 5)
    assert run.is_done()


def test_examples_without_known_words_are_left_out():
    words = Vectors(["a"], np.zeros((0, 0), np.float32))
    assert len(examples([["a", "b"]], [0, 1], words)) == 1
    with raises("example.no-known-words"):
        examples([["b"]], [0], words)


def test_inferences_of_both_formats(tmp_path):
    table, lines = tmp_path / "a.tsv", tmp_path / "b.jsonl"
    table.write_text(
        "label\tpremise\thypothesis\nentailment\tA b\tA\n-\tC\tD\nneutral\tE\tF\n", encoding="utf-8"
    )
    lines.write_text(
        '{"gold_label": "contradiction", "sentence1": "A", "sentence2": "B"}\n', encoding="utf-8"
    )
    assert read_inferences(table) == [("A b", "A", 0), ("E", "F", 1)]
    task = inference_task([table, lines], table, hidden=4, seed=1)
    assert task.training.labels == [0, 1, 2]
    assert train_encoder(task, settings=SMALL, seed=1).facts["objective"] == "nli"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("premise\thypothesis\nA\tB\n", "inference.columns-missing"),
        ("premise\thypothesis\tlabel\nA\tB\tmaybe\n", "inference.label-unknown"),
        ("premise\thypothesis\tlabel\nA\tB\t-\n", "inference.none-with-label"),
    ],
)
def test_faulty_inferences(tmp_path, text, problem):
    file = tmp_path / "x.tsv"
    file.write_text(text, encoding="utf-8")
    with raises(problem):
        read_inferences(file)


def test_a_line_that_is_no_object(tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_text("[1]\n", encoding="utf-8")
    with raises("json.not-an-object"):
        read_inferences(file)


def test_the_command(pairs, tmp_path):
    train, dev = pairs
    output = tmp_path / "encoder.npz"
    said = command(train=[train], dev=dev, settings=SMALL, output=output)
    assert "11 words, 64 examples" in said
    assert output.is_file()
    with raises("training.dev-in-train"):
        command(train=[train], dev=train, output=output)


@pytest.mark.parametrize("wrong", [{"hidden": 0}, {"decay": 2.0}, {"shrink": 0.5}])
def test_settings_that_make_no_sense(wrong):
    with pytest.raises(ConfigError):
        Settings(**wrong)


def inferences(tmp_path):
    path = tmp_path / "nli.tsv"
    rows = [
        f"the {noun} is {what}\tthe {noun} is {other}\t"
        + ("entailment" if what == other else "neutral")
        for noun in NOUNS
        for what, other in itertools.product(WHAT, WHAT)
    ]
    path.write_text("premise\thypothesis\tlabel\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_the_classifier_of_infersent_is_linear():
    u, v = torch.tensor([[1.0, 2.0]]), torch.tensor([[0.5, -1.0]])
    linear = InferenceClassifier(2, 3, seed=1, linear=True)
    plain = InferenceClassifier(2, 3, seed=1)
    features = torch.cat((u, v, (u - v).abs(), u * v), dim=1)
    weights = [p for name, p in linear.named_parameters() if name.endswith("weight")]
    biases = [p for name, p in linear.named_parameters() if name.endswith("bias")]
    assert len(weights) == 3
    assert len([name for name, _ in plain.named_parameters() if name.endswith("weight")]) == 2
    scores = features
    for weight, bias in zip(weights, biases, strict=True):
        scores = scores @ weight.T + bias
    loss, _ = linear.loss([u, v], [1])
    expected = torch.nn.functional.cross_entropy(scores, torch.tensor([1]))
    assert float(loss.detach()) == pytest.approx(float(expected))


def test_the_epoch_and_the_rate_may_go_by_how_many_are_right(tmp_path):
    path = inferences(tmp_path)
    task = inference_task([path], path, hidden=4, seed=1)
    settings = replace(SMALL, choose_by="accuracy", shrink=5.0, decay=0.99)
    words = Vectors(sorted({*NOUNS, *WHAT, "the", "is"}), np.zeros((0, 0), np.float32))
    parts = [examples(part.sides, part.labels, words) for part in task[:2]]
    encoder = new_encoder(settings, len(words.words), 1)
    run = EncoderTraining(encoder, task.objective(encoder.dimensions), *parts, settings, 1)
    # The loss falls all the time, what is right does not.
    run.measures = {"loss": [1.0, 0.9, 0.8, 0.7], "right": [0.5, 0.7, 0.6, 0.7]}
    assert run.best_epoch == 2
    assert run.learning_rate == pytest.approx(0.02 * 0.99**4 / 5**2)
    run.settings = replace(settings, choose_by="loss")
    assert run.best_epoch == 4
    assert run.learning_rate == pytest.approx(0.02 * 0.99**4)


def test_marks_around_a_sentence_are_words_of_the_encoder(tmp_path):
    path = inferences(tmp_path)
    task = inference_task([path], path, hidden=4, seed=1)
    settings = replace(SMALL, boundaries=True, max_epochs=1)
    model = train_encoder(task, settings=settings, seed=1)
    assert {"<s>", "</s>"} <= set(model.words)
    names = [*NOUNS, *WHAT, "the", "is", "<s>", "</s>"]
    vectors = Vectors(names, np.random.default_rng(1).normal(size=(len(names), 8)).astype("f4"))
    model = train_encoder(task, settings=settings, seed=1, vectors=vectors)
    encoder = BiLstmEncoder("x", model, vectors=vectors)
    states = next(iter(encoder.states([encoder.split("the nurse is tired")])))
    assert states.shape == (6, 16)
    shares = importance(states)
    assert shares.sum() == pytest.approx(1)
    assert shares[0] + shares[-1] > 0
    without = Vectors(names[:-2], vectors.matrix[:-2])
    with raises("vectors.no-boundaries"):
        train_encoder(task, settings=settings, seed=1, vectors=without)
    assert train_encoder(task, settings=replace(SMALL, max_epochs=1), seed=1, vectors=without)
