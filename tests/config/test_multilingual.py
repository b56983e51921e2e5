"""Systems of which one model is trained for all languages: what a user can get wrong."""

import pytest

from ..errors import raises
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
        ({"systems.shared.multilingual": False}, "weight.not-positive"),
        ({"systems.shared.data": {"parallel": 0}}, "weight.not-positive"),
        ({"systems.shared.data": {"gold": {"es": 1, "it": 0}}},
         "multilingual.no-data-for-language"),
        ({"systems.shared.data.gold": 1}, "dataset.none-for-language"),
        ({"systems.shared.recipe": {"es": "mine.yaml", "it": "other.yaml"}},
         "multilingual.several-recipes"),
        ({"systems.tuned.multilingual": False}, "base.multilingual-mismatch"),
        ({"systems.tuned": SHARED | {"debias": {"embeddings_of": "shared"}}},
         "multilingual.with-debiasing"),
        ({"systems.tuned": {"recipe": "mine.yaml", "data": {"parallel": 1},
                            "debias": {"embeddings_of": "shared"}}},
         "debiasing.vocabulary-multilingual"),
    ],
)  # fmt: skip
def test_faults(changes, problem):
    with raises(problem):
        loaded(CONFIG, changes)
