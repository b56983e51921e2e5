"""Examples as tensors: characters and symbols as numbers, batches of like length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cdaflow.inflection.transducer.examples import Example

#: Numbers before those of the characters. EDGE stands on both sides of the source, and before
#: and after the form: its end is a character like others, and can be aligned with the source's.
PADDING, EDGE, UNKNOWN = 0, 1, 2
_SPECIAL = 3


@dataclass(frozen=True)
class Alphabet:
    """The characters and feature symbols that a model knows; both sorted."""

    characters: tuple[str, ...]
    symbols: tuple[str, ...]

    @classmethod
    def collect(cls, examples: Iterable[Example], rare: int = 0) -> Alphabet:
        """Return the alphabet of examples; characters in at most `rare` of them are unknown."""
        characters: Counter[str] = Counter()
        symbols: set[str] = set()
        for example in examples:
            characters.update(set(example.source) | set(example.target))
            symbols.update(example.symbols)
        often = sorted(letter for letter, count in characters.items() if count > rare)
        return cls(tuple(often), tuple(sorted(symbols)))

    @property
    def size(self) -> int:
        """How many numbers characters have, the special ones included."""
        return _SPECIAL + len(self.characters)

    @cached_property
    def _number(self) -> dict[str, int]:
        return {letter: number for number, letter in enumerate(self.characters, _SPECIAL)}

    @cached_property
    def _symbol(self) -> dict[str, int]:
        return {symbol: number for number, symbol in enumerate(self.symbols)}

    def encode(self, word: str, unknown: str = "") -> list[int]:
        """Return a word with EDGE on both sides, UNKNOWN for characters that are not here.

        `unknown`: a character that is to count as not here.
        """
        number = self._number
        inner = [number.get(c, UNKNOWN) if c != unknown else UNKNOWN for c in word]
        return [EDGE, *inner, EDGE]

    def encode_symbols(self, symbols: Sequence[str]) -> list[int]:
        """Return the numbers of symbols; those never seen say nothing and are left out."""
        return [self._symbol[symbol] for symbol in symbols if symbol in self._symbol]

    def letter(self, number: int) -> str:
        """Return the character of a number from `_SPECIAL` up."""
        return self.characters[number - _SPECIAL]


@dataclass(frozen=True)
class Batch:
    """Some examples, B of them.

    `source` (B, J): characters with EDGE on both sides, then PADDING; `lengths` (B,) of them.
    `symbols` (B, S): multi-hot, float. `literal` (B, J): the code points of the source, -1 at
    edges, -2 in padding: what a copy of a position gives, known character or not.
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

    `forget`: the share of examples in which one letter, sampled by `random`, counts as unknown; it
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

    With `seed` which examples share a batch, and the order of the batches, are random: sources of
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
