"""The text of tables: figures as they are written, text made safe to print, CSV files read back.

pandas is not imported here, so that what only reads or prints a cell starts quickly.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping
from os import PathLike

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines
from cdaflow.io.structured import whole_number
from cdaflow.scoring.annotation.cells import unguard_text
from cdaflow.statistics.estimates import Estimate

#: Stands where a score is not defined.
NONE = "–"

#: A row of a CSV: column -> cell.
Record = Mapping[str, str]

_BIDI_CONTROLS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def number(value: float | None, decimals: int = 1) -> str:
    """Return a figure with its decimal places, "" for None, and no minus before a zero."""
    if value is None:
        return ""
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def thousands(text: str) -> str:
    """Return a count as 12,345; other text as it is."""
    count = whole_number(text)
    return text if count is None else f"{count:,}"


def with_interval(value: str, low: str, high: str, *crossed: str) -> str:
    """Return "62.1 [59.9, 64.2]", and behind it the `crossed` interval of a mean: "(60.4, 63.8)".

    An interval that lacks an end is left out.
    """
    first = f" [{low}, {high}]" if low and high else ""
    second = f" ({', '.join(crossed)})" if crossed and all(crossed) else ""
    return f"{value}{first}{second}" if value else value


def interval_cell(estimate: Estimate) -> str:
    """Return an estimate with its interval, NONE where it is not defined."""
    return with_interval(*map(number, (estimate.value, estimate.low, estimate.high))) or NONE


def estimate_cells(name: str, estimate: Estimate | None, decimals: int = 1) -> dict[str, str]:
    """Return the cells `name`, `name`_low and `name`_high of an estimate, empty for None."""
    ends = (estimate.value, estimate.low, estimate.high) if estimate else (None,) * 3
    columns = (name, f"{name}_low", f"{name}_high")
    return {column: number(end, decimals) for column, end in zip(columns, ends, strict=True)}


def figure_parts(cell: str) -> tuple[str, str, str]:
    """Return a figure, its star (or "") and its intervals (or "") out of a cell."""
    value, _, interval = cell.partition(" ")
    return value.rstrip("*"), "*" if value.endswith("*") else "", interval


def figure_lines(cell: str) -> list[str]:
    """Return a figure and its intervals, each to stand on a line of its own."""
    value, _, intervals = cell.partition(" ")
    return [value, *re.findall(r"\[[^\]]*\]|\([^)]*\)", intervals)]


def order(values: Iterable[str]) -> list[str]:
    """Return the distinct values in the order of their first appearance."""
    return list(dict.fromkeys(values))


def visible(text: str) -> str:
    """Return `text` with control characters and lone surrogates as U+FFFD, bidi controls gone.

    What remains can neither steer a terminal nor turn round the text beside it.
    """
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cf" and unicodedata.bidirectional(character) in _BIDI_CONTROLS:
        return ""
    return "\ufffd" if category in ("Cc", "Cs", "Zl", "Zp") else character


def escape_markdown(text: str) -> str:
    """Return `text` as Markdown shows it, with nothing in it that is markup."""
    return re.sub(r"([\\|*<>\[\]`])", r"\\\1", visible(text))


def width(text: str) -> int:
    """Return how many columns of a terminal `text` takes."""
    total = 0
    for character in text:
        if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn"):
            continue
        total += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return total


def aligned(columns: Iterable[tuple[str, Iterable[str], bool]]) -> list[str]:
    """Return the lines of aligned columns: headers, a rule, rows.

    `columns`: header, cells, and whether they are figures, set flush right.
    """
    padded = []
    for header, cells, is_number in columns:
        texts = [header, *map(visible, cells)]
        size = max(map(width, texts))
        texts.insert(1, "-" * size)
        fills = [" " * (size - width(cell)) for cell in texts]
        pairs = zip(texts, fills, strict=True)
        padded.append([fill + cell if is_number else cell + fill for cell, fill in pairs])
    return ["  ".join(row).rstrip() for row in zip(*padded, strict=True)]


def read_csv(path: str | PathLike[str]) -> tuple[tuple[str, ...], list[Record]]:
    """Return the header and the records of a CSV (or .tsv) file.

    Raises InputError where it is not one.
    """
    return parse_csv(read_lines(path), path)


def parse_csv(
    text: Iterable[str], path: str | PathLike[str]
) -> tuple[tuple[str, ...], list[Record]]:
    """Return the header and the records of the lines of a CSV (or .tsv) file.

    Raises InputError, with the name `path`, where it is not one.
    """
    lines = (line + "\n" for line in text)
    if str(path).endswith(".tsv"):
        reader = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    else:
        reader = csv.reader(lines, strict=True)
    rows: list[list[str]] = []
    try:
        for row in reader:
            if rows and len(row) != len(rows[0]):
                raise InputError(
                    "row.cell-count",
                    f"{len(row)} cells, but the header has {len(rows[0])}",
                    file=path,
                    line=reader.line_num,
                )
            rows.append(row)
    except csv.Error as error:
        raise InputError(
            "csv.malformed", f"not a CSV file: {error}", file=path, line=reader.line_num
        ) from None
    hint = "give a table of `cdaflow tables`"
    if not rows:
        raise InputError("file.empty", "the file is empty", file=path, line=1, hint=hint)
    if len(set(rows[0])) != len(rows[0]):
        problem = "the header names a column twice"
        raise InputError("column.duplicate", problem, file=path, line=1, hint=hint)
    plain = str if str(path).endswith(".tsv") else unguard_text
    return tuple(rows[0]), [dict(zip(rows[0], map(plain, row), strict=True)) for row in rows[1:]]
