"""What each filter of a selection drops: counts by reason, gender and profession, as JSON."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from cdaflow.errors import InputError
from cdaflow.io.files import write_json
from cdaflow.io.structured import read_json

#: Filters of both stages in their order, with what each wants.
FILTERS = {
    "pronoun": "gendered pronouns, as many as wanted and of one gender",
    "profession": "exactly one profession noun, in a wanted number",
    "length": "at most so many whitespace tokens on either side",
    "ratio": "one side at most so many times as long as the other",
    "wellformed": "English begins with a capital and ends in punctuation",
    "noun": "the annotator tags the profession as a noun",
    "proper": "English has no proper noun",
}

FORMAT = 1

#: Pairs by reason, gender and profession.
Counts = Mapping[tuple[str, ...], int]


@dataclass
class Funnel:
    """The counts of a selection, filter by filter.

    `dropped`: pairs by filter, reason, gender and profession; gender is "" where a pair has no
    pronoun or both genders, profession "" where it was dropped before one was found.
    """

    filters: tuple[str, ...]
    limits: Mapping[str, Any] = field(default_factory=dict)
    pairs: int = 0
    dropped: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    kept: Counter[tuple[str, str]] = field(default_factory=Counter)

    def drop(
        self, name: str, why: str, gender: str = "", profession: str = "", count: int = 1
    ) -> None:
        """Count pairs that a filter drops."""
        if count:
            self.dropped[name, why, gender, profession] += count

    def keep(self, gender: str, profession: str) -> None:
        """Count a pair that passes all filters."""
        self.kept[gender, profession] += 1

    def require_pairs(self, selected: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the batches of a selection; InputError, with the counts, where no pair passes."""
        yield from selected
        if not self.kept:
            dropped = [f"{f['filter']} {f['dropped']}" for f in self.to_json()["filters"]]
            raise InputError(
                f"no gendered pairs: of {self.pairs} pairs none passes all filters (dropped: "
                f"{', '.join(dropped)})",
                hint="give text with gendered pronouns and professions in its English, or relax "
                "the limits of the selection (counterfactual.selection)",
            )

    def to_json(self) -> dict[str, Any]:
        """Return the counts as they are written; see `write`."""
        left = self.pairs
        filters = []
        for name in self.filters:
            counts: Counts = {k[1:]: n for k, n in self.dropped.items() if k[0] == name}
            dropped = sum(counts.values())
            left -= dropped
            filters.append(
                {
                    "filter": name,
                    "wants": FILTERS[name],
                    "dropped": dropped,
                    "left": left,
                    "by_reason": _sums(counts, (0,)),
                    "by_gender": _sums(counts, (1,)),
                    "by_profession": _sums(counts, (2, 1)),
                }
            )
        kept: Counts = {("", *key): count for key, count in self.kept.items()}
        return {
            "format": FORMAT,
            "limits": dict(self.limits),
            "pairs": self.pairs,
            "filters": filters,
            "kept": {
                "pairs": sum(kept.values()),
                "by_gender": _sums(kept, (1,)),
                "by_profession": _sums(kept, (2, 1)),
            },
        }

    def write(self, path: str | os.PathLike[str], before: Mapping[str, Any] | None = None) -> None:
        """Write the counts as JSON: pairs, limits, filters in order, what was kept.

        `before`: the report of the stage before, whose filters come first then.
        """
        report = self.to_json() if before is None else joined(before, self.to_json())
        write_json(path, report)


def joined(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Return one report of two stages, of which the second began with what the first kept."""
    if first["kept"]["pairs"] != second["pairs"]:
        raise InputError(
            f"the stage before kept {first['kept']['pairs']} pairs, this one was given "
            f"{second['pairs']}",
            hint="the report is of another selection: run both stages again",
        )
    return {
        **second,
        "limits": {**first["limits"], **second["limits"]},
        "pairs": first["pairs"],
        "filters": [*first["filters"], *second["filters"]],
    }


def read_report(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return a report that `Funnel.write` wrote; InputError where it is none."""
    report = read_json(path)
    if not isinstance(report, dict) or report.get("format") != FORMAT or "kept" not in report:
        raise InputError(
            "this is no report of a selection", file=path, hint="make it with: cdaflow select"
        )
    return report


def _sums(counts: Counts, places: Sequence[int]) -> dict[str, Any]:
    """Return the sums of counts by one part of their keys, or by one part within another.

    An empty part is written "none"; for professions, those dropped before one was found are left
    out.
    """
    sums: dict[str, Any] = {}
    for key, count in sorted(counts.items()):
        outer = key[places[0]]
        if len(places) == 1:
            sums[outer or "none"] = sums.get(outer or "none", 0) + count
        elif outer:
            inner = sums.setdefault(outer, {})
            inner[key[places[1]]] = inner.get(key[places[1]], 0) + count
    return sums
