"""The figure of a selection: what is left after each filter, and of which gender."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from cdaflow.tables.drawing import BLUE, GREY, VERMILION, draw_legend, figure_file, name_rows
from cdaflow.tables.funnel import READ, Selection
from cdaflow.tables.text import FILTERS, in_words, visible

#: Gender -> colour, hatching (the bars differ in black and white too), offset of its bar.
_BARS = {"masculine": (BLUE, "", -0.15), "feminine": (VERMILION, "//////", 0.15)}

#: Where the logarithmic axis begins: a bar of one pair is seen.
_START = 0.6


def funnel_figure(selections: Sequence[Selection], output: str | PathLike[str]) -> None:
    """Draw the pairs left after each filter, one panel for each language, on a logarithmic axis.

    Beside the bar of all pairs stand those of the masculine and the feminine ones, from the filter
    on that looks for the gender. `output` ends in .svg, .png or .pdf.
    """
    heights = [len(selection.steps) + 1.9 for selection in selections]
    caption = (
        "Pairs left after each filter",
        "From the top: all pairs read, then what each filter leaves, all of it (grey) and by the "
        "gender of the pronoun. The axis is logarithmic, since the first filter drops most; the "
        "numbers say it all.",
    )
    with figure_file(output, 6.4, 0.28 * sum(heights) + 0.8, caption) as figure:
        axes = figure.subplots(
            len(selections), 1, sharex=True, squeeze=False, height_ratios=heights
        ).flat
        for axis, selection in zip(axes, selections, strict=True):
            _panel(axis, selection)
        axes[-1].set_xlabel("pairs left (logarithmic)")
        draw_legend(figure, *axes, columns=3)


def _panel(axis: Any, selection: Selection) -> None:
    rows = [(selection.pairs, None), *((step.left, step.left_by) for step in selection.steps)]
    for position, (left, left_by) in enumerate(rows):
        _bar(axis, position, left, height=0.72, color="#dedede", edgecolor=GREY, label="all")
        text = f"{left:,}"
        for name, (color, hatch, offset) in _BARS.items() if left_by else ():
            style = {"color": color, "hatch": hatch, "edgecolor": "white", "label": name}
            _bar(axis, position + offset, (left_by or {})[name], height=0.26, **style)
        if left_by:
            text += f"  ({left_by['masculine']:,} masc, {left_by['feminine']:,} fem)"
        axis.annotate(
            text,
            (max(left, _START), position),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=7.5,
        )
    names = [READ, *(step.name for step in selection.steps)]
    name_rows(axis, [in_words(name, FILTERS) for name in names])
    axis.set_xscale("log")
    # The number of the widest bar is beside it.
    axis.set_xlim(_START, max(selection.pairs, 10) ** 1.12 * 2)
    axis.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axis.minorticks_off()
    axis.grid(visible=False, axis="y")
    axis.set_title(visible(selection.language), fontweight="bold")


def _bar(axis: Any, position: float, count: int, height: float, label: str, **style: Any) -> None:
    """Draw a bar from the beginning of the axis; none for no pairs."""
    if count:
        axis.barh(
            position,
            count - _START,
            left=_START,
            height=height,
            linewidth=0.5,
            label=label,
            **style,
        )
