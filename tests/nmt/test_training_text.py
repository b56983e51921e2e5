"""Text and vocabularies of a training, prepared without a GPU and taken by it."""

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main
from cdaflow.nmt.checkpoint import WorkFolder
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.train import train
from cdaflow.nmt.training_text import prepare

from ..errors import raises

RECIPE = """
train: {after-batches: 20, valid-freq: 5, save-freq: 5, dim-vocabs: [50, 50]}
"""


@pytest.fixture
def job(pairs, recipe_file, sentences):
    sets = [DataSet(pairs("train.parquet"), 1.5)]
    return Job(
        load_recipe(recipe_file(RECIPE)), sets, DataSet(pairs("dev.parquet", sentences[:2])), 1
    )


@pytest.fixture
def machine(fake):
    return Machine(marian=fake)


def files(folder):
    """Return the files of the folder of a model, but for Marian's log."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "train.log"}


def test_a_training_of_prepared_text_is_that_of_its_own(job, machine, tmp_path):
    prepared = tmp_path / "text"
    assert prepare(job, machine, prepared) == [9]
    assert sorted(path.name for path in prepared.iterdir()) == [
        "dev.source", "dev.target", "prepared.json", "train.source", "train.target", "vocab.spm",
        "vocabulary.log",
    ]  # fmt: skip
    train(job, machine, tmp_path / "own", tmp_path / "own-work")
    model = train(job, machine, tmp_path / "out", tmp_path / "work", prepared)
    assert files(tmp_path / "out") == files(tmp_path / "own")
    assert model.vocabularies[0].read_bytes() == (prepared / "vocab.spm").read_bytes()
    # Marian had nothing to make, and no text was written twice.
    assert "[SentencePiece]" not in (tmp_path / "out/train.log").read_text()
    assert not (tmp_path / "work/data").exists()
    assert (prepared / "train.source").exists()
    # What has ended needs no text.
    again = train(job, machine, tmp_path / "out", tmp_path / "work", tmp_path / "removed")
    assert again == model


@pytest.mark.parametrize("what", ["seed", "validation data", "training data", "options dim-vocabs"])
def test_text_of_another_training_is_rejected(
    job, machine, tmp_path, what, pairs, recipe_file, sentences
):
    prepare(job, machine, tmp_path / "text")
    smaller = recipe_file(RECIPE.replace("50, 50", "40, 40"), "smaller.yaml")
    other = {
        "seed": replace(job, seed=2),
        "validation data": replace(job, dev=DataSet(pairs("other.parquet", sentences[:1]))),
        "training data": replace(job, train=[DataSet(job.train[0].path, 2)]),
        "options dim-vocabs": replace(job, recipe=load_recipe(smaller)),
    }[what]
    with raises("prepared-text.other-training", "(other", str(what)):
        train(other, machine, tmp_path / "out", tmp_path / "work", tmp_path / "text")


def test_what_only_the_training_knows_does_not_matter(job, machine, tmp_path, recipe_file):
    prepare(job, machine, tmp_path / "text")
    text = RECIPE.replace("after-batches: 20", "after-batches: 10, learn-rate: 0.3")
    longer = replace(job, recipe=load_recipe(recipe_file(text, "longer.yaml")))
    on_gpus = replace(machine, gpus=[0, 1])
    assert train(longer, on_gpus, tmp_path / "out", tmp_path / "work", tmp_path / "text")


def test_text_that_is_not_whole_is_rejected(job, machine, tmp_path):
    prepare(job, machine, tmp_path / "text")
    (tmp_path / "text/prepared.json").unlink()
    with raises("file.missing"):
        train(job, machine, tmp_path / "out", tmp_path / "work", tmp_path / "text")


def stop_at_first_checkpoint(job, machine, work, monkeypatch, prepared=None):
    """Leave a working folder as a killed training does: with a checkpoint and no result."""
    train(job, machine, work.with_name("thrown-away"), work, prepared)
    folder = WorkFolder(work)
    state = folder.state.read_text()
    result = state.index('"result": {')
    folder.state.write_text(state[:result] + '"result": null}')


@pytest.mark.parametrize("before", [True, False])
def test_a_stopped_training_resumes(job, machine, tmp_path, monkeypatch, before):
    """Also one that wrote its own text when it began."""
    prepare(job, machine, tmp_path / "text")
    stop_at_first_checkpoint(
        job, machine, tmp_path / "work", monkeypatch, tmp_path / "text" if before else None
    )
    train(job, machine, tmp_path / "out", tmp_path / "work", tmp_path / "text")
    assert "Restored from training checkpoint" in (tmp_path / "out/train.log").read_text()


def prepare_other(job, machine, tmp_path):
    """Return another vocabulary of the same size."""
    prepare(replace(job, train=[job.dev]), machine, tmp_path / "other")
    return tmp_path / "other/vocab.spm"


def test_a_checkpoint_of_another_vocabulary_is_not_gone_on_from(
    job, machine, tmp_path, monkeypatch
):
    prepare(job, machine, tmp_path / "text")
    stop_at_first_checkpoint(job, machine, tmp_path / "work", monkeypatch)
    other = prepare_other(job, machine, tmp_path)
    (tmp_path / "text/vocab.spm").write_bytes(other.read_bytes())
    with raises("prepared-text.other-vocabulary") as raised:
        train(job, machine, tmp_path / "out", tmp_path / "work", tmp_path / "text")
    assert str(tmp_path / "work/checkpoint") in raised.value.hint


def test_with_links_and_two_vocabularies(job, machine, tmp_path, recipe_file, sentences):
    columns = {
        "source": [source for source, _ in sentences],
        "target": [target for _, target in sentences],
        "links": ["0-3:0-2" for _ in sentences],
    }
    pq.write_table(pa.table(columns), tmp_path / "linked.parquet")
    recipe = load_recipe(recipe_file("vocabularies: separate\n" + RECIPE, "two.yaml"))
    linked = replace(job, recipe=recipe, train=[DataSet(tmp_path / "linked.parquet")])
    prepare(linked, machine, tmp_path / "text")
    assert (tmp_path / "text/train.links").read_text().startswith("0-0")
    train(linked, machine, tmp_path / "own", tmp_path / "own-work")
    train(linked, machine, tmp_path / "out", tmp_path / "work", tmp_path / "text")
    assert files(tmp_path / "out") == files(tmp_path / "own")


def test_of_a_base_its_vocabulary_is_taken(job, machine, tmp_path):
    base = train(job, machine, tmp_path / "base", tmp_path / "base-work")
    tuned = replace(job, base=base, seed=2)
    prepare(tuned, machine, tmp_path / "text")
    assert not list((tmp_path / "text").glob("base-*"))
    model = train(tuned, machine, tmp_path / "out", tmp_path / "work", tmp_path / "text")
    assert model.vocabularies[0].read_bytes() == base.vocabularies[0].read_bytes()


def test_a_vocabulary_of_gpus_alone_is_an_error(job, machine, tmp_path, recipe_file):
    text = RECIPE + "gpu: {train: {dim-vocabs: [60, 60]}}\n"
    other = replace(job, recipe=load_recipe(recipe_file(text, "gpu.yaml")))
    with raises("recipe.gpu-section-differs", "dim-vocabs"):
        prepare(other, machine, tmp_path / "text")


@pytest.mark.slow
def test_marian_makes_the_vocabulary_of_a_training(job, real, tmp_path, recipe_file):
    """The model is that of a training that makes its own, byte for byte."""
    text = """
