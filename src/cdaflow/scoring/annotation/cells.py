"""CSV for spreadsheets: opened right by them, and no cell of it run as a formula."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_text, read_lines

#: What may stand between the cells. Where numbers have a comma, spreadsheets want the semicolon.
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}

#: A cell that begins so is a formula to some spreadsheet (the last four are full-width signs).
_FORMULA = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")

#: What no spreadsheet takes for more than a number.
_NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?")

_HINT = "save the sheet as CSV in UTF-8, with the header and all columns that it had"


def guard(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula; `unguard` gives the text back.

    An apostrophe is set before it, and also before a text that begins with one, so that one that
    stands there is always ours.
    """
    begins = (text.lstrip(" ") or text)[:1]
    return f"'{text}" if begins in _FORMULA or text.startswith("'") else text


def guard_text(text: str) -> str:
    """Return a cell of a table as `guard` does, a number and a lone sign as they are."""
    return text if len(text) < 2 or _NUMBER.fullmatch(text) else guard(text)


def unguard_text(cell: str) -> str:
    """Return the text of which `guard_text` made the cell; an apostrophe of its own stays."""
    return cell[1:] if cell.startswith("'") and guard_text(cell[1:]) == cell else cell


def unguard(cell: str) -> str:
    """Return the text of which `guard` made the cell."""
    return cell.removeprefix("'")


def plain_text(text: str) -> str:
    """Return a text on one line, without control characters, composed (NFC)."""
    # Surrogates alone are no UTF-8.
    clean = "".join(" " if unicodedata.category(c) in ("Cc", "Cs") else c for c in text)
    return unicodedata.normalize("NFC", " ".join(clean.split()))


def write_cells(
    path: str | PathLike[str], rows: Iterable[Sequence[str]], separator: str = "comma"
) -> None:
    """Write rows as CSV, whole or not at all.

    All cells are quoted and guarded; a byte order mark stands first, without which Excel takes the
    text for another encoding than UTF-8.
    """
    with atomic_text(path) as handle:
        handle.write("\ufeff")
        writer = csv.writer(
            handle, delimiter=SEPARATORS[separator], quoting=csv.QUOTE_ALL, lineterminator="\n"
        )
        writer.writerows([guard(cell) for cell in row] for row in rows)


def read_cells(
    path: str | PathLike[str], columns: Sequence[str]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield line number and cells, as they stand, of each row of a CSV with a header.

    The separator may be any of SEPARATORS, as spreadsheets choose it themselves. Rows without
    any text are passed over. Raises InputError where a column is not there, or it is no CSV.
    """
    lines = list(_lines(path))
    delimiter = _delimiter(path, lines[0] if lines else "", columns)
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True)
    header: list[str] = []
    begin = 1
    try:
        for row in reader:
            if not header:
                header = [name.strip() for name in row]
            elif any(cell.strip() for cell in row):
                cells = row + [""] * (len(header) - len(row))
                yield begin, dict(zip(header, cells, strict=False))
            begin = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            "sheet.not-csv", f"not a CSV file: {error}", file=path, line=begin, hint=_HINT
        ) from None


def _lines(path: str | PathLike[str]) -> Iterator[str]:
    """Yield the lines of a sheet; what is wrong with one says how to save it."""
    try:
        yield from read_lines(path)
    except InputError as error:
        if error.line is None:  # there is no such file
            raise
        raise InputError(
            error.code, error.problem, file=path, line=error.line, hint=_HINT
        ) from None


def _delimiter(path: str | PathLike[str], header: str, columns: Sequence[str]) -> str:
    """Return what parts the cells of a header; InputError where it lacks a column."""
    missing_by_delimiter: dict[str, list[str]] = {}
    for delimiter in SEPARATORS.values():
        names = [cell.strip() for row in csv.reader([header], delimiter=delimiter) for cell in row]
        missing = [column for column in columns if names.count(column) != 1]
        if not missing:
            return delimiter
        missing_by_delimiter[delimiter] = missing
    missing = min(missing_by_delimiter.values(), key=len)
    raise InputError(
        "sheet.header-column",
        f"the header must have the column {missing[0]!r} exactly once",
        file=path,
        line=1,
        hint=_HINT,
    )
