"""The key bias."""

import pytest

from ..errors import raises_fault
from .configs import CORPORA, loaded

CONFIG = {
    "languages": ["es"],
    "corpora": CORPORA,
    "bias": {"shares": "shares.tsv"},
    "systems": {"baseline": {"recipe": "mine.yaml", "data": {"parallel": 1}}},
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    for name in ("mine.yaml", "glove.txt", "shares.tsv", "text.txt", "pairs.tsv"):
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)


def load(**changes):
    return loaded(CONFIG, {f"bias.{key}": value for key, value in changes.items()}).bias


def names(**changes):
    return [variant.name for variant in load(**changes).variants()]


def test_the_embedded_corpus_is_the_default():
    found = load()
    assert found.encoder.train == "results/demo/en-es/train.gold.tsv.gz"
    assert found.direction.sentences == "results/demo/en-es/dev.tsv"
    assert found.trainings == 5


def test_each_text_is_followed_by_the_controls_that_it_can_have():
    assert names() == [
        *("original", "subtract-90", "subtract-90-random"),
        *("augment-0", "augment-0-copies"),
    ]
    assert names(adjust={"combined": [95, 0]}, controls=["copies"]) == [
        *("original", "combined-95", "combined-95-copies", "combined-0", "combined-0-copies"),
    ]
    vectors = {"encoder": {"vectors": "glove.txt"}, "direction": {}, "hard_debias": [50]}
    assert names(adjust={}, **vectors) == ["original", "debiased-50"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"adjust": {"augment": [0]}, "controls": ["random"]}, "augment-0 [bias.no-control]"),
        ({"adjust": {"subtract": [90]}, "controls": ["copies"]}, "random [bias.no-control]"),
        ({"adjust": {"subtract": [0]}}, "leaves none [bias.no-control]"),
        ({"hard_debias": [100]}, "[debiasing.no-vectors]"),
        ({"hard_debias": [50], "encoder": {"vectors": "glove.txt"}}, "[debiasing.by-sentences]"),
        ({"professions": 0}, "[bias.no-association-test]"),
        ({"others": {"original": {"encoder": "glove.txt"}}}, "[bias.name-reserved]"),
        ({"others": {"vectors": {"encoder": "glove.txt"}}}, "[bias.name-reserved]"),
        ({"encoder": {"max_epochs": 0}}, "[training.setting-not-positive]"),
        (
            {"direction": {"sentences": "text.txt", "pairs": "pairs.tsv"}},
            "[direction.pairs-and-sentences]",
        ),
        ({"encoder": {"vectors": "absent.txt"}}, "[file.missing]"),
    ],
)
def test_what_a_user_can_get_wrong(changes, said):
    with raises_fault(said):
        load(**changes)
