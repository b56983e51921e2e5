"""The contract of a language module.

A language is a folder `cdaflow/languages/<code>/` with an `__init__.py` that defines `LANGUAGE`
and tables (TSV) of its closed classes: determiners, prepositions with articles, pronouns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.files import read_lines
from cdaflow.trees import MultiwordToken, Token

#: The readings of a form: pairs of gender ("Masc", "Fem", "" where it shows none) and number
#: ("Sing", "Plur", "" where it shows none), as UD spells the values.
Slots = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Settled:
    """Words in their final written form, with the multiword tokens over them."""

    tokens: tuple[Token, ...]
    multiwords: tuple[MultiwordToken, ...]


@dataclass(frozen=True)
class Language:
    """What cdaflow knows of a language.

    `code`: ISO 639-1. `name`: in English.

    `determiners`: each written form of an article, demonstrative, possessive, quantifier or
    contraction of preposition and article, in lower case with a straight apostrophe ("della",
    "l'", "du", "del"), with its readings.

    `settle`: takes the words of a sentence in canonical underlying forms (full articles,
    uncontracted: "de" "el", "le" "avocate", "di" "lo", "bello" "uomo", "ma" "amie"), in order and
    with ids and heads set, and returns them as they are written: elided, in euphonic form,
    contracted (contractions as multiword tokens over words that keep their own forms, as UD
    treebanks of the language have it), with SpaceAfter=No after an apostrophe. It only looks at
    forms, lemmas, parts of speech and features, never at a word list of a corpus. Running it on
    its own output's tokens changes nothing.

    `elided`: the forms ending in an apostrophe that are split off the word that follows them
    ("l'", "dell'", "qu'"); `words` uses them.

    `masculine_for_sound`: the feminine nouns, in lower case, that take a masculine article for
    the sound's sake alone (Spanish "el agua"), so that the article tells nothing of them.
    """

    code: str
    name: str
    determiners: Mapping[str, Slots]
    settle: Callable[[Sequence[Token]], Settled]
    elided: frozenset[str] = frozenset()
    masculine_for_sound: frozenset[str] = frozenset()

    def words(self, text: str) -> list[str]:
        """Return the written words and punctuation marks of `text`, elided ones split off.

        "L'avvocata dell'ospedale." -> ["L'", "avvocata", "dell'", "ospedale", "."]. Typographic
        apostrophes count as straight ones and are returned straight; nothing else is changed.
        """
        return [
            piece
            for match in _WORD.finditer(text.replace("’", "'"))
            for piece in self._split(match.group())
        ]

    def _split(self, word: str) -> list[str]:
        head, apostrophe, tail = word.partition("'")
        if tail and (head + apostrophe).lower() in self.elided:
            return [head + apostrophe, *self._split(tail)]
        return [word]


#: Letters and digits with inner hyphens, apostrophes, points and commas; or any one mark.
_WORD = re.compile(r"[^\W_]+(?:['\-.,][^\W_]+)*'?|[^\w\s]|_")


def read_determiners(path: Path) -> dict[str, Slots]:
    """Read a table of closed-class forms: columns form, lemma, upos, gender, number, (more).

    One row a reading; gender Masc, Fem or empty, number Sing, Plur or empty; a header line.
    Returns each form in lower case with all its readings.
    """
    readings: dict[str, set[tuple[str, str]]] = {}
    lines = read_lines(path)
    header = next(lines, "").split("\t")
    for number, text in enumerate(lines, 2):
        row = dict(zip(header, text.split("\t"), strict=False))
        if row.get("gender") not in ("Masc", "Fem", "") or row.get("number") not in (
            "Sing",
            "Plur",
            "",
        ):
            raise InputError("gender or number is not a UD value", file=path, line=number)
        readings.setdefault(row["form"].lower(), set()).add((row["gender"], row["number"]))
    return {form: frozenset(slots) for form, slots in readings.items()}
