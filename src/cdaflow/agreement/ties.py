"""Words that are one person: groups whose members agree, with inference still exact.

A tie is a factor that is 1 where all members of a group have the same value of the tied feature
and 0 elsewhere. Such factors close cycles in the tree, so belief propagation alone would no
longer be exact. But once the value of a group is given, its tie is nothing but a set of
forbidden tags for each member, and the tree is a tree again. So each tree is copied once for
every combination of values of its groups, all copies go through the same tensor programme, and
log Z is the sum, the best assignment the best one, over the copies: exact, since the events
exclude each other and fill the whole space. The cost is that of values^groups trees: 2 for one
person in a language of two genders, 4 for two persons. Copies that the evidence forbids are left
out before (so one person whose gender is forced costs one tree), and more than MAX_COPIES of a
tree are an error.

Members whose tags have no single value of the feature (a word without gender, or with a form for
both), or that are no nodes of the batch, are not bound by the tie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cdaflow.agreement.batch import TreeBatch
from cdaflow.agreement.evidence import impossible_tree
from cdaflow.agreement.inference import (
    check_possible,
    marginals,
    raw_best_assignment,
    raw_log_partition,
)
from cdaflow.agreement.tags import TagSet
from cdaflow.errors import ConfigError

#: Groups of each tree (by its number): places of words within the sentence, counted from 0.
Groups = Mapping[int, Sequence[Sequence[int]]]

#: Above this many copies of one tree something is wrong (12 persons of unknown gender).
MAX_COPIES = 4096


@dataclass(frozen=True)
class TiedBatch:
    """Copies of the trees of a batch, in each of which the groups' values are given.

    `batch` and `log_phi` are those of the copies; `source` (nodes of copies,) says of which node
    each is a copy, `owner` (copies,) of which tree; the copies of a tree follow one another.
    """

    original: TreeBatch
    batch: TreeBatch
    log_phi: Tensor
    source: Tensor
    owner: Tensor

    def log_partition(self, log_psi: Tensor) -> Tensor:
        """Return log Z of each original tree, shape (trees,); see `inference.log_partition`."""
        each = raw_log_partition(self.batch, log_psi, self.log_phi)
        top = each.detach().new_full((self.original.trees,), -torch.inf)
        top = top.scatter_reduce(0, self.owner, each.detach(), "amax")
        check_possible(top)
        terms = (each - top[self.owner]).exp()
        return torch.zeros_like(top).index_add(0, self.owner, terms).log() + top

    def marginals(self, log_psi: Tensor) -> tuple[Tensor, Tensor]:
        """Return the marginals of the original nodes; see `inference.marginals`."""
        with torch.no_grad():
            each = raw_log_partition(self.batch, log_psi, self.log_phi)
            weight = (each - self.log_partition(log_psi)[self.owner]).exp()[self.batch.tree]
            possible = self.log_phi
            if (impossible_trees := each.isneginf()).any():
                # Any tags will do in a copy that weighs nothing.
                possible = possible.masked_fill(impossible_trees[self.batch.tree], 0)
            node, edge = marginals(self.batch, log_psi, possible)
            tags, nodes = len(node), self.original.nodes
            summed = node.new_zeros(tags, nodes).index_add_(1, self.source, node * weight)
            pairs = node.new_zeros(tags * tags, nodes)
            pairs.index_add_(1, self.source, (edge * weight).view(tags * tags, -1))
            return summed, pairs.view(tags, tags, nodes)

    def best_assignment(self, log_psi: Tensor) -> tuple[Tensor, Tensor]:
        """Return the best tags of the original nodes; see `inference.best_assignment`."""
        tags, each = raw_best_assignment(self.batch, log_psi, self.log_phi)
        top = each.new_full((self.original.trees,), -torch.inf)
        top.scatter_reduce_(0, self.owner, each, "amax")
        check_possible(top)
        copies = torch.arange(len(each), device=each.device)
        # Of equally good copies the first.
        good = torch.where(each == top[self.owner], copies, len(each))
        first = copies.new_full((self.original.trees,), len(each))
        first.scatter_reduce_(0, self.owner, good, "amin")
        chosen = first[self.owner[self.batch.tree]] == self.batch.tree
        best = torch.empty_like(self.original.parent)
        best[self.source[chosen]] = tags[chosen]
        return best, top


def tie(
    batch: TreeBatch, log_phi: Tensor, groups: Groups, tags: TagSet, feature: str = "Gender"
) -> TiedBatch:
    """Return the copies of the trees of `batch` in which the words of each group agree.

    Raises InputError where the evidence leaves a group no common value, ConfigError where a tree
    would need more than MAX_COPIES copies.
    """
    place = tags.features.index(feature)
    values = [bundle[place] for bundle in tags.bundles]
    nodes, phi = batch.node_of().cpu().numpy(), log_phi.detach().cpu().numpy()
    copies = np.ones(batch.trees, dtype=np.int64)
    masks: list[tuple[int, int, int, NDArray[np.bool_]]] = []
    for tree, members in sorted(groups.items()):
        bound = _merged([_bound(batch, nodes, phi, tree, group, values) for group in members])
        choices = [_choices(phi, tree, group, values) for group in bound]
        copies[tree] = np.prod([len(choice) for choice in choices], dtype=np.int64)
        if copies[tree] > MAX_COPIES:
            raise ConfigError(
                f"{len(choices)} tied groups in one sentence need {copies[tree]} copies of it, "
                f"{MAX_COPIES} at most are made",
                hint="force the gender of some of the persons",
            )
        for copy, combination in enumerate(product(*choices)):
            for group, value in zip(bound, combination, strict=True):
                kept = np.array([value != other for other in values])
                masks += [(tree, copy, node, kept) for node in group]
    return _copied(batch, log_phi, copies, masks)


def _bound(
    batch: TreeBatch,
    nodes: NDArray[np.int64],
    phi: NDArray[np.floating],
    tree: int,
    group: Sequence[int],
    values: Sequence[str],
) -> list[int]:
    """Return the nodes of a group's members that can have a single value of the feature."""
    single = np.array([bool(value) and "," not in value for value in values])
    start = int(batch.starts[tree])
    members = [int(nodes[start + place]) for place in dict.fromkeys(group)]
    members = [node for node in members if node >= 0]
    return [node for node in members if (np.isfinite(phi[:, node]) & single).any()]


