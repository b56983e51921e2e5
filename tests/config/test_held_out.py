"""Test sets that are taken out of a corpus of the training text."""

import pytest

from ..errors import raises
from .configs import CORPORA, loaded

TRAIN = [*CORPORA["train"], {"name": "mine", "tsv": "mine.tsv", "weight": 3}]
CONFIG = {
    "languages": ["es"],
    "corpora": CORPORA | {"train": TRAIN},
    "systems": {"baseline": {"recipe": "tiny", "data": {"parallel": 1}}},
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.tsv").touch()


def load(of="mine", **keys):
    tests = CORPORA["test"] | {"own": {"held_out": 100, "of": of} | keys}
    return loaded(CONFIG, {"corpora.test": tests})


def test_it_is_a_part_of_a_corpus_whatever_its_weight():
    config = load()
    corpora = config.corpora
    assert corpora.held_out_tests() == {"own": 100}
    assert corpora.part("test-own") == []
    (pool,) = corpora.part("pool-own")
    assert (pool.name, pool.weight) == ("mine", 1)
    assert corpora.part("pool-demo") == []
    assert list(config.testsets()) == ["demo", "own", "winomt"]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"of": "mien"}, "corpus-of-training-text.unknown"),
        ({"held_out": 0}, "value.greater-than-equal"),
        ({"weight": 2}, "key.unknown"),
    ],
)
def test_faults(keys, message):
    with raises(message):
        load(**keys)


def test_what_a_program_translates_is_no_reference():
    by = {"name": "news", "text": "mine.tsv", "by": {"command": ["cat", "es"]}}
    corpora = CORPORA | {"train": [*TRAIN, by], "test": {"own": {"held_out": 9, "of": "news"}}}
    with raises("references.by-program", "test.own"):
        loaded(CONFIG, {"corpora": corpora})
