"""The key bias."""

import pytest

from cdaflow.errors import ConfigError

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
        ({"adjust": {"augment": [0]}, "controls": ["random"]}, "augment-0 has no control"),
        ({"adjust": {"subtract": [90]}, "controls": ["copies"]}, "it can have random"),
        ({"adjust": {"subtract": [0]}}, "leaves none"),
        ({"hard_debias": [100]}, "no word vectors to debias"),
        ({"hard_debias": [50], "encoder": {"vectors": "glove.txt"}}, "by pairs of words"),
        ({"professions": 0}, "no association test"),
        ({"others": {"original": {"encoder": "glove.txt"}}}, "name of a training text"),
        ({"others": {"vectors": {"encoder": "glove.txt"}}}, "name of a training text"),
        ({"encoder": {"max_epochs": 0}}, "max_epochs must be above 0"),
        ({"direction": {"sentences": "text.txt", "pairs": "pairs.tsv"}}, "not of both"),
        ({"encoder": {"vectors": "absent.txt"}}, "no such file"),
    ],
)
def test_what_a_user_can_get_wrong(changes, said):
    with pytest.raises(ConfigError, match=said):
        load(**changes)
