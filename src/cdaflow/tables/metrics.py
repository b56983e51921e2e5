"""The tables of metrics: languages x systems, with what is best and what differs.

What a table has is said by the fields of its metric (`cdaflow.scoring.metric`): a new metric needs
no code here. Each score is tested against that of the baseline of its language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from os import PathLike
from typing import Any

from cdaflow.errors import InputError
from cdaflow.scoring import mustshe
from cdaflow.scoring.metric import LABELS, Metric, TableRow
from cdaflow.tables import warned
from cdaflow.tables.layout import Cell, view_of
from cdaflow.tables.marks import ONE_TRAINING, baselines, best_note, mark_best, marked, notes
from cdaflow.tables.render import Column, Record, Table, estimate_cells
from cdaflow.tables.scores import SCORE_AGAIN, Scored, WinoMT, order, read_scored
from cdaflow.tables.significance import significance

#: Gives the cells of tests that are made elsewhere, of a score and that of the baseline.
Tests = Callable[[Any, Any], Mapping[str, str]]


#: How the parts of MuST-SHE are called in its CSV ("all", "F", "1F") -> what a reader sees.
_PARTS = {ending[1:].upper() or "all": title for ending, title in mustshe.PARTS.items()}

#: Columns of a metric that a reader does not see as they stand in the CSV.
_CELLS: Mapping[str, Mapping[str, Cell]] = {
    "mustshe": {"part": lambda record: _PARTS.get(record["part"], record["part"])}
}


def read_metric(metric: Metric, paths: Iterable[str | PathLike[str]]) -> list[Scored]:
    """Return the score files of a metric, in the order given.

    Raises InputError where a file is not such a score file or lacks a score that tables show, and
    where two are of the same language and system.
    """
    return read_scored(paths, metric.source or metric.name, needed_scores(metric))


def needed_scores(metric: Metric) -> list[str]:
    """Return the scores that a file must have: those of the table, of each part."""
    endings = mustshe.PARTS if metric.name == "mustshe" else ("",)
    return [item.name + ending for item in metric.shown for ending in endings]


def metric_table(
    metric: Metric,
    scores: Sequence[WinoMT] | Sequence[Scored],
    baseline: str | None = None,
    tests: Tests = lambda score, base: {},
) -> Table:
    """Return the table of the scores of a metric.

    Rows are in the order of the scores; where a metric has rows for parts of its test set, the
    systems of a part stand below each other. Each is tested against the `baseline` of its language,
    the first system where that is None. The records hold the interval of every score, although a
    CSV may leave some out. Raises ConfigError for a baseline that is no system.
    """
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    first = {(score.language, score.system): score for score in scores}
    records = []
    for score in scores:
        base = first.get((score.language, bases.get(score.language, "")))
        rows = list(metric.rows(_Part(score.report, score.path)))
        names = {
            f"{item.column}{row.ending}": f"{item.compared}{row.ending}"
            for row in rows
            for item in metric.shown
        }
        tested = {**significance(score, base, names), **tests(score, base)}
        records += [_record(metric, score, row, tested) for row in rows]
    groups = [label.name for label in metric.labels if label not in LABELS]
    if groups:
        for column in (*reversed(groups), "language"):
            values = order(record[column] for record in records)
            places = [values.index(record[column]) for record in records]
            ranked = sorted(zip(places, records, strict=True), key=itemgetter(0))
            records = [record for _, record in ranked]
    mark_best(records, ("language", *groups, *metric.signatures.values()), metric.directions)
    return metric_view(metric, records)


class _Part(dict[str, Any]):
    """A part of a score file, in which a key that is missing is an error that names it."""

    def __init__(self, part: Mapping[str, Any], file: PathLike[str], key_path: str = "") -> None:
        super().__init__(part)
        self._file, self._key_path = file, key_path

    def __getitem__(self, key: str) -> Any:
        if key not in self:
            problem = f'"{self._key_path}{key}" is missing'
            raise InputError(problem, file=self._file, hint=SCORE_AGAIN)
        value = super().__getitem__(key)
        if not isinstance(value, dict):
            return value
        return _Part(value, self._file, f"{self._key_path}{key}.")


def _record(
    metric: Metric, score: WinoMT | Scored, row: TableRow, tested: Mapping[str, str]
) -> dict[str, str]:
    record = {"language": score.language, "system": score.system, **row.labels}
    for item in metric.fields:
        if item.column and item.name + row.ending in score.scores:
            record |= estimate_cells(item.column, score.scores[item.name + row.ending])
        elif item.column:  # files of older versions may lack what is in the CSV alone
            record |= dict.fromkeys(item.columns, "")
    for item in metric.tested:
        record[f"{item.column}_p"] = tested.get(f"{item.column}{row.ending}_p", "")
    return {
        **record,
        **{name: str(count) for name, count in row.counts.items()},
        **warned.warned_cells(score.warned),
        "baseline": tested["baseline"],
        **{column: _signature(score, column) for column in metric.signatures.values()},
    }


def _signature(score: WinoMT | Scored, column: str) -> str:
    """Return the signature of a score file, or for NAME_signature that of its scores NAME..."""
    name = column.removesuffix("signature").rstrip("_")
    if not name:
        return score.signature
    found = (part for key, part in score.report["scores"].items() if key.startswith(name))
    return next((str(part["signature"]) for part in found if part.get("signature")), "")


def metric_view(
    metric: Metric,
    records: Sequence[Record],
    *,
    intervals: bool = False,
    more: Sequence[Column] = (),
) -> Table:
    """Return rows of the CSV of a metric (or those of `metric_table`) as a table.

    intervals: show the interval of each score, not only of those that always have it; needs the
    records of `metric_table`. more: columns behind the figures.
    """
    cells = _CELLS.get(metric.name, {})
    view = list(view_of(metric.labels, cells))
    for item in metric.shown:
        (column,) = view_of([item], intervals=intervals)
        view.append(marked(item.header, item.column, column.cell, item.legend))
    groups = [label.name for label in metric.labels if label not in LABELS]
    # The parts of a test set are of one system; test sets are scored apart.
    named = [label.name for label in (*LABELS, *metric.labels) if label.name != "part"]
    within = ["language", *(name for name in groups if name != "part")]
    return Table(
        metric.title,
        metric.columns,
        records,
        (*view, *view_of(metric.counts), *more, *warned.warned_column(records)),
        signatures=tuple(metric.signatures.items()),
        labels=tuple(dict.fromkeys(named)),
        notes=(*notes(records, metric), ONE_TRAINING),
        bold=best_note(records, metric.best),
        cautions=warned.cautions(records, within, tuple(metric.signatures.values())),
    )
