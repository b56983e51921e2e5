"""Many trees of all shapes as one set of tensors, ordered by depth, and their unary factors.

All words of a batch stand in one row, those of the same depth side by side: the words of depth d
are the nodes `levels[d]` to `levels[d + 1]`. Messages then go up or down one level at a time,
over all trees at once, and a level is a slice. Tensors over nodes have them last, shape
(..., nodes), so that sums and maxima over tags run over whole vectors.

Words of the empty tag can be left out (`keep`): where psi is 1 for it whatever the other tag, as in
all three parameterisations, they carry no message, and what hangs below them are trees of their
own, much flatter ones. A word whose head is left out is a root, its edge still that to its head:
the factor of a root is column 0 of the table, and tag 0 is the empty one.

`log_phi` adds the unary factors: what was observed, and what is forced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from operator import attrgetter

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cdaflow.agreement.labels import Labels
from cdaflow.errors import InputError
from cdaflow.trees import Sentence, Token


@dataclass(frozen=True)
class TreeBatch:
    """The shapes of many trees; what the nodes' numbers mean is said at the top of the module.

    `starts` (trees + 1,): where the words of each tree begin in the row of all words of all
    sentences as they came, whether they are nodes or left out. `levels`: the bounds of the depths.
    The other fields are tensors over nodes. `word`: the node's index in that row. `tree`: its
    tree. `parent`: the node of its head (0 for a root, where it means nothing). `edge`: the kind
    of the edge to its head, an index of the table of potentials. A tree may have several roots, or
    none (no words).
    """

    starts: NDArray[np.int64]
    levels: tuple[int, ...]
    word: Tensor
    tree: Tensor
    parent: Tensor
    edge: Tensor

    @property
    def trees(self) -> int:
        """How many trees there are."""
        return len(self.starts) - 1

    @property
    def nodes(self) -> int:
        """How many nodes there are in all."""
        return self.levels[-1]

    @property
    def words(self) -> int:
        """How many words there are in all, nodes or not."""
        return int(self.starts[-1])

    @property
    def roots(self) -> slice:
        """The nodes that are roots."""
        return slice(0, self.levels[1])

    @property
    def below(self) -> list[slice]:
        """The nodes of each depth below the roots, the deepest last."""
        bounds = self.levels[1:]
        return [slice(a, b) for a, b in pairwise(bounds)]

    def to(self, device: str | torch.device) -> TreeBatch:
        """Return the batch with its tensors on a device."""
        tensors = {name: getattr(self, name).to(device) for name in _TENSORS}
        return replace(self, **tensors)

    def by_word(self, values: Tensor) -> Tensor:
        """Return values over nodes (..., nodes) by word: (..., words), 0 for those left out."""
        ordered = values.new_zeros(*values.shape[:-1], self.words)
        ordered[..., self.word] = values
        return ordered

    def by_node(self, values: Tensor) -> Tensor:
        """Return values over words (..., words) by node: (..., nodes)."""
        return values.index_select(-1, self.word)

    def node_of(self) -> Tensor:
        """Return the node of each word, -1 for one that is left out: shape (words,)."""
        nodes = torch.full((self.words,), -1, dtype=torch.int64, device=self.word.device)
        nodes[self.word] = torch.arange(self.nodes, device=self.word.device)
        return nodes


_TENSORS = ("word", "tree", "parent", "edge")


def all_tokens(sentences: Sequence[Sentence]) -> list[Token]:
    """Return the words of all sentences in a row."""
    return list(chain.from_iterable(sentence.tokens for sentence in sentences))


def build_batch(
    sentences: Sequence[Sentence],
    labels: Labels,
    *,
    tokens: Sequence[Token] | None = None,
    keep: NDArray[np.bool_] | None = None,
    device: str | torch.device = "cpu",
) -> TreeBatch:
    """Return `sentences` as a batch whose `edge` are kinds of `labels`.

    `tokens` are the words of all sentences in a row, where the caller has them already; `keep`
    (words,) says which are nodes, all where None.

    Raises InputError where the heads of a sentence are no tree.
    """
    tokens = all_tokens(sentences) if tokens is None else tokens
    lengths = np.array([len(sentence.tokens) for sentence in sentences], dtype=np.int64)
    starts = np.concatenate(([0], np.cumsum(lengths)))
    heads = np.fromiter(map(attrgetter("head"), tokens), np.int64, len(tokens))
    wrong = (heads < 0) | (heads > np.repeat(lengths, lengths))
    if wrong.any():
        raise _no_tree(
            sentences,
            starts,
            int(wrong.argmax()),
            "tree.head-outside",
            "its head is not one of its words",
        )
    upos, relations = labels.encode(tokens)
    parent = np.where(heads > 0, heads - 1 + np.repeat(starts[:-1], lengths), -1)
    over = np.where(parent >= 0, upos[parent], labels.root) if len(tokens) else upos
    kinds = labels.kind(upos, over, relations)
    try:
        return from_parents(starts, parent, kinds, keep=keep, device=device)
    except _CycleError as cycle:
        raise _no_tree(
            sentences, starts, cycle.word, "tree.cycle", "its heads form a cycle"
        ) from None


class _CycleError(Exception):
    """No root is reached from a word."""

    def __init__(self, word: int) -> None:
        super().__init__(word)
        self.word = word


def _no_tree(
    sentences: Sequence[Sentence], starts: NDArray[np.int64], word: int, code: str, problem: str
) -> InputError:
    tree = int(np.searchsorted(starts, word, side="right")) - 1
    token = sentences[tree].tokens[word - int(starts[tree])]
    name = sentences[tree].sent_id or f"number {tree + 1}"
    return InputError(
        code,
        f"sentence {name}, word {token.id} ({token.form!r}): {problem}",
        hint="the sentence has to be a dependency tree (CoNLL-U, column HEAD)",
    )


def from_parents(
    starts: NDArray[np.int64],
    parent: NDArray[np.int64],
    edge: NDArray[np.int64],
    *,
    keep: NDArray[np.bool_] | None = None,
    device: str | torch.device = "cpu",
) -> TreeBatch:
    """Return a batch of trees given as arrays over all their words in a row.

    `starts` (trees + 1,): where each tree begins; `parent` (words,): the head's index in the
    row, -1 for a root; `edge` (words,): the kind of the edge to the head; `keep` (words,): which
    of them are nodes.
    """
    nodes = np.arange(len(parent))
    if keep is not None:
        nodes = np.flatnonzero(keep)
        parent = np.where((parent >= 0) & keep[parent], parent, -1)
    depth = _depths(parent)[nodes]
    # numpy sorts small integers by radix; the order within a level stays that of the words, so
    # heads and dependents are met in the same order in memory.
    order = nodes[np.argsort(depth.astype(np.uint16), kind="stable")]
    position = np.zeros_like(parent)
    position[order] = np.arange(len(order))
    levels = np.concatenate(([0], np.cumsum(np.bincount(depth, minlength=1))))
    tree = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    above = parent[order]
    arrays = {
        "word": order,
        "tree": tree[order],
        "parent": np.where(above >= 0, position[above], 0) if len(order) else order,
        "edge": edge[order],
    }
    tensors = {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
    return TreeBatch(starts=starts, levels=tuple(int(level) for level in levels), **tensors)


def _depths(parent: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many steps each word is from its root, by doubling the stride up the tree."""
    count = len(parent)
    above = np.append(np.where(parent >= 0, parent, count), count)
    steps = np.append((parent >= 0).astype(np.int64), 0)
    for _ in range(max(count, 1).bit_length() + 1):
        if (above == count).all():
            return steps[:-1]
        steps += steps[above]
        above = above[above]
    raise _CycleError(int((above != count).argmax()))


