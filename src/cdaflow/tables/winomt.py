"""The WinoMT table: languages x systems, in the terms of the field.

Accuracy, delta G and delta S are those of Stanovsky et al. (2019), in the form of Naik et al.
(2023, section 6.1: delta S from accuracies); delta R is that of Choubey et al. (2021,
section 3.1).
"""

from __future__ import annotations

from collections.abc import Sequence

from cdaflow.tables.render import (
    Column,
    Record,
    Table,
    estimate_cells,
    plain,
    with_interval,
)
from cdaflow.tables.scores import WinoMT

TITLE = "WinoMT: gender of the professions in translation"

COLUMNS = (
    "language",
    "system",
    "accuracy",
    "accuracy_low",
    "accuracy_high",
    "pro",
    "anti",
    "delta_s",
    "delta_g",
    "delta_r",
    "f1_male",
    "f1_female",
    "unknown",
    "rows",
    "signature",
)

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


def winomt_table(scores: Sequence[WinoMT]) -> Table:
    """Return the table of the scores, one row each, in their order.

    The records hold the interval of every score (pro_low, pro_high, ...), although the CSV
    has only that of the accuracy.
    """
    records = []
    for score in scores:
        record = {"language": score.language, "system": score.system}
        for column, (_, name, _) in SCORES.items():
            record |= estimate_cells(column, score.scores[name])
        record |= {"rows": str(score.rows), "signature": score.signature}
        records.append(record)
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
        view.append(Column(header, cell, legend))
    view.append(Column("Rows", plain("rows"), "sentences scored"))
    return Table(
        TITLE,
        COLUMNS,
        records,
        tuple(view),
        signatures=(("WinoMT", "signature"),),
        labels=("language", "system"),
    )
