"""Which rows of a table the report shows: those with a figure, those of one item folded below.

The CSV has all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from cdaflow.tables.funnel import FUNNEL
from cdaflow.tables.markup import escape, table_html
from cdaflow.tables.table import Table
from cdaflow.tables.text import NONE, order

#: Headers of columns that say of how many items a row is.
_SIZES = ("N", "Rows", "Sentences")

#: The same, and of how many trainings or parts of an item: no figures, whatever stands there.
_COUNTED = (*_SIZES, "Examples", "Terms", "Trainings")

#: Reasons of one pair each from which on they are one row.
_FEWEST = 2


def rows_html(table: Table, name: str) -> str:
    """Return a table without rows that have no figure, those of one item in a fold below it.

    `name`: the id of the table; that of the fold has ".single" behind it. Rows that are left out
    are named below the table. Where all rows are of one item, they stay in their place.
    """
    if table.frame.empty:
        return table_html(table, name)
    table = _grouped_reasons(table)
    empty = _without_figure(table)
    single = _of_one(table) & ~empty
    if (empty | single).all():
        single &= False
    html = table_html(_only(table, ~empty & ~single), name) if not empty.all() else ""
    return "\n".join(filter(None, (html, _left_out(table, empty), _fold(table, single, name))))


def _left_out(table: Table, empty: pd.Series) -> str:
    if not empty.any():
        return ""
    names = ", ".join(_row_names(table, empty))
    text = (
        f"{table.title}: no figure of {names}."
        if empty.all()
        else f"Left out, without a figure: {names}."
    )
    return f'<p class="soft">{escape(text)}</p>'


def _fold(table: Table, single: pd.Series, name: str) -> str:
    number = int(single.sum())
    if not number:
        return ""
    title = f"{number} row{'s' if number > 1 else ''} of one item (N = 1)"
    # What is said around the table is said once.
    rows = replace(_only(table, single), notes=(), cautions=(), lead="")
    rows = replace(rows, layout=replace(table.layout, title=f"{table.title}: {title}"))
    body = table_html(rows, f"{name}.single", legend=False)
    return f'<details class="trainings"><summary>{title}</summary>{body}</details>'


def _only(table: Table, rows: pd.Series) -> Table:
    return table if rows.all() else replace(table, frame=table.frame[rows].reset_index(drop=True))


def _without_figure(table: Table) -> pd.Series:
    """Return which rows say of how many items they are and nothing else."""
    numbers = [column for column in table.view if column.is_number]
    columns = [column for column in numbers if column.header not in _COUNTED] or numbers
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


def _row_names(table: Table, rows: pd.Series) -> list[str]:
    labels = [column.cells for column in table.view if not column.is_number]
    names = (" ".join(cells).strip() for cells in zip(*labels, strict=True))
    return order(name for name, is_of in zip(names, rows, strict=True) if is_of)


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
