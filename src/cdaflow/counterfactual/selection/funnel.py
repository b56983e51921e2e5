"""Selections of pairs, filter by filter, and what each filter drops.

A `Selector` keeps pairs of batches and counts the others by reason, gender and profession in its
`Funnel`, which is written as JSON; `select_file` takes it through files.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pyarrow as pa

from cdaflow.errors import InputError
from cdaflow.io.columns import extended, take, with_columns
from cdaflow.io.files import read_json, write_json
from cdaflow.io.pairs import check_kinds, pair_schema, read_pairs, write_pairs
from cdaflow.progress import progress

#: Filters of both stages in their order, with what each wants.
FILTERS = {
    "pronoun": "gendered pronouns, all of one gender, in an allowed number",
    "profession": "exactly one profession noun, in an allowed grammatical number",
    "length": "maximum number of whitespace tokens on either side",
    "ratio": "maximum ratio of the lengths of the two sides",
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
                "pair.none-passes-filters",
                f"no gendered pairs: of {self.pairs} pairs none passes all filters (dropped: "
                f"{', '.join(dropped)})",
                hint="give text with gendered pronouns and professions in its English, or relax "
                "the limits of the selection (counterfactual.selection)",
            )

    def to_json(self) -> dict[str, Any]:
        """Return the counts as they are written: limits, filters in order, what was kept."""
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


def joined(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Return one report of two stages, of which the second began with what the first kept."""
    if first["kept"]["pairs"] != second["pairs"]:
        raise InputError(
            "report.other-selection",
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
    """Return a report that `select_file` wrote; InputError where it is none."""
    report = read_json(path)
    if not isinstance(report, dict) or report.get("format") != FORMAT or "kept" not in report:
        raise InputError(
            "report.not-of-selection",
            "this is not a report of a selection",
            file=path,
            hint="make it with: cdaflow select",
        )
    return report


class Selector(ABC):
    """The filters of one stage of a selection, with the counts of what they drop in `funnel`.

    `stage`: names among FILTERS, in their order. `columns`: what a kept pair has besides its own
    columns. `needed`: the columns that pairs must have.
    """

    stage: ClassVar[tuple[str, ...]]
    columns: ClassVar[tuple[pa.Field, ...]]
    needed: ClassVar[tuple[str, ...]] = ("source", "target")

    def __init__(self, limits: Mapping[str, Any]) -> None:
        self.funnel = Funnel(self.stage, limits)

    @abstractmethod
    def filter_batch(self, batch: pa.RecordBatch) -> Iterator[tuple[int, tuple[object, ...]]]:
        """Yield the rows of a batch that pass, with their values of `columns`; count the others."""

    def select(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the pairs that pass, with `columns` added; batches have the columns `needed`."""
        for batch in batches:
            kept = list(self.filter_batch(batch))
            self.funnel.pairs += batch.num_rows
            if kept:
                rows, values = zip(*kept, strict=True)
                yield with_columns(take(batch, rows), self.columns, values)


def select_file(
    selector: Selector,
    inputs: Sequence[str],
    outputs: Sequence[str],
    report: str | os.PathLike[str] | None = None,
    before: str | os.PathLike[str] | None = None,
) -> dict[str, Any]:
    """Write the pairs that pass, and what the filters drop; return the latter.

    `before`: the report of the stage before, whose filters come first then.

    Raises InputError where a file is at fault, or no pair passes all filters.
    """
    check_kinds(inputs, outputs)
    earlier = None if before is None else read_report(before)
    schema = extended(pair_schema(inputs, selector.needed), selector.columns)
    batches = progress(read_pairs(inputs, selector.needed), "select", unit="block")
    write_pairs(outputs, schema, selector.funnel.require_pairs(selector.select(batches)))
    found = selector.funnel.to_json()
    found = found if earlier is None else joined(earlier, found)
    if report is not None:
        write_json(report, found)
    return found


def _sums(counts: Counts, parts: Sequence[int]) -> dict[str, Any]:
    """Return the sums of counts by one part of their keys, or by one part within another.

    An empty part is written "none"; for professions, those dropped before one was found are left
    out.
    """
    sums: dict[str, Any] = {}
    for key, count in sorted(counts.items()):
        outer = key[parts[0]]
        if len(parts) == 1:
            sums[outer or "none"] = sums.get(outer or "none", 0) + count
        elif outer:
            inner = sums.setdefault(outer, {})
            inner[key[parts[1]]] = inner.get(key[parts[1]], 0) + count
    return sums
