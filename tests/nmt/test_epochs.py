"""Frequencies in epochs, counted in labels; the recipes of Choubey et al. that have them."""

from pathlib import Path

import pytest

from cdaflow.nmt.epochs import count_labels, epochs_as_labels, frequencies_in_epochs
from cdaflow.nmt.recipe import load_recipe

from ..errors import raises

RECIPE = Path("recipe.yaml")


@pytest.fixture
def text(tmp_path):
    """Source and target of two, four and six subwords."""
    for side, end in (("source", " ."), ("target", " ?")):
        lines = "".join(f"{'a ' * n}b{end}\n" for n in (0, 2, 4))
        (tmp_path / f"train.{side}").write_text(lines)
    return tmp_path / "train.source", tmp_path / "train.target"


@pytest.fixture
def vocabularies(tmp_path):
    return tmp_path / "vocab.yml", tmp_path / "vocab.yml"


def test_whole_epochs_alone_are_read():
    options = {"valid-freq": "2e", "save-freq": "1e", "disp-freq": 200, "learn-rate": "1e"}
    assert frequencies_in_epochs(options, RECIPE) == {"valid-freq": 2, "save-freq": 1}
    assert frequencies_in_epochs({"valid-freq": "500000t", "save-freq": "10Ku"}, RECIPE) == {}
    for value in ("0e", "1.5e", "e", "-1e"):
        with raises("frequency.malformed", "`save-freq", str(value)):
            frequencies_in_epochs({"save-freq": value}, RECIPE)


@pytest.mark.parametrize(
    "option", ["sentencepiece-alphas", "all-caps-every", "english-title-case-every"]
)
def test_what_changes_the_labels_of_an_epoch_is_rejected(option):
    with raises("frequency.epoch-not-fixed", str(option)):
        frequencies_in_epochs({"valid-freq": "1e", option: 0.1}, RECIPE)
    assert frequencies_in_epochs({"valid-freq": 1000, option: 0.1}, RECIPE) == {}


@pytest.mark.parametrize(
    ("limit", "crop", "labels"),
    [(50, False, 3 + 5 + 7), (7, False, 15), (6, False, 8), (5, True, 3 + 5 + 5), (2, False, 0)],
)
def test_labels_are_those_that_marian_trains_with(text, vocabularies, limit, crop, labels):
    assert count_labels(text, vocabularies, limit, crop=crop) == labels


def test_frequencies_become_labels(text, vocabularies):
    options = {"valid-freq": "2e", "save-freq": 100, "max-length": 6}
    found = epochs_as_labels(options, text, vocabularies, RECIPE)
    assert found == {"valid-freq": "16t", "save-freq": 100, "max-length": 6}
    assert options["valid-freq"] == "2e"
    with raises("pair.all-too-long", "2"):
        epochs_as_labels({"valid-freq": "1e", "max-length": 2}, text, vocabularies, RECIPE)


@pytest.mark.parametrize(
    ("name", "gpus"),
    [
        ("choubey-de", 64),
        ("choubey-fr-more", 64),
        ("choubey", 8),
        ("choubey-he", 8),
        ("choubey-ru", 8),
    ],
)
def test_the_batches_of_choubey_are_those_of_appendix_a(name, gpus):
    options = load_recipe(name).train_options(gpu=True)
    # Ott et al. (2018): 3,584 words on each GPU. With mini-batch-fit Marian would multiply.
    assert options["mini-batch-words"] == gpus * 3584
    assert "mini-batch-fit" not in options
    if gpus == 8:
        assert options["valid-freq"] == options["save-freq"] == "1e"
        assert options["early-stopping"] == 5