#: For words (by their index in the row of all words of a batch) the tags that they may have.
Permitted = Mapping[int, NDArray[np.bool_]]


def log_phi(
    batch: TreeBatch,
    observed: NDArray[np.int64],
    may_replace: NDArray[np.bool_],
    *,
    log_alpha: float = 0.0,
    forced: Permitted | None = None,
    dtype: torch.dtype = torch.float32,
) -> Tensor:
    """Return the logarithms of the unary factors, shape (tags, nodes).

    The tag in `observed` (words,) has log phi = `log_alpha`, any other that may replace it
    (`may_replace`, shape (tags, tags)) 0, the rest minus infinity: the paper's equation 2 under
    the tags that a word can have. A word in `forced`, which
    must be a node of the batch, has the tags given there instead; `log_alpha` counts for it too.

    Raises InputError where a word is left without any tag.
    """
    tags = len(may_replace)
    rows = np.where(may_replace, 0.0, -np.inf)
    rows[np.arange(tags), np.arange(tags)] += log_alpha
    device = batch.word.device
    table = torch.tensor(rows.T.copy(), dtype=dtype, device=device)
    tag = torch.from_numpy(observed).to(device).index_select(0, batch.word)
    phi = table.index_select(1, tag)
    if forced:
        words, masks = np.fromiter(forced, np.int64, len(forced)), np.stack(list(forced.values()))
        left = masks.any(1)
        if not left.all():
            raise impossible(batch, int(words[~left].min()))
        columns = np.where(masks, 0.0, -np.inf)
        columns[np.arange(len(words)), observed[words]] += log_alpha
        where = batch.node_of()[torch.from_numpy(words).to(device)]
        phi[:, where] = torch.tensor(columns.T.copy(), dtype=dtype, device=device)
    return phi


def impossible(batch: TreeBatch, word: int) -> InputError:
    """Return the error for a word (by its index in the row of all words) that has no tag left."""
    tree = int(np.searchsorted(batch.starts, word, side="right")) - 1
    position = word - int(batch.starts[tree]) + 1
    return _contradiction(
        "word.all-tags-forbidden",
        f"no tag is allowed for word {position} of sentence {tree + 1}",
    )


def impossible_tree(tree: int) -> InputError:
    """Return the error for a tree of which no assignment is possible."""
    return _contradiction(
        "sentence.all-tags-forbidden",
        f"no assignment of tags to sentence {tree + 1} is allowed",
    )


def _contradiction(code: str, problem: str) -> InputError:
    return InputError(
        code,
        f"impossible evidence: {problem} (counted within the batch)",
        hint="the forced tags contradict each other",
    )
