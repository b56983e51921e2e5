"""A table as LaTeX for a paper: booktabs, a rule between languages, its legend as caption."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from cdaflow.tables.table import Table
from cdaflow.tables.text import NONE, figure_parts, visible

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
            _figure(cell, best) if column.is_number else escape_latex(cell)
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


def _figure(cell: str, best: bool) -> str:
    value, star, interval = figure_parts(cell)
    # A minus sign, not a hyphen.
    text = re.sub("^-", "$-$", escape_latex(value)) if value != NONE else "--"
    text = rf"\textbf{{{text}}}" if best else text
    small = rf" {{\scriptsize {escape_latex(interval)}}}" if interval else ""
    return f"{text}{'$^{*}$' if star else ''}{small}"
