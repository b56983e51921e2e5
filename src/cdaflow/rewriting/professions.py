"""Profession nouns in English sentences, and a pattern to search whole columns for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.io.columns import numbers_of, truths_of
from cdaflow.wordlists.english_lists import SEPARATOR, EnglishProfessions, Profession

#: Apostrophes and hyphens part words: "doctor's" begins with one.
_WORD = re.compile(r"\w+")

_HYPHENS = r"[\-\u2010\u2011]"

#: What may stand between the words of one noun: "construction worker", "construction-worker".
_BETWEEN = r"[ \-\u2010\u2011\u00a0]"
_BETWEEN_ARROW = r"[ \-\x{2010}\x{2011}\x{a0}]"


class ProfessionMatch(NamedTuple):
    """A profession at characters `start` to `end`: the noun as listed, and its number."""

    start: int
    end: int
    name: str
    number: str


@dataclass(frozen=True)
class ProfessionFinder:
    """A search for the forms of a list of professions.

    A form is a whole word, or several with a blank or a hyphen between, in any case, that no hyphen
    joins to another: "vice-president" is no president unless the list has it, "president-elect"
    neither. The possessive 's may follow. Of forms inside one another the longest counts.
    """

    professions: EnglishProfessions

    @cached_property
    def _by_first(self) -> dict[str, list[tuple[tuple[str, ...], Profession]]]:
        """The forms by their first word, as their other words, the longest first."""
        table: dict[str, list[tuple[tuple[str, ...], Profession]]] = {}
        for key, profession in sorted(self.professions.items(), key=lambda form: -len(form[0])):
            table.setdefault(key[0], []).append((key[1:], profession))
        return table

    @cached_property
    def _arrow_pattern(self) -> str:
        """A pattern of Arrow's for the forms in small letters, the longest first.

        Between the ends of words, as ASCII has them, and with case ignored it finds whatever
        `find` does, and in text that is not plain some more. To make Arrow ready for several
        hundred forms takes as long as the search in some ten thousand sentences, so each search
        makes one call for a column.
        """
        forms = sorted(self.professions, key=lambda key: (-len(key), key))
        return rf"\b(?:{'|'.join(_BETWEEN_ARROW.join(key) for key in forms)})\b"

    def may_have(self, column: pa.StringArray) -> NDArray[np.bool_]:
        """Return which sentences have a profession, if plain, or may have one; shape (N,)."""
        return truths_of(pc.match_substring_regex(column, f"(?i){self._arrow_pattern}"))

    def only_in_plain(self, column: pa.StringArray) -> Iterator[ProfessionMatch | None]:
        """Yield the profession of each plain sentence that has one, None for none or several.

        Plain is ASCII without a hyphen: there bytes are characters.
        """
        # What is left and right of them, and so where the one between two parts stands. Small
        # letters first, since a pattern that ignores case takes twice as long to make ready.
        small = pc.ascii_lower(column)
        split = pc.split_pattern_regex(small, self._arrow_pattern)
        begins = numbers_of(split.offsets).astype(np.int64)
        lengths = numbers_of(pc.binary_length(split.values))
        left, right = lengths[begins[:-1]], lengths[begins[1:] - 1]
        ends = numbers_of(pc.binary_length(column)) - right
        columns = small.to_pylist(), np.diff(begins).tolist(), left.tolist(), ends.tolist()
        for text, parts, start, end in zip(*columns, strict=True):
            if parts == 2:
                noun = self.professions[tuple(SEPARATOR.split(text[start:end]))]
                yield ProfessionMatch(start, end, *noun)
            else:
                yield None

    def find(self, text: str) -> list[ProfessionMatch]:
        """Return the professions of one sentence, from the left."""
        found: list[ProfessionMatch] = []
        table = self._by_first
        end = 0
        for match in _WORD.finditer(text):
            forms = table.get(match.group().lower())
            if forms is None or match.start() < end or _is_joined(text, match.start()):
                continue
            for others, profession in forms:
                rest = _rest(others).match(text, match.end())
                if rest is not None:
                    end = rest.end()
                    found.append(ProfessionMatch(match.start(), end, *profession))
                    break
        return found


@cache
def _rest(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of the words of a form after its first, and of its end."""
    others = "".join(_BETWEEN + word for word in words)
    return re.compile(rf"{others}(?!\w)(?!{_HYPHENS}\w)", re.IGNORECASE)


def _is_joined(text: str, start: int) -> bool:
    """Return whether a hyphen joins what begins at `start` to a word before it."""
    return start > 1 and text[start - 1] in "-\u2010\u2011" and text[start - 2].isalnum()
