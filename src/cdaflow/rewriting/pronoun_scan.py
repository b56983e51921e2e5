"""Gendered pronouns in whole columns of sentences, many at a time.

Nearly all sentences of a corpus have no gendered pronoun, so this test decides the speed of the
selection. `word_scan` goes through a column much faster than Python can look
at each sentence; it knows words of ASCII only, so that the few sentences with a hyphen, a slash or
a letter beyond ASCII beside a pronoun are looked at one by one with the regular expression that is
the rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.rewriting.word_scan import WordScan
from cdaflow.wordlists.english_lists import Pronouns

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

    pronouns: Pronouns

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
        places = self._words.find(column)
        rows = len(column)
        count = np.bincount(places.row, minlength=rows)
        genders = np.zeros(rows, dtype=np.int64)
        for bit, name in ((MASCULINE, "Masc"), (FEMININE, "Fem")):
            is_of = np.array([self.gender(form) == name for form in self.forms])
            genders[places.row[is_of[places.word]]] |= bit
        form, start = np.full((2, rows), -1)
        # From the right, so that of several in a row the first stays.
        form[places.row[::-1]] = places.word[::-1]
        start[places.row[::-1]] = places.start[::-1]
        sure = np.ones(rows, dtype=bool)
        sure[places.row[_DOUBTFUL[places.before] | _DOUBTFUL[places.after]]] = False
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
