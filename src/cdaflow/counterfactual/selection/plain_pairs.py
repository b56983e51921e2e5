"""Pairs whose English is plain, judged in whole columns.

Plain is ASCII without a hyphen, and with nothing doubtful at a pronoun: there Arrow's
regular expressions find the same words as the rules on single sentences (`PronounScan.find`,
`ProfessionFinder.find`), and bytes are characters. In a text that speaks much of people this is
several times as quick as looking at each sentence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.errors import ConfigError
from cdaflow.io.columns import numbers_of, rows_where

#: ASCII signs of Unicode's category P, at the end.
_PUNCTUATION = r"[!-#%-*,-/:;?@\[-\]_{}]\z"

_Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class PlainProfessions:
    """The professions of plain sentences: shapes (N,).

    `count`: how many there are; for those that have one, `start` and `end` in characters from 0;
    for others these mean nothing.
    """

    count: _Numbers
    start: _Numbers
    end: _Numbers


@dataclass(frozen=True)
class PlainSearch:
    """The search for professions in plain sentences.

    `profession`: a pattern of any form in small letters, which stands in brackets. To make Arrow
    ready for one of several hundred forms takes as long as the search in some ten thousand
    sentences, so each step makes one call for a column.
    """

    profession: str

    def is_plain(self, column: pa.StringArray) -> NDArray[np.bool_]:
        """Return which sentences are plain, but for their pronouns; shape (N,)."""
        return _truths(
            pc.and_not(pc.string_is_ascii(column), pc.match_substring(column, pattern="-"))
        )

    def has_profession(self, column: pa.StringArray) -> NDArray[np.bool_]:
        """Return which plain sentences have a profession, and which others may; shape (N,)."""
        return _truths(pc.match_substring_regex(column, rf"(?i)\b{self.profession}\b"))

    def professions(self, column: pa.StringArray) -> PlainProfessions:
        """Return the professions of plain sentences."""
        # What is left and right of them, and so where the one between two pieces stands. Small
        # letters first, since a pattern that ignores case takes twice as long to make ready.
        split = pc.split_pattern_regex(pc.ascii_lower(column), rf"\b{self.profession}\b")
        begins = numbers_of(split.offsets).astype(np.int64)
        lengths = numbers_of(pc.binary_length(split.values))
        left, right = lengths[begins[:-1]], lengths[begins[1:] - 1]
        ends = numbers_of(pc.binary_length(column)) - right
        return PlainProfessions(np.diff(begins) - 1, left.astype(np.int64), ends.astype(np.int64))


def check_form(max_tokens: int, length_ratio: float) -> None:
    """Raise ConfigError where these are no limits of a pair's form; 0 stands for no limit."""
    if max_tokens < 0 or length_ratio < 0:
        raise ConfigError("a limit is below 0", hint="0 stands for no limit")
    if 0 < length_ratio < 1:
        raise ConfigError(f"a length ratio of {length_ratio}", hint="give one from 1 up")


def count_tokens(column: pa.StringArray) -> _Numbers:
    """Return how many tokens with white space between each text has, as `str.split` has them."""
    trimmed = pc.utf8_trim_whitespace(column)
    tokens = numbers_of(pc.list_value_length(pc.utf8_split_whitespace(trimmed))).astype(np.int64)
    tokens[numbers_of(pc.binary_length(trimmed)) == 0] = 0
    return tokens


def is_well_begun(column: pa.StringArray) -> NDArray[np.bool_]:
    """Return which plain sentences begin with a capital; shape (N,)."""
    return _truths(pc.match_substring_regex(column, r"\A[A-Z]"))


def is_well_ended(column: pa.StringArray) -> NDArray[np.bool_]:
    """Return which plain sentences end in a punctuation mark; shape (N,)."""
    return _truths(pc.match_substring_regex(column, _PUNCTUATION))


def _truths(mask: pa.BooleanArray) -> NDArray[np.bool_]:
    truths = np.zeros(len(mask), dtype=bool)
    truths[rows_where(mask)] = True
    return truths
