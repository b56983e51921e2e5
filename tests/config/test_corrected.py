"""The kind of data set `corrected`: what it takes, what a user can get wrong."""

import pytest

from cdaflow.config.sizes import TextSizes

from ..errors import raises_fault
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
        ({}, ("agreement",), "datasets.own.corrected: [corrected.no-agreement]"),
        ({"datasets.own.corrected.text": "hnd"}, (), "corrected.text: 'hnd' [text.unknown]"),
        ({"datasets.own.corrected.text": "random"}, (), "[corrected.pronouns-of-unknown-person]"),
        ({"datasets.own.corrected.text": "monolingual"}, (), "[dataset.no-monolingual]"),
        ({"datasets.hand-own.corrected.size": 5}, (), "[corrected.size-of-dataset]"),
        ({"datasets.own.corrected.system": "base"}, (), "own.corrected.system: [system.unknown]"),
        (
            {"datasets.own.corrected.system": "tuned"},
            (),
            "tuned <- tuned [system.trained-before-itself]",
        ),
        ({"languages": ["es", "de"]}, (), "datasets.own.corrected: [language.not-written]"),
    ],
)
def test_what_is_wrong(changes, without, problem):
    with raises_fault(problem):
        loaded(CONFIG, changes, without)
