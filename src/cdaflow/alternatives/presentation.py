"""Alternatives as people read them: texts with who is a woman, both forms in one, confidence."""

from __future__ import annotations

from collections.abc import Iterator

from cdaflow.alternatives.structures import Alternatives, Structure, shown


def texts_by_women(alternatives: Alternatives) -> list[tuple[list[int], str]]:
    """Return each text with those who are women; [-1] for everybody, where they are not known."""
    if any(not structure.entities for structure in alternatives.structures):
        return [([], alternatives.masculine), ([-1], alternatives.feminine)]
    return [
        ([n for n, gender in genders.items() if gender == "Fem"], text)
        for genders, text in alternatives.texts()
    ]


def names(alternatives: Alternatives, people: list[int]) -> str:
    """Return the head words of people, "everybody" for -1."""
    return ", ".join("everybody" if n < 0 else _head_word(alternatives, n) for n in people)


def _head_word(alternatives: Alternatives, person: int) -> str:
    entity = (alternatives.entities or ())[person]
    return alternatives.source[entity.start : entity.end]


def labelled_texts(alternatives: Alternatives) -> Iterator[tuple[str, str]]:
    """Yield each text with the name it has in a list of proposals.

    masculine, feminine, between them who is a woman where that are some of several; at last both
    forms in one text, which is none of them.
    """
    for women, text in texts_by_women(alternatives):
        if not women:
            yield "masculine", text
        elif women == [-1] or len(women) == len(alternatives.choices):
            yield "feminine", text
        else:
            yield f"women: {names(alternatives, women)}", text
    yield "both", both_forms(alternatives)


def both_forms(alternatives: Alternatives) -> str:
    """Return the text with both forms of each word that has two: El/La jefe/jefa.

    Where the forms of a structure have not as many words, they stand side by side as a whole.
    """
    return shown(alternatives.text, alternatives.structures, _both)


def _both(structure: Structure) -> str:
    forms = structure.masculine.split(" "), structure.feminine.split(" ")
    if len(forms[0]) != len(forms[1]):
        forms = [structure.masculine], [structure.feminine]
    return " ".join(m if m == f else f"{m}/{f}" for m, f in zip(*forms, strict=True))


def confidence(alternatives: Alternatives) -> dict[int, float]:
    """Return by person on whom a structure depends how probable it is that the gender is open.

    Without those of whom a rule or an annotation says so.
    """
    entities = alternatives.entities or ()
    return {
        person: entities[person].probability
        for person in alternatives.choices
        if entities[person].probability < 1
    }


def confidence_text(alternatives: Alternatives) -> str:
    """Return the confidence for reading, such as "secretary 97 %, boss 91 %"; "" without one."""
    return ", ".join(
        f"{_head_word(alternatives, person)} {100 * share:.0f} %"
        for person, share in confidence(alternatives).items()
    )
