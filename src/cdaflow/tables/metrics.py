"""The tables of metrics: languages x systems, with what is best and what differs.

What a table has is said by the fields of its metric (`cdaflow.scoring.metric`): a new metric needs
no code here. Each score is tested against that of the baseline of its language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pandas as pd

from cdaflow.errors import ConfigError
from cdaflow.scoring.identical import Digests, digests_of, identical_systems
from cdaflow.scoring.metric import TRAININGS, Metric
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.field import Field
from cdaflow.statistics.trainings import TrainingsEstimate
from cdaflow.tables.comparisons import Comparisons
from cdaflow.tables.over_languages import ALL, over_languages
from cdaflow.tables.scores import Score
from cdaflow.tables.significance import (
    Tested,
    against_baseline,
    baselines,
    compare_with_baseline,
    mark_best,
    p_cell,
    seed_pair_cautions,
    significance_notes,
)
from cdaflow.tables.table import Layout, Table, text_frame
from cdaflow.tables.text import NONE, number, order
from cdaflow.tables.trainings import (
    aggregate,
    are_singles,
    by_system,
    count_cell,
    has_crossed,
    lead,
    of_records,
    seed_cautions,
    singles_lead,
    training_cells,
    trainings_of,
)
from cdaflow.tables.warned import cautions, warned_cells, warned_of, warned_share


def metric_table(
    scores: Sequence[Score],
    baseline: str | None = None,
    comparisons: Comparisons | None = None,
    *,
    single: bool = False,
    mean_of_languages: bool = False,
) -> Table:
    """Return the table of the scores of a metric.

    A row is the mean over the trainings of a system; with `single` it is one training, and nothing
    is marked. Rows are in the order of the scores, those of a language together; where a metric has
    rows for parts of its test set, the systems of a part stand below each other. Each is tested
    against the `baseline` of its language, the first system where that is None; BLEU by the
    `comparisons` of the translations. `mean_of_languages` adds the means of the systems that were
    scored in every language. The rows hold the interval of every score. Raises
    ConfigError for a baseline that is no system, and for both `single` and `mean_of_languages`.
    """
    if single and mean_of_languages:
        raise ConfigError(
            "a mean over languages is one over trainings, too: there is none of single trainings",
            hint="leave out --single or --mean-of-languages",
        )
    comparisons = comparisons or Comparisons()
    metric = scores[0].metric
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    rows: list[dict[str, Any]] = []
    if single:
        for score in (one for group in by_system(scores) for one in group):
            rows += _rows(score, None, Tested())
    else:
        means = aggregate(scores, comparisons)
        known = {(score.language, score.testset, score.system): score for score in means}
        for score in means:
            base = known.get((score.language, score.testset, bases.get(score.language, "")))
            tested = compare_with_baseline(score, base, comparisons)
            rows += _rows(score, base, tested, against_baseline(score, base))
        if mean_of_languages:
            for score, base, tested in over_languages(means, bases):
                rows += _rows(score, base, tested)
    frame = text_frame(rows, metric.columns)
    parts = [item.name for item in metric.part_labels]
    frame = frame.sort_values(
        ["language", *parts], key=lambda cells: pd.factorize(cells)[0], kind="stable"
    ).reset_index(drop=True)
    within = [item.name for item in metric.labels if item.name != "system"]
    if not single:
        frame = mark_best(frame, [*within, *metric.signatures.values()], metric.directions)
    table = metric_view(metric, frame)
    return replace(table, cautions=(*_identical(scores), *table.cautions))


def _identical(scores: Sequence[Score]) -> tuple[str, ...]:
    """Return a line for each score whose translations are those of another one."""
    groups: dict[tuple[str, str], list[tuple[str, Digests]]] = {}
    for score in scores:
        training = "" if score.training is None else f" {score.training}"
        name = f"{score.system or NONE}{training} ({score.language})"
        group = groups.setdefault((score.language, score.testset), [])
        group.append((name, digests_of(score.report)))
    return tuple(line for group in groups.values() for line in identical_systems(group))


def _rows(
    score: Score,
    base: Score | None,
    tested: Tested,
    against: Mapping[str, Estimate] = MappingProxyType({}),
) -> list[dict[str, Any]]:
    """Return the rows of a score in the table, with how they differ from those of the baseline.

    `against`: figures that need the baseline (`against_baseline`).
    """
    metric = score.metric
    rows = []
    for row in score.rows:
        cells: dict[str, Any] = {
            "language": score.language,
            "system": score.system,
            **training_cells(score),
            **row.labels,
            **{name: count_cell(count) for name, count in row.counts.items()},
            **warned_cells(score.warned),
            **score.signatures,
            "baseline": base.system if base and tested.differences else "",
            "paired": " ".join(map(str, tested.seeds)),
            "paired_base": " ".join(map(str, sorted(set(tested.base_seeds)))),
        }
        scores = {**(score.scores if row.scores is None else row.scores), **against}
        for item in metric.fields:
            # Files of older versions may lack what is in the CSV alone, or optional.
            if item.column and item.name + row.ending in scores:
                cells |= _estimate_cells(item, scores[item.name + row.ending])
        for item in metric.tested:
            found = tested.differences.get(item.compared + row.ending)
            if found is not None:
                figures = map(number, (found.value, found.low, found.high))
                cells |= zip(item.gain, figures, strict=True)
                cells[f"{item.column}_p"] = p_cell(found.p)
        rows.append(cells)
    return rows


def _estimate_cells(item: Field, found: Estimate) -> dict[str, str]:
    """Return the cells of a score: the figure, its interval, and what a mean has beside it."""
    low, high = item.ends
    figures = {item.column: found.value, low: found.low, high: found.high}
    if isinstance(found, TrainingsEstimate):
        figures |= zip(item.crossed_ends, found.crossed or (None, None), strict=True)
        figures[f"{item.column}_sd"] = found.sd
    return {name: number(figure) for name, figure in figures.items()}


def _mean_note(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return what the rows of all languages are the means of."""
    languages = order(frame["language"])
    if ALL not in languages:
        return ()
    return (f"{ALL}: the mean over {', '.join(name for name in languages if name != ALL)}.",)


