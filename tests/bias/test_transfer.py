"""Transfer tasks: SentEval's files, the classifier, retrieval of translations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from cdaflow.bias import transfer
from cdaflow.bias.senteval import SIMILARITY, TASKS, Example, Task, files_of, read_task
from cdaflow.cli import main
from cdaflow.cli.bias_training import _Task
from cdaflow.embeddings.encoders.static import StaticEncoder
from cdaflow.embeddings.vectors import Vectors

from ..errors import raises
from ..layouts import lay_out

ANIMALS = ["cat", "dog", "cow", "hen", "owl"]
TREES = ["oak", "fir", "elm", "ash", "yew"]


@pytest.fixture
def encoder():
    """Word vectors in which animals and trees lie apart, and no two words lie together."""
    matrix = np.random.default_rng(5).normal(size=(10, 12)).astype(np.float32)
    matrix[:, 0] = [2] * 5 + [-2] * 5
    return StaticEncoder("toy", Vectors(ANIMALS + TREES, matrix))


@pytest.fixture
def senteval(tmp_path):
    """A folder with one or two examples of each task, in SentEval's layout."""
    lay_out(tmp_path)
    return tmp_path / "SentEval/data/downstream"


def test_each_task_is_read_as_senteval_lays_it_out(senteval):
    tasks = {name: read_task(name, senteval) for name in TASKS}
    assert tasks["MR"].train == [
        Example(("café cat",), "rt-polarity.pos"),
        Example(("oak",), "rt-polarity.neg"),
        Example(("elm",), "rt-polarity.neg"),
    ]
    assert tasks["SST"].dev == [Example(("a dev",), "1")]
    assert tasks["SST-5"].test == [Example(("a test",), "3"), Example(("oak",), "0")]
    assert tasks["TREC"].train == [Example(("When was it ?",), "NUM")]
    assert tasks["MRPC"].test == [Example(("a", "test"), "1")]
    assert tasks["SICK-E"].test == [Example(("A cat .", "An owl ."), "NEUTRAL")]
    assert tasks["SICK-R"].test == [Example(("A cat .", "An owl ."), "3.5")]
    assert tasks["STS-B"].test == [Example(("cat", "test"), "4.2")]
    # The pair without a similarity is left out.
    assert [example.label for example in tasks["STS14"].test] == ["1.0", "5.0"]


def test_the_command_knows_the_tasks():
    assert get_args(_Task) == TASKS


@pytest.mark.parametrize(
    ("name", "file", "content", "message"),
    [
        ("SST", "SST/binary/sentiment-dev", "no label\n", "table.too-few-columns"),
        ("TREC", "TREC/TREC_10.label", "When ?\n", "senteval.no-question-type"),
        (
            "SICK-R",
            "SICK/SICK_test_annotated.txt",
            "head\n1\ta\tb\thigh\tNEUTRAL\n",
            "senteval.similarity-not-a-number",
        ),
        ("STS14", "STS/STS14-en-test/STS.input.images.txt", "cat\n", "senteval.not-a-pair"),
        ("SST-5", "SST/fine/sentiment-dev", "a film\t3\n", "senteval.no-grade"),
        ("SST-5", "SST/fine/sentiment-test", "5 a film\n", "senteval.no-grade"),
        ("SST-5", "SST/fine/sentiment-train", "4\n", "senteval.no-grade"),
    ],
)
def test_lines_that_are_none_of_the_task_are_errors(senteval, name, file, content, message):
    (senteval / file).write_text(content)
    with raises(message):
        read_task(name, senteval)


def test_absent_data_are_an_error_that_says_where_they_come_from(tmp_path):
    for name in TASKS:
        with raises("senteval.file-missing") as raised:
            read_task(name, tmp_path)
        assert "get_transfer_data.bash" in (raised.value.hint or "")
        with raises("senteval.no-task-data", str(name)):
            files_of([name], tmp_path)


def test_the_files_of_tasks_are_those_that_are_read(senteval):
    for name in TASKS:
        for path in files_of([name], senteval):
            content = Path(path).read_bytes()
            Path(path).unlink()
            if name != "STS14" or "input" not in path:
                with raises("senteval.file-missing"):
                    read_task(name, senteval)
            Path(path).write_bytes(content)
    assert len(files_of(["SICK-E", "SICK-R"], senteval)) == 3


def examples(words):
    return [Example((word,), "animal" if word in ANIMALS else "tree") for word in words]


def test_a_class_that_the_vectors_hold_is_learned_and_one_that_they_lack_is_not(encoder):
    words = (ANIMALS + TREES) * 10
    task = Task("kinds", "classes", examples(words), [], [])
    found = transfer.measure(encoder, task)
    assert (found["value"], found["examples"]) == (100, 100)
    # Labels by chance, of new words of one kind: nothing to find.
    random = np.random.default_rng(1)
    coin = [Example((word,), str(random.integers(2))) for word in ANIMALS * 12]
    assert 20 < transfer.measure(encoder, Task("coin", "classes", coin, [], []))["value"] < 80


