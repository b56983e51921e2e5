"""The truth of the tests: sums over all assignments, written down from equation 1 of the paper."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
from hypothesis import strategies as st

from cdaflow.agreement.batch import from_parents


@st.composite
def parents(draw, most=6):
    """Return the heads of a tree of 1 to `most` words, -1 for the root; any shape and order."""
    size = draw(st.integers(1, most))
    order = draw(st.permutations(range(size)))
    heads = [-1] * size
    for place in range(1, size):
        heads[order[place]] = order[draw(st.integers(0, place - 1))]
    return heads


@st.composite
def forests(draw, trees=3, most=6, kinds=4):
    """Return trees (lists of heads), 2 to 4 tags, tables, phi with forced and forbidden tags."""
    shapes = draw(st.lists(parents(most), min_size=1, max_size=trees))
    tags = draw(st.integers(2, 4))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    scale = draw(st.sampled_from([0.5, 3.0, 30.0]))
    log_psi = random.normal(size=(kinds, tags, tags)) * scale
    edges = [random.integers(0, kinds, len(shape)) for shape in shapes]
    phi = []
    for shape in shapes:
        rows = random.normal(size=(len(shape), tags))
        for row in rows:
            allowed = draw(st.sets(st.integers(0, tags - 1), min_size=1, max_size=tags))
            row[[tag for tag in range(tags) if tag not in allowed]] = -np.inf
        phi.append(rows)
    return shapes, edges, log_psi, phi


def batch_of(shapes, edges):
    """Return the trees as a batch."""
    starts = np.cumsum([0, *(len(shape) for shape in shapes)])
    parent = [
        h + s if h >= 0 else -1 for shape, s in zip(shapes, starts, strict=False) for h in shape
    ]
    return from_parents(starts, np.array(parent, dtype=np.int64), np.concatenate(edges))


@cache
def _grid(tags, size):
    """Return every assignment: shape (tags^size, size)."""
    return np.array(list(itertools.product(range(tags), repeat=size)))


def assignments(shape, edge, log_psi, phi, groups=(), values=None):
    """Return every assignment of tags (assignments, words), and the logarithms of their factors.

    `groups` of words must have the same `values` (one for each tag, "" where none is single);
    members that can have no single value are free.
    """
    tags = log_psi.shape[1]
    grid = _grid(tags, len(shape))
    totals = np.zeros(len(grid))
    for word, head in enumerate(shape):
        over = 0 if head < 0 else grid[:, head]
        totals += phi[word][grid[:, word]] + log_psi[edge[word], grid[:, word], over]
    for group in groups:
        bound = [
            w for w in group if any(v and p > -np.inf for v, p in zip(values, phi[w], strict=True))
        ]
        if bound:
            said = np.array(values)[grid[:, bound]]
            totals[(said != said[:, :1]).any(1) | (said == "").any(1)] = -np.inf
    return grid, totals


def truth(shape, edge, log_psi, phi, groups=(), values=None):
    """Return log Z, marginals (words, tags), pair counts (kinds, tags, tags), the best value."""
    grid, totals = assignments(shape, edge, log_psi, phi, groups, values)
    best = totals.max()
    if best == -np.inf:
        return best, None, None, best
    weights = np.exp(totals - best)
    log_z = best + np.log(weights.sum())
    weights /= weights.sum()
    node, pair = np.zeros((len(shape), log_psi.shape[1])), np.zeros_like(log_psi)
    for word, head in enumerate(shape):
        np.add.at(node[word], grid[:, word], weights)
        over = 0 if head < 0 else grid[:, head]
        np.add.at(pair[edge[word]], (grid[:, word], over), weights)
    return log_z, node, pair, best
