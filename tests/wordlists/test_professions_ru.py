"""The Russian list of professions: its declension, its genders against pymorphy's dictionary."""

from __future__ import annotations

from cdaflow import languages
from cdaflow.languages.ru import declension
from cdaflow.languages.ru.analyzer import is_known, parses

from .test_professions import nouns

SLOTS = (("Masc", "Sing"), ("Fem", "Sing"), ("Masc", "Plur"), ("Fem", "Plur"))


ROWS = nouns("ru")


def _forms() -> list[tuple[tuple[str, ...], tuple[str, str]]]:
    """Every form of the list with its gender and number."""
    forms = []
    for row in ROWS:
        for form, (gender, number) in zip(row[1:5], SLOTS, strict=True):
            if form:
                fixed = row[5].removeprefix("fixed:") if row[5].startswith("fixed") else gender
                forms.append((tuple(form.lower().split()), (fixed, number)))
    return list(dict.fromkeys(forms))


FORMS = _forms()


#: Forms of the list that the dictionary has in one gender only: nouns of common gender, and the
#: plural of "портная".
_OF_ONE_GENDER = {"глава", "зевака", "главы", "зеваки", "портные"}


def test_genders_agree_with_the_dictionary() -> None:
    checked = 0
    for words, (gender, number) in FORMS:
        if len(words) > 1 or not is_known(words[0]) or words[0].startswith(("кто", "некто", "кое")):
            continue
        wanted = {"Masc": "masc", "Fem": "femn"}[gender]
        tags = [parse.tag for parse in parses(words[0]) if "nomn" in parse.tag]
        nouns = [tag for tag in tags if tag.POS == "NOUN" and "anim" in tag]
        right = [tag for tag in nouns if wanted in tag or "ms-f" in tag or "GNdr" in tag]
        nominalised = [
            tag
            for tag in tags
            if tag.POS in ("ADJF", "PRTF") and (number == "Plur" or wanted in tag)
        ]
        checked += 1
        assert right or nominalised or words[0] in _OF_ONE_GENDER, (words, gender)
    assert checked > 1000


def test_every_form_is_its_own_nominative_and_has_six_cases() -> None:
    morphology = languages.get("ru").morphology
    for words, (gender, number) in FORMS:
        spelled = list(morphology.spellings(words, (gender, number)))
        assert any(form == words and slot[2] in ("Nom", "") for form, slot in spelled), words
        if words not in {("некто",), ("авторки",)}:
            cases = {slot[2] for _, slot in spelled}
            assert cases == {"Nom", "Gen", "Dat", "Acc", "Ins", "Loc"}, words


def test_rules_decline_as_the_dictionary_does() -> None:
    checked = 0
    for words, (gender, number) in FORMS:
        word = words[0]
        by_rule = declension.regular_person(word, gender, number)
        if len(words) > 1 or not by_rule or not is_known(word):
            continue
        by_dictionary = declension._forms(declension._noun(word, gender, number), gender, number)
        checked += 1
        for case, forms in by_rule.items():
            assert forms <= by_dictionary[case], (word, case)
    assert checked > 500
