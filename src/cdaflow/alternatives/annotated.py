"""The annotated tables of Garg et al. (2024): the raw test files, and G-Trans.

In the raw files every mention of a person is marked in one column, and groups of mentions, the head
word of each group and the labels are lists in the order of the groups. The alignments count head
words in the order of the text, one that is in two groups twice. G-Trans has the head words alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from cdaflow.alternatives.marked import read_marked
from cdaflow.alternatives.released import (
    NOTHING,
    Quirks,
    Row,
    cuts_word,
    marked_spans,
    read_heads,
    read_labels,
    read_rows,
)
from cdaflow.alternatives.structures import AMBIGUOUS, Alternatives, Entity, Structure
from cdaflow.errors import InputError

RAW = (
    "id",
    "source",
    "invalid",
    "source with entity referring words",
    "entity referring words grouped",
    "headword in each group",
    "gender labels of headwords",
    "source with headwords",
    "vanilla translation",
    "translation with gender structures",
    "gender alignments",
)
GTRANS = (
    "id",
    "source with headwords",
    "gender labels of headwords",
    "translation with gender structures",
    "gender alignments",
)

_ALIGNMENT = re.compile(r"(\d{1,9})-(\d{1,9})")

#: The people of a sentence, and which of them each head word is that alignments count.
_People = tuple[tuple[Entity, ...], Sequence[int]]


def read_raw(path: str | os.PathLike[str], quirks: Quirks) -> Iterator[Alternatives]:
    """Yield the annotated sentences of a raw test file, with the people of their structures.

    What is odd goes into `quirks`. Raises InputError where it is no such table.
    """
    for row in read_rows(path, RAW, quirks):
        if row.cells["invalid"].lower() == "yes":
            row.note("invalid")
            continue
        written = _translation(row)
        if written is None:
            continue
        if written[0] != row.cells["vanilla translation"]:
            row.note("other plain text")
        people = _grouped_people(row)
        yield _alternatives(row, row.cells["source"], written, people)


def read_gtrans(path: str | os.PathLike[str], quirks: Quirks) -> Iterator[Alternatives]:
    """Yield the sentences of a file of G-Trans, with the people of their structures.

    What is odd goes into `quirks`. Raises InputError where it is no such table.
    """
    for row in read_rows(path, GTRANS, quirks):
        written = _translation(row)
        if written is None:
            continue
        labels = row.cells["gender labels of headwords"]
        found = read_heads(row.cells["source with headwords"], labels, row)
        if found is not None:
            source, entities = found
            yield _alternatives(row, source, written, (entities, range(len(entities))))


def _translation(row: Row) -> tuple[str, tuple[Structure, ...]] | None:
    """Return the masculine text and its structures; None where there are none to read."""
    cell = row.cells["translation with gender structures"]
    if cell in NOTHING:
        row.note("not annotated")
        return None
    try:
        text, structures = read_marked(cell)
    except InputError as error:
        row.note("broken structure", error.problem)
        return None
    if any(cuts_word(text, each.start, each.end) for each in structures):
        row.note("part of a word")
    return text, structures


def _alternatives(
    row: Row, source: str, written: tuple[str, tuple[Structure, ...]], people: _People | None
) -> Alternatives:
    text, structures = written
    if people is None:
        return Alternatives(source, text, structures)
    entities, heads = people
    of_structure = _aligned(row, len(structures), heads)
    aligned = [
        Structure(each.start, each.masculine, each.feminine, tuple(sorted(of)))
        for each, of in zip(structures, of_structure, strict=True)
    ]
    if not all(of_structure):
        row.note("structure alone", f"{sum(not of for of in of_structure)} of {len(structures)}")
    if any(entities[index].label != AMBIGUOUS for of in of_structure for index in of):
        row.note("told person")
    return Alternatives(source, text, tuple(aligned), entities)


def _aligned(row: Row, structures: int, heads: Sequence[int]) -> list[set[int]]:
    """Return the people that each structure is aligned to."""
    found: list[set[int]] = [set() for _ in range(structures)]
    cell = row.cells["gender alignments"]
    for pair in [] if cell in NOTHING else cell.split(","):
        match = _ALIGNMENT.fullmatch(pair.strip())
        if match and int(match[1]) < len(heads) and int(match[2]) < structures:
            found[int(match[2])].add(heads[int(match[1])])
        else:
            row.note("alignment", f"{pair} of {len(heads)} head words, {structures} structures")
    return found


def _grouped_people(row: Row) -> _People | None:
    """Return the people of a sentence with groups of mentions; None where they cannot be known."""
    source, marked = row.cells["source"], row.cells["source with entity referring words"]
    if marked in NOTHING:
        row.note("people unknown", "not annotated")
        return None
    try:
        text, mentions = marked_spans(marked)
    except InputError as error:
        row.note("people unknown", error.problem)
        return None
    heads = [int(x) for x in re.findall(r"\d{1,9}", row.cells["headword in each group"])]
    labels = read_labels(row.cells["gender labels of headwords"], len(heads))
    if labels is None or max(heads, default=-1) >= len(mentions) or (mentions and not heads):
        row.note(
            "people unknown",
            f"{len(heads)} head words of {len(mentions)} mentions, labels "
            f"{row.cells['gender labels of headwords']!r}",
        )
        return None
    spans = _in_source(source, text, mentions, row)
    if spans is None:
        return None
    if row.cells["source with headwords"] != _with_marks(source, [spans[head] for head in heads]):
        row.note("damaged marks")
    order = sorted(range(len(heads)), key=lambda group: heads[group])
    if order != sorted(order):
        row.note("head order")
    people: dict[int, Entity] = {}
    for group in order:
        head, label = heads[group], labels[group]
        if head in people:
            row.note("two groups")
            if people[head].label != label:
                row.note("two labels")
                label = AMBIGUOUS if AMBIGUOUS in (label, people[head].label) else label
        people[head] = Entity(*spans[head], label)
    numbers = {head: number for number, head in enumerate(people)}
    return tuple(people.values()), [numbers[heads[group]] for group in order]


def _in_source(
    source: str, text: str, spans: Sequence[tuple[int, int]], row: Row
) -> list[tuple[int, int]] | None:
    """Return where the spans of a text are in the source, which may differ from it in brackets."""
    if source == text:
        return list(spans)
    there, here = (
        [at for at, sign in enumerate(each) if sign not in "[]"] for each in (source, text)
    )
    if [source[at] for at in there] != [text[at] for at in here]:
        row.note("other source")
        return None
    moved = dict(zip(here, there, strict=True))
    found = []
    for start, end in spans:
        inside = [moved[at] for at in range(start, end) if at in moved]
        if not inside:  # a mention of brackets alone
            row.note("other source")
            return None
        found.append((inside[0], inside[-1] + 1))
    row.note("brackets")
    return found


def _with_marks(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return a text with marks around some of its spans."""
    for start, end in sorted(set(spans), reverse=True):
        text = f"{text[:start]}[[{text[start:end]}]]{text[end:]}"
    return text
