"""Hebrew: its morphology, and the words of a text, and those that end in a pronoun (שלו, שלה).

Marks as in the decisions of the Academy of the Hebrew Language on unvocalised spelling: geresh
after a letter for a foreign sound (צ'יף), gershayim before the last letter of an acronym (רו"ח),
maqaf between the words of a compound (עורך־דין).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cdaflow.languages.base import Language, read_place_nouns
from cdaflow.languages.he.morphology import HebrewMorphology
from cdaflow.trees import Token

#: Vowel points and cantillation marks, without the marks between words (maqaf, paseq, sof pasuq).
_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")

#: Marks with characters of their own, as the keyboard has them.
_PLAIN = str.maketrans({"’": "'", "‘": "'", "׳": "'", "״": '"', "”": '"', "“": '"', "„": '"'})

#: The letters of an acronym with its gershayim; the ending of an inflected one may follow it
#: (מנכ"לית, יו"רים). In ה"גיבור" or של "דן" the mark is a quotation mark.
_ACRONYM = r"[א-ת]+\"[א-ת](?:ית|יות|ים|ות)?(?![א-ת\"])"

_WORD = re.compile(
    rf"{_ACRONYM}"
    r"|[א-ת]+(?:'[א-ת]+)*'?"
    r"|[^\W_א-ת]+(?:['\-.,][^\W_א-ת]+)*'?"
    r"|[^\w\s]|_"
)

#: A mark that joins two words; "ה-15" and "אל־מוות" are joined as well.
_JOINED = re.compile(r"(?<=\w)[\u05be\-\u2010\u2011](?=\w)")


def _words(text: str) -> list[str]:
    """Return the words and punctuation marks; the mark that joins a compound is left out.

    'הרו"ח ועורכת־הדין, אמרה.' -> ['הרו"ח', 'ועורכת', 'הדין', ',', 'אמרה', '.'].
    """
    plain = _POINTS.sub("", text).translate(_PLAIN)
    return [
        word
        for match in re.finditer(r"\S+", plain)
        for word in _WORD.findall(_JOINED.sub(" ", match.group()))
    ]


_MASCULINE, _FEMININE = "ו", "ה"

#: Words whose masculine suffix is -הו.
_LONG = {"כמוהו": "כמוה", "וכמוהו": "וכמוה"}
_SHORT = {short: long for long, short in _LONG.items()}


def suffixed(form: str, old: Sequence[Token], new: Sequence[Token]) -> str | None:
    """Return a word once the pronoun that is its last part has changed its gender.

    The suffix of the third person singular is ו for him and ה for her (עליו, עליה; ספרו, ספרה).
    None where nothing but the gender of such a pronoun is the change, or where it is written
    otherwise (-הו).
    """
    if any(before.form != after.form for before, after in zip(old[:-1], new[:-1], strict=True)):
        return None
    pronoun, changed = old[-1], new[-1]
    genders = pronoun.feats.get("Gender"), changed.feats.get("Gender")
    # A whole word behind a prefix (ש + הוא) is written with its own letters.
    if pronoun.upos != "PRON" or form.endswith(pronoun.form):
        alone = pronoun.form in (_MASCULINE, _FEMININE)
        if not (pronoun.upos == "PRON" and alone):
            return None
    if genders == ("Masc", "Fem"):
        if form in _LONG:
            return _LONG[form]
        plain = form.endswith(_MASCULINE) and not form.endswith("הו")
        return form[:-1] + _FEMININE if plain else None
    if genders == ("Fem", "Masc"):
        if form in _SHORT:
            return _SHORT[form]
        return form[:-1] + _MASCULINE if form.endswith(_FEMININE) else None
    return None


@dataclass(frozen=True)
class Hebrew(Language):
    """Hebrew, with marks of its own inside of words."""

    def words(self, text: str) -> list[str]:
        """Return the words and marks of `text`, that which joins a compound left out."""
        return _words(text)


_PLACE_NOUN = read_place_nouns(Path(__file__).parent)


def _place_noun(word: str) -> str | None:
    """Tell nouns of places with and without prefixes: "in the library" (בספרייה)."""
    prefixes = len(word) - len(word.lstrip("ושכהבלמ"))
    genders = (_PLACE_NOUN(word[start:]) for start in range(min(prefixes, 3) + 1))
    return next((gender for gender in genders if gender is not None), None)


LANGUAGE = Hebrew(
    code="he",
    name="Hebrew",
    place_noun=_place_noun,
    determiners={},  # the article is a prefix; what else agrees stands behind the noun
    morphology=HebrewMorphology(),
    articles=False,
    prefixes=True,
    capital_names=False,
    semantic_agreement=True,
    verbs_have_gender=True,
    suffixed=suffixed,
)
