"""Systems of which one model is trained for all languages: what a user can get wrong."""

import pytest

from cdaflow.errors import ConfigError

from .configs import CORPORA, loaded

SHARED = {"recipe": "mine.yaml", "multilingual": True, "data": {"parallel": 1}}
CONFIG = {
    "languages": ["es", "it"],
    "corpora": CORPORA,
    "datasets": {"gold": {"alternatives": {"file": {"es": "es.jsonl"}}}},
    "systems": {
        "shared": SHARED | {"data": {"parallel": 1, "gold": {"es": 2, "it": 0}}},
        "tuned": SHARED | {"base": "shared"},
    },
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    for name in ("mine.yaml", "other.yaml"):
        (tmp_path / name).write_text("train: {}\n")
    (tmp_path / "es.jsonl").write_text("")
    monkeypatch.chdir(tmp_path)


def test_a_language_may_lack_a_data_set():
    found = loaded(CONFIG)
    assert found.systems["shared"].data["gold"] == {"es": 2, "it": 0}
    assert found.is_made("gold", "es")
    assert not found.is_made("gold", "it")
    assert found.datasets["gold"].lacking("it") == "file"


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"systems.shared.multilingual": False}, "a weight is above 0"),
        ({"systems.shared.data": {"parallel": 0}}, "a weight is above 0"),
        ({"systems.shared.data": {"gold": {"es": 1, "it": 0}}}, "nothing is learned of 'it'"),
        ({"systems.shared.data.gold": 1}, "there is none for 'it'"),
        ({"systems.shared.recipe": {"es": "mine.yaml", "it": "other.yaml"}}, "one recipe for all"),
        ({"systems.tuned.multilingual": False}, "a model of all languages is the base"),
        ({"systems.tuned": SHARED | {"debias": {"embeddings_of": "shared"}}},
         "it is of models of one language"),
        ({"systems.tuned": {"recipe": "mine.yaml", "data": {"parallel": 1},
                            "debias": {"embeddings_of": "shared"}}},
         "its vocabulary is one of all languages"),
    ],
)  # fmt: skip
def test_faults(changes, problem):
    with pytest.raises(ConfigError, match=problem):
        loaded(CONFIG, changes)
