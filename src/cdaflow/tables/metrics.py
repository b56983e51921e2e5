"""The tables of metrics: languages x systems, with what is best and what differs.

What a table has is said by the fields of its metric (`cdaflow.scoring.metric`): a new metric needs
no code here. Each score is tested against that of the baseline of its language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from cdaflow.scoring.metric import Metric
from cdaflow.tables.scores import Comparisons, Score
from cdaflow.tables.significance import (
    ONE_TRAINING,
    baselines,
    mark_best,
    p_cell,
    p_values,
    significance_notes,
)
from cdaflow.tables.table import Layout, Table, text_frame
from cdaflow.tables.text import number
from cdaflow.tables.warned import cautions, warned_cells, warned_of, warned_share


def metric_table(
    scores: Sequence[Score],
    baseline: str | None = None,
    comparisons: Comparisons | None = None,
) -> Table:
    """Return the table of the scores of a metric.

    Rows are in the order of the scores; where a metric has rows for parts of its test set, the
    systems of a part stand below each other. Each is tested against the `baseline` of its language,
    the first system where that is None; BLEU by the `comparisons` of the translations. The rows
    hold the interval of every score, although a CSV may leave some out. Raises ConfigError for a
    baseline that is no system.
    """
    metric = scores[0].metric
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    known = {(score.language, score.testset, score.system): score for score in scores}
    rows: list[dict[str, Any]] = []
    for score in scores:
        base = known.get((score.language, score.testset, bases.get(score.language, "")))
        rows += _rows(score, base, comparisons or {})
    frame = text_frame(rows, metric.columns)
    parts = [item.name for item in metric.part_labels]
    if len(rows) > len(scores):
        frame = frame.sort_values(
            ["language", *parts], key=lambda cells: pd.factorize(cells)[0], kind="stable"
        ).reset_index(drop=True)
    within = [item.name for item in metric.labels if item.name != "system"]
    frame = mark_best(frame, [*within, *metric.signatures.values()], metric.directions)
    return metric_view(metric, frame)


def _rows(score: Score, base: Score | None, comparisons: Comparisons) -> list[dict[str, Any]]:
    """Return the rows of a score file in the table, tested against that of the baseline."""
    metric = score.metric
    tested = p_values(score, base, comparisons)
    rows = []
    for row in score.rows:
        cells: dict[str, Any] = {
            "language": score.language,
            "system": score.system,
            **row.labels,
            **row.counts,
            **warned_cells(score.warned),
            **score.signatures,
            "baseline": base.system if base and tested else "",
        }
        scores = score.scores if row.scores is None else row.scores
        for item in metric.fields:
            # Files of older versions may lack what is in the CSV alone.
            if item.column and item.name + row.ending in scores:
                found = scores[item.name + row.ending]
                figures = map(number, (found.value, found.low, found.high))
                cells |= zip((item.column, *item.ends), figures, strict=True)
        for item in metric.tested:
            cells[f"{item.column}_p"] = p_cell(tested.get(item.compared + row.ending))
        rows.append(cells)
    return rows


def metric_view(metric: Metric, frame: pd.DataFrame) -> Table:
    """Return rows of the CSV of a metric (or those of `metric_table`) as a table."""
    fields = (*metric.labels, *metric.fields, *metric.counts)
    shown = [item.name for item in fields if item.header]
    if any(warned_of(record).lines for record in frame.to_dict("records")):
        shown.append("warned")
    named = [item.name for item in metric.score_labels]
    return Table(
        Layout(
            metric.title,
            metric.csv_fields,
            tuple(shown),
            cells={**metric.cells, "warned": warned_share},
            signatures=metric.signatures,
            labels=tuple(named),
            best=metric.best,
        ),
        frame,
        notes=(*significance_notes(frame, metric.tested, metric.tests), ONE_TRAINING),
        cautions=cautions(
            frame,
            [name for name in named if name != "system"],
            tuple(metric.signatures.values()),
        ),
    )
