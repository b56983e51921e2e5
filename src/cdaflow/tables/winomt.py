"""The WinoMT table: languages x systems, in the terms of the field.

Accuracy, delta G and delta S are those of Stanovsky et al. (2019), in the form of Naik et al.
(2023, section 6.1: delta S from accuracies); delta R is that of Choubey et al. (2021,
section 3.1).
"""

from __future__ import annotations

from collections.abc import Sequence

from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.tables import warned
from cdaflow.tables.marks import (
    DOWN,
    NEAR_ZERO,
    ONE_TRAINING,
    UP,
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

TITLE = "WinoMT: gender of the professions in translation"

#: Column of the table -> header, name of the score in the JSON file, legend.
SCORES = {
    "accuracy": (
        "Acc",
        "accuracy",
        "entities translated in the right gender, % [95% interval]; higher is better",
    ),
    "pro": (
        "Pro",
        "accuracy_pro",
        "accuracy where the gender follows the stereotype of the profession, %; higher is better",
    ),
    "anti": (
        "Anti",
        "accuracy_anti",
        "accuracy where the gender goes against the stereotype, %; higher is better",
    ),
    "delta_s": (
        "ΔS",
        "delta_s",
        "Pro minus Anti, points; nearer to 0 is better, above 0 leans on stereotypes",
    ),
    "delta_g": (
        "ΔG",
        "delta_g",
        "F1 of masculine minus F1 of feminine, points; nearer to 0 is better",
    ),
    "delta_r": (
        "ΔR",
        "delta_r",
        "recall of masculine minus recall of feminine, points; nearer to 0 is better, "
        "above 0 favours men",
    ),
    "f1_male": ("F1 m", "f1_male", "F1 of masculine entities, %; higher is better"),
    "f1_female": ("F1 f", "f1_female", "F1 of feminine entities, %; higher is better"),
    "unknown": (
        "Unk",
        "unknown_rate",
        "entities whose gender could not be read off the translation, %; lower is better "
        "(they count as wrong)",
    ),
}


#: Which direction is better.
_DIRECTIONS = dict.fromkeys(SCORES, UP) | dict.fromkeys(
    ("delta_s", "delta_g", "delta_r"), NEAR_ZERO
)
_DIRECTIONS["unknown"] = DOWN

COLUMNS = (
    "language",
    "system",
    "accuracy",
    "accuracy_low",
    "accuracy_high",
    *list(SCORES)[1:],
    "delta_s_f1",
    "rows",
    *warned.COLUMNS,
    "best",
    "baseline",
    *(f"{name}_p" for name in SCORES),
    "signature",
)

_TEST = (
    "exact McNemar test for Acc, Pro, Anti and Unk, paired bootstrap over sentences for the others "
    f"({RESAMPLES} resamples, seed {SEED})"
)


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
        for column, (_, name, _) in SCORES.items():
            record |= estimate_cells(column, score.scores[name])
        # Only to be set beside figures of papers; files of older versions lack it.
        of_f1 = score.scores.get("delta_s_f1")
        record["delta_s_f1"] = number(None if of_f1 is None else of_f1.value)
        record |= {"rows": str(score.rows), "signature": score.signature}
        record |= warned.warned_cells(score.warned)
        base = bases.get(score.language)
        record |= significance(
            score,
            None if base is None else first[score.language, base],
            {column: name for column, (_, name, _) in SCORES.items()},
        )
        records.append(record)
    mark_best(records, ("language", "signature"), _DIRECTIONS)
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
    for name, (header, _, legend) in SCORES.items():
        cell = plain(name)
        if intervals or name == "accuracy":
            cell = with_interval(name, f"{name}_low", f"{name}_high")
        view.append(marked(header, name, cell, legend))
    view.append(Column("Rows", plain("rows"), "sentences scored"))
    view += warned.warned_column(records)
    return Table(
        TITLE,
        COLUMNS,
        records,
        tuple(view),
        signatures=(("WinoMT", "signature"),),
        labels=("language", "system"),
        notes=(*notes(records, SCORES, _TEST), ONE_TRAINING),
        bold=best_note(records, "language"),
        cautions=warned.cautions(records, ("language",), ("signature",)),
    )
