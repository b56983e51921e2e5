"""The cases of listed Russian nouns and phrases: "строительный рабочий", "врач скорой помощи"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from cdaflow.languages.readings import Slot
from cdaflow.languages.ru import paradigms
from cdaflow.languages.ru.analyzer import parses, slots
from cdaflow.languages.ru.paradigms import CASES, Forms

if TYPE_CHECKING:
    from pymorphy3.analyzer import Parse

_GRAMMEMES = {"Masc": "masc", "Fem": "femn", "Neut": "neut", "Sing": "sing", "Plur": "plur"}


@cache
def spellings(
    words: tuple[str, ...], gender: str, number: str
) -> tuple[tuple[tuple[str, ...], Slot], ...]:
    """Return a noun or phrase, given in the nominative, in all cases, with ё and with е.

    Adjectives in front of the head agree with it; what follows it stays as it is. A masculine
    noun of one word also as the second part of "женщина-врач", which is feminine.
    """
    found = _phrase(words, gender, number)
    if not found:
        return tuple((form, (gender, number, "")) for form in _both([words]))
    written = [(form, (gender, number, case)) for case, forms in found for form in _both(forms)]
    if len(words) == 1 and words[0].endswith("арь"):
        # Machine translations decline these with hard endings as well: "пекару" for "пекарю".
        hard = paradigms.noun(words[0][:-1], gender, number)
        written += [((form,), (gender, number, case)) for case in hard for form in hard[case]]
    if gender == "Masc" and len(words) == 1 and "-" not in words[0]:
        women = _women(number)
        written += [
            ((f"{woman}-{form[0]}",), ("Fem", number, case))
            for case, forms in found
            for form in _both(forms)
            for woman in women.get(case, ())
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
        forms = paradigms.adjective(word, gender, number)
        head = not forms
        if head:
            forms = paradigms.person(word, gender, number)
            forms = forms or _forms(_noun(word, gender, number), gender, number)
            if not forms:
                forms = paradigms.adjective(word, gender, number, sure=False)
                head = not forms
            if not forms and not declined:
                forms = paradigms.noun(word, gender, number)
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
    wanted = _GRAMMEMES[number]
    found = [
        parse
        for parse in parses(word)
        if parse.tag.POS in ("NOUN", "NPRO")
        and wanted in parse.tag
        and ("nomn" in parse.tag)
        and _of_gender(parse, gender, number)
    ]
    found.sort(
        key=lambda parse: (
            _GRAMMEMES[gender] not in parse.tag,
            "anim" not in parse.tag,
            any(name in parse.tag for name in ("Name", "Surn", "Geox", "Sgtm")),
            -parse.score,
        )
    )
    return found[0] if found else None


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
