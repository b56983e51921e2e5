"""Figures of the bias score (Dolci et al. 2023): why a sentence has it, and how it is spread."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from matplotlib.patches import Patch

from cdaflow.bias.score import SentenceScore
from cdaflow.errors import InputError
from cdaflow.tables.drawing import BLUE, GREY, VERMILION, figure_file
from cdaflow.tables.text import visible

#: Cosine from which on a word has the colour of its side, and the strong one; what it is called.
_COLOURS = (
    (0.15, VERMILION, "feminine, cosine from .15"),
    (0.05, "#e99e66", "feminine, from .05"),
    (-0.05, "#d0d0d0", "between -.05 and .05"),
    (-0.15, "#66aad1", "masculine, to -.05"),
    (-2.0, BLUE, "masculine, to -.15"),
)
#: Words that do not count.
_NO_BIAS = "#f2f2f2"

#: The widest figure, in inches: longer sentences have narrower bars.
_WIDEST = 16.0

#: The longest text as a title.
_TITLE = 100


def importance_figure(
    scores: Sequence[SentenceScore], encoder: str, output: str | PathLike[str]
) -> None:
    """Draw a strip for each sentence: a bar a word, as high as its importance.

    Its colour is the side that its cosine with the gender direction shows. Gendered words are
    hatched: they have no bias, nor have words that are skipped or unknown, which are pale. `output`
    ends in .svg, .png or .pdf. Raises InputError where no sentence has words.
    """
    shown = [score for score in scores if len(score.words)]
    if not shown:
        raise InputError("there is no word to draw")
    about = (
        f"Importance of words and their bias, {encoder}",
        "A bar for each word: its height is the share of the dimensions of the sentence's vector "
        "that max-pooling takes from it, its colour the side of its cosine with the gender "
        "direction. Hatched: gendered words, which have no bias; pale: skipped or unknown words.",
    )
    longest = max(len(score.words) for score in shown)
    width = min(max(4.5, 0.62 * longest + 1), _WIDEST)
    with figure_file(output, width, 1.9 * len(shown) + 0.9, about) as figure:
        axes = figure.subplots(len(shown), 1, squeeze=False)[:, 0]
        for axis, score in zip(axes, shown, strict=True):
            _draw_strip(axis, score)
        handles = [Patch(color=colour, label=name) for _, colour, name in _COLOURS]
        handles += [
            Patch(facecolor=_NO_BIAS, edgecolor=GREY, hatch="////", label="gendered: no bias"),
            Patch(facecolor=_NO_BIAS, edgecolor=GREY, label="skipped or unknown"),
        ]
        figure.legend(
            handles=handles,
            loc="outside lower center",
            ncols=max(2, int(width / 2.2)),
            frameon=False,
            fontsize=7.5,
        )


def _draw_strip(axis: Any, score: SentenceScore) -> None:
    for index, (share, cosine, reason) in enumerate(
        zip(score.importance.tolist(), score.cosines.tolist(), score.reasons, strict=True)
    ):
        if reason:
            hatch = "////" if reason == "gendered" else None
            look = {"color": _NO_BIAS, "edgecolor": GREY, "hatch": hatch, "linewidth": 0.5}
        else:
            look = {"color": next(colour for least, colour, _ in _COLOURS if cosine >= least)}
        axis.bar(index, 100 * share, width=0.82, **look)
    axis.set_xticks(range(len(score.words)), [visible(word) for word in score.words])
    axis.tick_params(axis="x", length=0, labelrotation=30 if len(score.words) > 12 else 0)
    axis.grid(axis="x", visible=False)
    axis.set_ylabel("importance, %")
    axis.set_title(
        f"F {score.f:.4f}   M {score.m:.4f}   Abs {score.absolute:.4f}", fontweight="bold"
    )
