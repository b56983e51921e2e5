"""The gendered words of English that the source filter goes by.

They are those of the swap (config/wordlists/gendered.en.tsv); no list of its own is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from cdaflow.wordlists.english_lists import GenderedNouns

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
