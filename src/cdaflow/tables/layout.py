"""Kinds of tables: what a kind is called, and its columns as fields.

A CSV has all the fields of its kind; a reader sees those with a header, each interval behind its
figure, and the legends below. So a table is stated once, for the one that writes it and for
`cdaflow tables show`, which finds the kind of a CSV by its columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cdaflow.statistics.field import Field, Interval, Unit
from cdaflow.tables.render import Column, Record, Table, plain, with_interval

Cell = Callable[[Record], str]


def label(name: str, header: str = "", about: str = "") -> Field:
    """Return a column of text; without a header it is in the CSV alone."""
    return Field(name, header, about, Unit.TEXT, column=name)


def count(name: str, header: str = "", about: str = "") -> Field:
    """Return a column of counts, or of figures without an interval."""
    return Field(name, header, about, Unit.COUNT, column=name)


def estimate(name: str, header: str = "", about: str = "") -> Field:
    """Return a column of figures with its interval, which is shown behind each."""
    return Field(name, header, about, interval=Interval.SHOWN, brief=True, column=name)


def view_of(
    fields: Iterable[Field], cells: Mapping[str, Cell] | None = None, *, intervals: bool = False
) -> tuple[Column, ...]:
    """Return the columns that a reader sees: those of the fields with a header.

    `cells`: columns that are not shown as they stand -> their text. `intervals`: show every
    interval that is there, not only those that are always shown.
    """
    found = []
    for item in fields:
        if not item.header:
            continue
        cell = (cells or {}).get(item.column)
        if cell is None:
            shown = intervals or item.interval is Interval.SHOWN
            has_ends = shown and item.unit not in (Unit.COUNT, Unit.TEXT)
            cell = with_interval(item.column, *item.ends) if has_ends else plain(item.column)
        found.append(Column(item.header, cell, item.legend, number=item.is_number))
    return tuple(found)


@dataclass(frozen=True)
class Layout:
    """A kind of table.

    fields: its columns in the order of the CSV. shown: the order in which a reader sees them, where
    that is another. cells: see `view_of`. signatures, labels: see `Table`. notes: what is said
    below the table.
    """

    title: str
    fields: tuple[Field, ...]
    shown: tuple[str, ...] = ()
    cells: Mapping[str, Cell] = field(default_factory=dict)
    signatures: tuple[tuple[str, str], ...] = ()
    labels: tuple[str, ...] = ()
    notes: Callable[[Sequence[Record]], tuple[str, ...]] = lambda records: ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the CSV."""
        return tuple(column for item in self.fields for column in item.columns)

    def record(self, cells: Mapping[str, object]) -> Record:
        """Return a row of the CSV; a column that is not among the cells is empty."""
        return {column: str(cells.get(column, "")) for column in self.columns}

    def table(self, records: Sequence[Record]) -> Table:
        """Return rows of the CSV as a table."""
        named = {item.name: item for item in self.fields}
        return Table(
            self.title,
            self.columns,
            records,
            view_of((named[name] for name in self.shown or named), self.cells),
            signatures=self.signatures,
            labels=self.labels,
            notes=self.notes(records),
        )
