"""Examples as tensors: batches of like length, so that little of them is padding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cdaflow.inflection.transducer.alphabet import EDGE, PADDING, Alphabet
from cdaflow.inflection.transducer.examples import Example


@dataclass(frozen=True)
class Batch:
    """Some examples, B of them.

    `source` (B, J): characters with EDGE on both sides, then PADDING; `lengths` (B,) of them.
    `symbols` (B, S): multi-hot, float. `literal` (B, J): the code points of the source, -1 at
    edges, -2 in padding: what a copy of a place gives, known character or not.
    `target` (B, I + 1): EDGE, the form, EDGE, PADDING; `target_literal` likewise. Without forms
    I is 0.
    """

    source: Tensor
    lengths: Tensor
    symbols: Tensor
    literal: Tensor
    target: Tensor
    target_literal: Tensor

    def __len__(self) -> int:
        return len(self.source)


def _padded(rows: Sequence[Sequence[int]], fill: int) -> Tensor:
    width = max(map(len, rows))
    array = np.full((len(rows), width), fill, dtype=np.int64)
    for number, row in enumerate(rows):
        array[number, : len(row)] = row
    return torch.from_numpy(array)


def _code_points(word: str) -> list[int]:
    return [-1, *map(ord, word), -1]


def make_batch(
    examples: Sequence[Example],
    alphabet: Alphabet,
    *,
    targets: bool = True,
    forget: float = 0.0,
    random: np.random.Generator | None = None,
) -> Batch:
    """Return examples as one batch, in their order; `targets`: with the forms.

    `forget`: the share of examples in which one letter, drawn by `random`, counts as unknown; it
    is how a network learns to copy letters that it has never seen.
    """
    unknown = [""] * len(examples)
    if forget and random is not None:
        for row in np.flatnonzero(random.random(len(examples)) < forget).tolist():
            source = examples[row].source
            unknown[row] = source[random.integers(len(source))]
    sources = [alphabet.encode(e.source, u) for e, u in zip(examples, unknown, strict=True)]
    multi_hot = np.zeros((len(examples), len(alphabet.symbols)), dtype=np.float32)
    for row, example in enumerate(examples):
        multi_hot[row, alphabet.encode_symbols(example.symbols)] = 1
    forms = [
        alphabet.encode(e.target, u) if targets else [EDGE]
        for e, u in zip(examples, unknown, strict=True)
    ]
    points = [_code_points(e.target) if targets else [-1] for e in examples]
    return Batch(
        source=_padded(sources, PADDING),
        lengths=torch.tensor([len(source) for source in sources]),
        symbols=torch.from_numpy(multi_hot),
        literal=_padded([_code_points(example.source) for example in examples], -2),
        target=_padded(forms, PADDING),
        target_literal=_padded(points, -3),
    )


def by_length(
    examples: Sequence[Example], size: int, seed: Sequence[int] | None = None
) -> list[NDArray[np.int64]]:
    """Return the numbers of examples in batches of at most `size`, of like length.

    With `seed` which examples share a batch, and the order of the batches, are drawn: sources of
    one batch have the same length or nearly so. Without, the longest come first.
    """
    lengths = np.array([len(e.source) for e in examples], dtype=np.int64)
    forms = np.array([len(e.target) for e in examples], dtype=np.int64)
    if seed is None:
        order = np.lexsort((forms, lengths))[::-1]
        return [order[start : start + size] for start in range(0, len(order), size)]
    random = np.random.default_rng(list(seed))
    order = np.lexsort((random.random(len(examples)), lengths))
    batches = [order[start : start + size] for start in range(0, len(order), size)]
    return [batches[i] for i in random.permutation(len(batches))]
