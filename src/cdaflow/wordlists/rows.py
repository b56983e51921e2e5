"""Rows of the word lists of a language, with their notes."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, row_cells
from cdaflow.io.recognition import Content

#: The form columns, with the gender and number that each gives to its forms.
FORMS = {
    "masculine": ("Masc", "Sing"),
    "feminine": ("Fem", "Sing"),
    "masculine_plural": ("Masc", "Plur"),
    "feminine_plural": ("Fem", "Plur"),
}

#: What stands in the first column, by the beginning of a file's name.
NAMES = ("profession", "person", "demonym")

#: What a note may say before its semicolon, besides `fixed:`.
MARKS = ("variant", "multiword", "pronoun")

#: What `fixed:` may say.
FIXED = ("Masc", "Fem", "Neut")


@dataclass(frozen=True)
class Note:
    """What a row says of its word: `marks` (see MARKS), and the gender it has for everybody.

    `fixed` is "" for a word that has the gender of the person; what stands behind the semicolon
    is for people and not kept.
    """

    marks: frozenset[str] = frozenset()
    fixed: str = ""


@dataclass(frozen=True)
class PersonRow:
    """A line of a list: the English name, the forms by column ("" for none) and the note.

    `kind`: the name of the first column, see NAMES.
    """

    line: int
    name: str
    forms: Mapping[str, str]
    note: Note = field(default_factory=Note)
    kind: str = NAMES[0]


def parse_note(text: str) -> Note:
    """Return what a note says; ValueError, with what to do, for one that says nothing known.

    Marks stand first, with commas between; a remark for people follows a semicolon.
    """
    marks: set[str] = set()
    fixed = ""
    for part in filter(None, (part.strip() for part in text.partition(";")[0].split(","))):
        word, colon, gender = part.partition(":")
        if part in MARKS:
            marks.add(part)
        elif word == "fixed" and colon and gender in FIXED and not fixed:
            fixed = gender
        else:
            notes = (*MARKS, *(f"fixed:{gender}" for gender in FIXED))
            near = difflib.get_close_matches(part, notes, n=1)
            raise ValueError(
                f"{part!r} is not a note: expected {', '.join(notes)}"
                + (f" (did you mean {near[0]}?)" if near else "")
                + ", separated by commas; write remarks after a semicolon"
            )
    return Note(frozenset(marks), fixed)


def read_person_rows(path: str | os.PathLike[str]) -> Iterator[PersonRow]:
    """Yield the rows of a list such as professions.es.tsv or persons.es.tsv.

    Columns: profession, person or demonym (the English name), masculine, feminine,
    masculine_plural, feminine_plural, and note (see `parse_note`), which may be absent. A cell may
    be empty. Blank lines are passed over.

    Raises InputError where the header lacks or repeats a column, a row has more or fewer cells
    than the header, no name or no form, a note is unknown, or a fixed gender has two forms; where
    there is no row; and as `read_lines` does.
    """
    for row in scan_person_rows(path):
        if isinstance(row, InputError):
            raise row
        yield row


def scan_person_rows(path: str | os.PathLike[str]) -> Iterator[PersonRow | InputError]:
    """Yield what `read_person_rows` does, with the faults of rows in their place."""
    lines = read_lines(path, Content.TABLE)
    header = next(lines, "").split("\t")
    name = next((name for name in NAMES if name in header), NAMES[0])
    wrong = [column for column in (name, *FORMS) if header.count(column) != 1]
    if wrong or header.count("note") > 1:
        column = wrong[0] if wrong else "note"
        yield InputError(
            "column.duplicate" if column in header else "column.missing",
            f"the header {'repeats' if column in header else 'lacks'} the column {column!r}",
            file=path,
            line=1,
            hint=f"expected, separated by tabs: {name}, {', '.join(FORMS)}, note",
        )
        return
    has_rows = False
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        has_rows = True
        try:
            cells = row_cells(path, number, header, [cell.strip() for cell in line.split("\t")])
        except InputError as error:
            yield error
        else:
            yield _row(cells, name, path, number)
    if not has_rows:
        yield InputError("word-list.empty", f"the file has no {name} below the header", file=path)


def _row(
    cells: Mapping[str, str], name: str, path: str | os.PathLike[str], line: int
) -> PersonRow | InputError:
    try:
        note = parse_note(cells.get("note", ""))
    except ValueError as error:
        return InputError("note.unknown", str(error), file=path, line=line)
    forms = {column: cells[column] for column in FORMS}
    if not cells[name] or not any(forms.values()):
        return InputError(
            "word-list.incomplete-row",
            f"expected a {name} and at least one of its forms",
            file=path,
            line=line,
        )
    pairs = (("masculine", "feminine"), ("masculine_plural", "feminine_plural"))
    for masculine, feminine in pairs if note.fixed else ():
        if forms[masculine] and forms[feminine] and forms[masculine] != forms[feminine]:
            return InputError(
                "note.fixed-contradicted",
                f"fixed:{note.fixed} says that {forms[masculine]!r} has one gender for everybody, "
                f"but the column {feminine} has {forms[feminine]!r}",
                file=path,
                line=line,
                hint="write the same form in both columns, or remove the note",
            )
    return PersonRow(line, cells[name], forms, note, name)
