"""The WinoMT table: languages x systems, in the terms of the field.

Accuracy, delta G and delta S are those of Stanovsky et al. (2019), in the form of Naik et al.
(2023, section 6.1: delta S from accuracies); delta R is that of Choubey et al. (2021,
section 3.1).
"""

from __future__ import annotations

from collections.abc import Sequence

from cdaflow.scoring.winomt import METRIC
from cdaflow.statistics.field import Interval
from cdaflow.tables import warned
from cdaflow.tables.marks import (
    ONE_TRAINING,
    baselines,
    best_note,
    mark_best,
    marked,
    notes,
)
from cdaflow.tables.render import (
    Column,
    Record,
    Table,
    estimate_cells,
    number,
    plain,
    with_interval,
)
from cdaflow.tables.scores import WinoMT
from cdaflow.tables.significance import significance


def winomt_table(scores: Sequence[WinoMT], baseline: str | None = None) -> Table:
    """Return the table of the scores, one row each, in their order.

    Each is tested against the `baseline` of its language, the first system where that is None.
    The records hold the interval of every score (pro_low, pro_high, ...), although the CSV
    has only that of the accuracy. Raises ConfigError for a baseline that is no system.
    """
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    first = {(score.language, score.system): score for score in scores}
    records = []
    for score in scores:
        record = {"language": score.language, "system": score.system}
        for item in METRIC.shown:
            record |= estimate_cells(item.column, score.scores[item.name])
        # Only to be set beside figures of papers; files of older versions lack it.
        of_f1 = score.scores.get("delta_s_f1")
        record["delta_s_f1"] = number(None if of_f1 is None else of_f1.value)
        record |= {"rows": str(score.rows), "signature": score.signature}
        record |= warned.warned_cells(score.warned)
        base = bases.get(score.language)
        record |= significance(
            score,
            None if base is None else first[score.language, base],
            {item.column: item.compared for item in METRIC.shown},
        )
        records.append(record)
    mark_best(records, ("language", "signature"), METRIC.directions)
    return winomt_view(records)


def winomt_view(records: Sequence[Record], *, intervals: bool = False) -> Table:
    """Return records (of a CSV, or of `winomt_table`) as a table.

    intervals: show the interval of each score, not only of the accuracy; needs the records of
    `winomt_table`.
    """
    view = [
        Column("Language", plain("language"), number=False),
        Column("System", plain("system"), number=False),
    ]
    for item in METRIC.shown:
        cell = plain(item.column)
        if intervals or item.interval is Interval.SHOWN:
            cell = with_interval(item.column, *item.ends)
        view.append(marked(item.header, item.column, cell, item.legend))
    view += [Column(count.header, plain(count.name), count.legend) for count in METRIC.counts]
    view += warned.warned_column(records)
    return Table(
        METRIC.title,
        METRIC.columns,
        records,
        tuple(view),
        signatures=tuple(METRIC.signatures.items()),
        labels=("language", "system"),
        notes=(*notes(records, METRIC), ONE_TRAINING),
        bold=best_note(records, METRIC.best),
        cautions=warned.cautions(records, ("language",), ("signature",)),
    )
