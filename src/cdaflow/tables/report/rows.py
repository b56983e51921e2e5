"""Which rows of a table the report shows: without a figure, or of one item, they are folded.

Languages have their names. The CSV has all rows, and codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from cdaflow.tables.funnel import FUNNEL
from cdaflow.tables.markup import escape, table_html
from cdaflow.tables.table import Table
from cdaflow.tables.text import NONE, language_name, order

#: Headers of columns that say of how many items a row is.
_SIZES = ("N", "Rows", "Sentences")

#: The same, and of how many trainings or parts of an item: no figures, whatever stands there.
_COUNTED = (*_SIZES, "Examples", "Terms", "Trainings")

#: Reasons of one pair each from which on they are one row.
_FEWEST = 2


def rows_html(table: Table, name: str) -> str:
    """Return a table; below it, folded, its rows without a figure and those of one item.

    `name`: the id of the table; the folds have ".empty" and ".single" behind it. Where all rows are
    of one item, they stay in their place.
    """
    if table.frame.empty:
        return table_html(table, name)
    table = _named_languages(_grouped_reasons(table))
    empty = _without_figure(table)
    single = _of_one(table) & ~empty
    if (empty | single).all():
        single &= False
    html = table_html(_only(table, ~empty & ~single), name) if not empty.all() else ""
    absent = f"No figure of {_names(table, empty)}: not measured, or nothing to count"
    number = f"{single.sum()} row{'s' if single.sum() > 1 else ''} of one item (N = 1)"
    folds = (
        _fold(table, empty, f"{name}.empty", absent),
        _fold(table, single, f"{name}.single", number),
    )
    return "\n".join(filter(None, (html, *folds)))


def _fold(table: Table, rows: pd.Series, name: str, title: str) -> str:
    if not rows.any():
        return ""
    # What is said around the table is said once.
    caption = f"{table.title}: {title}"
    layout = replace(table.layout, title=caption)
    folded = replace(_only(table, rows), layout=layout, notes=(), cautions=(), lead="")
    body = table_html(folded, name, legend=False)
    summary = escape(caption if rows.all() else title)
    return f'<details class="trainings"><summary>{summary}</summary>{body}</details>'


def _only(table: Table, rows: pd.Series) -> Table:
    return table if rows.all() else replace(table, frame=table.frame[rows].reset_index(drop=True))


def _without_figure(table: Table) -> pd.Series:
    """Return which rows say of how many items they are and nothing that can be good or bad."""
    numbers = [column for column in table.view if column.is_number]
    columns = [column for column in numbers if column.field.direction]
    columns = columns or [column for column in numbers if column.header not in _COUNTED] or numbers
    values = [
        bool(columns) and all(column.cells[row].strip() in ("", NONE) for column in columns)
        for row in range(len(table.frame))
    ]
    return _rows(table, values)


def _of_one(table: Table) -> pd.Series:
    """Return which rows are of one item alone."""
    sizes = {column.header: column for column in table.view if column.is_number}
    cells = next((sizes[name].cells for name in _SIZES if name in sizes), None)
    return _rows(table, [cell == "1" for cell in cells] if cells else [False] * len(table.frame))


def _rows(table: Table, values: Sequence[bool]) -> pd.Series:
    return pd.Series(values, index=table.frame.index, dtype=bool)


def _names(table: Table, rows: pd.Series) -> str:
    """Return what rows are called: the language alone of those that are all its rows."""
    labels = [column.cells for column in table.view if not column.is_number]
    named = list(zip(zip(*labels, strict=True), rows, strict=bool(labels)))
    in_table = {cells[0] for cells, is_of in named if not is_of}
    names = (
        " ".join(cells if cells[0] in in_table else cells[:1]) for cells, is_of in named if is_of
    )
    return ", ".join(order(map(str.strip, names)))


def _named_languages(table: Table) -> Table:
    if "language" not in table.frame:
        return table
    return replace(
        table, frame=table.frame.assign(language=table.frame["language"].map(language_name))
    )


def _grouped_reasons(table: Table) -> Table:
    """Return the table of a selection with the reasons of one pair each as one row a filter."""
    if table.columns != FUNNEL.columns:
        return table
    records: list[dict[str, str]] = []
    groups: dict[tuple[str, str], list[dict[str, str]]] = {}
    for record in table.records:
        key = record["language"], record["filter"]
        if record["dropped"] == "1" and not record["left"]:
            groups.setdefault(key, []).append(record)
    for record in table.records:
        own = groups.get((record["language"], record["filter"]), [])
        if len(own) < _FEWEST or record not in own:
            records.append(record)
        elif record == own[-1]:
            reason = f"{len(own)} other reasons, 1 pair each"
            records.append(record | {"reason": reason, "dropped": str(len(own))})
    return replace(table, frame=table.layout.frame(records))
