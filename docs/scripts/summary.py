"""The picture of a run that README and docs/results.md show."""

from __future__ import annotations

from os import PathLike

from published_run import ROOT, Published
from real_run import RealRun

from cdaflow.statistics.estimates import Estimate
from cdaflow.tables.drawing import (
    BLUE,
    VERMILION,
    draw_estimate,
    draw_legend,
    figure_file,
    name_rows,
)
from cdaflow.tables.text import Record

PICTURE = ROOT / "docs/results/real.svg"

#: Systems of the picture -> what they are.
SYSTEMS = {
    "baseline": "base model",
    "gb": "pairs in both genders, as in the paper (gb)",
    "gb-guard": "pairs checked and repaired (gb-guard)",
    "second-guard-long": "and a second person in the sentence (second-guard-long)",
    "second-guard-long-between": "mean of that model and its base (…-between)",
}

#: What is drawn: metric, column, label, colour, marker.
_DRAWN = (
    ("winomt", "accuracy", "gender accuracy (Acc)", BLUE, "o"),
    ("secondary", "kept", "other person unchanged (Kept)", VERMILION, "D"),
)


def draw(run: Published, output: str | PathLike[str]) -> None:
    """Draw accuracy and Kept of a base on real text and of systems fine-tuned from it."""
    real = RealRun(run)
    caption = (
        "What fine-tuning does to a model from English to Spanish",
        "WinoMT, per cent: people translated in the gender of their pronoun, and people of whom "
        "the pronoun says nothing and who keep one gender. Bars are 95% intervals.",
    )
    with figure_file(output, 7.6, 2.7, caption) as figure:
        axis = figure.subplots()
        for position, name in enumerate(SYSTEMS):
            for metric, column, label, color, marker in _DRAWN:
                row = next(
                    row for (_, system), row in real.by_metric[metric].items() if system == name
                )
                draw_estimate(axis, _estimate(row, column), position, color, marker, label)
        name_rows(axis, list(SYSTEMS.values()))
        axis.set_xlim(0, 100)
        axis.set_xlabel("% of WinoMT")
        draw_legend(figure, axis, columns=2)


def _estimate(row: Record, column: str) -> Estimate:
    value, low, high = (float(row[name]) for name in (column, f"{column}_low", f"{column}_high"))
    return Estimate(value, low, high)
