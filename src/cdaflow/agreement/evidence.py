"""The unary factors phi: what was observed, and what is forced or forbidden."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cdaflow.agreement.batch import TreeBatch
from cdaflow.errors import InputError

#: For words (by their place in the row of all words of a batch) the tags that they may have.
Permitted = Mapping[int, NDArray[np.bool_]]


def log_phi(
    batch: TreeBatch,
    observed: NDArray[np.int64],
    may_replace: NDArray[np.bool_],
    *,
    log_alpha: float = 0.0,
    forced: Permitted | None = None,
    forbidden: Permitted | None = None,
    dtype: torch.dtype = torch.float32,
) -> Tensor:
    """Return the logarithms of the unary factors, shape (tags, nodes).

    The tag in `observed` (words,) has log phi = `log_alpha`, any other that may replace it
    (`may_replace`, shape (tags, tags)) 0, the rest minus infinity: the paper's equation 2 under
    the tags that a word can have. A word in `forced` has the tags given there instead, of those
    in `forbidden` none; `log_alpha` counts for them too. Both must be nodes of the batch.

    Raises InputError where a word is left without any tag.
    """
    tags = len(may_replace)
    rows = np.where(may_replace, 0.0, -np.inf)
    rows[np.arange(tags), np.arange(tags)] += log_alpha
    device = batch.word.device
    table = torch.tensor(rows.T.copy(), dtype=dtype, device=device)
    tag = torch.from_numpy(observed).to(device).index_select(0, batch.word)
    phi = table.index_select(1, tag)
    words, masks = _special(observed, may_replace, forced or {}, forbidden or {})
    if len(words):
        if (left := masks.any(1)).sum() < len(words):
            raise impossible(batch, int(words[left.argmin()]))
        columns = np.where(masks, 0.0, -np.inf)
        columns[np.arange(len(words)), observed[words]] += log_alpha
        where = batch.node_of()[torch.from_numpy(words).to(device)]
        phi[:, where] = torch.tensor(columns.T.copy(), dtype=dtype, device=device)
    return phi


def _special(
    observed: NDArray[np.int64],
    may_replace: NDArray[np.bool_],
    forced: Permitted,
    forbidden: Permitted,
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the words with wishes, in order, and the tags that they may have: (words, tags)."""
    words = np.unique(np.array([*forced, *forbidden], dtype=np.int64))
    masks = may_replace[observed[words]]
    if forced:
        rows = np.searchsorted(words, np.fromiter(forced, np.int64, len(forced)))
        masks[rows] = np.stack(list(forced.values()))
    if forbidden:
        rows = np.searchsorted(words, np.fromiter(forbidden, np.int64, len(forbidden)))
        masks[rows] &= ~np.stack(list(forbidden.values()))
    return words, masks


def impossible(batch: TreeBatch, word: int) -> InputError:
    """Return the error for a word (by its place in the row of all words) that has no tag left."""
    tree = int(np.searchsorted(batch.starts, word, side="right")) - 1
    place = word - int(batch.starts[tree]) + 1
    return _contradiction(f"every tag of word {place} of sentence {tree + 1} is forbidden")


def impossible_tree(tree: int) -> InputError:
    """Return the error for a tree of which no assignment is possible."""
    return _contradiction(f"every assignment of tags to sentence {tree + 1} is forbidden")


def _contradiction(problem: str) -> InputError:
    return InputError(
        f"impossible evidence: {problem} (counted within the batch)",
        hint="what is forced, forbidden and tied there contradicts itself",
    )
