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

from cdaflow.counterfactual.columns import numbers_of, rows_where

#: ASCII signs of Unicode's category P, at the end.
_PUNCTUATION = r"[!-#%-*,-/:;?@\[-\]_{}]\z"

_Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class PlainColumns:
    """What the plain sentences of a column are like: shapes (N,).

    `profession`, `pronoun`: for each row the number of a form in `forms`, in lower case;
    `profession_start`, `pronoun_start`: characters from 0. Of several the first counts.
    """

    profession: _Numbers
    profession_start: _Numbers
    professions: list[str]
    pronoun: _Numbers
    pronoun_start: _Numbers
    pronouns: list[str]


@dataclass(frozen=True)
class PlainSearch:
    """The search for words in plain sentences.

    `pronoun`, `profession`: patterns of any form, which stand in brackets.
    """

    pronoun: str
    profession: str

    def is_plain(self, column: pa.StringArray) -> NDArray[np.bool_]:
        """Return which sentences are plain, but for their pronouns; shape (N,)."""
        return _truths(
            pc.and_not(pc.string_is_ascii(column), pc.match_substring(column, pattern="-"))
        )

    def count_professions(self, column: pa.StringArray) -> _Numbers:
        """Return how many professions each plain sentence has, shape (N,); others: at most."""
        counts = pc.count_substring_regex(column, rf"\b{self.profession}\b")
        return numbers_of(counts).astype(np.int64)

    def columns(self, column: pa.StringArray) -> PlainColumns:
        """Return what plain sentences that have both words are like."""
        return PlainColumns(*_first(column, self.profession), *_first(column, self.pronoun))


def _first(column: pa.StringArray, pattern: str) -> tuple[_Numbers, _Numbers, list[str]]:
    """Return the number of the first form of each row, its place, and the forms."""
    match = pc.extract_regex(column, rf"\A(?P<before>(?s:.*?))\b(?P<form>{pattern})\b")
    starts = numbers_of(pc.binary_length(match.field("before"))).astype(np.int64)
    coded = pc.utf8_lower(match.field("form")).dictionary_encode()
    return numbers_of(coded.indices).astype(np.int64), starts, coded.dictionary.to_pylist()


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