train:
  {type: transformer, enc-depth: 1, dec-depth: 1, transformer-heads: 2, transformer-dim-ffn: 32,
   dim-emb: 32, tied-embeddings-all: true, dim-vocabs: [60, 60], mini-batch: 6, workspace: 64,
   sentencepiece-options: --hard_vocab_limit=false, learn-rate: 0.003, after-batches: 10,
   valid-freq: 5}
"""
    marian = Machine(marian=real)
    sets = [DataSet(job.train[0].path, 20)]  # SentencePiece wants more than 100 lines
    mini = replace(job, recipe=load_recipe(recipe_file(text, "mini.yaml")), train=sets)
    prepare(mini, marian, tmp_path / "text")
    train(mini, marian, tmp_path / "own", tmp_path / "own-work")
    train(mini, marian, tmp_path / "out", tmp_path / "work", tmp_path / "text")
    assert files(tmp_path / "out") == files(tmp_path / "own")


def test_the_commands(job, machine, tmp_path, fake_path, capsys):
    shared = ["--recipe", str(job.recipe.file), "--train", f"{job.train[0].path}:1.5"]
    shared += ["--dev", str(job.dev), "--marian", str(fake_path)]
    text, out = tmp_path / "text", tmp_path / "out"
    assert main(["nmt", "prepare", *shared, "--output-dir", str(text)]) == 0
    assert "9 pairs to train on" in "".join(capsys.readouterr())
    shared += ["--prepared", str(text), "--output-dir", str(out)]
    assert main(["nmt", "train", *shared]) == 0
    assert Path(out / "model.npz").exists()
