"""Gendered pronouns in whole columns of sentences, many at a time.

Nearly all sentences of a corpus have no gendered pronoun, so this test decides the speed of the
selection. Arrow's own search goes through a column much faster than Python can look at each
sentence; it knows words of ASCII only, so that the few sentences with a hyphen, a slash or a
letter beyond ASCII beside a pronoun are looked at one by one with the regular expression that is
the rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.counterfactual.columns import numbers_of, rows_where
from cdaflow.counterfactual.wordlists import Pronouns

#: Bits of `Found.genders`.
MASCULINE, FEMININE = 1, 2


#: The end of a word, or a hyphen that joins one.
_WORD_BEFORE = re.compile(r"\w-?\Z")


@dataclass(frozen=True)
class Found:
    """What the rows of a column have: shapes (N,).

    `count`: gendered pronouns; `genders`: MASCULINE, FEMININE, the sum of both, or 0; `sure`:
    whether Arrow alone could tell.
    """

    count: NDArray[np.int64]
    genders: NDArray[np.int64]
    sure: NDArray[np.bool_]


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
    def _forms(self) -> tuple[str, str]:
        """The patterns of the masculine and of the feminine forms."""
        forms = self.pronouns.items()
        masculine = [form for form, readings in forms if readings[0].gender == "Masc"]
        feminine = [form for form, readings in forms if readings[0].gender == "Fem"]
        return _either(masculine), _either(feminine)

    @property
    def arrow_pattern(self) -> str:
        """A pattern of Arrow's for the forms."""
        return _either(self.pronouns)

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
        count = np.zeros(len(column), dtype=np.int64)
        genders = np.zeros(len(column), dtype=np.int64)
        either = _either(self.pronouns)
        has_any = pc.match_substring_regex(column, rf"\b{either}\b")
        rows = rows_where(has_any)
        some = column.filter(has_any)
        for bit, forms in zip((MASCULINE, FEMININE), self._forms, strict=True):
            found = numbers_of(pc.count_substring_regex(some, rf"\b{forms}\b"))
            count[rows] += found
            genders[rows] |= bit * (found > 0)
        beside = r"[-/)]|[^\x00-\x7F]"
        unsure = pc.match_substring_regex(some, rf"(?:{beside}){either}\b|\b{either}(?:{beside})")
        sure = np.ones(len(column), dtype=bool)
        for row in rows[rows_where(unsure)]:
            sure[row] = False
            count[row], genders[row] = self._count(column[int(row)].as_py())
        return Found(count, genders, sure)

    def _count(self, text: str) -> tuple[int, int]:
        count = genders = 0
        for match in self.find(text):
            count += 2 if match.double else 1
            bit = MASCULINE if self.gender(match.form) == "Masc" else FEMININE
            genders |= MASCULINE | FEMININE if match.double else bit
        return count, genders


def _either(forms: Pronouns | list[str]) -> str:
    """Return a pattern for any of `forms` in small letters or capitals of ASCII."""
    # Spelt out, since to ignore case would be to take the long s for an s.
    letters = (
        "".join(f"[{letter}{letter.upper()}]" for letter in form)
        for form in sorted(forms, key=len, reverse=True)
    )
    return f"(?:{'|'.join(letters)})"
