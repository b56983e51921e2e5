"""Precision and recall by word, by hand."""

import pytest

from cdaflow.alternatives.tagging.report import label_matrix, scores
from cdaflow.alternatives.tagging.tags import TaggedSentence

from ...errors import raises
from .conftest import tagged

GOLD = [
    tagged("The doctor saw his mother.", ("doctor", "ambiguous"), ("mother", "feminine")),
    tagged("The nurse and the king left.", ("nurse", "ambiguous"), ("king", "masculine")),
]
FOUND = [
    tagged("The doctor saw his mother.", ("doctor", "ambiguous"), ("mother", "ambiguous")),
    tagged("The nurse and the king left.", ("king", "masculine"), ("left", "ambiguous")),
]


def test_counts_by_hand():
    found = scores(label_matrix(GOLD, FOUND), bootstrap=50)
    assert {name: (one["right"], one["found"], one["gold"]) for name, one in found.items()} == {
        "ambiguous": (1, 3, 2),
        "masculine": (1, 1, 1),
        "feminine": (0, 0, 1),
        "head": (3, 4, 4),
    }
    ambiguous = found["ambiguous"]
    assert ambiguous["precision"]["value"] == pytest.approx(100 / 3)
    assert ambiguous["recall"]["value"] == pytest.approx(50)
    assert ambiguous["f1"]["value"] == pytest.approx(40)
    assert ambiguous["precision"]["low"] < 100 / 3 < ambiguous["precision"]["high"]
    assert found["feminine"]["precision"]["value"] is None


def test_gold_against_itself_is_100():
    found = scores(label_matrix(GOLD, GOLD), bootstrap=50)
    for one in found.values():
        assert one["precision"]["value"] == one["recall"]["value"] == one["f1"]["value"] == 100


def test_other_sentences_are_an_error():
    with raises("tag.sentence-count", "1"):
        label_matrix(GOLD, FOUND[:1])
    with raises("tag.not-gold-sentence", "2"):
        label_matrix(GOLD, [FOUND[0], TaggedSentence("The nurse left.")])
