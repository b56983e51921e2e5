"""The words of a whole column of sentences at once.

A word is a run of letters and digits, with the apostrophe behind it, which tells "un'" (feminine)
from "un": "un’amica" is "un'" and "amica". Hyphens part words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.io.columns import indices_where, numbers_of

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
class Words:
    """The words of N sentences: the different ones, and which stand where.

    `forms`: the different words; `places`: for each word of the text, in order, its place in
    `forms`; `rows`: its sentence, from 0, in ascending order; `opening`: whether a sentence
    may begin with it, so that a capital does not make it a name. All have shape (M,).
    """

    forms: pa.StringArray
    places: NDArray[np.integer]
    rows: NDArray[np.integer]
    opening: NDArray[np.bool_]


def split_words(column: pa.StringArray) -> Words:
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
    kept = inside | ((text == ord("'")) & goes_on[:-1])
    offsets = np.zeros(len(starts) + 1, dtype=np.int32)
    offsets[:-1] = (np.cumsum(kept, dtype=np.int32) - kept)[starts]
    letters = text[kept]
    offsets[-1] = len(letters)
    forms = pa.StringArray.from_buffers(len(starts), pa.py_buffer(offsets), pa.py_buffer(letters))
    coded = forms.dictionary_encode()
    counts = np.diff(np.searchsorted(starts, ends))
    rows = np.repeat(np.arange(len(column), dtype=np.int32), counts)
    return Words(coded.dictionary, numbers_of(coded.indices), rows, _opening(text, starts, rows))


def _opening(
    text: NDArray[np.uint8], starts: NDArray[np.int64], rows: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Return which words begin a text, or stand behind a mark at the end of a sentence."""
    opening = np.ones(len(starts), dtype=bool)
    opening[1:] = rows[1:] != rows[:-1]
    before, above = text[np.maximum(starts - 1, 0)], text[np.maximum(starts - 2, 0)]
    is_blank, is_apostrophe = before == ord(" "), before == ord("'")
    opening |= np.where(is_blank, _ENDS[above], ~is_apostrophe)
    return opening


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
        places = indices_where(text[: len(data)] == lead)
        second = text[places + 1].astype(np.int32)
        found = kinds[second << 8 | text[places + 2]] if length == 3 else kinds[second << 8]
        for place in range(length):
            text[places[found > 0] + place] = _WRITTEN[found[found > 0]]
    return text[: len(data)]


#: What stands in the place of a sign: by 1 for any, by 2 for an apostrophe.
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
