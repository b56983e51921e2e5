"""The average of checkpoints: against numpy by hand, and of trainings with the fake Marian."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import yaml

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.nmt.archive import average
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.train import train

from ..errors import raises

SETTINGS = "special:model.yml"


def settings(text):
    return np.frombuffer(text.encode() + b"\0", dtype=np.int8)


@pytest.fixture
def model(tmp_path):
    """A function that writes a model of given parameters."""

    def write(name, text="dim-emb: 3\nversion: v1\n", **parameters):
        path = tmp_path / f"{name}.npz"
        np.savez(path, **parameters, **{SETTINGS: settings(text)})
        return path

    return write


def test_each_parameter_is_the_mean_in_its_own_type(model, tmp_path):
    numbers = np.random.default_rng(1)
    matrices = numbers.normal(size=(4, 5, 3)).astype(np.float32)
    biases = numbers.normal(size=(4, 1, 3)).astype(np.float16)
    models = [
        model(f"m{i}", f"dim-emb: 3\nversion: v{i}\n", W=matrices[i], b=biases[i], n=np.arange(2))
        for i in range(4)
    ]
    average(models, tmp_path / "mean.npz")
    with np.load(tmp_path / "mean.npz") as mean:
        assert mean.files == ["W", "b", "n", SETTINGS]
        assert mean["W"].dtype == np.float32
        assert mean["b"].dtype == np.float16
        expected = sum(matrices[i].astype(np.float64) for i in range(4)) / 4
        np.testing.assert_array_equal(mean["W"], expected.astype(np.float32))
        expected = sum(biases[i].astype(np.float64) for i in range(4)) / 4
        np.testing.assert_array_equal(mean["b"], expected.astype(np.float16))
        np.testing.assert_array_equal(mean["n"], [0, 1])
        assert mean[SETTINGS].tobytes() == b"dim-emb: 3\nversion: v0\n\0"


def test_sums_are_exact_where_single_precision_is_not(model, tmp_path):
    """In float32 2^24 + 1 is 2^24: the mean of these would be 5592405.5."""
    values = (2.0**24, 1.0, 1.0)
    models = [model(f"m{i}", W=np.float32([value])) for i, value in enumerate(values)]
    average(models, tmp_path / "mean.npz")
    with np.load(tmp_path / "mean.npz") as mean:
        assert mean["W"][0] == np.float32((2**24 + 2) / 3)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"W": np.ones((2, 3), np.float32)}, r"W is float32 of shape \(2, 3\).*\(3, 2\)"),
        ({"W": np.ones((3, 2), np.float64)}, "W is float64"),
        ({"V": np.ones((3, 2), np.float32)}, r"V, W.*model\.other-parameters"),
        (
            {"W": np.ones((3, 2), np.float32), "text": "dim-emb: 4"},
            r"dim-emb.*model\.other-settings",
        ),
        ({"W": np.ones((3, 2), np.int8)}, "W is int8"),
    ],
)
def test_models_that_do_not_belong_together(model, tmp_path, other, message):
    first, second = model("a", W=np.ones((3, 2), np.float32)), model("b", **other)
    with pytest.raises(InputError, match=message) as caught:
        average([first, second], tmp_path / "mean.npz")
    assert caught.value.file == str(second)
    assert not (tmp_path / "mean.npz").exists()


def test_damaged_or_too_few(model, tmp_path):
    whole = model("a", W=np.ones((300, 2), np.float32))
    (tmp_path / "cut.npz").write_bytes(whole.read_bytes()[:-700])
    with raises("model.incomplete"):
        average([whole, tmp_path / "cut.npz"], tmp_path / "mean.npz")
    with raises("model.incomplete"):
        average([whole, tmp_path / "absent.npz"], tmp_path / "mean.npz")
    with raises("checkpoint.too-few"):
        average([whole], tmp_path / "mean.npz")


def test_by_hand(model, tmp_path, capsys):
    models = [str(model(name, W=np.float32([value]))) for name, value in (("a", 1), ("b", 2))]
    assert main(["nmt", "average", *models, "--output", str(tmp_path / "mean.npz")]) == 0
    with np.load(tmp_path / "mean.npz") as mean:
        assert mean["W"] == 1.5
    assert main(["nmt", "average", *models[:1], "--output", str(tmp_path / "one.npz")]) == 1
    assert "[checkpoint.too-few]" in capsys.readouterr().err


# -- trainings -------------------------------------------------------------------------------

RECIPE = """
average: {average}
train: {{after-batches: {end}, valid-freq: 5, save-freq: 5, dim-vocabs: [50, 50]}}
"""


@pytest.fixture
def job(pairs, recipe_file, sentences):
    def make(average, end):
        recipe = load_recipe(recipe_file(RECIPE.format(average=average, end=end)))
        dev = DataSet(pairs("dev.parquet", sentences[:2]))
        return Job(recipe, [DataSet(pairs("train.parquet"), 2)], dev, seed=1)

    return make


@pytest.fixture
def machine(fake):
    return Machine(marian=fake)


@pytest.mark.parametrize(
    ("number", "end", "updates"),
    [(3, 20, [10, 15, 20]), (3, 22, [15, 20, 22]), (10, 12, [5, 10, 12]), (4, 3, [3])],
)
def test_the_last_checkpoints_are_averaged(job, machine, tmp_path, capsys, number, end, updates):
    trained = train(job(number, end), machine, tmp_path / "out", tmp_path / "work")
    with np.load(trained.file) as parameters:
        assert parameters["weight"] == np.float32(np.mean(updates))
    about = yaml.safe_load((tmp_path / "out/model.yml").read_text())
    assert about["averaged"] == updates
    assert "best" not in about
    few = f"{number} checkpoints should be averaged, but the training has only {len(updates)}"
    assert (few in capsys.readouterr().err) == (len(updates) < number)
    # Of all that Marian has kept, no more than these are there.
    kept = {p.name for p in (tmp_path / "work/checkpoint").glob("model.iter*")}
    last = list(range(5, end + 1, 5))[-number:]
    assert kept == {f"model.iter{n}.npz{end}" for n in last for end in ("", ".decoder.yml")}


def test_a_training_that_was_stopped_gives_the_same(job, machine, tmp_path, monkeypatch):
    whole = train(job(3, 22), machine, tmp_path / "a", tmp_path / "aw")
    monkeypatch.setenv("FAKE_MARIAN_STOP", "17")
    with raises("training.stopped"):
        train(job(3, 22), machine, tmp_path / "b", tmp_path / "bw")
    # As if it had been killed at its next checkpoint, while that was being written.
    (tmp_path / "bw/checkpoint/model.iter25.npz").write_bytes(b"PK")
    monkeypatch.delenv("FAKE_MARIAN_STOP")
    resumed = train(job(3, 22), machine, tmp_path / "b", tmp_path / "bw")
    assert resumed.file.read_bytes() == whole.file.read_bytes()
    settings = [(tmp_path / name / "model.yml").read_bytes() for name in "ab"]
    assert settings[0] == settings[1]


def test_another_number_is_another_training(job, machine, tmp_path, capsys):
    train(job(3, 20), machine, tmp_path / "out", tmp_path / "work")
    trained = train(job(2, 20), machine, tmp_path / "out", tmp_path / "work")
    assert "other average" in capsys.readouterr().err
    with np.load(trained.file) as parameters:
        assert parameters["weight"] == np.float32(17.5)


@pytest.mark.parametrize("value", ["1", "true", "ten", "2.0"])
def test_faulty_numbers(recipe_file, value):
    path = recipe_file(f"average: {value}\ntrain: {{after-batches: 5}}\n")
    with raises("recipe.average-out-of-range"):
        load_recipe(path)


def test_recipes_without_it_keep_one_model(recipe_file):
    plain = load_recipe(recipe_file("train: {after-batches: 5}"))
    assert plain.train_options()["overwrite"] is True
    assert replace(plain, average=4).train_options()["overwrite"] is False
