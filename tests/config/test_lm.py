"""The key lm."""

from typing import get_args

import pytest

from cdaflow.config.lm import LanguageModels
from cdaflow.lm.training import RECIPES

from ..errors import raises, raises_fault
from .configs import CORPORA, loaded

CONFIG = {
    "languages": ["es", "fr"],
    "corpora": CORPORA,
    "annotators": {"models": "fetch"},
    "agreement": {},
    "lm": {},
    "systems": {"baseline": {"recipe": "mine.yaml", "data": {"parallel": 1}}},
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    for name in ("mine.yaml", "wiki.es", "wiki.fr", "persons.es.tsv", "gold.tsv"):
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)


def load(changes=(), without=()):
    return loaded(CONFIG, changes, without)


def test_the_embedded_text_is_taken():
    found = load().lm
    assert found.text[0].files("fr") == ["results/demo/en-fr/train.tsv"]
    assert found.minimal_pairs["es"] == "results/demo/en-es/test.gold.tsv.gz"
    assert found.copies == ["swap", "field"]
    assert found.seeds(4) == [4, 5, 6]


def test_a_text_of_ones_own_has_no_minimal_pairs_of_the_grammar():
    found = load({"lm.text": [{"name": "wiki", "text": "wiki.{lang}"}], "lm.trainings": [1, 7]}).lm
    assert found.minimal_pairs == {}
    assert found.seeds(4) == [1, 7]
    gold = {"es": "gold.tsv"}
    assert load({"lm.minimal_pairs": gold}).lm.minimal_pairs == gold


def test_recipes_are_those_of_the_training():
    assert set(get_args(LanguageModels.model_fields["recipe"].annotation)) == set(RECIPES)


WRONG = [
    ({"systems": ["field"]}, "lm.systems: [language-model.original-missing]"),
    ({"systems": ["original", "random"]}, "lm.systems[1]: [value.literal-error]"),
    ({"text": [{"name": "wiki", "text": "none.{lang}"}]}, "none.es, none.fr [file.missing]"),
    ({"word_lists": {"es": ["persons.es.tsv"]}}, "lm.word_lists: 'fr' [file.none-for-language]"),
    ({"max_persons": 11}, "lm.max_persons: [value.less-than-equal]"),
    ({"recipe": "huge"}, "lm.recipe: [value.literal-error]"),
    ({"trainings": [1, 1]}, "lm.trainings: [seed.duplicate]"),
    ({"trainings": 0}, "lm.trainings: [value.greater-than-equal]"),
    ({"pieces": 0}, "lm.pieces: [value.greater-than-equal]"),
]


@pytest.mark.parametrize(("changes", "message"), WRONG)
def test_wrong(changes, message):
    with raises_fault(message):
        load({"lm": changes})


def test_agreement_is_needed_for_counterfactuals_alone():
    with raises("counterfactual.no-agreement", "lm"):
        load(without=["agreement", "annotators"])
    assert load({"lm.systems": ["original"]}, without=["agreement", "annotators"]).lm.copies == []


def test_a_language_without_phrases():
    corpus = {"name": "own", "tsv": "gold.tsv"}
    changes = {
        "languages": ["de"],
        "corpora": {"train": [corpus], "dev": [corpus], "test": {"own": [corpus]}},
        "lm": {"text": [{"name": "wiki", "text": "wiki.es"}], "systems": ["original"]},
    }
    with raises("adjective.none-of-language", "lm.languages", "'de'"):
        load(changes, without=["agreement", "annotators"])
