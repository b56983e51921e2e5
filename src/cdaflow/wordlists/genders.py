"""Which columns of a row have exchanged their genders, by endings, articles and lexicons.

A pair of forms such as "enfermera", "enfermero" is told by `gender_endings.tsv` (columns language,
masculine, feminine: endings of two words that are else the same), a single form by what the
language knows of nouns for persons (`Morphology.noun`) and by a lexicon, where there is one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

import cdaflow.languages
from cdaflow.io.files import read_table
from cdaflow.languages import genders

#: A letter that the stem before an ending must not end in: "-a" is added to consonants only.
_VOWELS = "aeiouáéíóúàèìòùâêîôû"

#: What parts the words of a form.
_BETWEEN = re.compile(r"[ \-]")

#: Hebrew letters as they are written at the end of a word, and elsewhere.
_FINAL = str.maketrans("ךםןףץ", "כמנפצ")

Endings = tuple[tuple[str, str], ...]

#: Lower-case form -> the genders that a lexicon has of it.
Lexicon = Mapping[str, Collection[str]]


@cache
def endings(language: str) -> Endings:
    """Return the pairs of endings (masculine, feminine) of a language; "en" has some, too."""
    path = Path(__file__).with_name("gender_endings.tsv")
    return tuple(
        (row["masculine"], row["feminine"])
        for _, row in read_table(path, ("language", "masculine", "feminine"))
        if row["language"] == language
    )


def is_pair(masculine: str, feminine: str, known: Endings) -> bool:
    """Return whether two forms differ by a pair of endings; words that are the same may surround.

    Accents on the stem may differ (león, leona; Arzt, Ärztin). An empty masculine ending stands
    for a stem that ends in a consonant.
    """
    words, others = (_BETWEEN.split(form.lower()) for form in (masculine, feminine))
    different = [pair for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
    if not different or len(words) != len(others):
        return False
    return all(any(_fits(*pair, *ending) for ending in known) for pair in different)


def _fits(one: str, other: str, masculine: str, feminine: str) -> bool:
    if not (one.endswith(masculine) and other.endswith(feminine)):
        return False
    stem, stem_of_other = one[: len(one) - len(masculine)], other[: len(other) - len(feminine)]
    if not masculine and stem[-1:] in _VOWELS:
        return False
    return bool(stem or masculine) and _bare(stem) == _bare(stem_of_other)


@cache
def _bare(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.translate(_FINAL))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def exchanged(
    masculine: str, feminine: str, language: str, lexicon: Lexicon | None = None
) -> tuple[str, bool] | None:
    """Return why two forms of a number seem to stand in each other's column, and if it is certain.

    None where nothing says so. Either form may be empty.
    """
    if masculine == feminine:
        return None
    known = endings(language)
    if masculine and feminine:
        if is_pair(masculine, feminine, known):
            return None
        if is_pair(feminine, masculine, known):
            return f"{feminine!r} is masculine beside {masculine!r}", True
    said = [
        (form, said)
        for form, wanted in ((masculine, "Masc"), (feminine, "Fem"))
        if form and (said := _genders(form, language, lexicon or {})) and wanted not in said
    ]
    right = [
        form
        for form, wanted in ((masculine, "Masc"), (feminine, "Fem"))
        if form and _genders(form, language, lexicon or {}) == {wanted}
    ]
    if not said or right:
        return None
    words = " and ".join(
        f"{form!r} is {'feminine' if 'Fem' in found else 'masculine or neuter'}"
        for form, found in said
    )
    return words, len(said) == 2


def _genders(form: str, language: str, lexicon: Lexicon) -> set[str]:
    """Return the genders that are known of the first word of a form; empty: not known."""
    first = form.lower().split()[0]
    known = cdaflow.languages.get(language)
    if not first.isalpha() or (first != form.lower() and not known.noun_first):
        return set()
    if found := lexicon.get(first):
        return set(found)
    if known.prefixes:  # its module takes nouns as they stand in a sentence
        return set()
    return set(genders(known.morphology.noun(first)))
