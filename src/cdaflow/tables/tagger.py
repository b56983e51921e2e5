"""The tables of taggers of head words and of probabilities of people; their calibration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from os import PathLike
from typing import Any

from cdaflow.io.files import read_json
from cdaflow.statistics.estimates import wilson
from cdaflow.tables.drawing import BLUE, GREY, draw_legend, figure_file
from cdaflow.tables.evaluations import Evaluation, Row, read_evaluations, score_cells
from cdaflow.tables.inputs import Paths, expected
from cdaflow.tables.table import count, estimate, label
from cdaflow.tables.text import number, visible

_HINT = "give files that `cdaflow alternatives evaluate-tagger` or `evaluate-people` wrote"


def _rows(report: Mapping[str, Any]) -> list[Row]:
    calibration = report.get("calibration")
    rows = []
    for name, scores in report["labels"].items():
        row = {
            "testset": report["testset"],
            "system": report["system"],
            "label": name,
            "backend": report["tagger"]["backend"],
            "sentences": int(report["sentences"]),
            "signature": report["signature"],
            **{key: int(scores[key]) for key in ("gold", "found", "right")},
        }
        for key in ("precision", "recall", "f1"):
            row |= score_cells(key, scores[key])
        if calibration and name == "ambiguous":
            row["ece"] = number(calibration["after"]["ece_open"], 2)
            row["ece_before"] = number(calibration["before"]["ece_open"], 2)
        rows.append(row)
    order = ["ambiguous", "masculine", "feminine", "head"]
    return sorted(rows, key=lambda row: order.index(row["label"]))


TAGGERS = Evaluation(
    "Head-word taggers: words with the right label (per cent)",
    (
        label("testset", "Sentences"),
        label("system", "Tagger"),
        label("label", "Label", "label of a person's gender; head: whether a word is a head word"),
        estimate("precision", "Precision", "share of the words with the label that have it in the "
                 "gold; higher is better, here and in the others"),
        estimate("recall", "Recall", "share of the words with the label in the gold that have it"),
        estimate("f1", "F1", "harmonic mean of precision and recall"),
        count("gold", "N", "words with the label in the gold"),
        count("found"),
        count("right"),
        count("sentences"),
        count("ece", "ECE", "expected calibration error of the probability of `ambiguous`, in "
              "points, over the words with a probability of 0.1 or more; lower is better"),
        count("ece_before", "Before", "calibration error before the temperature"),
        label("backend"),
        label("signature"),
    ),
    signatures={"Tagger": "signature"},
    labels=("testset", "system", "label"),
    read=partial(read_evaluations, metric="tagger", what="a tagger",
                 command="alternatives evaluate-tagger", rows=_rows),
)  # fmt: skip


#: Metric of a file -> what a probability is of, and what is right.
_PROBABILITIES = {
    "tagger": ("probability of ambiguous, %", "ambiguous in the gold, %"),
    "people": ("probability of a person's words, %", "people with the right words, %"),
}

#: Panels of a row.
_PANELS = 4


def calibration_figure(paths: Paths, output: str | PathLike[str]) -> None:
    """Draw how far probabilities are from the share that is right.

    They are those of `ambiguous` of a tagger, and those of the words of people. One panel for each
    file, before and after the temperature. `output` ends in .svg, .png or .pdf. Raises InputError
    where a file has no calibration.
    """
    reports = [_calibration(path) for path in paths]
    caption = (
        "Calibration of probabilities",
        "Words by the probability of `ambiguous` that the tagger gives them, or people by the "
        "probability that a tagged model gives their words (bins of a tenth), and the share of "
        "them that is right in the gold. On the dotted line both are equal. Before and after the "
        "temperature; bins of fewer than 10 are left out.",
    )
    across = min(len(reports), _PANELS)
    rows = -(-len(reports) // _PANELS)
    with figure_file(output, max(3.4, 3.1 * across), 3.6 * rows, caption) as figure:
        axes = list(figure.subplots(rows, across, squeeze=False, sharey=True).flat)
        for axis, (metric, title, calibration) in zip(axes, reports, strict=False):
            x_label, y_label = _PROBABILITIES[metric]
            axis.plot([0, 100], [0, 100], color="#9a9a9a", lw=1, ls=":", zorder=1)
            _curve(axis, calibration["before"], GREY, "s", "before")
            _curve(axis, calibration["after"], BLUE, "o", "after the temperature")
            axis.set_title(visible(title), fontweight="bold")
            axis.set_xlabel(x_label)
            axis.set_ylabel(y_label)
            axis.set_xlim(0, 100)
            axis.set_ylim(0, 100)
        for axis in axes[len(reports) :]:
            axis.set_visible(False)
        draw_legend(figure, *axes[: len(reports)], columns=2)


#: Words of a bin from which on it is drawn.
_MINIMUM = 10


def _curve(axis: Any, calibration: Mapping[str, Any], color: str, marker: str, name: str) -> None:
    bins: Sequence[Mapping[str, Any]] = [
        bin_counts for bin_counts in calibration["bins"] if bin_counts["words"] >= _MINIMUM
    ]
    x = [100 * bin_counts["mean"] for bin_counts in bins]
    y = [100 * bin_counts["right"] / bin_counts["words"] for bin_counts in bins]
    for mean, bin_counts in zip(x, bins, strict=True):
        ends = wilson(bin_counts["right"], bin_counts["words"])
        if ends:
            axis.plot([mean, mean], [100 * end for end in ends], color=color, lw=1, zorder=2)
    axis.plot(x, y, marker=marker, color=color, lw=1.2, markersize=5, label=name, zorder=3)


def _calibration(path: str | PathLike[str]) -> tuple[str, str, Mapping[str, Any]]:
    """Return metric, title and calibration of a file."""
    report = read_json(path)
    with expected("no calibration", path, _HINT):
        metric = report["metric"]
        language = f"{report['language']}, " if metric == "people" else ""
        title = f"{language}{report['system']}, {report['testset']}"
        _PROBABILITIES[metric]
        calibration: Mapping[str, Any] = report["calibration"]
        for side in ("before", "after"):
            for bin_counts in calibration[side]["bins"]:
                float(bin_counts["mean"] or 0), int(bin_counts["words"]), int(bin_counts["right"])
    return metric, title, calibration


def _people_rows(report: Mapping[str, Any]) -> list[Row]:
    calibration = report["calibration"]
    row = {key: report[key] for key in ("language", "testset", "system", "signature")}
    row["training"] = str(report["training"] or "")
    row["people"] = int(report["people"])
    row["temperature"] = number(calibration["temperature"], 2)
    row["ece"] = number(calibration["after"]["ece"], 2)
    row["ece_before"] = number(calibration["before"]["ece"], 2)
    return [row | score_cells("right", report["right"])]


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
    read=partial(read_evaluations, metric="people", what="probabilities of people",
                 command="alternatives evaluate-people", rows=_people_rows),
)  # fmt: skip
