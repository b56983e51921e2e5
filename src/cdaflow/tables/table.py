"""A table: a DataFrame of text cells, and the fields that say what its columns are.

The DataFrame has the cells of the CSV. What a reader sees (headers, the interval behind a figure,
the star of a difference, the best in bold, legends) follows from the fields, so that CSV, Markdown,
terminal and report cannot differ, and a table read back from its CSV is the table that was written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import pandas as pd

from cdaflow.scoring.metric import Cell
from cdaflow.statistics import SIGNIFICANT
from cdaflow.statistics.field import Field, Interval, Unit
from cdaflow.tables.text import NONE, with_interval


def label(name: str, header: str = "", legend: str = "") -> Field:
    """Return a column of text; without a header it is in the CSV alone."""
    return Field(name, header, legend, Unit.TEXT, column=name)


def count(name: str, header: str = "", legend: str = "") -> Field:
    """Return a column of counts, or of figures without an interval."""
    return Field(name, header, legend, Unit.COUNT, column=name)


def estimate(name: str, header: str = "", legend: str = "") -> Field:
    """Return a column of figures with its interval, which is shown behind each."""
    return Field(name, header, legend, interval=Interval.SHOWN, brief=True, column=name)


@dataclass(frozen=True)
class Column:
    """A column as a reader sees it: its cells, and which of them are the best, set in bold."""

    field: Field
    cells: Sequence[str]
    best: Sequence[bool]

    @property
    def header(self) -> str:
        """What stands on top of the column."""
        return self.field.header

    @property
    def legend(self) -> str:
        """What the column is, "" where the header says it."""
        return self.field.legend

    @property
    def is_number(self) -> bool:
        """Whether the column is set flush right."""
        return self.field.is_number


@dataclass(frozen=True)
class Layout:
    """A kind of table.

    fields: its columns in the order of the CSV; a reader sees those with a header. visible: their
    order for a reader, where that is another. cells: columns that are not shown as they stand ->
    what is shown. signatures: what is signed -> column. labels: the columns that name a row in the
    list of signatures. best: within what the best figure is marked. first: the names of the figures
    that are shown where there is little room, () for all.
    """

    title: str
    fields: tuple[Field, ...]
    visible: tuple[str, ...] = ()
    cells: Mapping[str, Cell] = field(default_factory=dict)
    signatures: Mapping[str, str] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    best: str = ""
    first: Collection[str] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the CSV."""
        return tuple(column for item in self.fields for column in item.columns)

    def is_first(self, item: Field) -> bool:
        """Return whether a column is shown where there is little room."""
        return not self.first or not item.is_estimate or item.name in self.first

    def frame(self, rows: Iterable[Mapping[str, object]]) -> pd.DataFrame:
        """Return rows as text cells: first the columns of the CSV, then any others."""
        return text_frame(rows, self.columns)

    def table(
        self,
        rows: pd.DataFrame | Iterable[Mapping[str, object]],
        notes: Sequence[str] = (),
        cautions: Sequence[str] = (),
        lead: str = "",
    ) -> Table:
        """Return rows of the CSV as a table."""
        frame = rows if isinstance(rows, pd.DataFrame) else self.frame(rows)
        return Table(self, frame, notes, cautions, lead)


def text_frame(rows: Iterable[Mapping[str, object]], columns: Sequence[str] = ()) -> pd.DataFrame:
    """Return rows as a DataFrame of text, with these columns first; what is absent is empty.

    Rows of one language stand together, the languages in the order in which they first come.
    """
    rows = list(rows)
    languages = list(dict.fromkeys(row.get("language") for row in rows))
    rows.sort(key=lambda row: languages.index(row.get("language")))
    names = dict.fromkeys((*columns, *(name for row in rows for name in row)))
    cells = [["" if row.get(name) is None else str(row[name]) for name in names] for row in rows]
    # Of objects, since a name may have characters that Arrow's strings refuse.
    return pd.DataFrame(cells, columns=list(names), dtype=object)