def test_the_regression_is_at_its_minimum():
    random = np.random.default_rng(2)
    vectors = random.normal(size=(60, 3))
    labels = [str(int(row[0] + random.normal() > 0)) for row in vectors]
    fitted = transfer.LogisticRegression(vectors, labels, 0.01)

    def loss(weights):
        scores = fitted._standardised(vectors) @ weights[:-1] + weights[-1]
        scores = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        own = scores[np.arange(60), [fitted.classes.index(label) for label in labels]]
        return -own.mean() + 0.01 / 2 * (weights[:-1] ** 2).sum()

    best = loss(fitted._weights)
    for step in random.normal(size=(50, 4, 2)) * 0.01:
        assert loss(fitted._weights + step) > best


def test_two_sentences_are_given_by_their_difference_and_product(encoder):
    (one, two), (pair,) = (
        transfer.features(encoder, [Example((w,), "") for w in ("cat", "oak")])[0],
        transfer.features(encoder, [Example(("cat", "oak"), "")])[0],
    )
    assert np.allclose(pair, np.hstack([np.abs(one - two), one * two]))


def test_parts_have_each_label_evenly():
    labels = ["a"] * 25 + ["b"] * 10
    parts = transfer.parts(labels, 5, seed=3)
    counts = [[int((parts[rows] == part).sum()) for part in range(5)]
              for rows in (slice(25), slice(25, 35))]  # fmt: skip
    assert counts == [[5] * 5, [2] * 5]


def test_similarity_is_the_rank_correlation_of_the_cosine(encoder):
    pairs = [("cat", "cat", "5"), ("cat", "dog", "4"), ("cat", "oak", "0")]
    task = Task("s", SIMILARITY, [], [], [Example((a, b), label) for a, b, label in pairs])
    assert transfer.measure(encoder, task)["value"] == 1


def pairs_of(words):
    return [(f"{a} {b}", f"x{a} x{b}") for a in words for b in words if a != b]


def test_translations_are_found_by_what_the_vectors_say(encoder):
    pairs = pairs_of(ANIMALS + TREES)
    random = np.random.default_rng(4)
    random.shuffle(pairs)
    # "a b" and "b a" have the same mean vector: one of the two is asked for.
    asked = list({frozenset(source.split()): (source, target) for source, target in pairs}.values())
    found = transfer.retrieval(encoder, pairs, asked[:20])
    assert found == (20, 20)
    flat = StaticEncoder("flat", Vectors(ANIMALS + TREES, np.ones((10, 12), np.float32)))
    assert transfer.retrieval(flat, pairs, asked[:20]).right == 0


def test_repeated_sentences_are_asked_for_once(encoder):
    pairs = pairs_of(ANIMALS)
    again = [pairs[0], pairs[1], pairs[0], (pairs[2][0], pairs[1][1])]
    assert transfer.retrieval(encoder, pairs, again).candidates == 2
    with raises("pair.too-few-for-retrieval", "1"):
        transfer.retrieval(encoder, pairs, [pairs[0]] * 3)


def test_the_command(encoder, senteval, tmp_path, capsys):
    encoder_file = tmp_path / "toy.txt"
    encoder_file.write_text(
        "\n".join(
            " ".join([word, *(f"{x:.5f}" for x in row)])
            for word, row in zip(ANIMALS + TREES, encoder.inputs.matrix, strict=True)
        )
        + "\n"
    )
    for name, words in (("train", ANIMALS + TREES), ("test", ANIMALS)):
        rows = "".join(f"{source}\t{target}\n" for source, target in pairs_of(words))
        (tmp_path / f"{name}.tsv").write_text(f"source\ttarget\n{rows}")
    words = ["bias", "transfer", "--encoder", str(encoder_file), "--senteval", str(senteval),
             "--tasks", "STS14", "--pairs", str(tmp_path / "train.tsv"),
             "--test-pairs", str(tmp_path / "test.tsv"), "--system", "toy", "--training", "1",
             "--output", str(tmp_path / "found.json")]  # fmt: skip
    assert main(words) == 0
    found = json.loads((tmp_path / "found.json").read_text())
    assert (found["metric"], found["system"], found["training"]) == ("transfer", "toy", 1)
    assert set(found["tasks"]) == {"translations", "STS14"}
    # "a b" and "b a" have one vector: a tie is wrong.
    assert found["tasks"]["translations"]["value"] == 0
    assert found["tasks"]["translations"]["examples"] == 20
    assert "translations 0.0 %; STS14" in capsys.readouterr().err
    for wrong, message in (
        (words[:4] + words[-2:], "[option.no-task]"),
        (words[:4] + words[8:10] + words[-2:], "[option.pairs-without-test-pairs]"),
        (words[:4] + words[6:8] + words[-2:], "[option.tasks-without-senteval]"),
    ):
        assert main(wrong) == 1
        assert message in capsys.readouterr().err
