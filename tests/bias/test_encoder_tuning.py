"""Fine-tuning a transformer: a tiny BERT of random weights learns words of translations."""

import itertools
import json

import numpy as np
import pytest

from cdaflow.cli import main
from cdaflow.embeddings.encoders import open_encoder

NOUNS = {"nurse": "enfermera", "engineer": "ingeniero", "cook": "cocinero", "judge": "juez"}
WHAT = {"tired": "cansado", "late": "tarde", "here": "aquí", "happy": "feliz"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory, write_bert):
    pieces = ["the", "is", ".", "a", *NOUNS, *WHAT]
    return write_bert(tmp_path_factory.mktemp("bert"), pieces, width=16)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    where = tmp_path_factory.mktemp("text")
    rows = [
        f"The {noun} is {what} .\tEl {NOUNS[noun]} está {WHAT[what]} ."
        for noun, what in itertools.product(NOUNS, WHAT)
    ]
    for name, lines in (("train", rows * 4), ("dev", rows[::3])):
        (where / f"{name}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return where


def tune(folder, files, output, *more):
    return main(["bias", "tune-encoder", "--encoder", str(folder), "--pooling", "max",
                 "--train", str(files / "train.tsv"), "--dev", str(files / "dev.tsv"),
                 "--learning-rate", "0.001", "--batch-size", "8", "--output-dir", str(output),
                 *more])  # fmt: skip


def test_the_encoder_learns_and_is_written_as_a_folder(folder, files, tmp_path, capsys):
    output = tmp_path / "tuned"
    assert tune(folder, files, output, "--max-epochs", "6") == 0
    assert "64 examples, epoch" in capsys.readouterr().err
    facts = json.loads((output / "cdaflow.json").read_text())
    assert facts["dev_loss"][-1] < facts["dev_loss"][0] - 0.5
    assert facts["base"] == open_encoder(folder, pooling="max").fingerprint
    # The folder says its pooling, and it is another encoder than the first.
    tuned = open_encoder(output)
    assert (tuned.pooling, tuned.facts["objective"]) == ("max", "translation")
    words = [tuned.split("The nurse is here .")]
    before = open_encoder(folder, pooling="max").embed(words)
    assert np.abs(tuned.embed(words) - before).max() > 0.1
    assert open_encoder(folder, pooling="max").facts == {}
    # A score of it says what it was trained on.
    assert main(["bias", "seat", "--encoder", str(output), "--professions", "2",
                 "-o", str(tmp_path / "seat.json")]) == 0  # fmt: skip
    assert json.loads((tmp_path / "seat.json").read_text())["encoder"]["examples"] == 64


def test_a_training_that_was_stopped_ends_with_the_same_weights(folder, files, tmp_path):
    whole, part = tmp_path / "whole", tmp_path / "part"
    state = ("--state", str(tmp_path / "state"))
    assert tune(folder, files, whole, "--max-epochs", "2") == 0
    assert tune(folder, files, part, "--max-epochs", "2", *state) == 0
    again = tmp_path / "again"
    assert tune(folder, files, again, "--max-epochs", "2", *state) == 0
    names = [path / "model.safetensors" for path in (whole, part, again)]
    assert len({name.read_bytes() for name in names}) == 1


def test_what_stands_at_the_folder_stays(folder, files, tmp_path, capsys):
    output = tmp_path / "taken"
    output.mkdir()
    (output / "mine.txt").write_text("mine")
    assert tune(folder, files, output) == 1
    assert "[folder.occupied]" in capsys.readouterr().err
    assert (output / "mine.txt").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
