"""Tests for cdaflow.trees.stanza.spanning: against the enumeration of all trees."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch

from cdaflow.trees.sentence import is_tree
from cdaflow.trees.stanza.graph import _are_trees
from cdaflow.trees.stanza.spanning import best_tree


def reaches_root(heads: tuple[int, ...]) -> bool:
    for word in range(1, len(heads)):
        node, steps = word, 0
        while node and steps <= len(heads):
            node, steps = heads[node], steps + 1
        if node:
            return False
    return True


def all_trees(size: int) -> list[tuple[int, ...]]:
    heads = itertools.product(*([range(size)] * (size - 1)))
    trees = ((0, *rest) for rest in heads)
    return [tree for tree in trees if tree[1:].count(0) == 1 and reaches_root(tree)]


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_is_tree_tells_trees_from_all_assignments_of_heads(size: int) -> None:
    trees = set(all_trees(size))
    # Cayley: n^(n-1) rooted trees over n labelled words.
    assert len(trees) == (size - 1) ** (size - 2)
    for rest in itertools.product(*([range(size)] * (size - 1))):
        assert is_tree(rest) == ((0, *rest) in trees)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_the_best_of_all_trees_is_found(size: int) -> None:
    generator = np.random.default_rng(size)
    trees = all_trees(size)
    for _ in range(150):
        scores = generator.normal(size=(size, size)) * 5
        best = max(trees, key=lambda tree: sum(scores[d, tree[d]] for d in range(1, size)))
        assert best_tree(scores) == list(best)


def test_two_good_roots_give_one() -> None:
    scores = np.full((4, 4), -9.0)
    scores[1, 0] = scores[2, 0] = scores[3, 0] = 10.0
    scores[2, 1] = -1.0
    scores[3, 2] = -1.0
    assert best_tree(scores) == [0, 0, 1, 2]


def test_minus_infinity_on_the_diagonal_is_no_trouble() -> None:
    scores = np.zeros((3, 3), dtype=np.float32)
    np.fill_diagonal(scores, -np.inf)
    scores[1, 2] = scores[2, 1] = 5
    scores[1, 0] = 1
    assert best_tree(scores) == [0, 0, 1]


def test_a_line_of_thousands_of_words_is_done_in_seconds_and_is_a_tree() -> None:
    scores = np.random.default_rng(1).normal(size=(2001, 2001)).astype(np.float32)
    assert is_tree(best_tree(scores)[1:])


def test_trees_among_the_rows_of_a_batch_are_told() -> None:
    """All heads of one to four words, padded to five, beside the check of the reader."""
    rows = [
        [0, *rest]
        for words in range(1, 5)
        for rest in itertools.product(range(words + 1), repeat=words)
    ]
    sizes = torch.tensor([len(row) for row in rows])
    padded = torch.tensor([row + [0] * (6 - len(row)) for row in rows])
    assert _are_trees(padded, sizes).tolist() == [is_tree(row[1:]) for row in rows]
