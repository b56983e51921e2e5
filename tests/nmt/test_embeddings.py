"""Source embeddings: read from a model, written as text, given to a training (fake Marian)."""

from __future__ import annotations

import json

import numpy as np
import pytest
import yaml

from cdaflow.cli import main
from cdaflow.errors import ConfigError, InputError
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.embeddings import SourceVectors, read_source_embeddings, write_vectors
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.model import Model
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.spm import read_subwords
from cdaflow.nmt.train import train

from ..errors import raises

RECIPE = """
train: {after-batches: 10, valid-freq: 5, save-freq: 5, dim-vocabs: [50, 50], dim-emb: 4,
  tied-embeddings-all: true}
"""


@pytest.fixture
def job(pairs, recipe_file, sentences):
    recipe = load_recipe(recipe_file(RECIPE))
    dev = DataSet(pairs("dev.parquet", sentences[:2]))
    return Job(recipe, [DataSet(pairs("train.parquet"), 2)], dev, seed=1)


@pytest.fixture
def trained(job, fake, tmp_path):
    return train(job, Machine(marian=fake), tmp_path / "base", tmp_path / "base-work")


def test_text_has_every_bit(tmp_path):
    vectors = np.random.default_rng(1).normal(size=(7, 5)).astype(np.float32)
    vectors[0] = [1e-30, -0.1, 1 / 3, 2**24 + 1, 0]
    write_vectors(tmp_path / "v.txt", vectors)
    head, *rows = (tmp_path / "v.txt").read_text().splitlines()
    assert head == "7 5"
    read = np.array([row.split() for row in rows])
    assert list(read[:, 0]) == [str(i) for i in range(7)]
    np.testing.assert_array_equal(read[:, 1:].astype(np.float32), vectors)


def test_which_matrix_is_that_of_the_source(tmp_path):
    mine, other = np.ones((3, 2), np.float32), np.zeros((3, 2), np.float32)
    np.savez(tmp_path / "two.npz", decoder_Wemb=other, encoder_Wemb=mine)
    np.savez(tmp_path / "one.npz", Wemb=mine)
    np.savez(tmp_path / "none.npz", decoder_Wemb=other)
    for name in ("one", "two"):
        np.testing.assert_array_equal(read_source_embeddings(tmp_path / f"{name}.npz"), mine)
    with raises("model.no-source-embeddings"):
        read_source_embeddings(tmp_path / "none.npz")
    with raises("model.incomplete"):
        read_source_embeddings(tmp_path / "absent.npz")


def test_vectors_go_into_the_source_side_alone(job, fake, trained, tmp_path):
    pieces = read_subwords(trained.vocabularies[0])
    vectors = np.random.default_rng(2).normal(size=(len(pieces), 4)).astype(np.float32)
    write_vectors(tmp_path / "v.txt", vectors)
    for fixed in (True, False):
        given = SourceVectors(tmp_path / "v.txt", fixed=fixed)
        with_vectors = Job(
            job.recipe, job.train, job.dev, 1, trained.vocabularies[0], vectors=given
        )
        folder = tmp_path / f"out-{fixed}"
        model = train(with_vectors, Machine(marian=fake), folder, tmp_path / f"work-{fixed}")
        np.testing.assert_array_equal(read_source_embeddings(model.file), vectors)
        about = yaml.safe_load((folder / "model.yml").read_text())
        options = about["recipe"]["train"]
        assert options["tied-embeddings"] is True
        assert "tied-embeddings-all" not in options
        assert options.get("embedding-fix-src", False) is fixed
        assert about["source vectors"]["fixed"] is fixed


