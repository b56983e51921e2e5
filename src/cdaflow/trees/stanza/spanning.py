"""The best tree with one root over the scores of a graph-based parser.

Edmonds (1967), "Optimum branchings", in the O(n^2) form for dense graphs of Tarjan (1977),
"Finding optimum branchings": words are joined to paths by their best heads, a cycle becomes one
node, and at the end the nodes are opened again. A matrix of the scores and two of the arcs that
they stand for are all the memory it takes, so that a line of thousands of words can be parsed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.floating[Any]]


def best_tree(scores: Scores) -> list[int]:
    """Return the heads of the best tree with exactly one root.

    `scores[d, h]` is what the arc from head `h` to dependent `d` is worth; node 0 stands above
    the root, and its row is not looked at. The list has an entry for each node, 0 for node 0.
    """
    size = len(scores)
    weights = np.array(scores, dtype=np.float64)
    np.fill_diagonal(weights, -np.inf)
    weights[0] = -np.inf
    finite = weights[np.isfinite(weights)]
    if finite.size:
        # So dear that a second root never pays (Stanojević and Cohen 2021, EMNLP).
        weights[1:, 0] -= (finite.max() - finite.min() + 1) * size
    return _Contraction(weights).heads()


class _Contraction:
    """Nodes 0 to n-1 are words; each contracted cycle gets the next number."""

    def __init__(self, weights: NDArray[np.float64]) -> None:
        size = len(weights)
        self.size = size
        self.weights = weights
        # The arc between words that the weight from slot h to slot d stands for.
        self.head = np.broadcast_to(np.arange(size, dtype=np.int32), (size, size)).copy()
        self.dependent = self.head.T.copy()
        self.node = list(range(size))  # the node that a slot (row and column) holds now
        self.parent: dict[int, int] = {}
        self.entry: dict[int, tuple[int, int]] = {}  # the arc (head, dependent) into a node

    def heads(self) -> list[int]:
        """Return the head of each word."""
        done = [False] * self.size
        done[0] = True
        for start in range(1, self.size):
            # A slot that went into another one was on a path that is done with by now.
            if not done[start]:
                self._follow(start, done)
        return self._opened()

    def _follow(self, start: int, done: list[bool]) -> None:
        path: list[int] = []
        values: list[float] = []
        slot = start
        while not done[slot]:
            if slot in path:
                first = path.index(slot)
                self._contract(path[first:], values[first:])
                for member in path[first + 1 :]:
                    done[member] = True
                del path[first:], values[first:]
            best = int(self.weights[slot].argmax())
            arc = int(self.head[slot, best]), int(self.dependent[slot, best])
            self.entry[self.node[slot]] = arc
            path.append(slot)
            values.append(float(self.weights[slot, best]))
            slot = best
        for member in path:
            done[member] = True

    def _contract(self, members: list[int], values: list[float]) -> None:
        """Put a cycle into the slot of its first member."""
        weights, head, dependent = self.weights, self.head, self.dependent
        slot = members[0]
        new = self.size + len(self.parent)
        for member in members:
            self.parent[self.node[member]] = new
        weights[slot] -= values[0]
        for member, value in zip(members[1:], values[1:], strict=True):
            row = weights[member] - value
            better = row > weights[slot]
            weights[slot, better] = row[better]
            head[slot, better] = head[member, better]
            dependent[slot, better] = dependent[member, better]
            better = weights[:, member] > weights[:, slot]
            weights[better, slot] = weights[better, member]
            head[better, slot] = head[better, member]
            dependent[better, slot] = dependent[better, member]
            weights[:, member] = -np.inf
        weights[slot, members] = -np.inf
        self.node[slot] = new

    def _opened(self) -> list[int]:
        """Return the heads: the arc into a node replaces one arc of the cycle within it."""
        heads = [0] * self.size
        entered: set[int] = set()
        for node in sorted(self.entry, reverse=True):
            if node in entered:
                continue
            heads[self.entry[node][1]] = self.entry[node][0]
            inner = self.entry[node][1]
            while inner != node:
                entered.add(inner)
                inner = self.parent[inner]
        return heads
