"""The figure of the genders found, by the gender of the source."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from cdaflow.tables.drawing import BLUE, VERMILION, draw_legend, draw_nothing, figure_file
from cdaflow.tables.score_figures import figure_basis, figure_note, figure_text, name_systems
from cdaflow.tables.scores import Score, by_language, confusion
from cdaflow.tables.text import visible
from cdaflow.tables.trainings import aggregate

#: Black that stays so on dark pages, where these colours are lighter.
_INK = "#010101"

#: Gender found -> name, colour, hatching, colour of the number on it.
_FOUND = {
    "male": ("masculine", BLUE, "", "#ffffff"),
    "female": ("feminine", VERMILION, "", _INK),
    "neutral": ("neutral", "#009E73", "", _INK),
    "unknown": ("not found", "#dedede", "//////", "#222222"),
}

#: Share of the bar from which on its number stands on it.
_WIDE = 14


def confusion_figure(scores: Sequence[Score], output: str | PathLike[str]) -> None:
    """Draw for each gender of the source the shares of the genders found in the translation.

    One panel for each language and gender of the source, one bar for each system. `output` ends
    in .svg, .png or .pdf.
    """
    scores = aggregate(scores)
    golds = [g for g in _FOUND if any(sum(confusion(s).get(g, {}).values()) for s in scores)]
    panels = by_language(scores)
    heights = [len(panel) + 1.2 for panel in panels.values()]
    title = "Genders found, by the gender of the source"
    if not golds:
        draw_nothing(output, title, "the score files count no sentence")
        return
    about = (
        title,
        "What became of the men, the women and the persons without a gender of the challenge set, "
        "in percent of the sentences of that gender. Right is the colour that the title of the "
        "panel names, its 95% interval a line above it; not found: the translation does not show "
        "the gender." + figure_text(scores, singles="") + figure_note(scores),
    )
    with figure_file(output, 6.8, 0.27 * sum(heights) + 1.3, about) as figure:
        axes = figure.subplots(
            len(panels), len(golds), sharex=True, squeeze=False, height_ratios=heights
        )
        for line, (language, panel) in zip(axes, panels.items(), strict=True):
            for axis, gold in zip(line, golds, strict=True):
                for position, score in enumerate(panel):
                    _found_bar(axis, position, score, gold)
                name_systems(axis, panel, first=axis is line[0])
                title = f"{language}: {_FOUND[gold][0]}"
                axis.set_title(visible(title), fontweight="bold", fontsize=9)
                axis.set_xlim(0, 100)
                axis.grid(visible=False)
        for axis in axes[-1]:
            axis.set_xlabel("% of the sentences")
        draw_legend(figure, *axes.flat, columns=4, title=figure_basis(scores, singles=""))


def _found_bar(axis: Any, position: int, score: Score, gold: str) -> None:
    """Draw one bar: the shares of the genders found for one gender of the source.

    The interval of the right one, which its recall has, begins to count where its share does.
    """
    counts = confusion(score).get(gold, {})
    total, left = sum(counts.values()), 0.0
    for found, (name, color, hatch, ink) in _FOUND.items():
        count = counts.get(found, 0)
        if not count:
            continue
        share = 100 * count / total
        axis.barh(
            position, share, left=left, height=0.74, color=color, hatch=hatch, label=name,
            edgecolor="white", linewidth=0.6,
        )  # fmt: skip
        if share >= _WIDE:
            middle = left + share / 2
            style = {"ha": "center", "va": "center", "fontsize": 7, "color": ink}
            axis.text(middle, position, f"{share:.0f}", **style)
        recall = score.scores.get(f"recall_{gold}")
        if found == gold and recall is not None and recall.interval:
            ends = [left + end for end in recall.interval]
            axis.plot(ends, [position - 0.31] * 2, color=_INK, lw=1.1, solid_capstyle="butt")
        left += share
