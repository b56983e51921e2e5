"""The figure of before and after: each system beside the baseline that it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from cdaflow.tables.drawing import BLUE, GREY, figure_file, name_rows
from cdaflow.tables.scores import Score
from cdaflow.tables.significance import baselines
from cdaflow.tables.text import order, visible
from cdaflow.tables.warned import figure_note, system_name

#: Score -> title of its panel, and where a fair or perfect system stands.
_SCORES = {
    "accuracy": ("accuracy, %", 100.0),
    "delta_s": ("ΔS, points", 0.0),
    "delta_g": ("ΔG, points", 0.0),
}


def gain_figure(
    scores: Sequence[Score], output: str | PathLike[str], baseline: str | None = None
) -> None:
    """Draw accuracy, ΔS and ΔG of each system beside the baseline's, with intervals.

    One line of panels for each language. `baseline` as in `metric_table`. `output` ends in .svg,
    .png or .pdf. Raises ConfigError where no language has the baseline.
    """
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    languages = [language for language in order(s.language for s in scores) if language in bases]
    panels = [[s for s in scores if s.language == language] for language in languages]
    heights = [len(panel) + 1.1 for panel in panels]
    about = (
        "Before and after, by system",
        "Lines go from the baseline (ring) to the system (dot with its 95% interval). Accuracy is "
        "better to the right; ΔS (does the stereotype help?) and ΔG (do masculine entities fare "
        "better than feminine ones?) are fair at 0, the dotted line." + figure_note(scores),
    )
    with figure_file(output, 6.8, 0.27 * sum(heights) + 0.9, about) as figure:
        axes = figure.subplots(
            len(panels), len(_SCORES), sharex="col", squeeze=False, height_ratios=heights
        )
        for line, language, panel in zip(axes, languages, panels, strict=True):
            (base,) = (score for score in panel if score.system == bases[language])
            for axis, (name, (_, aim)) in zip(line, _SCORES.items(), strict=True):
                axis.axvline(aim, color="#9a9a9a", lw=1, ls=":", zorder=1)
                for position, score in enumerate(panel):
                    _way(axis, position, base, score, name)
                first = axis is line[0]
                name_rows(axis, [system_name(score) if first else "" for score in panel])
                if not first:
                    axis.set_yticks([])
            line[0].set_title(visible(language), fontweight="bold")
        for axis, (title, _) in zip(axes[-1], _SCORES.values(), strict=True):
            axis.set_xlabel(title)


def _way(axis: Any, position: int, base: Score, score: Score, name: str) -> None:
    """Draw the way of a score from the baseline to the system; nothing where it is undefined."""
    before, after = base.scores[name], score.scores[name]
    if after.value is None:
        return
    if after.interval:
        axis.plot(after.interval, [position] * 2, color=BLUE, lw=1.2, zorder=2)
    if before.value is not None and score is not base:
        way = {"arrowstyle": "-", "color": "#c4c4c4", "lw": 2.5, "shrinkA": 0, "shrinkB": 0}
        axis.annotate(
            "", (after.value, position), (before.value, position), arrowprops=way, zorder=1
        )
        axis.plot(
            [before.value], [position], "o", markersize=4.5, zorder=3,
            markerfacecolor="white", markeredgecolor=GREY,
        )  # fmt: skip
    style = {"markeredgecolor": "white", "markeredgewidth": 0.6, "zorder": 4}
    color = GREY if score is base else BLUE
    axis.plot([after.value], [position], "o", color=color, markersize=6, **style)
