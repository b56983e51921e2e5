"""A table as CSV, as Markdown, in LaTeX and on a terminal; its files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from os import PathLike
from pathlib import Path
from textwrap import wrap

from cdaflow.io.files import atomic_text
from cdaflow.scoring.annotation.cells import guard_text
from cdaflow.tables.table import Table
from cdaflow.tables.text import (
    NONE,
    aligned,
    escape_markdown,
    figure_lines,
    figure_parts,
    visible,
    width,
)

#: Characters that are commands of LaTeX, and signs that its fonts may lack.
_ESCAPED = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"$<$",
    ">": r"$>$",
    "|": r"$|$",
    "Δ": r"$\Delta$",
    "→": r"$\rightarrow$",
    "×": r"$\times$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    NONE: "--",
}
_SIGNS = re.compile("|".join(map(re.escape, _ESCAPED)))


def escape_latex(text: str) -> str:
    """Return text that LaTeX prints as it is, quotation marks as pairs."""
    escaped = _SIGNS.sub(lambda match: _ESCAPED[match[0]], visible(text))
    return re.sub('"([^"]*)"', r"``\1''", escaped)


def latex_text(table: Table, name: str) -> str:
    r"""Return the table as a `table*` with a caption, its signatures in comments.

    The best figures are bold, significant differences have a star, intervals stand small behind
    their figures. `name` is that of its label: \ref{tab:name}.
    """
    view = table.view
    notes = (table.lead, *(f"{header}: {legend}." for header, legend in table.legends))
    caption = (f"{table.title}.", *filter(None, notes), *table.cautions, *table.remarks)
    signatures = [
        f"% {metric} ({visible(table.signed_rows(rows))}): {visible(signature)}"
        for metric, signature, rows in table.signature_groups()
    ]
    lines = [
        r"% needs \usepackage{booktabs}",
        *signatures,
        r"\begin{table*}",
        r"\centering",
        r"\small",
        rf"\begin{{tabular}}{{{''.join('r' if column.is_number else 'l' for column in view)}}}",
        r"\toprule",
        _row(escape_latex(column.header) for column in view),
        r"\midrule",
        *_body(table),
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{' '.join(map(escape_latex, caption))}}}",
        rf"\label{{tab:{name}}}",
        r"\end{table*}",
    ]
    return "\n".join(lines) + "\n"


def _body(table: Table) -> Iterator[str]:
    """Yield the rows, with a rule between those of different languages."""
    cells = [
        [
            _latex_figure(cell, best) if column.is_number else escape_latex(cell)
            for cell, best in zip(column.cells, column.best, strict=True)
        ]
        for column in table.view
    ]
    languages = [record.get("language", "") for record in table.records]
    rows = zip(languages, zip(*cells, strict=True), strict=True)
    for number, (_, group) in enumerate(groupby(rows, key=lambda row: row[0])):
        if number:
            yield r"\midrule"
        yield from (_row(row) for _, row in group)


def _row(cells: Iterator[str] | tuple[str, ...]) -> str:
    return " & ".join(cells) + r" \\"


def _latex_figure(cell: str, best: bool) -> str:
    value, star, interval = figure_parts(cell)
    # A minus sign, not a hyphen.
    text = re.sub("^-", "$-$", escape_latex(value)) if value != NONE else "--"
    text = rf"\textbf{{{text}}}" if best else text
    small = rf" {{\scriptsize {escape_latex(interval)}}}" if interval else ""
    return f"{text}{'$^{*}$' if star else ''}{small}"


#: How wide text is set on a terminal.
_LINE = 100


def csv_text(table: Table) -> str:
    """Return the table as CSV text: a header line, LF line ends, quotes where needed.

    No cell of it is a formula to a spreadsheet; `parse_csv` gives the cells back.
    """
    cells = table.frame[list(table.columns)].map(guard_text)
    return str(cells.to_csv(index=False, lineterminator="\n"))


def markdown_text(table: Table) -> str:
    """Return the table as Markdown: title and lead, table, legend and signatures."""
    lines = [f"**{escape_markdown(table.title)}**", ""]
    for line in filter(None, (table.lead, *table.cautions)):
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
    text = f"**{value}**" if best else value
    return " ".join(filter(None, (text + star.replace("*", r"\*"), interval)))


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def terminal_text(table: Table) -> str:
    """Return the table with aligned columns, and its legend and signatures below.

    Where every interval is shown, the intervals of a figure stand below it.
    """
    lines = [table.title, ""] if table.title else []
    if table.lead:
        lines += [*wrap(visible(table.lead), _LINE), ""]
    lines += [*map(visible, table.cautions), ""] if table.cautions else []
    columns = [
        (visible(column.header), column.cells, column.is_number, column.field.is_estimate)
        for column in table.view
    ]
    lines += aligned(_stacked(columns) if table.intervals else [column[:3] for column in columns])
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


def _stacked(
    columns: Sequence[tuple[str, Sequence[str], bool, bool]],
) -> Iterator[tuple[str, list[str], bool]]:
    """Yield columns whose figures have their intervals in the lines below them.

    `columns`: header, cells, whether they are numbers, whether they have intervals.
    """
    parts = [
        [figure_lines(cell) if has_intervals else [cell] for cell in cells]
        for _, cells, _, has_intervals in columns
    ]
    heights = [max(map(len, row)) for row in zip(*parts, strict=True)]
    for (header, _, is_number, _), cells in zip(columns, parts, strict=True):
        filled = (
            line
            for lines, height in zip(cells, heights, strict=True)
            for line in (*lines, *[""] * (height - len(lines)))
        )
        yield header, list(filled), is_number


def write_table(
    table: Table,
    output: str | PathLike[str],
    markdown: str | PathLike[str] | None = None,
    latex: str | PathLike[str] | None = None,
) -> None:
    """Write the table as CSV to `output` and, where a path is given, as Markdown and as LaTeX."""
    texts = {output: csv_text(table)}
    if markdown is not None:
        texts[markdown] = markdown_text(table)
    if latex is not None:
        texts[latex] = latex_text(table, Path(latex).stem)
    for path, text in texts.items():
        with atomic_text(path) as handle:
            handle.write(text)
