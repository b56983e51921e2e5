"""The cases of listed Russian nouns and phrases: "строительный рабочий", "врач скорой помощи".

Regular declensions need no dictionary: adjectives, with what is declined like them ("рабочий",
"горничная", "заведующий", "учащаяся"), nouns with suffixes that persons have, and new nouns on a
consonant or -а that the dictionary does not have ("коуч").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from cdaflow.languages.morphology import Slot
from cdaflow.languages.ru.analyzer import parses, slots

if TYPE_CHECKING:
    from pymorphy3.analyzer import Parse

CASES = ("Nom", "Gen", "Dat", "Acc", "Ins", "Loc")

#: The forms of a word, by case.
Forms = dict[str, set[str]]

_GRAMMEMES = {"Masc": "masc", "Fem": "femn", "Neut": "neut", "Sing": "sing", "Plur": "plur"}


@cache
def spellings(
    words: tuple[str, ...], gender: str, number: str
) -> tuple[tuple[tuple[str, ...], Slot], ...]:
    """Return a noun or phrase, given in the nominative, in all cases, with ё and with е.

    Adjectives in front of the head agree with it; what follows it stays as it is. A masculine
    noun of one word also as the second part of "женщина-врач", which is feminine.
    """
    declined = _phrase(words, gender, number)
    if not declined:
        return tuple((form, (gender, number, "")) for form in _both([words]))
    written = [(form, (gender, number, case)) for case, forms in declined for form in _both(forms)]
    if len(words) == 1 and words[0].endswith("арь"):
        # Machine translations decline these with hard endings as well: "пекару" for "пекарю".
        hard = regular_noun(words[0][:-1], gender, number)
        written += [
            ((form,), (gender, number, case)) for case in hard for form in sorted(hard[case])
        ]
    if gender == "Masc" and len(words) == 1 and "-" not in words[0]:
        women = _women(number)
        written += [
            ((f"{woman}-{form[0]}",), ("Fem", number, case))
            for case, forms in declined
            for form in _both(forms)
            for woman in sorted(women.get(case, ()))
        ]
    return tuple(written)


@cache
def _women(number: str) -> Forms:
    """Return the forms of "женщина" by case."""
    return _forms(_noun("женщина" if number == "Sing" else "женщины", "Fem", number), "Fem", number)


def _both(forms: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    for form in sorted(forms):
        yield form
        plain = tuple(word.replace("ё", "е") for word in form)
        if plain != form:
            yield plain


def _phrase(
    words: tuple[str, ...], gender: str, number: str
) -> list[tuple[str, set[tuple[str, ...]]]]:
    """Return the forms of a phrase by case; nothing where a word of it is not understood."""
    declined: list[Forms] = []
    rest: tuple[str, ...] = ()
    for position, word in enumerate(words):
        forms = regular_adjective(word, gender, number)
        head = not forms
        if head:
            forms = regular_person(word, gender, number)
            forms = forms or _forms(_noun(word, gender, number), gender, number)
            if not forms:
                forms = regular_adjective(word, gender, number, sure=False)
                head = not forms
            if not forms and not declined:
                forms = regular_noun(word, gender, number)
        if not forms:
            # The head was a nominalised adjective ("служащий почты"), and this its complement.
            rest = words[position:]
            break
        declined.append(forms)
        if head:
            rest = words[position + 1 :]
            break
    if not declined:
        return []
    return [
        (case, {(*form, *rest) for form in product(*(forms[case] for forms in declined))})
        for case in CASES
        if all(case in forms for forms in declined)
    ]


def _noun(word: str, gender: str, number: str) -> Parse | None:
    """Return the reading as a noun of that gender in the nominative, one of a person first."""
    number_tag = _GRAMMEMES[number]
    candidates = [
        parse
        for parse in parses(word)
        if parse.tag.POS in ("NOUN", "NPRO")
        and number_tag in parse.tag
        and ("nomn" in parse.tag)
        and _of_gender(parse, gender, number)
    ]
    candidates.sort(
        key=lambda parse: (
            _GRAMMEMES[gender] not in parse.tag,
            "anim" not in parse.tag,
            any(name in parse.tag for name in ("Name", "Surn", "Geox", "Sgtm")),
            -parse.score,
        )
    )
    return candidates[0] if candidates else None


def _of_gender(parse: Parse, gender: str, number: str) -> bool:
    if parse.tag.POS == "NPRO":
        # "кто-то": the dictionary has it as masculine, which is how it agrees by default.
        return parse.normal_form.split("-")[0] in ("кто", "некто", "кое")
    if _GRAMMEMES[gender] in parse.tag or "ms-f" in parse.tag:
        return True
    # "глава", "зевака" are masculine of men; "супруги" has no gender of its own.
    return parse.word in ("глава", "главы", "зевака", "зеваки") or (
        number == "Plur" and "GNdr" in parse.tag
    )


def _forms(parse: Parse | None, gender: str, number: str) -> Forms:
    """Return the forms of a number by case; persons are animate, whatever the dictionary says."""
    if parse is None:
        return {}
    # Predictions by the endings of other words bring a wrong ё ("брокёрши").
    plain = "ё" not in parse.word and not parse.is_known
    forms: Forms = {}
    for form in parse.lexeme:
        ((_, plurality, case), *_) = slots(form.tag)
        if plurality not in (number, "") or case not in CASES:
            continue
        if case == "Acc" and "inan" in form.tag and (number == "Plur" or gender == "Masc"):
            continue
        forms.setdefault(case, set()).add(form.word.replace("ё", "е") if plain else form.word)
    if "Gen" in forms and "Acc" not in forms:
        forms["Acc"] = forms["Gen"]
    return forms


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


def regular_adjective(word: str, gender: str, number: str, *, sure: bool = True) -> Forms:
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


def regular_person(word: str, gender: str, number: str) -> Forms:
    """Return the cases of a noun with a suffix that makes nouns for persons; nothing for others."""
    pattern = _PERSON[gender, number]
    return regular_noun(word, gender, number) if pattern.fullmatch(word) else {}


def regular_noun(word: str, gender: str, number: str) -> Forms:
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
