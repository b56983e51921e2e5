"""The sets that Garg et al. (2024) released: what their files share, and G-Tag.

The files are tables with tabs between the cells and have quirks (labels that lack, marks that are
broken, quotes of CSV here and there). No row is lost silently: what is odd about a row is a `Quirk`
in the list that a reader is given, whether the row is kept or left out.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cdaflow.alternatives.structures import AMBIGUOUS, FEMININE, MASCULINE, Entity
from cdaflow.errors import InputError
from cdaflow.io.files import read_lines
from cdaflow.io.recognition import unquoted

#: What is odd about a row that is left out.
LEFT_OUT = {
    "not annotated": "the sentence has no annotation or translation (na, or nothing)",
    "invalid": "annotators found the sentence to be no sentence, or offensive",
    "columns": "the row has more or fewer cells than the header",
    "broken structure": "the marks of the structures cannot be read",
    "broken head": "the marks of the head words cannot be read",
    "no labels": "the head words have no labels, or not as many (of a row of head words alone)",
    "third text": "there are more than two translations",
    "one text empty": "of the two translations one is empty",
}

#: What is odd about a row that is kept.
KEPT = {
    "csv quotes": "a cell in quotes with doubled quotes inside, which are removed",
    "blanks": "blanks at the ends of a cell, which are removed",
    "people unknown": "no annotation of people, or labels that are not as many: people are null",
    "other source": "the annotated English is not that of the source: its people are null",
    "brackets": "brackets of the annotation are left in the source, where they stay",
    "damaged marks": "the column of head words is broken; the one of all mentions is read",
    "two groups": "one head word of two groups of mentions: one person",
    "two labels": "one head word with two labels: it is ambiguous where one of them says so",
    "head order": "the groups are not in the order of their head words, the alignments are",
    "part of a word": "a letter stands directly before or behind marks",
    "alignment": "an alignment is no pair of numbers, or of what is not there; it is not read",
    "structure alone": "a structure is aligned to nobody",
    "told person": "a structure is aligned to a person whose gender is stated",
    "other plain text": "the masculine text is not the plain translation",
    "same texts": "both translations are equal",
    "source marks": "the English has marks of the annotation inside: it is damaged",
}

LABELS = {"Amb": AMBIGUOUS, "Male": MASCULINE, "Female": FEMININE}

#: How the files say that there is nothing.
NOTHING = ("na", "")

_MARKED = re.compile(r"\[\[(?!\[)(.*?)\]\]")


@dataclass(frozen=True, slots=True)
class Quirk:
    """What is odd about a row: `kind` is a key of LEFT_OUT or KEPT, `row` the id or the line."""

    kind: str
    file: str
    row: str
    detail: str = ""


class Quirks(list[Quirk]):
    """The quirks that a reader found."""

    def counts(self) -> dict[str, int]:
        """Return how many rows have each kind, in the order of LEFT_OUT and KEPT."""
        rows = Counter(kind for kind, *_ in {(each.kind, each.file, each.row) for each in self})
        return {kind: rows[kind] for kind in (*LEFT_OUT, *KEPT) if rows[kind]}

    def left_out(self) -> int:
        """Return how many rows are left out."""
        return len({(each.file, each.row) for each in self if each.kind in LEFT_OUT})


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a released table.

    Attributes:
        id: its first cell
        cells: the cells by column, without the quotes of CSV and blanks at the ends
        quirks: where what is odd is noted
        file: the name of the file
    """

    id: str
    cells: dict[str, str]
    quirks: Quirks
    file: str

    def note(self, kind: str, detail: str = "") -> None:
        """Note what is odd about the row."""
        self.quirks.append(Quirk(kind, self.file, self.id, detail))


def read_rows(
    path: str | os.PathLike[str], columns: Sequence[str], quirks: Quirks
) -> Iterator[Row]:
    """Yield the rows of a table whose header has just these columns.

    Raises InputError where it has others; see also `read_lines`.
    """
    lines = read_lines(path)
    header = next(lines, "")
    if header.split("\t") != list(columns):
        raise InputError(
            "alternatives.other-header",
            f"the header is not that of this format: {header[:200]!r}",
            file=path,
            line=1,
            hint=f"expected, with tabs between: {', '.join(columns)}; is it another --format?",
        )
    for number, line in enumerate(lines, 2):
        cells = line.split("\t")
        row = Row(cells[0].strip() or f"line {number}", {}, quirks, str(path))
        if len(cells) != len(columns):
            row.note("columns", f"{len(cells)} cells, line {number}")
            continue
        row.cells.update(zip(columns, clean(cells, row), strict=True))
        yield row


def clean(cells: Sequence[str], row: Row) -> list[str]:
    """Return cells without the quotes of CSV and blanks at their ends, each noted."""
    bare = [unquoted(cell) for cell in cells]
    if bare != list(cells):
        row.note("csv quotes")
    stripped = [cell.strip() for cell in bare]
    if stripped != bare:
        row.note("blanks")
    return stripped


def marked_spans(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """Return text without its marks `[[ ]]`, and start and end of what was inside each.

    Raises InputError where a mark is alone or nothing is inside.
    """
    text = ""
    spans = []
    end = 0
    for match in _MARKED.finditer(marked):
        text += marked[end : match.start()]
        spans.append((len(text), len(text) + len(match[1])))
        text += match[1]
        end = match.end()
    text += marked[end:]
    if "[[" in text or "]]" in text or not all(text[start:end].strip() for start, end in spans):
        raise InputError(
            "structure.bracket-alone-or-empty", "a [[ or ]] is alone, or has nothing inside"
        )
    return text, spans


def cuts_word(text: str, start: int, end: int) -> bool:
    """Return whether a letter stands directly before or behind a span of text."""
    return text[max(start - 1, 0) : start].isalnum() or text[end : end + 1].isalnum()


def read_labels(cell: str, count: int) -> list[str] | None:
    """Return the labels of `count` head words, None where they are not as many or unknown."""
    names = [] if cell in NOTHING else [name.strip() for name in cell.split(",")]
    labels = [LABELS[name] for name in names if name in LABELS]
    return labels if len(labels) == len(names) == count else None


GTAG = ("id", "source with headwords", "gender labels of headwords")


def read_gtag(
    path: str | os.PathLike[str], quirks: Quirks
) -> Iterator[tuple[str, tuple[Entity, ...]]]:
    """Yield the English sentences of a file of G-Tag (section 3.1), each with its head words.

    What is odd goes into `quirks`. Raises InputError where it is no such table.
    """
    for row in read_rows(path, GTAG, quirks):
        marked, labels = (row.cells[column] for column in GTAG[1:])
        if marked in NOTHING:
            row.note("not annotated")
            continue
        found = read_heads(marked, labels, row)
        if found is not None:
            yield found


def read_heads(marked: str, labels: str, row: Row) -> tuple[str, tuple[Entity, ...]] | None:
    """Return a sentence with marked head words, and these; None where they cannot be known."""
    try:
        text, spans = marked_spans(marked)
    except InputError as error:
        row.note("broken head", error.problem)
        return None
    known = read_labels(labels, len(spans))
    if known is None:
        row.note("no labels", f"{len(spans)} head words, labels {labels!r}")
        return None
    if any(cuts_word(text, *span) for span in spans):
        row.note("part of a word")
    return text, tuple(Entity(*span, label) for span, label in zip(spans, known, strict=True))
