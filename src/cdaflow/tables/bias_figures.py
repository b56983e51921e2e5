"""Figures of the bias score (Dolci et al. 2023): why a sentence has it, and how it is spread."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np
from matplotlib.patches import Patch

from cdaflow.bias.examples import read_examples
from cdaflow.bias.score import SentenceScore
from cdaflow.bias.variants import CONTROLS, ORIGINAL, Variant, read_variant
from cdaflow.errors import InputError
from cdaflow.tables.bias import Measure, System, common_targets, main_measure
from cdaflow.tables.drawing import BLUE, GREY, VERMILION, draw_legend, draw_nothing, figure_file
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


def importance_figure(
    scores: Sequence[SentenceScore], encoder: str, output: str | PathLike[str]
) -> None:
    """Draw a strip for each sentence: a bar a word, as high as its importance.

    Its colour is the side that its cosine with the gender direction shows. Gendered words are
    hatched: they have no bias, nor have words that are skipped or unknown, which are pale. `output`
    ends in .svg, .png or .pdf. Raises InputError where no sentence has words.
    """
    scored_texts = [score for score in scores if len(score.words)]
    if not scored_texts:
        raise InputError("figure.no-word", "there are no words to draw")
    caption = (
        f"Importance of words and their bias, {encoder}",
        "A bar for each word: its height is the share of the dimensions of the sentence's vector "
        "that max-pooling takes from it, its colour the side of its cosine with the gender "
        "direction. Hatched: gendered words, which have no bias; pale: skipped or unknown words.",
    )
    longest = max(len(score.words) for score in scored_texts)
    width = min(max(4.5, 0.62 * longest + 1), _WIDEST)
    with figure_file(output, width, 1.9 * len(scored_texts) + 0.9, caption) as figure:
        axes = figure.subplots(len(scored_texts), 1, squeeze=False)[:, 0]
        for axis, score in zip(axes, scored_texts, strict=True):
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


#: Percentiles at which Dolci et al. 2023, section 4.2, part the examples.
_PERCENTILES = (90, 93, 95, 97)


def scores_figure(path: str, output: str | PathLike[str]) -> None:
    """Draw how Abs is spread over the examples of a scored file (their Figure 5).

    Lines are percentiles. Raises InputError where the file has no column of scores.
    """
    parts = []
    for batch, _ in read_examples(path):
        if "bias_abs" not in batch.schema.names:
            raise InputError(
                "column.no-bias-abs",
                "there is no column 'bias_abs'",
                file=path,
                hint="give a file of `cdaflow bias score`",
            )
        parts += [float(str(cell)) for cell in batch.column("bias_abs").to_pylist()]
    values = np.array(parts)
    title = "Bias score of the training examples"
    if not len(values):
        draw_nothing(output, title, "there are no examples")
        return
    caption = (
        title,
        "How many examples have which absolute bias score; the lines are percentiles, above which "
        "examples are left out or swapped.",
    )
    with figure_file(output, 6.4, 3.2, caption) as figure:
        axis = figure.subplots()
        axis.hist(values, bins=60, color=BLUE)
        for level in _PERCENTILES:
            place = float(np.percentile(values, level))
            axis.axvline(place, color=VERMILION, lw=1)
            axis.text(
                place, 0.99, f" {level}", color="#b84f00", fontsize=7.5, va="top",
                transform=axis.get_xaxis_transform(),
            )  # fmt: skip
        axis.set_xlabel("Abs")
        axis.set_ylabel("examples")


#: Colour and marker of each way to adjust a text.
_WAYS = dict(zip(CONTROLS, ((BLUE, "o"), (VERMILION, "D"), ("#009E73", "s")), strict=True))
#: How the line of a control is drawn.
_LINES = {"": "-", "random": "--", "copies": ":"}


def association_figure(systems: Sequence[System], output: str | PathLike[str]) -> None:
    """Draw the association by the share of examples that are treated (Figure 6 of Dolci et al.).

    A line a way of adjusting, dashed and dotted those of its controls; bars are 95 % intervals,
    small dots single trainings; the band is the original text.
    """
    targets = common_targets(systems)
    measures: dict[Variant, Measure] = {}
    for system in systems:
        main = main_measure(system, targets)
        if main is not None:
            measures[read_variant(system.name)] = main[1]
    numbers = sorted({variant.number for variant in measures if variant.is_adjusted}, reverse=True)
    title = "Association by training text"
    if not numbers:
        reason = "no system is a text that was adjusted (such as augment-90 or subtract-90)"
        draw_nothing(output, title, reason)
        return
    caption = (
        title,
        "Effect size d of the association of encoders that were trained on adjusted text, by the "
        "share of the examples that were treated; nearer to 0 is better. Dashed: as many random "
        "examples; dotted: copies in place of swaps. Bars are 95% intervals for trainings and "
        "targets, the band that of the original text.",
    )
    with figure_file(output, 6.4, 4.0, caption) as figure:
        axis = figure.subplots()
        original = measures.get(Variant(ORIGINAL))
        if original is not None:
            _draw_original(axis, original)
        ways = [(by, control) for by in CONTROLS for control in _LINES]
        for index, (by, control) in enumerate(ways):
            points = [
                (place + 0.035 * (index - len(ways) / 2), measures[variant])
                for place, number in enumerate(numbers)
                if (variant := Variant(by, number, control)) in measures
            ]
            if points:
                _draw_way(axis, points, by, control)
        axis.axhline(0, color=GREY, lw=0.7)
        labels = [f"{100 - percent} %" for percent in numbers]
        axis.set_xticks(range(len(numbers)), labels)
        axis.set_xlim(-0.5, len(numbers) - 0.5)
        axis.set_xlabel("examples that are left out or added")
        axis.set_ylabel("effect size d")
        draw_legend(figure, axis, columns=3)


def _draw_original(axis: Any, measure: Measure) -> None:
    estimate = measure.estimate()
    if estimate.value is None:
        return
    axis.axhline(estimate.value, color=GREY, lw=1.2, label="original text")
    if estimate.interval:
        axis.axhspan(*estimate.interval, color="#dedede", zorder=0)


def _draw_way(axis: Any, points: Sequence[tuple[float, Measure]], by: str, control: str) -> None:
    colour, marker = _WAYS[by]
    places, means = [], []
    for place, measure in points:
        estimate = measure.estimate()
        if estimate.value is None:
            continue
        places.append(place)
        means.append(estimate.value)
        if estimate.interval:
            axis.plot([place] * 2, estimate.interval, color=colour, lw=1)
        singles = measure.singles.tolist()
        axis.plot([place] * len(singles), singles, ".", color=colour, markersize=3)
    axis.plot(
        places, means, linestyle=_LINES[control], marker=marker, color=colour, markersize=5,
        markerfacecolor="white" if control else colour,
        label=f"{by}, {control}" if control else by,
    )  # fmt: skip
