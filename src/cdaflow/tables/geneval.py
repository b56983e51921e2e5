"""The MT-GenEval table: languages x systems.

The accuracy as published (Currey et al. 2022, section 3) stands beside the one that asks for a
word of the right gender, since a file of empty lines has 100 of the first and 0 of the second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike

from cdaflow.scoring.geneval_metrics import GENDERS, METRIC
from cdaflow.statistics.field import Interval
from cdaflow.tables import warned
from cdaflow.tables.bleu import bleu_tests
from cdaflow.tables.marks import (
    ONE_TRAINING,
    baselines,
    best_note,
    mark_best,
    marked,
    notes,
)
from cdaflow.tables.render import Column, Record, Table, estimate_cells, plain, with_interval
from cdaflow.tables.scores import Comparisons, Scored, read_scored
from cdaflow.tables.significance import significance


def read_geneval(paths: Iterable[str | PathLike[str]]) -> list[Scored]:
    """Return the scores of files of `cdaflow score geneval`; raises as `read_scored`."""
    return read_scored(paths, "geneval", [item.name for item in METRIC.shown])


def geneval_table(
    scores: Sequence[Scored], comparisons: Comparisons | None = None, baseline: str | None = None
) -> Table:
    """Return the table of the scores, one row each, in their order.

    `comparisons`: the tests of BLEU, as `read_bleu_comparisons` gives them, of the test sets
    `geneval-feminine` and `geneval-masculine`; without them BLEU is not tested. Each score is
    tested against the `baseline` of its language, the first system where that is None.
    Raises ConfigError for a baseline that is no system, InputError for a comparison of other
    translations than were scored.
    """
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    first = {(score.language, score.system): score for score in scores}
    records = []
    for score in scores:
        record = {"language": score.language, "system": score.system}
        for item in METRIC.shown:
            record |= estimate_cells(item.column, score.scores[item.name])
        record |= {"pairs": str(score.count("pairs", "rows")), "signature": score.signature}
        record["bleu_signature"] = score.signatures["bleu"]
        record |= warned.warned_cells(score.warned)
        base = bases.get(score.language)
        against = None if base is None else first[score.language, base]
        record |= significance(
            score,
            against,
            {item.column: item.compared for item in METRIC.shown},
        )
        record |= _bleu_tests(score, against, comparisons or {})
        records.append(record)
    mark_best(records, ("language", "signature", "bleu_signature"), METRIC.directions)
    return geneval_view(records)


def _bleu_tests(score: Scored, base: Scored | None, comparisons: Comparisons) -> dict[str, str]:
    """Return the p-values of BLEU, of those that were tested."""
    cells: dict[str, str] = {}
    for gender in GENDERS:
        estimates = {"bleu": score.scores[f"bleu_{gender}"]}
        found = bleu_tests(score, base, f"geneval-{gender}", estimates, comparisons)
        if found:
            cells |= {f"bleu_{gender}_p": found["bleu_p"], "baseline": found["baseline"]}
    return cells


def geneval_view(records: Sequence[Record], *, intervals: bool = False) -> Table:
    """Return records (of a CSV, or of `geneval_table`) as a table.

    intervals: show the interval of each score.
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
        cautions=warned.cautions(records, ("language",), ("signature", "bleu_signature")),
    )
