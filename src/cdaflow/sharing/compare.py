"""Two versions of a table, cell by cell."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cdaflow.tables.render import Record

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?", re.ASCII)

#: What names a row: the cells of its first columns, and how many rows before it have the same.
Key = tuple[tuple[str, ...], int]


@dataclass(frozen=True)
class Cell:
    """A cell that differs: its row (the cells that name it), column, and both texts."""

    row: str
    column: str
    first: str
    second: str

    def difference(self) -> float | None:
        """Return the second minus the first where both are numbers, else None."""
        if not (_NUMBER.fullmatch(self.first) and _NUMBER.fullmatch(self.second)):
            return None
        difference = float(self.second) - float(self.first)
        return difference if math.isfinite(difference) else None


@dataclass(frozen=True)
class Difference:
    """How a table differs from another: rows and columns of one alone, and cells of both.

    of: how many cells both have.
    """

    cells: tuple[Cell, ...]
    of: int
    rows_gone: tuple[str, ...]
    rows_new: tuple[str, ...]
    columns_gone: tuple[str, ...]
    columns_new: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(
            self.cells or self.rows_gone or self.rows_new or self.columns_gone or self.columns_new
        )


def compare_tables(
    first: tuple[Sequence[str], Sequence[Record]], second: tuple[Sequence[str], Sequence[Record]]
) -> Difference:
    """Return how `second` differs from `first`, each header and records.

    A row is named by its first cells: the columns before the first that has numbers or gaps.
    Rows of one name are matched in their order.
    """
    columns = [name for name in first[0] if name in second[0]]
    names = _naming(columns, [*first[1], *second[1]])
    before, after = _keyed(names, first[1]), _keyed(names, second[1])
    both = [key for key in before if key in after]
    cells = tuple(
        Cell(_text(key), name, before[key][name], after[key][name])
        for key in both
        for name in columns
        if before[key][name] != after[key][name]
    )
    return Difference(
        cells,
        len(both) * len(columns),
        tuple(_text(key) for key in before if key not in after),
        tuple(_text(key) for key in after if key not in before),
        tuple(name for name in first[0] if name not in columns),
        tuple(name for name in second[0] if name not in columns),
    )


def _naming(columns: Sequence[str], records: Sequence[Record]) -> list[str]:
    """Return the columns that name a row."""
    names = []
    for name in columns:
        if any(not record[name] or _NUMBER.fullmatch(record[name]) for record in records):
            break
        names.append(name)
    return names


def _keyed(names: Sequence[str], records: Sequence[Record]) -> dict[Key, Record]:
    count: Counter[tuple[str, ...]] = Counter()
    found = {}
    for record in records:
        cells = tuple(record[name] for name in names)
        found[cells, count[cells]] = record
        count[cells] += 1
    return found


def _text(key: Key) -> str:
    cells, number = key
    name = " ".join(cells)
    return f"{name} (row {number + 1} of these)".strip() if number or not name else name
