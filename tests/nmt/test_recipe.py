from __future__ import annotations

from pathlib import Path

import pytest

from cdaflow.errors import ConfigError
from cdaflow.nmt.recipe import check_known, command_line, load_recipe

from ..errors import raises

SHIPPED = sorted((Path(__file__).parents[2] / "config" / "recipes").glob("*.yaml"))


def test_the_paper_recipe_is_section_5_2():
    recipe = load_recipe("paper")
    expected = {
        "type": "transformer",
        "enc-depth": 6,
        "dec-depth": 6,
        "transformer-heads": 8,
        "transformer-dim-ffn": 2048,
        "transformer-ffn-activation": "relu",
        "dim-emb": 512,
        "transformer-decoder-autoreg": "rnn",
        "dec-cell": "ssru",
        "tied-embeddings": True,
        "transformer-dropout": 0.1,
        "dim-vocabs": [32000, 32000],
        "label-smoothing": 0.1,
        "optimizer": "adam",
        "learn-rate": 0.0002,
        "lr-warmup": 8000,
        "after-batches": 1000000,
        "early-stopping": 10,
        "valid-metrics": ["ce-mean-words"],
    }
    train = recipe.train_options()
    assert {name: train.get(name) for name in expected} == expected
    assert recipe.decode_options()["beam-size"] == 4
    assert not {"tied-embeddings-all", "tied-embeddings-src"} & set(train)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_recipes_fit_the_real_marian(path, real):
    recipe = load_recipe(path)
    assert recipe.description
    for gpu in (False, True):
        check_known(recipe.train_options(gpu=gpu), real.options("train"), path)
        check_known(recipe.decode_options(gpu=gpu), real.options("decode"), path)


def test_the_gpu_section_replaces_options(recipe_file):
    path = recipe_file("train: {mini-batch: 8, dim-emb: 4}\ngpu: {train: {mini-batch: 99}}\n")
    recipe = load_recipe(path)
    assert recipe.train_options()["mini-batch"] == 8
    gpu = recipe.train_options(gpu=True)
    assert (gpu["mini-batch"], gpu["dim-emb"]) == (99, 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("train: {model: x}", "set by cdaflow itself"),
        ("train: {}\ndecode: {n-best: true}", "set by cdaflow itself"),
        ("trian: {dim-emb: 8}", "did you mean `train`"),
        ("train: {}\ngpu: {dim-emb: 8}", "section of `gpu`"),
        ("train: {dim-emb: {a: 1}}", "a number, text, true, false or a list"),
        ("train: {dim-emb: []}", "a number, text, true, false or a list"),
        ("train: {dim-emb: }", "a number, text, true, false or a list"),
        ("train: {--dim-emb: 8}", "write it as `dim-emb`"),
        ("train: [dim-emb]", "a mapping of option"),
        ("description: nothing", "neither a section"),
        ("train: {}\nfine-tuning: 1", r"recipe\.fine-tuning-not-boolean"),
        ("just words", "a mapping with the sections"),
        ("train: {a: 1\nb", "not a valid YAML file"),
    ],
)
def test_faults_are_told(recipe_file, text, message):
    path = recipe_file(text)
    with pytest.raises(ConfigError, match=message) as raised:
        load_recipe(path)
    assert raised.value.file == str(path)


def test_an_unknown_recipe_and_option():
    with raises("recipe.unknown", "`tiny`"):
        load_recipe("tinny")
    known = [f"option-{n}" for n in range(30)] + ["learn-rate"]
    with pytest.raises(ConfigError, match="did you mean `learn-rate`"):
        check_known({"learning-rate": 1}, known, Path("r.yaml"))


def test_words_of_the_command_line():
    options = {"b": True, "a": [1, 2], "c": False, "d": -5, "e": "x", "f": "--y=<M>"}
    words = ["--a", "1", "2", "--b", "--c=false", "--d=-5", "--e", "x", "--f=--y=<M>"]
    assert command_line(options) == words


def test_the_recipe_of_the_papers_fine_tuning_is_section_5_2():
    recipe = load_recipe("paper-finetune")
    expected = {
        "optimizer": "adam",
        "learn-rate": 0.00005,
        "lr-warmup": 100,
        "after-batches": 4000,
        "early-stopping": 20,
        "label-smoothing": 0.1,
    }
    train = recipe.train_options()
    assert {name: train.get(name) for name in expected} == expected
    assert train["valid-metrics"][0] == "bleu"
    # 20 validations without a gain must find room in 4000 updates.
    assert train["valid-freq"] * train["early-stopping"] < train["after-batches"]


@pytest.mark.parametrize("name", ["paper-finetune", "small-finetune", "tiny-finetune"])
def test_recipes_of_fine_tuning_leave_the_network_to_the_base(name):
    recipe = load_recipe(name)
    assert recipe.fine_tuning
    network = {"type", "dim-emb", "enc-depth", "dec-depth", "transformer-heads", "dim-vocabs"}
    assert not network & set(recipe.train)
    assert not load_recipe(name.partition("-")[0]).fine_tuning


def test_a_base_decodes_as_before_unless_the_recipe_says_otherwise(recipe_file):
    recipe = load_recipe(recipe_file("fine-tuning: true\ntrain: {}\ndecode: {beam-size: 2}"))
    options = recipe.decode_options(base={"beam-size": 6, "normalize": 0.6})
    assert (options["beam-size"], options["normalize"], options["mini-batch"]) == (2, 0.6, 64)
