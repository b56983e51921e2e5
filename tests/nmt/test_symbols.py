"""Symbols that a vocabulary keeps whole."""

from __future__ import annotations

import pytest
import yaml

from cdaflow.errors import ConfigError, InputError
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.train import train
from cdaflow.nmt.vocabulary import Segmenter, user_defined

RECIPE = """
symbols: {symbols}
train: {{after-batches: 20, dim-vocabs: [50, 50], sentencepiece-options: {options}}}
"""


@pytest.fixture
def job(pairs, recipe_file):
    def make(symbols="[<M>, <F>]", options="--hard_vocab_limit=false", **more):
        recipe = load_recipe(recipe_file(RECIPE.format(symbols=symbols, options=options)))
        return Job(recipe=recipe, train=[DataSet(pairs("t.parquet"))], dev=None, seed=1, **more)

    return make


def test_a_new_vocabulary_keeps_symbols_whole(job, fake, tmp_path):
    model = train(job(), Machine(fake), tmp_path / "out", tmp_path / "work")
    assert user_defined(model.vocabularies[0]) == {"<M>", "<F>"}
    about = yaml.safe_load((tmp_path / "out/model.yml").read_text())
    options = about["recipe"]["train"]["sentencepiece-options"]
    assert options == "--hard_vocab_limit=false --user_defined_symbols=<M>,<F>"
    segmenter = Segmenter(model.vocabularies[0])
    assert [piece for piece in segmenter.encode("The nurse<M> <F> .") if "<" in piece] == [
        "<M>",
        "<F>",
    ]


def test_without_symbols_nothing_is_said_of_them(job, fake, tmp_path):
    train(job("[]"), Machine(fake), tmp_path / "out", tmp_path / "work")
    assert "user_defined" not in (tmp_path / "out/model.yml").read_text()


@pytest.mark.parametrize(
    ("symbols", "problem"),
    [
        ("<M>", "a list of texts"),
        ("[1]", "a list of texts"),
        ("[a b]", "'a b' of `symbols`"),
        ("['a,b']", "no blank, comma"),
        ("['']", "'' of `symbols`"),
        ("['</s>']", "no symbol of SentencePiece itself"),
        ("[a, b, a]", "names a symbol twice"),
        ('["e\\u0301", "\\u00e9"]', "names a symbol twice"),
    ],
)
def test_faulty_symbols_are_refused(recipe_file, symbols, problem):
    with pytest.raises(ConfigError, match=problem):
        load_recipe(recipe_file(f"symbols: {symbols}\ntrain: {{after-batches: 2}}"))


def test_symbols_are_named_in_one_way(job, fake, tmp_path):
    with pytest.raises(ConfigError, match="say the same"):
        train(job(options="--user_defined_symbols=x"), Machine(fake), tmp_path / "o", tmp_path)


def test_a_given_vocabulary_must_have_the_symbols(job, fake, tmp_path):
    model = train(job("[<M>]"), Machine(fake), tmp_path / "out", tmp_path / "work")
    vocabulary = model.vocabularies[0]
    again = train(
        job("[<M>]", vocabulary=vocabulary), Machine(fake), tmp_path / "a", tmp_path / "b"
    )
    assert again.vocabularies[0].read_bytes() == vocabulary.read_bytes()
    with pytest.raises(InputError, match="does not keep these symbols whole: <F>"):
        train(job(vocabulary=vocabulary), Machine(fake), tmp_path / "c", tmp_path / "d")
