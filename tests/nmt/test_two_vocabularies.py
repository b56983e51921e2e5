"""A vocabulary of each side, for languages of two scripts (Choubey et al. 2021, appendix A)."""

from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.nmt.data import DataSet
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.model import load_model
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.spm import read_subwords
from cdaflow.nmt.train import train

from ..errors import raises

RECIPE = """
vocabularies: separate
train: {after-batches: 20, valid-freq: 5, save-freq: 5, dim-vocabs: [50, 5]}
"""


@pytest.fixture
def job(pairs, recipe_file):
    return Job(load_recipe(recipe_file(RECIPE)), [DataSet(pairs("train.parquet"))], None, seed=1)


@pytest.fixture
def machine(fake):
    return Machine(marian=fake)


def sizes(model):
    return [len(read_subwords(path)) for path in model.vocabularies]


def test_each_side_has_a_vocabulary_of_its_text(job, machine, tmp_path, sentences):
    model = train(job, machine, tmp_path / "out", tmp_path / "work")
    assert [path.name for path in model.vocabularies] == ["vocab.source.spm", "vocab.target.spm"]
    assert load_model(tmp_path / "out") == model
    assert sizes(model)[1] == 5 < sizes(model)[0]
    english = {word for source, _ in sentences for word in source.replace(".", " .").split()}
    assert {piece.strip("▁") for piece in read_subwords(model.vocabularies[0])[2:]} <= english
    # What is done already is not done again, and a fine-tuning goes by both.
    assert train(job, machine, tmp_path / "out", tmp_path / "work") == model
    tuned = replace(job, base=model, recipe=replace(job.recipe, separate=False))
    again = train(tuned, machine, tmp_path / "tuned", tmp_path / "tuned-work")
    assert [path.read_bytes() for path in again.vocabularies] == [
        path.read_bytes() for path in model.vocabularies
    ]


def test_sizes_are_turned_round_with_the_sides(job, machine, tmp_path):
    model = train(replace(job, reverse=True), machine, tmp_path / "out", tmp_path / "work")
    assert sizes(model)[0] == 5 < sizes(model)[1]


def test_with_links_both_are_made_before_the_training(job, machine, tmp_path, sentences):
    path = tmp_path / "linked.parquet"
    columns = {
        "source": [source for source, _ in sentences],
        "target": [target for _, target in sentences],
        "links": ["0-1:0-1" for _ in sentences],
    }
    pq.write_table(pa.table(columns), path)
    model = train(replace(job, train=[DataSet(path)]), machine, tmp_path / "out", tmp_path / "work")
    assert sizes(model)[1] == 5
    assert "[SentencePiece]" not in (tmp_path / "out/train.log").read_text()


def test_both_of_another_model_are_taken_together(job, machine, tmp_path, recipe_file):
    first = train(job, machine, tmp_path / "a", tmp_path / "aw")
    source, target = first.distinct_vocabularies()
    given = replace(job, vocabulary=source, target_vocabulary=target, seed=2)
    second = train(given, machine, tmp_path / "b", tmp_path / "bw")
    assert [path.read_bytes() for path in second.vocabularies] == [
        path.read_bytes() for path in first.vocabularies
    ]
    joint = load_recipe(recipe_file(RECIPE.replace("separate", "joint"), "joint.yaml"))
    for wrong in (replace(given, recipe=joint), replace(given, target_vocabulary=None)):
        with raises("vocabulary.other-number", "one"):
            train(wrong, machine, tmp_path / "c", tmp_path / "cw")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("vocabularies: two\ntrain: {dim-emb: 8}", "recipe.vocabularies-unknown"),
        (
            "vocabularies: separate\ntrain: {tied-embeddings-all: true}",
            "recipe.tied-separate-vocabularies",
        ),
        (
            "vocabularies: separate\nfine-tuning: true\ntrain: {dim-emb: 8}",
            "recipe.vocabularies-of-base",
        ),
    ],
)
def test_what_does_not_go_with_it(recipe_file, text, said):
    with raises(said):
        load_recipe(recipe_file(text))