def test_other_vectors_are_another_training(job, fake, trained, tmp_path, capsys):
    shape = (len(read_subwords(trained.vocabularies[0])), 4)
    vectors = SourceVectors(tmp_path / "v.txt")
    with_vectors = Job(job.recipe, job.train, job.dev, 1, trained.vocabularies[0], vectors=vectors)
    for value in (0, 1):
        write_vectors(vectors.file, np.full(shape, value, np.float32))
        train(with_vectors, Machine(marian=fake), tmp_path / "out", tmp_path / "work")
    assert "other source vectors" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("50 4\n", {"dim-emb": 8}, r" 4 .* 8 .*vectors\.other-dimension"),
        ("50 4\n", {}, r" 4 .* 512 .*vectors\.other-dimension"),
        ("50\n", {"dim-emb": 4}, r"vectors\.no-header"),
        ("he 0.1\n", {"dim-emb": 4}, r"vectors\.no-header"),
        (None, {"dim-emb": 4}, "cannot be read"),
    ],
)
def test_faulty_vectors(tmp_path, text, options, message):
    if text is not None:
        (tmp_path / "v.txt").write_text(text)
    with pytest.raises((ConfigError, InputError), match=message):
        SourceVectors(tmp_path / "v.txt").options(options, tmp_path / "vocab.yml")


def test_vectors_of_another_vocabulary_or_none(job, fake, trained, tmp_path):
    write_vectors(tmp_path / "v.txt", np.zeros((3, 4), np.float32))
    vectors = SourceVectors(tmp_path / "v.txt")
    with raises("vectors.vocabulary-size", "3"):
        vectors.options({"dim-emb": 4}, trained.vocabularies[0])
    with raises("vectors.no-vocabulary") as caught:
        vectors.options({"dim-emb": 4}, None)
    assert "--vocab-of" in caught.value.hint
    tuned = Job(job.recipe, job.train, job.dev, 1, base=trained, vectors=vectors)
    with raises("vectors.given-with-base"):
        train(tuned, Machine(marian=fake), tmp_path / "out", tmp_path / "work")


def test_options_that_tie_source_and_target(tmp_path):
    write_vectors(tmp_path / "v.txt", np.zeros((3, 4), np.float32))
    vectors = SourceVectors(tmp_path / "v.txt", fixed=False)
    options = {"dim-emb": 4, "tied-embeddings": True, "tied-embeddings-src": True}
    assert vectors.options(options, tmp_path / "vocab.yml") == {
        "dim-emb": 4,
        "tied-embeddings": True,
    }


def test_two_vocabularies(tmp_path):
    for name, text in (("a", "x"), ("b", "y"), ("same", "x")):
        (tmp_path / name).write_text(text)
    source, other, same = (tmp_path / name for name in ("a", "b", "same"))
    model = tmp_path / "m.npz"
    assert Model(model, (source, other)).distinct_vocabularies() == (source, other)
    assert Model(model, (source, same)).distinct_vocabularies() == (source, None)


def test_debias_and_train_by_hand(job, fake_path, tmp_path, capsys, pairs, monkeypatch):
    """As a user types it: train, debias, train with the vectors."""
    people = [("He is a doctor.", "Es médico."), ("She is a nurse.", "Es enfermera.")]
    sets = ["--train", str(pairs("people.parquet", people))]
    common = ["nmt", "train", "--recipe", str(job.recipe.file), *sets, "--marian", str(fake_path)]
    base, hd = str(tmp_path / "base"), str(tmp_path / "hd")
    assert main([*common, "--output-dir", base]) == 0
    vectors, report = str(tmp_path / "v.txt"), str(tmp_path / "report.json")
    assert (
        main(["gfst", "debias", "--model-dir", base, "--output", vectors, "--report", report]) == 0
    )
    content = json.loads((tmp_path / "report.json").read_text())
    assert content["subspace"]["pairs"] == [["▁She", "▁He"]]
    assert [piece for piece, _ in content["professions"]] in (
        ["▁doctor", "▁nurse"],
        ["▁nurse", "▁doctor"],
    )
    given = ["--vocab-of", base, "--source-vectors", vectors, "--output-dir", hd]
    assert main([*common, *given]) == 0
    trained = read_source_embeddings(tmp_path / "hd/model.npz")
    assert [f"{x:.6g}" for x in trained[0]] == [
        f"{float(x):.6g}" for x in (tmp_path / "v.txt").read_text().splitlines()[1].split()[1:]
    ]
    capsys.readouterr()
    assert main([*common, "--source-vectors", vectors, "--output-dir", hd]) == 1
    assert "--vocab-of" in capsys.readouterr().err
