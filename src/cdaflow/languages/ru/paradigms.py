"""Regular declensions of Russian, which need no dictionary.

Adjectives, with what is declined like them ("рабочий", "горничная", "заведующий",
"учащаяся"), and new nouns on a consonant or -а that the dictionary does not have ("коуч").
"""

from __future__ import annotations

import re

CASES = ("Nom", "Gen", "Dat", "Acc", "Ins", "Loc")

#: The forms of a word, by case.
Forms = dict[str, set[str]]

_HUSHING = "жчшщ"
_VELAR = "гкх"

#: Endings that hardly any noun has but those declined like adjectives.
_SURE = {
    ("Masc", "Sing"): re.compile(rf"(.+)(ый|(?<=[{_HUSHING}{_VELAR}])ий)(ся)?"),
    ("Fem", "Sing"): re.compile(r"(.+)(ая|яя)(ся)?"),
    ("", "Plur"): re.compile(rf"(.+)(ые|(?<=[{_HUSHING}{_VELAR}])ие)(ся)?"),
}

#: Endings that nouns have as well ("больной", but "герой"; "домашний", but "гений").
_POSSIBLE = {
    ("Masc", "Sing"): re.compile(r"(.+)(ой|ий)(ся)?"),
    ("", "Plur"): re.compile(r"(.+)(ие)(ся)?"),
}


def adjective(word: str, gender: str, number: str, *, sure: bool = True) -> Forms:
    """Return the cases of an adjective of a person in the nominative; nothing for others.

    With `sure` only by endings that are no noun's; else a dictionary must have been asked first.
    """
    pattern = (_SURE if sure else _POSSIBLE).get(("" if number == "Plur" else gender, number))
    match = pattern.fullmatch(word) if pattern else None
    if match is None:
        return {}
    stem, ending, reflexive = match[1], match[2], match[3] or ""
    endings: list[tuple[str, ...]]
    soft = stem[-1] in _HUSHING or (ending[0] in "ия" and stem[-1] not in _VELAR)
    if number == "Plur":
        vowel = ending[0]
        endings = [(ending,), *((vowel + letter,) for letter in ("х", "м", "х", "ми", "х"))]
    elif gender == "Masc":
        vowel = "е" if soft else "о"
        genitive = f"{vowel}го"
        instrumental = "им" if ending == "ий" else "ым"
        endings = [
            (ending,), (genitive,), (f"{vowel}му",), (genitive,), (instrumental,), (f"{vowel}м",)
        ]  # fmt: skip
    else:
        vowel = "е" if soft else "о"
        accusative = "юю" if ending == "яя" else "ую"
        oblique = (f"{vowel}й",)
        instrumentals = (f"{vowel}й", f"{vowel}ю")
        endings = [(ending,), oblique, oblique, (accusative,), instrumentals, oblique]
    return {
        case: {stem + form + reflexive for form in forms}
        for case, forms in zip(CASES, endings, strict=True)
    }


#: Endings of nouns for persons whose declension is regular in every word, as far as the words
#: of the profession list tell: a test compares them with the dictionary. They spare it most
#: of the look-ups, which take far longer.
_PERSON = {
    ("Masc", "Sing"): re.compile(
        r"[^-]+(?:ик|щик|тель|ист|[ео]лог|граф|[еав]нт|тор|нор|зор|[еиаё]р|тр|[еа]вт|[дм]|ат|"
        r"[еиоу]н|ал)"
    ),
    ("Masc", "Plur"): re.compile(
        r"[^-]+(?:(?:ни|щи|чи)ки|исты|[ео]логи|графы|[еа]нты|тели|[иа]ры|тры|вты|ны|ды|мы|алы|ачи)"
    ),
    ("Fem", "Sing"): re.compile(r"[^-]+(?:ица|истка|[еа]нтка|[чнй]ка|есса|иса|ина|иха|ша|иня)"),
    ("Fem", "Plur"): re.compile(r"[^-]+(?:ицы|истки|[еа]нтки|[её]нки|ессы|исы|ихи|ши|ини)"),
}


def person(word: str, gender: str, number: str) -> Forms:
    """Return the cases of a noun with a suffix that makes nouns for persons; nothing for others."""
    pattern = _PERSON[gender, number]
    return noun(word, gender, number) if pattern.fullmatch(word) else {}


def noun(word: str, gender: str, number: str) -> Forms:
    """Return the regular cases of a noun for a person by its ending; nothing where it has none.

    Vowels that come and go are not known here, but for the genitive plural on -ок.
    """
    endings = _endings(word, gender, number)
    if endings is None:
        return {}
    stem, *cases = endings
    return {
        case: {stem + ending for ending in ending_or_two.split("/")}
        for case, ending_or_two in zip(CASES, cases, strict=True)
    }


def _endings(word: str, gender: str, number: str) -> tuple[str, ...] | None:
    """Return the stem and the ending of each case, two with a stroke between."""
    stem, last = word[:-1], word[-1]
    hushing = stem[-1:] in _HUSHING
    if gender == "Masc" and number == "Sing":
        if last == "ь":
            return stem, "ь", "я", "ю", "я", "ем", "е"
        if last in "бвгдзжклмнпрстфхчшщ":
            return word, "", "а", "у", "а", "ем" if last in _HUSHING else "ом", "е"
    elif gender == "Masc" and word.endswith("тели"):
        return stem, "и", "ей", "ям", "ей", "ями", "ях"
    elif gender == "Masc" and last in "ыи":
        genitive = "ей" if hushing else "ов"
        return stem, last, genitive, "ам", genitive, "ами", "ах"
    elif number == "Sing" and last == "а":
        genitive = "и" if hushing or stem[-1:] in _VELAR else "ы"
        instrumental = "ей/ею" if hushing or stem[-1:] == "ц" else "ой/ою"
        return stem, "а", genitive, "е", "у", instrumental, "е"
    elif number == "Sing" and last == "я":
        return stem, "я", "и", "е", "ю", "ей/ею", "е"
    elif gender == "Fem" and number == "Plur" and last in "ыи":
        if stem[-1] == "к":
            return stem[:-1], "ки", "ок", "кам", "ок", "ками", "ках"
        if stem.endswith("ин"):
            return stem, "и", "ь", "ям", "ь", "ями", "ях"
        return stem, last, "", "ам", "", "ами", "ах"
    return None
