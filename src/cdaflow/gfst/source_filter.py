"""The source filter (Choubey et al. 2021, section 2): which English sentences show one gender.

Masculine is a sentence with a masculine pronoun, without a feminine pronoun and without a feminine
word; feminine is the reverse. Pronouns are looked for first and in whole columns; gendered words
only where they can matter, in sentences whose pronouns are of one gender. They are those of the
swap (config/wordlists/gendered.en.tsv); no list of its own is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.io.columns import rows_where, take
from cdaflow.rewriting.pronoun_scan import FEMININE, MASCULINE, PronounScan
from cdaflow.wordlists.english_lists import GenderedNouns, GenderedPronouns

#: The labels by their numbers: no gendered pronoun; feminine; masculine; pronouns of both genders,
#: or of one and words of the other.
LABELS = ("none", "fem", "msc", "mix")
NONE, FEM, MSC, MIX = range(4)

Codes = NDArray[np.uint8]

Gender = Literal["Masc", "Fem"]


@dataclass(frozen=True)
class GenderedWords:
    """The words of one gender: `any_case` in small letters, `as_written` with their case.

    A word stands alone, with what is no letter, digit or underscore on both sides: the possessive
    's and punctuation may follow, and a part of a compound counts ("ex-wife", "king-size"). A
    compound may well speak of a person of that gender, and to pass over a good sentence costs less
    than to take a bad one.
    """

    any_case: tuple[str, ...]
    as_written: tuple[str, ...]

    @cached_property
    def rule(self) -> re.Pattern[str]:
        """The pattern that finds the words in any text."""
        # Spelt out, since to ignore case would be to take the long s for an s.
        spelt = ["".join(map(_either_case, word)) for word in _longest_first(self.any_case)]
        written = list(map(re.escape, _longest_first(self.as_written)))
        return re.compile(rf"(?<!\w)(?:{'|'.join([*spelt, *written]) or '(?!)'})(?!\w)")

    @cached_property
    def arrow_pattern(self) -> str:
        """A pattern of Arrow's that finds them in ASCII, and in other text at least them."""
        small = "|".join(map(_with_ends, _longest_first(self.any_case)))
        written = "|".join(map(_with_ends, _longest_first(self.as_written)))
        return "|".join([f"(?i:{small})"] * bool(small) + [written] * bool(written)) or r"\z.\A"


def words_of(nouns: GenderedNouns, gender: Gender) -> GenderedWords:
    """Return the words of a gender in a list of gendered nouns.

    Masculine words that are said of women too ("actor") or have other meanings ("count") are left
    out, as the list notes them: they tell nothing. Forms of address are matched as written ("Mr",
    "Miss"), unless the list has them in small letters ("madam"); a full stop at their end need not
    be there.
    """
    plain = {
        form.lower()
        for form, noun in nouns.words.items()
        if noun.gender == gender and (gender == "Fem" or not noun.note)
    }
    address = {form.rstrip(".") for form, noun in nouns.address.items() if noun.gender == gender}
    small = {form for form in address if form.islower()}
    return GenderedWords(tuple(sorted(plain | small)), tuple(sorted(address - small)))


def _longest_first(words: Iterable[str]) -> list[str]:
    return sorted(words, key=lambda word: (-len(word), word))


def _either_case(sign: str) -> str:
    return f"[{sign}{sign.upper()}]" if sign.isalpha() else re.escape(sign)


def _with_ends(word: str) -> str:
    """Return a word between ends of words as Arrow knows them, which are those of ASCII."""
    ends = [r"\b" if sign.isascii() else "" for sign in (word[0], word[-1])]
    return f"{ends[0]}{re.escape(word)}{ends[1]}"


class SourceFilter:
    """Labels of English sentences by their gendered pronouns and words."""

    def __init__(self, pronouns: GenderedPronouns, nouns: GenderedNouns) -> None:
        self._scan = PronounScan(pronouns)
        #: By the label of a sentence with pronouns of one gender: the words of the other.
        self._others = {FEM: words_of(nouns, "Masc"), MSC: words_of(nouns, "Fem")}

    def label(self, text: str) -> str:
        """Return the label of one sentence: this is the rule that `labels` keeps to."""
        genders = set()
        for match in self._scan.find(text):
            genders |= {"Masc", "Fem"} if match.double else {self._scan.gender(match.form)}
        if len(genders) != 1:
            return LABELS[MIX if genders else NONE]
        code = FEM if genders == {"Fem"} else MSC
        return LABELS[MIX if self._others[code].rule.search(text) else code]

    def labels(self, column: pa.StringArray) -> Codes:
        """Return the number of each sentence's label in LABELS, shape (N,); nulls are "none"."""
        if column.null_count:
            column = pc.fill_null(column, "")
        genders = self._scan.scan(column).genders
        codes = np.full(len(column), NONE, dtype=np.uint8)
        codes[genders == MASCULINE + FEMININE] = MIX
        for code, bit in ((FEM, FEMININE), (MSC, MASCULINE)):
            rows = np.flatnonzero(genders == bit)
            codes[rows] = code
            codes[rows[self._has_other(code, take(column, rows))]] = MIX
        return codes

    def _has_other(self, code: int, column: pa.StringArray) -> NDArray[np.int64]:
        """Return which sentences of a label have a word of the other gender."""
        words = self._others[code]
        likely = pc.match_substring_regex(column, words.arrow_pattern)
        # Arrow's words are of ASCII: what it finds elsewhere is looked at again.
        rows = rows_where(pc.and_(likely, pc.string_is_ascii(column)))
        doubtful = rows_where(pc.and_not(likely, pc.string_is_ascii(column)))
        texts = take(column, doubtful).to_pylist()
        sure = [row for row, text in zip(doubtful, texts, strict=True) if words.rule.search(text)]
        return np.concatenate([rows, np.array(sure, dtype=np.int64)])