def number_frame(rows: Iterable[Mapping[str, object]]) -> pd.DataFrame:
    """Return rows as a DataFrame with numbers."""
    return pd.DataFrame(list(rows))


@dataclass(frozen=True, eq=False)
class Table:
    """Rows of a kind of table.

    frame: the cells of the CSV, and columns that are only shown. notes: what is said below the
    table, cautions: what is to be read first. lead: what stands under the title: of how many
    trainings the figures are. intervals: whether every interval that is there is shown, not only
    those that always are.
    """

    layout: Layout
    frame: pd.DataFrame
    notes: Sequence[str] = ()
    cautions: Sequence[str] = ()
    lead: str = ""
    intervals: bool = False

    @property
    def title(self) -> str:
        """What the table is about."""
        return self.layout.title

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the CSV."""
        return self.layout.columns

    @cached_property
    def records(self) -> list[dict[str, str]]:
        """The rows, each as column -> cell."""
        rows: list[dict[str, str]] = self.frame.to_dict("records")
        return rows

    @cached_property
    def view(self) -> tuple[Column, ...]:
        """The columns that a reader sees."""
        named = {item.name: item for item in self.layout.fields}
        fields = [named[name] for name in self.layout.visible or named]
        return tuple(self._column(item) for item in fields if item.header)

    def _column(self, item: Field) -> Column:
        cells = list(map(self._cell(item), self.records))
        if f"{item.column}_p" in self.frame:
            tested = zip(cells, self.frame[f"{item.column}_p"], strict=True)
            cells = [_starred(cell, p) for cell, p in tested]
        best = [item.column in record.get("best", "").split() for record in self.records]
        return Column(item, [cell or NONE for cell in cells], best)

    def _cell(self, item: Field) -> Cell:
        name = item.column
        if name in self.layout.cells:
            return self.layout.cells[name]
        is_shown = self.intervals or item.interval is Interval.SHOWN
        if is_shown and item.is_estimate:
            columns = [name, *item.ends]
            columns += [end for end in item.crossed_ends if end in self.frame]
            return lambda record: with_interval(*(record[column] for column in columns))
        return lambda record: record[name]

    @property
    def bold(self) -> str:
        """What bold means, "" where nothing is bold."""
        marked = "best" in self.frame and (self.frame["best"] != "").any()
        return f"Bold: the best of its {self.layout.best}." if marked else ""

    @property
    def legends(self) -> list[tuple[str, str]]:
        """Header and legend of each column that has one."""
        return [(column.header, column.legend) for column in self.view if column.legend]

    @property
    def remarks(self) -> list[str]:
        """What stands below the table: what bold means, and the notes."""
        return [text for text in (self.bold, *self.notes) if text]

    def with_intervals(self) -> Table:
        """Return the table with every interval; needs rows that have them all."""
        return replace(self, intervals=True)

    def signature_groups(self) -> list[tuple[str, str, list[str]]]:
        """Return (what is signed, signature, rows with it), each signature once, in row order."""
        labels = self.frame[list(self.layout.labels)].replace("", NONE)
        rows = labels.agg(" ".join, axis=1) if len(labels) else labels
        return [
            (metric, str(signature), rows[group.index].tolist())
            for metric, column in self.layout.signatures.items()
            for signature, group in self.frame.groupby(column, sort=False)
        ]

    def signed_rows(self, rows: Sequence[str]) -> str:
        """Return the rows of a signature in words."""
        if len(rows) == len(self.frame) > 1:
            return "all rows"
        return ", ".join(dict.fromkeys(rows))


def _starred(cell: str, p: str) -> str:
    """Return a figure with a star where it differs from the baseline, before its interval."""
    value, space, interval = cell.partition(" ")
    return f"{value}*{space}{interval}" if value and is_significant(p) else cell


def is_significant(p: Any) -> bool:
    """Return whether a p-value, or the cell of one, is marked; one that is not defined is not."""
    try:
        return float(p) < SIGNIFICANT
    except (TypeError, ValueError):  # None, "", or a CSV that somebody edited
        return False
