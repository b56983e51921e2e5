"""The table of probabilities of people: how far they are from the share whose words are right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cdaflow.tables.evaluations import Evaluation, Row, read_evaluations, score_cells
from cdaflow.tables.inputs import Paths
from cdaflow.tables.table import count, estimate, label
from cdaflow.tables.text import number


def read_people(paths: Paths) -> list[Row]:
    """Return the rows of files of `cdaflow alternatives evaluate-people`.

    Raises InputError where a file is none.
    """
    command = "alternatives evaluate-people"
    return read_evaluations(paths, "people", "probabilities of people", command, _rows)


PEOPLE = Evaluation(
    "Gender alternatives: probabilities that the words of a person are right",
    (
        label("language", "Language"),
        label("testset", "Sentences"),
        label("system", "System"),
        label("training", "Training", "seed of the training of the tagged model"),
        estimate("right", "Right", "people whose words are those of the reference, in per cent"),
        count("people", "N", "people to whose words the tagged model gives a probability"),
        count("ece", "ECE", "expected calibration error of the probabilities, in points; lower is "
              "better"),
        count("ece_before", "Before", "calibration error before the temperature"),
        count("temperature", "Temperature", "by which log odds are divided; chosen on held-out "
              "sentences"),
        label("signature"),
    ),
    signatures={"People": "signature"},
    labels=("language", "testset", "system", "training"),
    read=read_people,
)  # fmt: skip


def _rows(report: Mapping[str, Any]) -> list[Row]:
    calibration = report["calibration"]
    row = {key: report[key] for key in ("language", "testset", "system", "signature")}
    row["training"] = str(report["training"] or "")
    row["people"] = int(report["people"])
    row["temperature"] = number(calibration["temperature"], 2)
    row["ece"] = number(calibration["after"]["ece"], 2)
    row["ece_before"] = number(calibration["before"]["ece"], 2)
    return [row | score_cells("right", report["right"])]
