"""A table as CSV, as Markdown and on a terminal.

A table is a list of records of text cells (what its CSV holds) and a view (what a reader
sees: the field's headers, the interval beside its value, a legend). All printed forms go
through the view, so that they cannot differ.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_text, read_lines
from cdaflow.io.structured import whole_number
from cdaflow.tables.scores import Estimate

#: Stands where a score is not defined.
NONE = "–"

Record = Mapping[str, str]


@dataclass(frozen=True)
class Column:
    """A column as the reader sees it.

    cell: makes the text out of a record. legend: one sentence on what the figure is and which
    direction is better, or "". number: set flush right. best: whether a record's figure is the
    best of its column, to be set in bold.
    """

    header: str
    cell: Callable[[Record], str]
    legend: str = ""
    number: bool = True
    best: Callable[[Record], bool] | None = None


@dataclass(frozen=True)
class Table:
    """A table: its title, the columns of its CSV, its records and its view.

    signatures: pairs of the name of a metric and the column with its signature.
    labels: columns that name a record, for the list of signatures.
    notes: what the marks in the cells mean. bold: what bold means, "" where nothing is.
    cautions: what is to be read first, on top of the table.
    """

    title: str
    columns: tuple[str, ...]
    records: Sequence[Record]
    view: tuple[Column, ...]
    signatures: tuple[tuple[str, str], ...] = ()
    labels: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bold: str = ""
    cautions: tuple[str, ...] = ()

    def best(self) -> list[list[bool]]:
        """Return for each cell of the view whether it is the best of its column."""
        return [
            [column.best is not None and column.best(record) for column in self.view]
            for record in self.records
        ]

    def cells(self) -> list[list[str]]:
        """Return the cells of the view by row, NONE where there is nothing."""
        return [[column.cell(record) or NONE for column in self.view] for record in self.records]

    def legends(self) -> list[tuple[str, str]]:
        """Return header and legend of each column that has one."""
        return [(column.header, column.legend) for column in self.view if column.legend]

    def signature_groups(self) -> list[tuple[str, str, list[str]]]:
        """Return (metric, signature, rows with it), each signature once, in row order."""
        groups: dict[tuple[str, str], list[str]] = {}
        for metric, column in self.signatures:
            for record in self.records:
                row = " ".join(record[label] or NONE for label in self.labels)
                groups.setdefault((metric, record[column]), []).append(row)
        return [(metric, signature, rows) for (metric, signature), rows in groups.items()]


def number(value: float | None) -> str:
    """Return a figure with one decimal place, "" for None, and no minus before a zero."""
    if value is None:
        return ""
    text = f"{value:.1f}"
    return "0.0" if text == "-0.0" else text


def estimate_cells(name: str, estimate: Estimate) -> dict[str, str]:
    """Return the cells `name`, `name`_low and `name`_high of an estimate."""
    return {
        name: number(estimate.value),
        f"{name}_low": number(estimate.low),
        f"{name}_high": number(estimate.high),
    }


def plain(name: str) -> Callable[[Record], str]:
    """Return a cell function that gives the column `name` as it is."""
    return lambda record: record[name]


def thousands(name: str) -> Callable[[Record], str]:
    """Return a cell function that gives the column `name`, a count as 12,345."""

    def cell(record: Record) -> str:
        text = record[name]
        number_ = whole_number(text)
        return text if number_ is None else f"{number_:,}"

    return cell


def with_interval(name: str, low: str, high: str) -> Callable[[Record], str]:
    """Return a cell function that gives "62.1 [59.9, 64.2]", or the value alone."""

    def cell(record: Record) -> str:
        value = record[name]
        if not (value and record[low] and record[high]):
            return value
        return f"{value} [{record[low]}, {record[high]}]"

    return cell


def csv_text(table: Table) -> str:
    """Return the table as CSV text: a header line, LF line ends, quotes where needed."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(table.columns)
    for record in table.records:
        writer.writerow([record[name] for name in table.columns])
    return buffer.getvalue()


