"""Exact inference: belief propagation over the levels of a batch of trees, in log space.

Arguments that are the same everywhere: `batch`; `log_psi`, shape (kinds, tags, tags), indexed by
the kind of an edge, the tag m_i of the dependent and the tag m_j of its head; `log_phi`, shape
(tags, nodes), minus infinity for a forbidden tag. Any float type, any device.

The root. In the paper each word occurs once as the first of a triple (i, j, l), the root word with
the root symbol as j. So there is a binary factor for the edge to the root symbol as well; the
symbol itself has no tag to choose, hence that factor is one number for each tag of the root word:
column 0 of its table.

Messages go up one level at a time (appendix A of the paper; one gather of tables, one sum or
maximum, one scatter for each level and all trees), so the cost is O(words * tags^2) and the number
of tensor operations grows with the depth of the deepest tree alone. The way down reuses the
conditional probabilities of a word's tag under its head's, in probability space, where nothing
can overflow. Its results are at once the gradient of log Z: the expected counts.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from cdaflow.agreement.batch import TreeBatch, impossible_tree


def pair_tables(batch: TreeBatch, log_psi: Tensor) -> Tensor:
    """Return the table of each node's edge: shape (tags of node, tags of head, nodes)."""
    kinds, tags, _ = log_psi.shape
    flat = log_psi.permute(1, 2, 0).reshape(tags * tags, kinds)
    return flat.index_select(1, batch.edge).view(tags, tags, batch.nodes)


def _finite(values: Tensor) -> Tensor:
    """Return values with minus infinity made finite, to be taken from others without a NaN."""
    return values.clamp(min=torch.finfo(values.dtype).min)


