"""A table as CSV, as Markdown and on a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from cdaflow.io.files import atomic_text
from cdaflow.tables.table import Table
from cdaflow.tables.text import aligned, escape_markdown, figure_parts, visible, width


def csv_text(table: Table) -> str:
    """Return the table as CSV text: a header line, LF line ends, quotes where needed."""
    text = table.frame.to_csv(columns=list(table.columns), index=False, lineterminator="\n")
    return str(text)


def markdown_text(table: Table) -> str:
    """Return the table as Markdown: title, table, legend and signatures."""
    lines = [f"**{escape_markdown(table.title)}**", ""]
    for line in table.cautions:
        lines += [escape_markdown(line), ""]
    lines.append(_markdown_row(column.header for column in table.view))
    lines.append(_markdown_row("--:" if column.is_number else ":--" for column in table.view))
    columns = [
        map(_figure, column.cells, column.best)
        if column.is_number
        else map(escape_markdown, column.cells)
        for column in table.view
    ]
    lines += map(_markdown_row, zip(*columns, strict=True))
    if table.legends:
        lines += ["", *(f"- **{header}**: {legend}" for header, legend in table.legends)]
    if table.remarks:
        lines += ["", "  \n".join(map(escape_markdown, table.remarks))]
    groups = table.signature_groups()
    if groups:
        lines += ["", "Signatures:", ""]
    for metric, signature, rows in groups:
        quoted = visible(signature).replace("`", "'")
        lines.append(f"- {metric} ({escape_markdown(table.signed_rows(rows))}): `{quoted}`")
    return "\n".join(lines) + "\n"


def _figure(cell: str, best: bool) -> str:
    value, star, interval = figure_parts(cell)
    shown = f"**{value}**" if best else value
    return " ".join(filter(None, (shown + star.replace("*", r"\*"), interval)))


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def terminal_text(table: Table) -> str:
    """Return the table with aligned columns, and its legend and signatures below."""
    lines = [table.title, ""] if table.title else []
    lines += [*map(visible, table.cautions), ""] if table.cautions else []
    lines += aligned(
        [(visible(column.header), column.cells, column.is_number) for column in table.view]
    )
    if table.legends:
        size = max(width(header) for header, _ in table.legends)
        lines.append("")
        lines += [f"{h}{' ' * (size - width(h))}  {legend}" for h, legend in table.legends]
    if table.notes:
        lines += ["", *map(visible, table.notes)]
    groups = table.signature_groups()
    if groups:
        lines += ["", "signatures:"]
    for metric, signature, rows in groups:
        lines.append(f"  {metric} ({visible(table.signed_rows(rows))}): {visible(signature)}")
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
