"""How German nouns and adjectives are declined, and what their ends tell.

Every written form with its cases, and back: in a compound the last part decides. Words are in
lower case, so that capitals tell nothing here.

Source: Duden, Die Grammatik (9th edition, 2016), chapters on the noun (strong and weak
declension, 4.3) and the adjective (4.5); the classes are recognised by the form alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from pathlib import Path

from cdaflow.io.files import read_table
from cdaflow.languages.morphology import Slot, Slots, frozen
from cdaflow.languages.word_sets import word_set

_words = partial(word_set, "de")

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


def nominalised_ending(gender: str, case: str, *, strong: bool) -> str:
    """Return the ending of a nominalised adjective in the singular.

    `strong`: behind no article or one without an ending ("ein Angestellter"); as they stand in
    the nominative and accusative.
    """
    if gender == "Masc" and case == "Nom":
        return "er" if strong else "e"
    return "e" if gender == "Fem" and case in ("Nom", "Acc") else "en"


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


#: Ends of feminines in -in. Without them a word in -in is no noun for a person (Termin, Medizin).
_BEFORE_IN = re.compile(
    r"(?:er|ist|ent|ant|and|og|agog|eur|[aäoö]r|at|et|it|ot|ut|graf|graph|soph|nom|ekt|arch|urg|"
    r"wält|ärzt|köch|wirt|freund|feind|kund|lleg|chef|boss|zeug|pert|bot|loss|noss|fürst|herzog|"
    r"könig|held|gött|dieb|spion|hilf|eamt|bäuer|schmied|patin|präfekt|wart|landsmänn)in(?:nen)?$"
)

#: Adjectives by their suffix, participles, and frequent stems without either.
_ADJECTIVE = re.compile(
    r"(?:[^\W_]{2,}(?:lich|ig|isch|sam|bar|haft|los|voll|reich|ell|iv|abel|ibl|ös|iert|end)|"
    r"[^\W_]*ge[^\W_]{2,}(?:t|en)|(?:be|ver|ent|zer)[^\W_]{3,}(?:t|en)|"
    r"neu|alt|jung|gut|schlecht|klein|groß|ander|eigen|best|besser|nächst|letzt|erst|zweit|dritt|"
    r"nett|arm|lieb|stolz|klug|dumm|schön|hübsch|stark|schwach|streng|frech|faul|früher|später|"
    r"älter|jünger|neuer|größer|kleiner|ganz|halb|hoh|wahr|echt|falsch|reich|krank|gesund|tot|"
    r"blind|taub|blond|dick|dünn|schlank|schnell|langsam|weiß|schwarz|rot|spät|früh|laut|müd|bös|"
    r"treu|brav|ernst|sanft|grob|fein|zart|wild|still|froh|fremd|deutsch|modern|extern|intern|"
    r"privat|national|sozial|lokal|zentral|ideal|loyal|bekannt|interessant|kompetent|intelligent|"
    r"elegant|prominent)"
    r"(?P<ending>er|en|em|es|e)"
)

#: A form of the weak past ("verhaftete", "informierten") as much as of the participle; and other
#: words with the end of an adjective.
_OTHER = re.compile(r"(?:[^\W_]*ge|be|ver|ent|zer)[^\W_]{2,}ten?|[^\W_]+ierten?|[^\W_]*zwischen")


def _adjective_readings() -> dict[str, Slots]:
    readings: dict[str, set[Slot]] = {}
    for ending, slot in adjective_forms():
        readings.setdefault(ending, set()).add(slot)
    return frozen(readings)


_READINGS = _adjective_readings()


@cache
def adjective(word: str) -> Slots | None:
    """Return the readings of an inflected adjective or participle; None for any other word.

    None as well for a participle that may be a verb in the past: between a determiner and a noun
    it is seen to be none, whatever it is.
    """
    if _OTHER.fullmatch(word):
        return None
    match = _ADJECTIVE.fullmatch(word)
    return None if match is None else _READINGS[match["ending"]]


@cache
def noun(word: str) -> Slots:
    """Return the readings of a noun by its end; empty where that says nothing."""
    last = word.rpartition("-")[2]
    stem = nominalised_stem(last)
    if stem:
        return frozenset(
            reading
            for ending, gender, number in _NOMINALISED
            for form, reading in declined(stem + ending, (gender, number))
            if form == last
        )
    if adjective(last) is not None or last in _words("no_noun"):
        return frozenset()
    words, suffixes = _ends()
    for start in range(len(last) - 1):
        end = last[start:]
        if end in words or (end in suffixes and start > 1 and len(last) >= _SHORTEST):
            no_noun = end in ("in", "innen") and not _BEFORE_IN.search(last)
            return frozenset() if no_noun else words.get(end) or suffixes[end]
    return frozenset()


#: Shorter words with the end of a noun are often something else (darin, jeder).
_SHORTEST = 6

_NOMINALISED = (
    ("er", "Masc", "Sing"),
    ("e", "Fem", "Sing"),
    ("e", "Masc", "Plur"),
    ("e", "Fem", "Plur"),
)


@cache
def _ends() -> tuple[dict[str, Slots], dict[str, Slots]]:
    """Return the readings of the ends of nouns: of those that are words, and of suffixes."""
    words: dict[str, set[Slot]] = {}
    suffixes: dict[str, set[Slot]] = {}
    path = Path(__file__).with_name("noun_endings.tsv")
    for _, row in read_table(path, ("ending", "gender", "plural", "kind")):
        table = words if row["kind"] == "word" else suffixes
        for form, number in ((row["ending"], "Sing"), (row["plural"], "Plur")):
            # The declension looks at the word before its end: it must have some.
            for written, reading in declined(_STEM + form, (row["gender"], number)):
                table.setdefault(written.removeprefix(_STEM), set()).add(reading)
    return frozen(words), frozen(suffixes)


_STEM = "xxxx"
