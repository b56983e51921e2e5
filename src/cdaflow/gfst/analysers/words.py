"""Evidence from the words of sentences, one by one, which are split in whole columns.

A word is a run of letters and digits, with the apostrophe behind it, which tells "un'" (feminine)
from "un": "un’amica" is "un'" and "amica". Hyphens part words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.gfst.target_filter import Evidence
from cdaflow.io.columns import indices_where, integers, numbers_of

#: What a word shows: nothing, masculine, feminine.
NOTHING, MASCULINE, FEMININE = range(3)

#: Genders as UD writes them in these codes; neuter shows nothing.
CODES: Mapping[str, int] = {"Masc": MASCULINE, "Fem": FEMININE}

#: So many words are remembered at most.
_MEMORY = 1 << 20


#: Signs beyond ASCII that are no letters; any other byte beyond ASCII is taken for part of one.
_SIGNS = "«»‹›“”„‟‘‚‛–—―‐‑‒…•·¿¡€£°®©™−′″ªº§¶\u00a0\u00ad\u200b\u200e\u200f\u202f\u2009\u05be\u05f4"

#: Signs that are apostrophes.
_APOSTROPHES = "’ʼ\u05f3"

_WORD = np.zeros(256, dtype=bool)
_WORD[[*b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"]] = True
_WORD[128:] = True

#: Behind these a sentence may begin, as a word may that a quotation mark stands right before.
_ENDS = np.zeros(256, dtype=bool)
_ENDS[[*b".!?:"]] = True


@dataclass(frozen=True)
class SplitSentences:
    """The words of N sentences: the different ones, and which stand where.

    `forms`: the different words; `indices`: for each word of the text, in order, its index in
    `forms`; `rows`: its sentence, from 0, in ascending order; `opening`: whether a sentence
    may begin with it, so that a capital does not make it a name; `hyphenated`: whether a hyphen
    joins it to the word before it. All have shape (M,).
    """

    forms: pa.StringArray
    indices: NDArray[np.integer]
    rows: NDArray[np.integer]
    opening: NDArray[np.bool_]
    hyphenated: NDArray[np.bool_]


def split_words(column: pa.StringArray) -> SplitSentences:
    """Return the words of a column of texts; a null has none."""
    if column.null_count:
        column = pc.fill_null(column, "")
    bounds = _offsets(column)
    text = _plain(column.buffers()[2], int(bounds[0]), int(bounds[-1]))
    ends = bounds - bounds[0]
    inside = _WORD[text]
    # Whether a word goes on: one ends where the sentence does, though letters follow.
    goes_on = np.zeros(len(text) + 1, dtype=bool)
    goes_on[1:] = inside
    goes_on[ends] = False
    starts = np.flatnonzero(inside & ~goes_on[:-1])
    is_letter = inside | ((text == ord("'")) & goes_on[:-1])
    offsets = np.zeros(len(starts) + 1, dtype=np.int32)
    offsets[:-1] = (np.cumsum(is_letter, dtype=np.int32) - is_letter)[starts]
    letters = text[is_letter]
    offsets[-1] = len(letters)
    forms = pa.StringArray.from_buffers(len(starts), pa.py_buffer(offsets), pa.py_buffer(letters))
    coded = forms.dictionary_encode()
    counts = np.diff(np.searchsorted(starts, ends))
    rows = np.repeat(np.arange(len(column), dtype=np.int32), counts)
    new_row = np.ones(len(starts), dtype=bool)
    new_row[1:] = rows[1:] != rows[:-1]
    before, above = (text[np.maximum(starts - back, 0)] for back in (1, 2))
    return SplitSentences(
        coded.dictionary,
        numbers_of(coded.indices),
        rows,
        new_row | _follows_end(before, above),
        ~new_row & (before == ord("-")) & _WORD[above],
    )


def _follows_end(before: NDArray[np.uint8], above: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which words stand behind a mark, or behind a blank and the end of a sentence.

    `before`: the sign before each word; `above`: the one before that.
    """
    is_blank, is_apostrophe = before == ord(" "), before == ord("'")
    follows: NDArray[np.bool_] = np.where(is_blank, _ENDS[above], ~is_apostrophe)
    return follows


def _offsets(column: pa.StringArray) -> NDArray[np.int32]:
    """Return where each text begins in the letters, and where the last ends, shape (N + 1,)."""
    buffer = column.buffers()[1]
    if buffer is None:
        return np.zeros(1, dtype=np.int32)
    return np.frombuffer(buffer, dtype=np.int32)[column.offset : column.offset + len(column) + 1]