def markdown_text(table: Table) -> str:
    """Return the table as Markdown: title, table, legend and signatures."""
    lines = [f"**{_markdown(table.title)}**", ""]
    for line in table.cautions:
        lines += [_markdown(line), ""]
    lines.append(_markdown_row(column.header for column in table.view))
    lines.append(_markdown_row("--:" if column.number else ":--" for column in table.view))
    for row, best in zip(table.cells(), table.best(), strict=True):
        cells = zip(table.view, row, best, strict=True)
        lines.append(
            _markdown_row(_figure(cell, b) if c.number else _markdown(cell) for c, cell, b in cells)
        )
    if table.legends():
        lines += ["", *(f"- **{header}**: {legend}" for header, legend in table.legends())]
    if table.bold or table.notes:
        lines += ["", "  \n".join(map(_markdown, filter(None, (table.bold, *table.notes))))]
    groups = table.signature_groups()
    if groups:
        lines += ["", "Signatures:", ""]
    for metric, signature, rows in groups:
        quoted = visible(signature).replace("`", "'")
        lines.append(f"- {metric} ({_markdown(_who(rows, table))}): `{quoted}`")
    return "\n".join(lines) + "\n"


def terminal_text(table: Table) -> str:
    """Return the table with aligned columns, and its legend and signatures below."""
    rows = [[visible(cell) for cell in row] for row in table.cells()]
    headers = [visible(column.header) for column in table.view]
    widths = [max(map(width, cells)) for cells in zip(headers, *rows, strict=True)]
    lines = [table.title, ""] if table.title else []
    lines += [*map(visible, table.cautions), ""] if table.cautions else []
    for cells in (headers, ["-" * size for size in widths], *rows):
        parts = []
        for cell, size, column in zip(cells, widths, table.view, strict=True):
            fill = " " * (size - width(cell))
            parts.append(fill + cell if column.number else cell + fill)
        lines.append("  ".join(parts).rstrip())
    legends = table.legends()
    if legends:
        size = max(width(header) for header, _ in legends)
        lines.append("")
        lines += [f"{h}{' ' * (size - width(h))}  {legend}" for h, legend in legends]
    if table.notes:
        lines += ["", *map(visible, table.notes)]
    groups = table.signature_groups()
    if groups:
        lines += ["", "signatures:"]
        lines += [f"  {m} ({_who(rows, table)}): {visible(s)}" for m, s, rows in groups]
    return "\n".join(lines) + "\n"


def write_table(
    table: Table, output: str | PathLike[str], markdown: str | PathLike[str] | None = None
) -> None:
    """Write the table as CSV to `output` and, if a path is given, as Markdown."""
    with atomic_text(output) as handle:
        handle.write(csv_text(table))
    if markdown is not None:
        with atomic_text(markdown) as handle:
            handle.write(markdown_text(table))


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
                    f"{len(row)} cells where the header has {len(rows[0])}",
                    file=path,
                    line=reader.line_num,
                )
            rows.append(row)
    except csv.Error as error:
        raise InputError(f"no CSV: {error}", file=path, line=reader.line_num) from None
    if not rows or len(set(rows[0])) != len(rows[0]):
        problem = "the header names a column twice" if rows else "the file is empty"
        raise InputError(problem, file=path, line=1, hint="give a table of `cdaflow tables`")
    return tuple(rows[0]), [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def unknown_table(columns: tuple[str, ...], records: Sequence[Record]) -> Table:
    """Return a view of any CSV: each column as it is, numbers flush right."""

    def numeric(name: str) -> bool:
        cells = [record[name] for record in records if record[name]]
        return bool(cells) and all(re.fullmatch(r"-?\d+(\.\d+)?", cell) for cell in cells)

    view = tuple(Column(name, plain(name), number=numeric(name)) for name in columns)
    return Table("", columns, records, view)


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


_BIDI_CONTROLS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def width(text: str) -> int:
    """Return how many columns of a terminal `text` takes."""
    total = 0
    for character in text:
        if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn"):
            continue
        total += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return total


def _who(rows: Sequence[str], table: Table) -> str:
    if len(rows) == len(table.records) > 1:
        return "all rows"
    return ", ".join(map(visible, dict.fromkeys(rows)))


def figure_parts(cell: str) -> tuple[str, str, str]:
    """Return a figure, its star (or "") and its interval (or "") out of a cell."""
    value, _, interval = cell.partition(" ")
    return value.rstrip("*"), "*" if value.endswith("*") else "", interval


def _figure(cell: str, best: bool) -> str:
    value, star, interval = figure_parts(cell)
    shown = f"**{value}**" if best else value
    return " ".join(filter(None, (shown + star.replace("*", r"\*"), interval)))


def _markdown(text: str) -> str:
    return re.sub(r"([\\|*<>\[\]`])", r"\\\1", visible(text))


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
