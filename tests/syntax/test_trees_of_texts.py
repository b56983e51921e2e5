"""Trees that are read beside their texts."""

import pytest
from handmade import tree

from cdaflow.syntax.tree import TreesOfTexts, word_at

from ..errors import raises

TREES = [tree("He/PRON/2/nsubj slept/VERB/0/root", "7"), tree("Yes/INTJ/0/root", "8")]


def test_words_of_each_text():
    trees = TreesOfTexts(TREES, "the pair", "annotate")
    found, words = trees.next("He  slept", 7)
    assert found is TREES[0]
    assert word_at(words, 4).form == "slept"
    assert word_at(words, 3) is None
    assert trees.next("Yes", 8)[0] is TREES[1]
    trees.finish()


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        (["He slept", "Yes", "No"], "tree.missing"),
        (["He slept", "No"], "tree.other-text"),
        (["He slept"], "tree.too-many"),
    ],
)
def test_faults(texts, problem):
    trees = TreesOfTexts(TREES, "the pair", "annotate")
    with raises(problem):
        [*map(trees.next, texts), trees.finish()]


def test_another_number():
    with raises("tree.other-id", "'He slept'", "'7'"):
        TreesOfTexts(TREES, "the pair", "annotate").next("He slept", 6)
