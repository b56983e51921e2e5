"""An archive of results compared with those of a rerun: tables cell by cell."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cdaflow.sharing.archive import read_archive
from cdaflow.sharing.explain import explanations
from cdaflow.sharing.pack import (
    check_provenances,
    is_table,
    parse_table,
    read_folder,
    results_folder,
)
from cdaflow.sharing.provenance import parse_provenance, provenance_name
from cdaflow.tables.text import Record, visible

#: Lines of explanation that are shown of a table at most.
MAX_EXPLANATIONS = 20

_WIDEST = 100

#: Columns that say which trainings a row is of.
_TRAINING = ("seeds", "training")

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


@dataclass(frozen=True)
class TableResult:
    """How a table of the archive is in the rerun; `difference` is None where it is not there."""

    name: str
    is_same: bool
    difference: Difference | None
    explanations: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """An archive and a rerun: all tables of the archive, and other files.

    others_differing: figures, pages and the like that both have and that differ. only_there:
    tables of the rerun that the archive lacks.
    """

    tables: tuple[TableResult, ...]
    others_differing: tuple[str, ...]
    only_there: tuple[str, ...]

    def is_same(self) -> bool:
        """Return whether all tables of the archive are the same in the rerun, byte for byte.

        Their Markdown too, where both have it; figures and pages may differ.
        """
        return all(table.is_same for table in self.tables) and not any(
            name.startswith("tables/") for name in self.others_differing
        )


def read_shared(path: str | PathLike[str]) -> dict[str, bytes]:
    """Return the files of an archive by name.

    Raises InputError as `read_archive`, and where a table is not the one of its provenance.
    """
    contents = read_archive(path)
    check_provenances(contents, path)
    return contents


def read_results(path: str | PathLike[str]) -> dict[str, bytes]:
    """Return the files of the results of a folder, or of an archive, by name.

    Raises InputError as `read_shared`, and where a folder has no tables.
    """
    if Path(path).is_file():
        return read_shared(path)
    folder = results_folder(path)
    contents = read_folder(folder)
    check_provenances(contents, folder)
    return contents


def compare_results(first: Mapping[str, bytes], second: Mapping[str, bytes]) -> Comparison:
    """Return how the results `second`, a rerun, differ from `first`, both by name.

    Raises InputError for tables that are not the same and no CSV, or have a damaged provenance.
    """
    tables = tuple(_table(name, first, second) for name in sorted(first) if is_table(name))
    derived = {provenance_name(table.name) for table in tables}
    others = [
        name
        for name in sorted(first.keys() & second.keys())
        if not is_table(name) and name not in derived and first[name] != second[name]
    ]
    only_there = [name for name in sorted(second.keys() - first.keys()) if is_table(name)]
    return Comparison(tables, tuple(others), tuple(only_there))


def _table(name: str, first: Mapping[str, bytes], second: Mapping[str, bytes]) -> TableResult:
    if name not in second:
        return TableResult(name, False, None, ())
    if first[name] == second[name]:
        return TableResult(name, True, None, ())
    difference = compare_tables(*(parse_table(name, results[name]) for results in (first, second)))
    provenance = provenance_name(name)
    if provenance not in first or provenance not in second:
        which = "the archive" if provenance not in first else "the rerun"
        return TableResult(name, False, difference, (f"not known: {which} has no {provenance}",))
    both = (parse_provenance(results[provenance], provenance) for results in (first, second))
    return TableResult(name, False, difference, tuple(explanations(*both)))


def comparison_lines(comparison: Comparison, cells: int) -> Iterator[str]:
    """Yield the comparison as text for a terminal, with at most `cells` differing cells a table."""
    same = sum(table.is_same for table in comparison.tables)
    yield f"{same} of {len(comparison.tables)} tables are the same"
    for table in comparison.tables:
        yield from _table_lines(table, cells)
    for name in comparison.others_differing:
        yield f"{visible(name)}: differs"
    for name in comparison.only_there:
        yield f"{visible(name)}: only in the rerun"


def _table_lines(table: TableResult, cells: int) -> Iterator[str]:
    name, difference = visible(table.name), table.difference
    if table.is_same:
        yield f"{name}: same"
        return
    if difference is None:
        yield f"{name}: not in the rerun"
        return
    yield f"{name}: " + (
        f"{len(difference.cells)} of {difference.of} cells differ"
        if difference
        else "the same cells, written in another way"
    )
    for what, names in (
        ("rows that are gone", difference.rows_gone),
        ("rows that are new", difference.rows_new),
        ("columns that are gone", difference.columns_gone),
        ("columns that are new", difference.columns_new),
    ):
        if names:
            yield f"  {what}: {_some(names, cells)}"
    # Signatures differ where figures do, and tell less.
    cells_in_order = sorted(difference.cells, key=lambda cell: cell.column.endswith("signature"))
    yield from (f"  {_cell_text(cell)}" for cell in cells_in_order[:cells])
    if len(difference.cells) > cells:
        yield f"  ... and {len(difference.cells) - cells} more"
    if table.explanations:
        yield "  what may explain it:"
        yield from (f"    {visible(line)}" for line in table.explanations[:MAX_EXPLANATIONS])
        if len(table.explanations) > MAX_EXPLANATIONS:
            yield f"    ... and {len(table.explanations) - MAX_EXPLANATIONS} more"


def _cell_text(cell: Cell) -> str:
    difference = cell.difference()
    change = "" if difference is None else f" ({difference:+.4g})"
    first, second = (_short(text) or '""' for text in (cell.first, cell.second))
    return f"{_short(cell.row)}: {_short(cell.column)} {first} -> {second}{change}"


def _some(names: tuple[str, ...], limit: int) -> str:
    more = f", and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(map(_short, names[:limit])) + more


def _short(text: str) -> str:
    text_shown = visible(text)
    return text_shown if len(text_shown) <= _WIDEST else text_shown[: _WIDEST - 3] + "..."


def compare_tables(
    first: tuple[Sequence[str], Sequence[Record]], second: tuple[Sequence[str], Sequence[Record]]
) -> Difference:
    """Return how `second` differs from `first`, each header and records.

    A row is named by its first cells: the columns before the first that has numbers or gaps.
    Where several have the same, as those of trainings, their seeds are a part of the name; rows of
    one name are matched in their order.
    """
    columns = [name for name in first[0] if name in second[0]]
    names = _naming(columns, first[1], second[1])
    before, after = _keyed(names, first[1]), _keyed(names, second[1])
    both = [key for key in before if key in after]
    cells = tuple(
        Cell(_row_name(key), name, before[key][name], after[key][name])
        for key in both
        for name in columns
        if before[key][name] != after[key][name]
    )
    return Difference(
        cells,
        len(both) * len(columns),
        tuple(_row_name(key) for key in before if key not in after),
        tuple(_row_name(key) for key in after if key not in before),
        tuple(name for name in first[0] if name not in columns),
        tuple(name for name in second[0] if name not in columns),
    )


def _naming(columns: Sequence[str], *tables: Sequence[Record]) -> list[str]:
    """Return the columns that name a row."""
    names = []
    for name in columns:
        cells = (record[name] for records in tables for record in records)
        if any(not cell or _NUMBER.fullmatch(cell) for cell in cells):
            break
        names.append(name)
    is_unique = all(len(_keyed(names, t)) == len({k[0] for k in _keyed(names, t)}) for t in tables)
    return names if is_unique else [*names, *(name for name in _TRAINING if name in columns)]


def _keyed(names: Sequence[str], records: Sequence[Record]) -> dict[Key, Record]:
    count: Counter[tuple[str, ...]] = Counter()
    rows = {}
    for record in records:
        cells = tuple(record[name] for name in names)
        rows[cells, count[cells]] = record
        count[cells] += 1
    return rows


def _row_name(key: Key) -> str:
    cells, number = key
    name = " ".join(cells)
    return f"{name} (row {number + 1} of these)".strip() if number or not name else name
