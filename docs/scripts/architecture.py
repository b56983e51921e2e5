"""Write into docs/architecture.md how large a room of cdaflow may be, by tests/sizes.tsv.

    python docs/scripts/architecture.py

Limits of rooms that have shrunk are lowered first; none is raised. tests/test_sizes.py keeps them.
"""

from __future__ import annotations

import ast
import csv
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/cdaflow"
PAGE = ROOT / "docs/architecture.md"
#: A line a room with its limits and the target (statements); a line below it raises a limit, such
#: as "+20" statements and "+1" modules, and says why.
LIMITS = ROOT / "tests/sizes.tsv"


class Row(NamedTuple):
    """A line of the file of limits."""

    room: str
    statements: str
    modules: str
    target: str
    reason: str


@cache
def sizes() -> tuple[Counter[str], Counter[str]]:
    """Return the statements (all nodes that `ast` has as such) and the modules of each room."""
    statements: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    for path in SOURCE.rglob("*.py"):
        room, *below = path.relative_to(SOURCE).parts
        room = room if below else "single modules"
        statements[room] += sum(
            isinstance(node, ast.stmt) for node in ast.walk(ast.parse(path.read_bytes()))
        )
        modules[room] += 1
    return statements, modules


def read_limits() -> list[Row]:
    """Return the lines of the file of limits, without its header."""
    with LIMITS.open(encoding="utf-8", newline="") as handle:
        return [Row(*line) for line in csv.reader(handle, delimiter="\t")][1:]


def limits(rows: list[Row]) -> tuple[Counter[str], Counter[str]]:
    """Return how many statements and modules each room may have, what was added included."""
    statements: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    for row in rows:
        statements[row.room] += int(row.statements)
        modules[row.room] += int(row.modules)
    return statements, modules


def lowered(rows: list[Row]) -> list[Row]:
    """Return the limits of today: of a room that is smaller than its limit, its size.

    Additions are part of the size then, and their lines go.
    """
    now = sizes()
    new = []
    for row in rows:
        is_smaller = any(
            limit[row.room] > size[row.room] for limit, size in zip(limits(rows), now, strict=True)
        )
        if is_smaller and row.statements.startswith("+"):
            continue
        if is_smaller:
            least = (
                min(limit[row.room], size[row.room])
                for limit, size in zip(limits(rows), now, strict=True)
            )
            statements, modules = map(str, least)
            row = row._replace(statements=statements, modules=modules)
        new.append(row)
    return new


def table(rows: list[Row]) -> Iterator[str]:
    """Yield the lines of the page, the largest rooms first."""
    statements, modules = limits(rows)
    targets = {row.room: row.target for row in rows if not row.statements.startswith("+")}
    yield "| Room | statements | modules | target (statements) |"
    yield "| :-- | --: | --: | --: |"
    for room, number in statements.most_common():
        name = room if room == "single modules" else f"`{room}`"
        target = f"{int(targets[room]):,}" if targets[room] else "-"
        yield f"| {name} | {number:,} | {modules[room]} | {target} |"
    yield f"| all | {statements.total():,} | {modules.total()} | 38,200 |"


def main() -> None:
    """Lower the limits and write the table into the page."""
    from figures import replace_blocks

    rows = lowered(read_limits())
    lines = ["\t".join(row) + "\n" for row in (Row(*Row._fields), *rows)]
    LIMITS.write_text("".join(lines), encoding="utf-8")
    replace_blocks(PAGE, lambda name: table(rows))


if __name__ == "__main__":
    main()
