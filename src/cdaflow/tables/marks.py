"""What stands out in a table: the best figure of a column, and what differs from the baseline.

Both are columns of the records, so that a table read back from its CSV is marked alike:
"best" names the columns in which a row is the best of its group, "baseline" the system that it
was tested against, and NAME_p the p-value of the column NAME.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from cdaflow.errors import ConfigError
from cdaflow.scoring.metric import Metric
from cdaflow.statistics import SIGNIFICANT
from cdaflow.statistics.signature import comparable
from cdaflow.tables.render import NONE, Column, Record
from cdaflow.tables.warned import warned_of

#: What intervals and tests over sentences leave out; a note of every table of scores of systems.
ONE_TRAINING = (
    "One training of each system: intervals and tests cover the sentences alone. Another seed, CPU "
    "or number of threads trains another model, whose figures may differ by more than the interval."
)


def mark_best(
    records: Sequence[dict[str, str]],
    group: Sequence[str],
    directions: Mapping[str, Callable[[float], float]],
) -> None:
    """Set "best" of each record, within the records that are equal in the columns of `group`.

    Signatures among `group` are equal where scores are comparable. Figures count as they are
    shown: two that look the same are both best. Where there is nothing to choose, because all
    are equal or only one is there, none is. Suspect scores (see `warned`) are not among them.
    """
    for record in records:
        record["best"] = ""
    groups: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for record in records:
        key = (record[n] if not n.endswith("signature") else comparable(record[n]) for n in group)
        if not warned_of(record).is_suspect:
            groups.setdefault(tuple(key), []).append(record)
    for members in groups.values():
        for name, direction in directions.items():
            goodness = [(direction(float(r[name])), r) for r in members if r[name]]
            if len({good for good, _ in goodness}) > 1:
                top = max(good for good, _ in goodness)
                for good, record in goodness:
                    if good == top:
                        record["best"] = f"{record['best']} {name}".strip()


def baselines(pairs: Iterable[tuple[str, str]], wanted: str | None) -> dict[str, str]:
    """Return the baseline of each language: the first of its systems, or `wanted`.

    `pairs`: language and system of each row. A language without the wanted system has none.
    Raises ConfigError where no language has it.
    """
    found: dict[str, str] = {}
    for language, system in pairs:
        if wanted is None or system == wanted:
            found.setdefault(language, system)
    if wanted is not None and not found:
        raise ConfigError(
            f"the baseline {wanted!r} is none of the systems in the table",
            hint="give --baseline the name of a system as the table has it",
        )
    return found


def p_cell(p: float | None) -> str:
    """Return a p-value as the CSV has it, "" for None."""
    return "" if p is None else f"{p:.4g}"


def is_best(name: str) -> Callable[[Record], bool]:
    """Return a function that tells whether a record is the best in the column `name`."""
    return lambda record: name in record["best"].split()


def with_star(name: str, cell: Callable[[Record], str]) -> Callable[[Record], str]:
    """Return a cell function that sets a star behind a figure that differs from the baseline."""

    def starred(record: Record) -> str:
        value, space, interval = cell(record).partition(" ")
        star = "*" if value and _significant(record[f"{name}_p"]) else ""
        return f"{value}{star}{space}{interval}"

    return starred


def _significant(cell: str) -> bool:
    try:
        return float(cell) < SIGNIFICANT
    except ValueError:  # "", or a CSV that somebody edited
        return False


def marked(header: str, name: str, cell: Callable[[Record], str], legend: str) -> Column:
    """Return a column whose best figures stand out, and those that differ have a star."""
    return Column(header, with_star(name, cell), legend, best=is_best(name))


def notes(records: Sequence[Record], metric: Metric) -> tuple[str, ...]:
    """Return what the star means, if any p-value is there."""
    tested = [r for r in records if any(r[f"{item.column}_p"] for item in metric.tested)]
    if not tested:
        return ()
    bases = ", ".join(dict.fromkeys(r["baseline"] or NONE for r in tested))
    return (
        f"* differs from the baseline ({bases}), p < {SIGNIFICANT}: {metric.tests}; each a single "
        "test, with no correction for their number",
    )


def best_note(records: Sequence[Record], group: str) -> str:
    """Return what bold means, "" where nothing is bold."""
    return f"Bold: the best of its {group}." if any(r["best"] for r in records) else ""
