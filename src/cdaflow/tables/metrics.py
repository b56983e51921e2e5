"""The tables of metrics: languages x systems, with what is best and what differs.

What a table has is said by the fields of its metric (`cdaflow.scoring.metric`): a new metric needs
no code here. Each score is tested against that of the baseline of its language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from cdaflow.errors import ConfigError
from cdaflow.scoring.metric import TRAININGS, Metric
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.field import Field
from cdaflow.statistics.trainings import TrainingsEstimate
from cdaflow.statistics.warnings import Warned
from cdaflow.tables.over_languages import over_languages
from cdaflow.tables.remarks import identical_cautions, is_absent, remarks
from cdaflow.tables.scores import Score
from cdaflow.tables.significance import (
    Compared,
    Tested,
    baselines,
    compare_with_baselines,
    mark_best,
    p_cell,
    warned_share,
)
from cdaflow.tables.table import Layout, Table, text_frame
from cdaflow.tables.text import number
from cdaflow.tables.trainings import aggregate, by_system


def metric_table(
    scores: Sequence[Score],
    baseline: str | None = None,
    *,
    single: bool = False,
    mean_of_languages: bool = False,
) -> Table:
    """Return the table of the scores of a metric.

    A row is the mean over the trainings of a system; with `single` it is one training, and nothing
    is marked. Rows are in the order of the scores, those of a language together; where a metric has
    rows for parts of its test set, the systems of a part stand below each other. Each is tested
    against the `baseline` of its language, the first system where that is None.
    `mean_of_languages` adds the means of the systems that were
    scored in every language. The rows hold the interval of every score. Raises
    ConfigError for a baseline that is no system, and for both `single` and `mean_of_languages`.
    """
    if single and mean_of_languages:
        raise ConfigError(
            "mean.no-single-trainings",
            "--single excludes --mean-of-languages: means over languages are also means over "
            "trainings",
            hint="leave one of them out",
        )
    metric = scores[0].metric
    if single:
        means = [score for group in by_system(scores) for score in group]
    else:
        means = aggregate(scores)
    bases = baselines(((score.language, score.system) for score in means), baseline)
    if single:
        compared: list[Compared] = [(score, None, Tested()) for score in means]
    else:
        compared = compare_with_baselines(means, bases)
    if mean_of_languages:
        compared += over_languages(means, bases)
    rows = [row for score, base, tested in compared for row in _rows(score, base, tested)]
    frame = text_frame(rows, metric.columns)
    parts = [item.name for item in metric.part_labels]
    frame = frame.sort_values(
        ["language", *parts], key=lambda cells: pd.factorize(cells)[0], kind="stable"
    ).reset_index(drop=True)
    if not single:
        within = [item.name for item in metric.labels if item.name != "system"]
        frame = mark_best(frame, [*within, *metric.signatures.values()], metric.directions)
    table = metric_view(metric, frame)
    return replace(table, cautions=(*identical_cautions(scores), *table.cautions))


def _rows(score: Score, base: Score | None, tested: Tested) -> list[dict[str, Any]]:
    """Return the rows of a score in the table, with how they differ from those of the baseline."""
    metric = score.metric
    rows = []
    for row in score.rows:
        cells: dict[str, Any] = {
            "language": score.language,
            "system": score.system,
            "trainings": len(score.singles),
            "seeds": " ".join(map(str, score.seeds)),
            **row.labels,
            **{name: _count_cell(count) for name, count in row.counts.items()},
            **_warned_cells(score.warned),
            **score.signatures,
            "baseline": base.system if base and tested.differences else "",
            "paired": " ".join(map(str, tested.seeds)),
            "paired_base": " ".join(map(str, sorted(set(tested.base_seeds)))),
        }
        scores = {**(score.scores if row.scores is None else row.scores), **tested.against}
        for item in metric.fields:
            # Files of older versions may lack what is in the CSV alone, or optional.
            if item.column and item.name + row.ending in scores:
                cells |= _estimate_cells(item, scores[item.name + row.ending])
        for item in metric.tested:
            difference = tested.differences.get(item.compared + row.ending)
            if difference is not None:
                figures = map(number, (difference.value, difference.low, difference.high))
                cells |= zip(item.gain, figures, strict=True)
                cells[f"{item.column}_p"] = p_cell(difference.p)
        rows.append(cells)
    return rows


def _estimate_cells(item: Field, estimate: Estimate) -> dict[str, str]:
    """Return the cells of a score: the figure, its interval, and what a mean has beside it."""
    low, high = item.ends
    figures = {item.column: estimate.value, low: estimate.low, high: estimate.high}
    if isinstance(estimate, TrainingsEstimate):
        figures |= zip(item.crossed_ends, estimate.crossed or (None, None), strict=True)
        figures[f"{item.column}_sd"] = estimate.sd
    return {name: number(figure) for name, figure in figures.items()}


def metric_view(metric: Metric, frame: pd.DataFrame) -> Table:
    """Return rows of the CSV of a metric (or those of `metric_table`) as a table."""
    said = remarks(metric, frame)
    trainings = TRAININGS[1:] if said.single else TRAININGS[:1] if said.several else ()
    fields = (*metric.labels, *trainings, *metric.fields, *metric.counts)
    columns = [item.name for item in fields if item.header and not is_absent(item, frame)]
    return Table(
        Layout(
            metric.title,
            metric.csv_fields,
            (*columns, "warned") if said.warned else tuple(columns),
            cells={**metric.cells, "warned": warned_share},
            signatures=metric.signatures,
            labels=tuple(item.name for item in metric.score_labels),
            best=metric.best,
            first=metric.first_scores,
        ),
        frame,
        notes=said.notes,
        cautions=said.cautions,
        lead=said.lead,
        intervals=said.several,
    )


def _warned_cells(warned: Warned) -> dict[str, str]:
    """Return the cells of the columns of warnings."""
    kinds = " ".join(f"{kind}:{count}" for kind, count in warned.kinds.items())
    return {"warned": str(warned.lines), "warned_of": str(warned.of), "warnings": kinds}


def _count_cell(count: float) -> str:
    """Return a count, which of several trainings is their mean: "388" or "330.4"."""
    return f"{count:.0f}" if float(count).is_integer() else number(count)