def _plain(letters: pa.Buffer | None, start: int, end: int) -> NDArray[np.uint8]:
    """Return letters with the signs beyond ASCII as zeros, byte by byte in place.

    Apostrophes stand there as often as they have bytes.
    """
    data = b"" if letters is None else letters.slice(start, end - start).to_pybytes()
    if data.isascii():
        return np.frombuffer(data, dtype=np.uint8)
    # Two bytes more, so that what stands behind the last one can be asked.
    text = np.frombuffer(data + b"\0\0", dtype=np.uint8).copy()
    for lead, (length, kinds) in _tables().items():
        offsets = indices_where(text[: len(data)] == lead)
        second = text[offsets + 1].astype(np.int32)
        codes = kinds[second << 8 | text[offsets + 2]] if length == 3 else kinds[second << 8]
        for offset in range(length):
            text[offsets[codes > 0] + offset] = _WRITTEN[codes[codes > 0]]
    return text[: len(data)]


#: What is put instead of a sign: by 1 for any, by 2 for an apostrophe.
_WRITTEN = np.array([0, 0, ord("'")], dtype=np.uint8)


@cache
def _tables() -> dict[int, tuple[int, NDArray[np.uint8]]]:
    """Return for the first byte of signs how many they have, and a table of their other bytes.

    The table has 1 for a sign and 2 for an apostrophe, at 256 times the second byte plus the third.
    """
    tables: dict[int, tuple[int, NDArray[np.uint8]]] = {}
    for kind, signs in ((1, _SIGNS), (2, _APOSTROPHES)):
        for lead, second, *third in (sign.encode() for sign in signs):
            empty = np.zeros(1 << 16, dtype=np.uint8)
            table = tables.setdefault(lead, (2 + len(third), empty))[1]
            table[second << 8 | (third[0] if third else 0)] = kind
    return tables


def split_at_blanks(column: pa.StringArray) -> SplitSentences:
    """Return the words of a column of texts; a null has none. Any may begin a sentence."""
    parts = pc.utf8_split_whitespace(pc.fill_null(column, ""))
    rows = numbers_of(pc.list_parent_indices(parts)).astype(np.int32)
    words = pc.list_flatten(parts)
    filled = pc.not_equal(words, "")  # white space at an end leaves an empty word
    coded = words.filter(filled).dictionary_encode()
    rows = rows[np.asarray(filled.to_pylist(), dtype=bool)]
    every = np.ones(len(rows), dtype=bool)
    return SplitSentences(coded.dictionary, numbers_of(coded.indices), rows, every, ~every)


class WordGender(Protocol):
    """Says what a word shows by itself."""

    def __call__(self, word: str) -> int:
        """Return NOTHING, MASCULINE or FEMININE for a word in small letters."""


class WordAnalyser:
    """Evidence from words that show a gender by themselves.

    Each different word of a block is asked for once, and remembered; what is left is arithmetic
    over whole columns. `names`: a word with a capital that does not begin a sentence is a name and
    shows nothing ("alla Casa Bianca", "New York City"); not so in German. `split` parts texts
    into words. `genderless` returns which of these have no gender where they stand (see `context`).
    """

    def __init__(
        self,
        gender: WordGender,
        *,
        names: bool = False,
        split: Callable[[pa.StringArray], SplitSentences] = split_words,
        genderless: Callable[[SplitSentences], NDArray[np.bool_]] | None = None,
    ) -> None:
        self._gender = gender
        self._names = names
        self._split = split
        self._genderless = genderless
        self._known: dict[str, int] = {}

    def __call__(self, targets: pa.StringArray) -> Evidence:
        """Return the evidence of sentences."""
        words = self._split(targets)
        forms = words.forms.to_pylist()
        codes = self._codes(forms)[words.indices]
        if self._names:
            capital = np.array([form[0].isupper() for form in forms], dtype=bool)[words.indices]
            codes[capital & ~words.opening] = NOTHING
        if self._genderless is not None:
            codes[self._genderless(words)] = NOTHING
        return Evidence(
            _first(words, codes == MASCULINE, len(targets)),
            _first(words, codes == FEMININE, len(targets)),
        )

    def _codes(self, forms: list[str]) -> NDArray[np.uint8]:
        cache, gender = self._known, self._gender
        if len(cache) > _MEMORY:
            cache.clear()
        codes = np.zeros(len(forms), dtype=np.uint8)
        for index, form in enumerate(forms):
            code = cache.get(form)
            if code is None:
                cache[form] = code = gender(form.lower())
            codes[index] = code
        return codes


def _first(words: SplitSentences, chosen: NDArray[np.bool_], sentences: int) -> pa.StringArray:
    """Return the first chosen word of each sentence, null where there is none."""
    indices = np.flatnonzero(chosen)
    rows = words.rows[indices]
    first = np.ones(len(rows), dtype=bool)
    first[1:] = rows[1:] != rows[:-1]
    forms = np.full(sentences, -1, dtype=np.int64)
    forms[rows[first]] = words.indices[indices[first]]
    # A null at the end stands for the index -1.
    with_null = pa.concat_arrays([words.forms, pa.nulls(1, pa.string())])
    return with_null.take(integers(np.where(forms < 0, len(words.forms), forms), pa.int64()))
