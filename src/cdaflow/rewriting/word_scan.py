"""Where the words of a short list stand in a whole column of texts.

Arrow's regular expressions say of each text whether and how often they match, not where, and cost
a call for each text. This goes through the bytes of the column instead, all texts at once: a sieve
leaves the places where a word may begin by its first two letters, a few in a hundred bytes; only
these are looked at letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.errors import ConfigError
from cdaflow.io.columns import indices_where

#: Bytes that the sieve takes at a time, so that what it makes of them stays in the cache.
_BLOCK = 1 << 17

#: The bit that makes a small letter of a capital. No byte but an ASCII letter becomes a letter.
_SMALL = np.uint8(0x20)

_Bytes = NDArray[np.uint8]
_Numbers = NDArray[np.int64]
_Truths = NDArray[np.bool_]


def _table(signs: bytes) -> _Truths:
    table = np.zeros(256, dtype=bool)
    table[list(signs)] = True
    return table


_WORD = _table(b"0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


@dataclass(frozen=True)
class Places:
    """Where words stand, from the left, text by text: shapes (K,).

    `row`: the text; `start`: bytes from its beginning; `word`: the number of the word in the list;
    `before`, `after`: the bytes beside it, 0 at the ends of a text.
    """

    row: _Numbers
    start: _Numbers
    word: _Numbers
    before: _Bytes
    after: _Bytes


@dataclass(frozen=True)
class WordScan:
    """A search for words of two ASCII letters or more, in small letters or capitals.

    A word ends where no other letter, digit or underscore of ASCII follows; what is beyond ASCII
    counts as no letter here, and `Places` says what stands there.
    """

    words: Sequence[str]

    def __post_init__(self) -> None:
        for word in self.words:
            if not (word.isascii() and word.isalpha() and word.islower() and len(word) > 1):
                raise ConfigError(f"{word!r}: a word is two letters from a to z or more")

    def find(self, column: pa.StringArray | pa.LargeStringArray) -> Places:
        """Return where the words stand in a column without nulls."""
        ends, text = _buffers(column)
        base = int(ends[0])
        text, ends = text[base : int(ends[-1])], ends - base
        places = np.concatenate([np.zeros(0, np.int64), *self._sieve(text, ends[:-1])])
        row = np.searchsorted(ends, places, side="right") - 1
        start, left = places - ends[row], ends[row + 1] - places
        # What stands at each place and at the next ones, 0 beyond the end of the text.
        letters = [
            text.take(places + more, mode="clip") * (left > more)
            for more in range(max(map(len, self.words)) + 1)
        ]
        small = [letter | _SMALL for letter in letters]
        is_end = [~_WORD[letter] for letter in letters]
        word = np.full(len(places), -1)
        for number, form in enumerate(self.words):
            here = is_end[len(form)].copy()
            for wanted, letter in zip(form.encode(), small, strict=False):
                here &= letter == wanted
            word[here] = number
        before = text.take(places - 1, mode="clip") * (start > 0)
        whole = np.flatnonzero((word >= 0) & ~_WORD[before])
        row, start, word, before = row[whole], start[whole], word[whole], before[whole]
        length = np.array([len(form) for form in self.words])[word]
        after = np.stack(letters)[length, whole]
        return Places(row, start, word, before, after)

    @cached_property
    def _pairs(self) -> dict[int, list[int]]:
        """The second letters of words by their first."""
        pairs = sorted({word.encode()[:2] for word in self.words})
        return {first: [pair[1] for pair in pairs if pair[0] == first] for first, _ in pairs}

    def _sieve(self, text: _Bytes, begins: _Numbers) -> Iterator[_Numbers]:
        """Yield the places with the first two letters of a word and no letter before them."""
        for start in range(0, len(text) - 1, _BLOCK):
            # The byte before the block and the one after it belong to it.
            block = text[max(start - 1, 0) : start + _BLOCK + 1] | _SMALL
            if start == 0:
                block = np.concatenate([np.zeros(1, np.uint8), block])
            before, first, second = block[:-2], block[1:-1], block[2:]
            likely = np.zeros(len(first), dtype=bool)
            for letter, others in self._pairs.items():
                pair = np.zeros(len(first), dtype=bool)
                for other in others:
                    pair |= second == other
                pair &= first == letter
                likely |= pair
            free = (before - np.uint8(ord("a"))) >= 26
            # Before the first letter of a text stands nothing, or the end of another.
            low, high = np.searchsorted(begins, (start, start + len(first)))
            free[begins[low:high] - start] = True
            likely &= free
            yield indices_where(likely) + start


def _buffers(column: pa.StringArray | pa.LargeStringArray) -> tuple[_Numbers, _Bytes]:
    """Return where the texts of a column begin, and the end of the last, shape (N + 1,); bytes."""
    kind = np.int64 if pa.types.is_large_string(column.type) else np.int32
    _, offsets, values = column.buffers()
    if not len(column) or offsets is None:
        return np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.uint8)
    ends = np.frombuffer(offsets, dtype=kind)[column.offset : column.offset + len(column) + 1]
    text = np.frombuffer(values, dtype=np.uint8) if values is not None else np.zeros(0, np.uint8)
    return ends.astype(np.int64), text
