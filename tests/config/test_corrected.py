"""The kind of data set `corrected`: what it takes, what a user can get wrong."""

import pytest

from cdaflow.config.sizes import TextSizes
from cdaflow.errors import ConfigError

from .configs import CORPORA, loaded

CONFIG = {
    "languages": ["es", "fr"],
    "corpora": CORPORA,
    "annotators": {"models": "fetch"},
    "agreement": {},
    "datasets": {
        "hand": {"handcrafted": {}},
        "random": {"random": {"size": 20}},
        "own": {"corrected": {}},
        "hand-own": {"corrected": {"text": "hand"}},
    },
    "systems": {
        "baseline": {"recipe": "mine.yaml", "data": {"parallel": 1}},
        "tuned": {"base": "baseline", "recipe": "mine.yaml", "data": {"own": 1}},
    },
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "mine.yaml").write_text("train: {}\n")
    monkeypatch.chdir(tmp_path)


def test_what_is_loaded():
    config = loaded(CONFIG, {"datasets.own.corrected.size": 50}, ())
    made = config.datasets["own"].corrected
    assert (config.datasets["own"].kind, made.text, made.system) == (
        "corrected",
        "corpus",
        "baseline",
    )
    assert config.translator_of("own") == "baseline"
    assert TextSizes(config).stated("own", "es") == 50


@pytest.mark.parametrize(
    ("changes", "without", "problem"),
    [
        ({}, ("agreement",), "datasets.own.corrected: persons are corrected with models of agree"),
        ({"datasets.own.corrected.text": "hnd"}, (), "corrected.text: there is no text 'hnd'"),
        ({"datasets.own.corrected.text": "random"}, (), "does not say whose the pronouns"),
        ({"datasets.own.corrected.text": "monolingual"}, (), "it is made of monolingual text"),
        ({"datasets.hand-own.corrected.size": 5}, (), "all sentences of a data set are taken"),
        ({"datasets.own.corrected.system": "base"}, (), "own.corrected.system: there is no syst"),
        ({"datasets.own.corrected.system": "tuned"}, (), "trained before itself: tuned <- tuned"),
        ({"languages": ["es", "de"]}, (), "datasets.own.corrected: "),
    ],
)
def test_what_is_wrong(changes, without, problem):
    with pytest.raises(ConfigError) as error:
        loaded(CONFIG, changes, without)
    assert problem in str(error.value)
