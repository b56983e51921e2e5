"""How German nouns and adjectives are declined: every written form with its cases.

Source: Duden, Die Grammatik (9th edition, 2016), chapters on the noun (strong and weak
declension, 4.3) and the adjective (4.5); the classes are told from the form alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from cdaflow.io.files import read_table
from cdaflow.languages.readings import Slot

CASES = ("Nom", "Gen", "Dat", "Acc")
GENDERS = ("Masc", "Fem", "Neut")

#: Masculine nouns that take -en in every form but one, by their end (der Student, des Studenten).
_WEAK_EN = re.compile(
    r"..(?:[iy]st|ent|ant|[br]and|[^r]at|krat|terat|et|it|ot|ut|graf|graph|soph|nom|ekt|arch|urg|path)$"
)
#: And in -n: der Kunde, der Biologe, der Laie.
_WEAK_N = re.compile(r"(?:[^ieu\W_]e|laie)$")

#: No -es in the genitive, only -s: after an unstressed syllable, a vowel or a foreign end.
_ONLY_S = re.compile(r"(?:er|el|en|em|or|eur|[aä]r|ier|ling|ef|off|iff|[aeiouy]|chen|lein)$")
_VOWELS = re.compile(r"[aeiouyäöü]+", re.IGNORECASE)
_SIBILANT = ("s", "ß", "x", "z", "sch")


@cache
def _weak_nouns() -> dict[str, tuple[str, str]]:
    """Return the ending of each listed weak noun in its oblique cases, and what else is usual.

    Nouns that look weak but are strong have no ending.
    """
    rows = read_table(Path(__file__).with_name("weak_nouns.tsv"), ("form", "ending", "note"))
    return {row["form"]: (row["ending"], row["note"]) for _, row in rows}


@cache
def _stems() -> re.Pattern[str]:
    rows = read_table(Path(__file__).with_name("nominalised.tsv"), ("stem",))
    return re.compile("(?:" + "|".join(re.escape(row["stem"]) for _, row in rows) + ")$")


def nominalised_stem(word: str) -> str:
    """Return the stem of a nominalised adjective in any of its forms; "" for any other word.

    "angestellter", "büroangestellten" -> "angestellt", "büroangestellt"; also of present
    participles ("studierende"), but for -ender, where nouns of another kind end so (Spender).
    """
    for ending in ("er", "en", "em", "es", "e"):
        stem = word.removesuffix(ending)
        if stem == word:
            continue
        if _stems().search(stem):
            return stem
        if stem.endswith("ierend") or (ending != "er" and len(stem) > 5 and stem.endswith("end")):
            return stem
    return ""


def adjective_forms() -> Iterator[tuple[str, Slot]]:
    """Yield each ending of an adjective with each gender, number and case that it shows.

    Strong, weak and mixed declension together; agreement with the determiner tells them apart.
    """
    yield "e", ("Masc", "Sing", "Nom")
    yield "er", ("Masc", "Sing", "Nom")
    for case in ("Nom", "Acc"):
        yield "e", ("Fem", "Sing", case)
        yield "e", ("Neut", "Sing", case)
        yield "es", ("Neut", "Sing", case)
        yield "e", ("", "Plur", case)
    for case in ("Gen", "Dat"):
        yield "er", ("Fem", "Sing", case)
        yield "en", ("Fem", "Sing", case)
    for gender in ("Masc", "Neut"):
        yield "em", (gender, "Sing", "Dat")
        yield "en", (gender, "Sing", "Gen")
        yield "en", (gender, "Sing", "Dat")
    yield "en", ("Masc", "Sing", "Acc")
    yield "er", ("", "Plur", "Gen")
    for case in CASES:
        yield "en", ("", "Plur", case)


_ADJECTIVE_FORMS = tuple(adjective_forms())


def declined(form: str, slot: Slot) -> Iterable[tuple[str, Slot]]:
    """Yield the forms of the noun with the nominative `form`, each with its reading.

    `slot` is its gender and number. The form itself comes first.
    """
    gender, number = slot[0], slot[1]
    stem = _stem_of_nominative(form, gender, number)
    if stem:
        return _as_adjective(stem, form, gender, number)
    if number == "Plur":
        return _plural(form, "" if form.endswith("leute") else gender)
    if form.endswith("jemand"):
        return _jemand(form, gender)
    if gender == "Fem":
        return [(form, (gender, number, case)) for case in CASES]
    oblique = _weak(form) if gender == "Masc" else ""
    weak = [(form + oblique, (gender, number, case)) for case in CASES[1:] if oblique]
    if oblique and _weak_nouns().get(form, ("", ""))[1] != "also strong":
        return [(form, (gender, number, "Nom")), *weak]
    return [
        *((form, (gender, number, case)) for case in ("Nom", "Dat", "Acc")),
        *((written, (gender, number, "Gen")) for written in _genitives(form)),
        *weak,
    ]


def _stem_of_nominative(form: str, gender: str, number: str) -> str:
    """Return the stem of a nominalised adjective (Angestellter, die Angestellte); "" else."""
    ending = "er" if gender == "Masc" and number == "Sing" else "e"
    if not form.endswith(ending):
        return ""
    stem = nominalised_stem(form)
    return stem if stem + ending == form else ""


def _as_adjective(stem: str, form: str, gender: str, number: str) -> Iterator[tuple[str, Slot]]:
    readings = [
        (stem + ending, (gender, *slot[1:]))
        for ending, slot in _ADJECTIVE_FORMS
        if slot[0] in (gender, "") and slot[1] == number
    ]
    yield from sorted(readings, key=lambda reading: reading[0] != form)


def _plural(form: str, gender: str) -> Iterator[tuple[str, Slot]]:
    for case in ("Nom", "Gen", "Acc"):
        yield form, (gender, "Plur", case)
    dative = form + "n" if form.endswith(("e", "er", "el")) else form
    yield dative, (gender, "Plur", "Dat")


def _jemand(form: str, gender: str) -> Iterator[tuple[str, Slot]]:
    for case in ("Nom", "Dat", "Acc"):
        yield form, (gender, "Sing", case)
    for ending, case in (("es", "Gen"), ("em", "Dat"), ("en", "Acc")):
        yield form + ending, (gender, "Sing", case)


def _weak(form: str) -> str:
    """Return the ending of a weak masculine noun in its oblique cases; "" for a strong noun."""
    if form in _weak_nouns():
        return _weak_nouns()[form][0]
    if _WEAK_N.search(form):
        return "n"
    return "en" if _WEAK_EN.search(form) else ""


def _genitives(form: str) -> tuple[str, ...]:
    if form.endswith(_SIBILANT):
        return (form + "es",)
    if _ONLY_S.search(form):
        return (form + "s",)
    if len(_VOWELS.findall(form)) == 1:
        return (form + "es", form + "s")  # des Arztes, rarely Arzts
    return (form + "s", form + "es")
