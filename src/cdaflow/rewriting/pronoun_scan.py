"""Gendered pronouns in whole columns of sentences, many at a time.

Nearly all sentences of a corpus have no gendered pronoun, so this test decides the speed of the
selection. Arrow's regular expressions say of each text whether and how often they match, not where,
and cost a call for each text. `WordScan` goes through the bytes of the column instead, all texts at
once: a sieve leaves the positions where a word may begin by its first two letters, a few in a
hundred bytes; only these are looked at letter by letter. It knows words of ASCII only, so that the
few sentences with a hyphen, a slash or a letter beyond ASCII beside a pronoun are looked at one by
one with the regular expression that is the rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.errors import ConfigError
from cdaflow.io.columns import indices_where
from cdaflow.wordlists.english_lists import GenderedPronouns

#: Bits of `Found.genders`.
MASCULINE, FEMININE = 1, 2


#: The end of a word, or a hyphen that joins one.
_WORD_BEFORE = re.compile(r"\w-?\Z")

#: Bytes beside a word of ASCII that leave it open whether it is a pronoun, and how many.
_DOUBTFUL = np.array([byte >= 0x80 or chr(byte) in "-/)" for byte in range(256)])


@dataclass(frozen=True)
class Found:
    """What the rows of a column have: shapes (N,).

    `count`: gendered pronouns; `genders`: MASCULINE, FEMININE, the sum of both, or 0; `sure`:
    whether the words of ASCII alone could tell. Of the first pronoun, where it is sure:
    `form`, its number in `PronounScan.forms`, and `start`, bytes from 0; where there is none -1.
    """

    count: NDArray[np.int64]
    genders: NDArray[np.int64]
    sure: NDArray[np.bool_]
    form: NDArray[np.int64]
    start: NDArray[np.int64]


@dataclass(frozen=True)
class PronounMatch:
    """A pronoun at characters `start` to `end`, by its form in lower case.

    `double`: it stands for both genders ("s/he").
    """

    start: int
    end: int
    form: str
    double: bool


@dataclass(frozen=True)
class PronounScan:
    """A search for the forms of a list of pronouns.

    A pronoun is a whole word in any case that no hyphen joins to another ("she-wolf" has none,
    "the doctor--he" has one). One that is joined by a slash, or to a bracket before it, stands for
    both genders and counts as two ("s/he", "(s)he"; "he/she" is four).
    """

    pronouns: GenderedPronouns

    @cached_property
    def _rule(self) -> re.Pattern[str]:
        # What stands before is looked at afterwards: so the search skips to the letters at which
        # a form begins. A match within a word takes none of another word with it.
        return re.compile(rf"{_either(self.pronouns)}(?!\w)(?!-\w)")

    @cached_property
    def forms(self) -> list[str]:
        """The forms that are looked for, in lower case."""
        return sorted(self.pronouns)

    @cached_property
    def _words(self) -> WordScan:
        return WordScan(self.forms)

    def gender(self, form: str) -> str:
        """Return the gender of a form in lower case: Masc or Fem."""
        return self.pronouns[form][0].gender

    def find(self, text: str) -> Iterator[PronounMatch]:
        """Yield the pronouns of one sentence, from the left."""
        for match in self._rule.finditer(text):
            start, end = match.span()
            before = text[max(start - 2, 0) : start]
            if _WORD_BEFORE.search(before):
                continue
            double = text[end : end + 1] == "/" or before.endswith(("/", ")"))
            yield PronounMatch(start, end, match.group().lower(), double)

    def scan(self, column: pa.StringArray) -> Found:
        """Return what each row of a column has, the same as `find` says of each sentence."""
        matches = self._words.find(column)
        rows = len(column)
        count = np.bincount(matches.row, minlength=rows)
        genders = np.zeros(rows, dtype=np.int64)
        for bit, name in ((MASCULINE, "Masc"), (FEMININE, "Fem")):
            is_of = np.array([self.gender(form) == name for form in self.forms])
            genders[matches.row[is_of[matches.word]]] |= bit
        form, start = np.full((2, rows), -1)
        # From the right, so that of several in a row the first stays.
        form[matches.row[::-1]] = matches.word[::-1]
        start[matches.row[::-1]] = matches.start[::-1]
        sure = np.ones(rows, dtype=bool)
        sure[matches.row[_DOUBTFUL[matches.before] | _DOUBTFUL[matches.after]]] = False
        for row in np.flatnonzero(~sure).tolist():
            count[row], genders[row] = self._count(column[row].as_py())
        return Found(count, genders, sure, form, start)

    def _count(self, text: str) -> tuple[int, int]:
        count = genders = 0
        for match in self.find(text):
            count += 2 if match.double else 1
            bit = MASCULINE if self.gender(match.form) == "Masc" else FEMININE
            genders |= MASCULINE | FEMININE if match.double else bit
        return count, genders


def _either(forms: Iterable[str]) -> str:
    """Return a pattern for any of `forms` in small letters or capitals of ASCII."""
    # Spelt out, since to ignore case would be to take the long s for an s.
    letters = (
        "".join(f"[{letter}{letter.upper()}]" for letter in form)
        for form in sorted(forms, key=len, reverse=True)
    )
    return f"(?:{'|'.join(letters)})"


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
class WordMatches:
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
    counts as no letter here, and `WordMatches` says what stands there.
    """

    words: Sequence[str]

    def __post_init__(self) -> None:
        for word in self.words:
            if not (word.isascii() and word.isalpha() and word.islower() and len(word) > 1):
                raise ConfigError(
                    "pronoun.not-a-word", f"{word!r}: a word is two letters from a to z or more"
                )

    def find(self, column: pa.StringArray | pa.LargeStringArray) -> WordMatches:
        """Return where the words stand in a column without nulls."""
        ends, text = _buffers(column)
        base = int(ends[0])
        text, ends = text[base : int(ends[-1])], ends - base
        positions = np.concatenate([np.zeros(0, np.int64), *self._sieve(text, ends[:-1])])
        row = np.searchsorted(ends, positions, side="right") - 1
        start, left = positions - ends[row], ends[row + 1] - positions
        # What stands at each position and at the next ones, 0 beyond the end of the text.
        letters = [
            text.take(positions + more, mode="clip") * (left > more)
            for more in range(max(map(len, self.words)) + 1)
        ]
        small = [letter | _SMALL for letter in letters]
        is_end = [~_WORD[letter] for letter in letters]
        word = np.full(len(positions), -1)
        for number, form in enumerate(self.words):
            here = is_end[len(form)].copy()
            for wanted, letter in zip(form.encode(), small, strict=False):
                here &= letter == wanted
            word[here] = number
        before = text.take(positions - 1, mode="clip") * (start > 0)
        whole = np.flatnonzero((word >= 0) & ~_WORD[before])
        row, start, word, before = row[whole], start[whole], word[whole], before[whole]
        length = np.array([len(form) for form in self.words])[word]
        after = np.stack(letters)[length, whole]
        return WordMatches(row, start, word, before, after)

    @cached_property
    def _pairs(self) -> dict[int, list[int]]:
        """The second letters of words by their first."""
        pairs = sorted({word.encode()[:2] for word in self.words})
        return {first: [pair[1] for pair in pairs if pair[0] == first] for first, _ in pairs}

    def _sieve(self, text: _Bytes, begins: _Numbers) -> Iterator[_Numbers]:
        """Yield the positions with the first two letters of a word and no letter before them."""
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