def _undefined_note(metric: Metric, frame: pd.DataFrame) -> tuple[str, ...]:
    """Return what a missing mean over trainings means, if one is missing."""
    means = frame[[trainings_of(record) > 1 for record in frame.to_dict("records")]]
    columns = [
        item.column for item in metric.shown if item.is_estimate and not _is_absent(item, frame)
    ]
    if not (means[columns] == "").any(axis=None):
        return ()
    return (f"{NONE}: not defined in one training at least, so that there is no mean.",)


def _is_absent(item: Field, frame: pd.DataFrame) -> bool:
    """Return whether a figure is one that the test sets of a table do not have."""
    return item.optional and bool((frame[item.column] == "").all())


def metric_view(metric: Metric, frame: pd.DataFrame) -> Table:
    """Return rows of the CSV of a metric (or those of `metric_table`) as a table."""
    named = [item.name for item in metric.score_labels]
    single = are_singles(frame, [*named, *(item.name for item in metric.part_labels)])
    several = any(trainings_of(record) > 1 for record in frame.to_dict("records"))
    trainings = TRAININGS[1:] if single else TRAININGS[:1] if several else ()
    fields = (*metric.labels, *trainings, *metric.fields, *metric.counts)
    shown = [item.name for item in fields if item.header and not _is_absent(item, frame)]
    if any(warned_of(record).lines for record in frame.to_dict("records")):
        shown.append("warned")
    rows = of_records(frame.to_dict("records"))
    of_languages = [row for row in rows if row.language != ALL]
    warnings = cautions(
        frame, [name for name in named if name != "system"], tuple(metric.signatures.values())
    )
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
        notes=(
            *significance_notes(frame, metric.tested, metric.tests),
            *_mean_note(frame),
            *_undefined_note(metric, frame),
        ),
        cautions=warnings
        if single
        else (*seed_cautions(of_languages), *seed_pair_cautions(frame), *warnings),
        lead=singles_lead(rows) if single else lead(rows, crossed=has_crossed(frame)),
        intervals=several,
    )