def _merged(groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return groups of nodes with those made one that share a node, without empty ones."""
    merged: list[list[int]] = []
    for group in groups:
        touched = [other for other in merged if not set(other).isdisjoint(group)]
        merged = [other for other in merged if other not in touched]
        if group:
            merged.append(sorted(set(group).union(*touched)))
    return merged


def _choices(
    phi: NDArray[np.floating],
    tree: int,
    group: Sequence[int],
    values: Sequence[str],
) -> list[str]:
    """Return the values that all nodes of a group can have."""
    common = [
        {v for v, p in zip(values, phi[:, node], strict=True) if v and "," not in v and p > -np.inf}
        for node in group
    ]
    choices = sorted(set.intersection(*common))
    if not choices:
        raise impossible_tree(tree)
    return choices


def _copied(
    batch: TreeBatch,
    log_phi: Tensor,
    copies: NDArray[np.int64],
    masks: Sequence[tuple[int, int, int, NDArray[np.bool_]]],
) -> TiedBatch:
    """Return `copies` of each tree; masks: tree, copy, node, tags that are forbidden there."""
    device = batch.word.device
    tree = batch.tree.cpu().numpy()
    times = copies[tree]
    first = np.concatenate(([0], np.cumsum(times)))
    source = np.repeat(np.arange(batch.nodes), times)
    copy = np.arange(len(source)) - first[source]
    first_tree = np.concatenate(([0], np.cumsum(copies)))
    lengths = np.repeat(np.diff(batch.starts), copies)
    starts = np.concatenate(([0], np.cumsum(lengths)))
    new_tree = first_tree[tree[source]] + copy
    word = batch.word.cpu().numpy()[source] - batch.starts[tree[source]] + starts[new_tree]
    from_source = torch.from_numpy(source).to(device)
    copied = TreeBatch(
        starts=starts,
        levels=tuple(int(first[level]) for level in batch.levels),
        word=torch.from_numpy(word).to(device),
        tree=torch.from_numpy(new_tree).to(device),
        parent=torch.from_numpy(first[batch.parent.cpu().numpy()[source]] + copy).to(device),
        edge=batch.edge.index_select(0, from_source),
    )
    phi = log_phi.index_select(1, from_source)
    if masks:
        where = torch.tensor([first[node] + number for _, number, node, _ in masks], device=device)
        banned = torch.from_numpy(np.stack([mask for *_, mask in masks], 1)).to(device)
        phi = phi.index_put(
            (torch.arange(len(phi), device=device)[:, None], where[None]),
            phi[:, where].masked_fill(banned, -torch.inf),
        )
    owner = np.repeat(np.arange(batch.trees), copies)
    return TiedBatch(batch, copied, phi, from_source, torch.from_numpy(owner).to(device))