def _up(batch: TreeBatch, log_psi: Tensor, log_phi: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return log Z (trees,), p(tag of node | tag of head) and p(tag of root), both by node.

    The former has shape (tags, tags of head, nodes), the latter (tags, roots).
    """
    conditional = pair_tables(batch, log_psi)
    inside = log_phi.clone()
    for level in reversed(batch.below):
        scores = conditional[:, :, level] + inside[:, None, level]
        top = _finite(scores.amax(0))
        scores = (scores - top).exp_()
        total = scores.sum(0)
        inside.index_add_(1, batch.parent[level], total.log() + top)
        conditional[:, :, level] = scores.div_(total.clamp(min=torch.finfo(total.dtype).tiny))
    roots = inside[:, batch.roots] + conditional[:, 0, batch.roots]
    top = _finite(roots.amax(0))
    roots = (roots - top).exp_()
    total = roots.sum(0)
    log_z = log_phi.new_zeros(batch.trees)
    log_z.index_add_(0, batch.tree[batch.roots], total.log() + top)
    return log_z, conditional, roots.div_(total.clamp(min=torch.finfo(total.dtype).tiny))


def _down(batch: TreeBatch, conditional: Tensor, roots: Tensor) -> tuple[Tensor, Tensor]:
    """Return p(tag of node) and p(tag of node, tag of head) from the results of `_up`."""
    node = torch.empty_like(conditional[:, 0])
    node[:, batch.roots] = roots
    edge = torch.empty_like(conditional)
    edge[:, :, batch.roots] = 0
    edge[:, 0, batch.roots] = roots
    for level in batch.below:
        head = node.index_select(1, batch.parent[level])
        torch.mul(conditional[:, :, level], head, out=edge[:, :, level])
        torch.sum(edge[:, :, level], 1, out=node[:, level])
    return node, edge


class _LogPartition(Function):
    """log Z with its gradient by the way down the trees, instead of by a recorded graph."""

    @staticmethod
    def forward(ctx: Any, batch: TreeBatch, log_psi: Tensor, log_phi: Tensor) -> Tensor:
        """Return log Z."""
        log_z, conditional, roots = _up(batch, log_psi, log_phi)
        ctx.batch, ctx.kinds = batch, len(log_psi)
        ctx.save_for_backward(conditional, roots)
        return log_z

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[None, Tensor | None, Tensor | None]:
        """Return the expected counts, weighted by the gradient of each tree's log Z."""
        batch: TreeBatch = ctx.batch
        node, edge = _down(batch, *ctx.saved_tensors)
        weight = gradient.index_select(0, batch.tree)
        for_psi = None
        if ctx.needs_input_grad[1]:
            tags = len(node)
            counts = node.new_zeros(tags * tags, ctx.kinds)
            counts.index_add_(1, batch.edge, edge.mul_(weight).view(tags * tags, -1))
            for_psi = counts.view(tags, tags, ctx.kinds).permute(2, 0, 1)
        return None, for_psi, node.mul_(weight) if ctx.needs_input_grad[2] else None


def _check_possible(log_z: Tensor) -> None:
    """Raise InputError where log Z (trees,) says that no assignment has any probability."""
    wrong = log_z.detach().isneginf()
    if wrong.any():
        raise impossible_tree(int(wrong.nonzero()[0, 0]))


def log_partition(batch: TreeBatch, log_psi: Tensor, log_phi: Tensor) -> Tensor:
    """Return log Z of each tree, natural logarithm, shape (trees,); 0 for a tree without words.

    Differentiable (once) in `log_psi` and `log_phi`; the gradients are the expected counts.

    Raises InputError where every assignment of a tree is forbidden.
    """
    log_z: Tensor = _LogPartition.apply(batch, log_psi, log_phi)  # type: ignore[no-untyped-call]
    _check_possible(log_z)
    return log_z


def marginals(batch: TreeBatch, log_psi: Tensor, log_phi: Tensor) -> tuple[Tensor, Tensor]:
    """Return p(m_i), shape (tags, nodes), and p(m_i, m_j), shape (tags, tags, nodes).

    The second is over each node i and its head j; for a root it is p(m_i) in column 0 and else 0.
    Raises InputError where every assignment of a tree is forbidden.
    """
    with torch.no_grad():
        log_z, conditional, roots = _up(batch, log_psi, log_phi)
        _check_possible(log_z)
        return _down(batch, conditional, roots)


def score(batch: TreeBatch, log_psi: Tensor, log_phi: Tensor, tags: Tensor) -> Tensor:
    """Return the logarithm of the product of an assignment's factors, shape (trees,).

    `tags` has shape (nodes,). Differentiable in `log_psi` and `log_phi`.
    """
    head = tags.index_select(0, batch.parent)
    head[batch.roots] = 0
    factors = log_psi[batch.edge, tags, head] + log_phi.gather(0, tags[None])[0]
    return log_phi.new_zeros(batch.trees).index_add(0, batch.tree, factors)


def log_likelihood(batch: TreeBatch, log_psi: Tensor, log_phi: Tensor, tags: Tensor) -> Tensor:
    """Return log p(tags) of each tree, natural logarithm, shape (trees,). See `score`."""
    return score(batch, log_psi, log_phi, tags) - log_partition(batch, log_psi, log_phi)


def best_assignment(batch: TreeBatch, log_psi: Tensor, log_phi: Tensor) -> tuple[Tensor, Tensor]:
    """Return the most probable tags, shape (nodes,), and the logarithm of their factors (trees,).

    Of equally good tags the first is taken, from the root down. Raises InputError where every
    assignment of a tree is forbidden.
    """
    kinds, tags, _ = log_psi.shape
    with torch.no_grad():
        # Tables are looked up a level at a time, which leaves the scores in the cache, and on the
        # way down only for the tag that the head has.
        flat = log_psi.permute(1, 2, 0).reshape(tags, tags * kinds)
        pairs = flat.view(tags * tags, kinds)
        inside = log_phi.clone()
        for level in reversed(batch.below):
            scores = pairs.index_select(1, batch.edge[level]).view(tags, tags, -1)
            scores += inside[:, None, level]
            inside.index_add_(1, batch.parent[level], scores.amax(0))
        best = torch.empty_like(batch.parent)
        scores = flat.index_select(1, batch.edge[batch.roots]) + inside[:, batch.roots]
        value, best[batch.roots] = scores.max(0)
        total = value.new_zeros(batch.trees).index_add_(0, batch.tree[batch.roots], value)
        for level in batch.below:
            under = best.index_select(0, batch.parent[level]).mul_(kinds).add_(batch.edge[level])
            scores = flat.index_select(1, under).add_(inside[:, level])
            best[level] = scores.max(0).indices
    _check_possible(total)
    return best, total
