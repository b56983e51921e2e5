"""What a table says of scores whose translations look wrong, or that were scored in other ways.

Above SUSPECT_SHARE of the lines (see `cdaflow.statistics.warnings`) a score is neither marked as
the best nor tested, and a line on top of the table says so. Its columns are `metric.WARNED`.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from cdaflow.io.structured import whole_number
from cdaflow.statistics.signature import comparable
from cdaflow.statistics.warnings import Warned
from cdaflow.tables.scores import Score
from cdaflow.tables.text import NONE, Record
from cdaflow.tables.words import warned_text


def warned_cells(warned: Warned) -> dict[str, str]:
    """Return the cells of the columns of warnings."""
    kinds = " ".join(f"{kind}:{count}" for kind, count in warned.kinds.items())
    return {"warned": str(warned.lines), "warned_of": str(warned.of), "warnings": kinds}


def warned_of(record: Record) -> Warned:
    """Return what a record says of its warnings, none where its table has no such columns.

    Cells that are no counts (a CSV that somebody edited) make a score suspect.
    """
    if "warned" not in record:
        return Warned(0, 0, {})
    lines, of = whole_number(record["warned"]), whole_number(record["warned_of"])
    if lines is None or of is None:
        return Warned(1, 1, {"unreadable counts": 1})
    parts = (item.rpartition(":") for item in record["warnings"].split())
    return Warned(lines, of, {kind: whole_number(count) or 0 for kind, _, count in parts})


def warned_share(record: Record) -> str:
    """Return the share of lines that look wrong, in percent."""
    found = warned_of(record)
    return f"{100 * found.lines / max(found.of, 1):.1f}"


def suspect(frame: pd.DataFrame) -> pd.Series:
    """Return for each row whether so many lines look wrong that it is not to be believed."""
    found = [warned_of(record).is_suspect for record in frame.to_dict("records")]
    return pd.Series(found, index=frame.index, dtype=bool)


def cautions(
    frame: pd.DataFrame, group: Sequence[str], signatures: Sequence[str]
) -> tuple[str, ...]:
    """Return what is to be said on top of a table.

    `group`: the columns within which rows are compared (the best, the tests). `signatures`:
    those that rows must share to be compared.
    """
    lines = []
    groups: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for record in frame.to_dict("records"):
        system = record["system"] or NONE
        where = " ".join(record[name] for name in group)
        if warned_of(record).is_suspect:
            lines.append(
                f"{where} {system}: {warned_text(warned_of(record))}; neither bold nor tested"
            )
        scored = tuple(comparable(record[name]) for name in signatures)
        groups.setdefault(where, {}).setdefault(scored, []).append(system)
    for where, ways in groups.items():
        if len(ways) > 1:
            systems = "; ".join(", ".join(names) for names in ways.values())
            lines.append(
                f"{where}: scored in {len(ways)} ways or on other data ({systems}), see the "
                "signatures; bold and * only among equal ones"
            )
    return tuple(f"Caution: {line}." for line in dict.fromkeys(lines))


def not_tested(score: Warned, base: Warned) -> str | None:
    """Return why a score is not tested against that of the baseline, None where it may be."""
    for who, warned in (("it", score), ("the baseline", base)):
        if warned.is_suspect:
            return f"of {who}, {warned_text(warned)}"
    return None


def system_name(*scores: Score) -> str:
    """Return the name of a system in a figure, marked where one of its scores is suspect."""
    name = scores[0].system or NONE
    return f"{name} (!)" if any(score.warned.is_suspect for score in scores) else name


def figure_note(scores: Sequence[Score]) -> str:
    """Return what the mark of `system_name` means, for the text of a figure; "" without marks."""
    if not any(score.warned.is_suspect for score in scores):
        return ""
    return " (!): too many lines of the translations look wrong; see the tables."
