"""Trees that are read beside their texts."""

import pytest
from handmade import tree

from cdaflow.errors import InputError
from cdaflow.syntax.tree import TreesOfTexts, word_at

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
        (["He slept", "Yes", "No"], "no tree for the pair number 3, 'No': the trees end"),
        (["He slept", "No"], "is of another text than the pair 'No'"),
        (["He slept"], "more trees than the 1 of the pair"),
    ],
)
def test_faults(texts, problem):
    trees = TreesOfTexts(TREES, "the pair", "annotate")
    with pytest.raises(InputError, match=problem):
        [*map(trees.next, texts), trees.finish()]


def test_another_number():
    with pytest.raises(InputError, match="number 6, 'He slept': the next tree is of '7'"):
        TreesOfTexts(TREES, "the pair", "annotate").next("He slept", 6)
