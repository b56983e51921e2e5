"""English: determiners, pronouns of the third person, and a or an."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cdaflow.io.files import read_lines
from cdaflow.languages.base import Language, read_determiners
from cdaflow.languages.writing import SurfaceForm, with_capitals
from cdaflow.trees import Token

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Pronoun:
    """A pronoun of the third person.

    `gender`: Masc, Fem, Neut, or empty (they). `number`: Sing or Plur, by form: the they of one
    person is Plur as well. `case`: subject, object, possessive (her car), independent (hers).
    """

    form: str
    lemma: str
    gender: str
    number: str
    case: str
    reflexive: bool


def _read_pronouns(path: Path) -> tuple[Pronoun, ...]:
    header, *rows = (line.split("\t") for line in read_lines(path))
    pronouns = []
    for row in rows:
        cells = dict(zip(header, [*row, ""], strict=False))
        reflexive = cells.pop("reflexive", "") == "yes"
        pronouns.append(Pronoun(**cells, reflexive=reflexive))
    return tuple(pronouns)


#: Every pronoun of the third person, one entry a reading ("her" has two).
PRONOUNS = _read_pronouns(_FOLDER / "pronouns.tsv")

#: Spelt with a vowel but said with [j] or [w]: a university, a European, a one-way street.
_CONSONANT_SOUND = re.compile(
    r"(?:eu|ew|ou(?:ij|ist)|u(?:ni(?!n|m[^o])|s(?:a(?!in)|e|u|i)|ti|ten|rin|ran|re|bi|kr|ku|fo|rol|v)"
    r"|on(?:e(?![a-z])|ce|es)|u-)",
    re.IGNORECASE,
)
#: Spelt with a silent h: an hour, an heir.
_SILENT_H = re.compile(r"h(?:onest|onor|onour|our|eir|erb(?!iv|ert|ic))", re.IGNORECASE)
#: Letters whose names begin with a vowel (an FBI agent, an X-ray).
_VOWEL_LETTERS = frozenset("AEFHILMNORSX")
_NUMBER = re.compile(r"(?:8|11(?!\d)|18(?!\d))")


def takes_an(word: str) -> bool | None:
    """Return whether the indefinite article before `word` is "an" rather than "a".

    None for capitals that may be read as a word or letter by letter (NEW, NGO).
    """
    letters = word.split("-")[0]
    if letters.isupper() and not (len(letters) > 1 and re.search("[AEIOUY]", letters)):
        return letters[0] in _VOWEL_LETTERS
    if letters.isupper():
        return None
    if word[:1].isdigit():
        return _NUMBER.match(word) is not None
    if _SILENT_H.match(word):
        return True
    return word[:1].lower() in tuple("aeiouáéíóúàèâêîôûäëïöü") and not _CONSONANT_SOUND.match(word)


def apply_contractions(tokens: Sequence[Token]) -> SurfaceForm:
    """Return the words with a or an as the next word asks; nothing else changes in English."""
    written = list(tokens)
    for i, token in enumerate(tokens):
        if token.upos != "DET" or token.form.lower() not in ("a", "an"):
            continue
        following = next((t.form for t in tokens[i + 1 :] if t.upos != "PUNCT"), "")
        an = takes_an(following)
        right = "an" if an else "a"
        if an is not None and token.form.lower() != right:
            written[i] = token.changed(form=with_capitals(right, token.form[0]))
    return SurfaceForm(tuple(written), ())


LANGUAGE = Language(
    code="en",
    name="English",
    determiners=read_determiners(_FOLDER / "determiners.tsv"),
    apply_contractions=apply_contractions,
)
