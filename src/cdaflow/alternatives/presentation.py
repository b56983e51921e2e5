"""Alternatives as people read them: texts with who is a woman, both forms in one, confidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

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


_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Gender alternatives</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #8886; padding: .4rem .6rem; text-align: left;
  vertical-align: top; overflow-wrap: anywhere }
tr { break-inside: avoid }
td:first-child { opacity: .7; text-align: right }
mark { background: #8882; border-radius: .2rem; color: inherit; padding: 0 .15rem }
mark b { font-weight: 600 }
small { display: block; opacity: .8 }
</style>
</head>
<body>
<h1>Gender alternatives</h1>
<table>
<thead><tr><th></th><th>English</th><th>Translation: masculine / feminine</th></tr></thead>
<tbody>
"""


def page(items: Iterable[Alternatives], *, both: bool = False) -> Iterator[str]:
    """Yield the parts of the page, a row for each item.

    A structure is shown as masculine / feminine, or with `both` word by word (`both_forms`); below
    the English, how sure it is that the gender of its people is open, where that is known.
    """
    yield _HEAD
    for number, item in enumerate(items, 1):
        sure = confidence_text(item)
        under = f"<small>{escape(sure)}</small>" if sure else ""
        if both:
            text = escape(both_forms(item))
        else:
            text = shown(item.text, item.structures, _marked, escape)
        yield f"<tr><td>{number}</td><td>{escape(item.source)}{under}</td><td>{text}</td></tr>\n"
    yield "</tbody>\n</table>\n</body>\n</html>\n"


def _marked(structure: Structure) -> str:
    forms = (f"<b>{escape(form)}</b>" for form in (structure.masculine, structure.feminine))
    return f"<mark>{' / '.join(forms)}</mark>"
