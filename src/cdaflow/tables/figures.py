"""The figures: accuracy on both halves, recall by profession, accuracy against BLEU.

Drawn with matplotlib's own fonts as paths and without dates, so that the same scores give the
same bytes and the same picture everywhere. Colours are those of Okabe and Ito, which the
colour-blind can tell apart; the marker says the same once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.statistics.estimates import Estimate
from cdaflow.tables.drawing import (
    BLUE,
    GREY,
    VERMILION,
    draw_legend,
    figure_file,
    name_rows,
)
from cdaflow.tables.scores import Recall, Score, professions
from cdaflow.tables.text import NONE, order, visible
from cdaflow.tables.warned import figure_note, system_name

#: Colour and marker of the systems, in turn.
STYLES = (
    ("#0072B2", "o"),
    ("#D55E00", "D"),
    ("#009E73", "s"),
    ("#CC79A7", "^"),
    ("#E69F00", "v"),
    ("#56B4E9", "P"),
    ("#000000", "X"),
)


def system_style(number: int) -> tuple[str, str]:
    """Return colour and marker of a system; each pair comes once before they begin anew."""
    turn, position = divmod(number, len(STYLES))
    return STYLES[position][0], STYLES[(position + turn) % len(STYLES)][1]


def pro_anti_figure(scores: Sequence[Score], output: str | PathLike[str]) -> None:
    """Draw the accuracy on the pro- and anti-stereotypical half, with intervals.

    One panel for each language, one line for each system; the bar between the two dots is
    delta S. `output` ends in .svg, .png or .pdf.
    """
    languages = order(score.language for score in scores)
    panels = [[s for s in scores if s.language == language] for language in languages]
    heights = [len(panel) + 0.9 for panel in panels]
    about = (
        "Accuracy where the stereotype helps and where it misleads",
        "Each dot is a half of the challenge set with its 95% interval; the bar between the two "
        "is ΔS. A fair system has both dots far to the right and close together."
        + figure_note(scores),
    )
    with figure_file(output, 6.4, 0.34 * sum(heights) + 1.3, about) as figure:
        axes = figure.subplots(
            len(panels), 1, sharex=True, squeeze=False, height_ratios=heights
        ).flat
        for axis, language, panel in zip(axes, languages, panels, strict=True):
            for position, score in enumerate(panel):
                pro, anti = score.scores["accuracy_pro"], score.scores["accuracy_anti"]
                if pro.value is not None and anti.value is not None:
                    axis.plot(
                        [anti.value, pro.value], [position] * 2, color="#d0d0d0", lw=3, zorder=1
                    )
                # The intervals lie a little apart, so that they can be read where they overlap.
                _dot(axis, pro, position - 0.12, BLUE, "o", "follows the stereotype (Pro)")
                _dot(axis, anti, position + 0.12, VERMILION, "D", "goes against it (Anti)")
            name_rows(axis, [system_name(score) for score in panel])
            axis.set_title(visible(language), fontweight="bold")
            axis.set_xlim(0, 100)
        axes[-1].set_xlabel("WinoMT accuracy, % (with 95% interval)")
        draw_legend(figure, axes[0], columns=2)


def profession_figure(score: Score, output: str | PathLike[str], minimum: int = 1) -> None:
    """Draw for each profession how often its men and its women keep their gender.

    Sorted by the difference of the two recalls, those that favour men most first; then those
    that come in one gender alone. Left out are those with fewer than `minimum` sentences.
    Raises InputError where no profession is left.
    """
    every = _sorted_professions(score)
    rows = [row for row in every if row[1].gold + row[2].gold >= minimum]
    if not rows:
        raise InputError(
            f"none of {len(every)} professions has {minimum} sentences to draw", file=score.path
        )
    left_out = len(every) - len(rows)
    about = (
        visible(f"Recall by profession ({score.language}, {system_name(score)})"),
        "How often the men and the women of each profession keep their gender; on top, those "
        "where men fare better. Dashed lines: all professions together. On the right, the "
        "number of sentences."
        + (f" Left out: {left_out} with fewer than {minimum}." if left_out else "")
        + figure_note([score]),
    )
    with figure_file(output, 6.4, 0.19 * len(rows) + 1.6, about) as figure:
        axis = figure.subplots()
        for position, (_, male, female) in enumerate(rows):
            if male.percent is not None and female.percent is not None:
                ends = [female.percent, male.percent]
                axis.plot(ends, [position] * 2, color="#c4c4c4", lw=2, zorder=1)
            _dot(axis, Estimate(male.percent), position, BLUE, "o", "men", size=6.5)
            _dot(axis, Estimate(female.percent), position, VERMILION, "D", "women", size=3.8)
            axis.annotate(
                f"{male.gold} / {female.gold}",
                (1.01, position),
                xycoords=("axes fraction", "data"),
                va="center",
                fontsize=7,
                color=GREY,
            )
        axis.annotate(
            "men / women",
            (1.01, -1),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize=7,
            color=GREY,
        )
        for color, name in ((BLUE, "recall_male"), (VERMILION, "recall_female")):
            overall = score.scores[name].value
            if overall is not None:
                axis.axvline(overall, color=color, lw=0.9, ls=(0, (4, 3)), zorder=0.5)
        name_rows(axis, [name for name, _, _ in rows], size=7.5)
        axis.set_xlim(-2, 102)
        axis.set_xlabel("recall: share translated in the right gender, %")
        axis.set_title(
            visible(f"{score.language}, {system_name(score)}: recall by profession"),
            fontweight="bold",
        )
        draw_legend(figure, axis, columns=2)


def accuracy_bleu_figure(
    winomt: Sequence[Score],
    bleu: Sequence[Score],
    output: str | PathLike[str],
    testset: str | None = None,
) -> None:
    """Draw the WinoMT accuracy of each system against its BLEU, one panel for each language.

    Lines go through the first system of each language: above it is fairer, left of it is worse
    translation. `testset` says which BLEU where there are several; ConfigError where it is
    needed or not there. Raises InputError where no system has both scores.
    """
    bleu = _of_one_testset(bleu, testset)
    by_key = {(score.language, score.system): score for score in bleu}
    both = [
        (score, by_key[score.language, score.system])
        for score in winomt
        if (score.language, score.system) in by_key
    ]
    if not both:
        raise InputError(
            "no system has both a WinoMT and a BLEU score",
            file=winomt[0].path if winomt else None,
            hint="language and system must be called the same in both files",
        )
    languages = order(score.language for score, _ in both)
    systems = order(score.system for score, _ in both)
    columns = min(3, len(languages))
    lines = -(-len(languages) // columns)
    legend_lines = -(-len(systems) // 3)
    size = (0.8 + 2.6 * columns, 2.7 * lines + 0.3 + 0.22 * legend_lines)
    about = (
        "Gender accuracy against translation quality",
        "Dashed lines go through the first system: above it gender is better, to the right "
        "of it BLEU is. Bars are 95% intervals."
        + figure_note([score for pair in both for score in pair]),
    )
    with figure_file(output, *size, about) as figure:
        axes = figure.subplots(lines, columns, squeeze=False)
        for axis, language in zip(axes.flat, languages, strict=False):
            points = [pair for pair in both if pair[0].language == language]
            if len(points) > 1:
                _crosshair(axis, *points[0])
            for score, quality in points:
                color, marker = system_style(systems.index(score.system))
                name = system_name(score, quality)
                _point(axis, quality.scores["bleu"], score.scores["accuracy"], color, marker, name)
            axis.margins(0.12)
            axis.set_xlabel(visible(f"BLEU on {both[0][1].testset}"))
            axis.set_title(visible(language), fontweight="bold")
        for axis in axes.flat[len(languages) :]:
            axis.set_axis_off()
        figure.supylabel("WinoMT accuracy, %", fontsize=9)
        draw_legend(figure, *axes.flat[: len(languages)], columns=min(3, len(systems)))


def _sorted_professions(score: Score) -> list[tuple[str, Recall, Recall]]:
    none = Recall(0, 0)
    rows = [
        (name, genders.get("male", none), genders.get("female", none))
        for name, genders in professions(score).items()
    ]

    def key(row: tuple[str, Recall, Recall]) -> tuple[bool, float, float, str]:
        name, male, female = row
        if male.percent is None or female.percent is None:
            return True, -(male.percent or 0.0), -(female.percent or 0.0), name
        return False, female.percent - male.percent, -male.percent, name

    return sorted((row for row in rows if row[1].gold or row[2].gold), key=key)


def _of_one_testset(bleu: Sequence[Score], testset: str | None) -> Sequence[Score]:
    testsets = order(score.testset for score in bleu)
    if testset is None and len(testsets) > 1:
        raise ConfigError(
            f"there are scores of several test sets: {', '.join(testsets)}",
            hint="choose one by its name",
        )
    if testset is not None and testset not in testsets:
        raise ConfigError(
            f'no score of the test set "{testset}"', hint=f"there are: {', '.join(testsets)}"
        )
    return [score for score in bleu if testset is None or score.testset == testset]


def _dot(
    axis: Any,
    estimate: Estimate,
    position: float,
    color: str,
    marker: str,
    label: str,
    size: float = 6,
) -> None:
    """Draw an estimate on a horizontal line of its own; nothing where it is not defined."""
    if estimate.value is None:
        return
    if estimate.interval:
        axis.plot(estimate.interval, [position] * 2, color=color, lw=1.3, zorder=2, clip_on=False)
    axis.plot(
        [estimate.value],
        [position],
        marker,
        color=color,
        markersize=size,
        markeredgecolor="white",
        markeredgewidth=0.6,
        zorder=3,
        label=label,
        clip_on=False,  # a dot at 100 is a whole one
    )


def _point(axis: Any, x: Estimate, y: Estimate, color: str, marker: str, label: str) -> None:
    """Draw a point with the intervals of both its values; nothing where one is missing."""
    if x.value is None or y.value is None:
        return
    if x.interval:
        axis.plot(x.interval, [y.value] * 2, color=color, lw=1.1, alpha=0.8, zorder=2)
    if y.interval:
        axis.plot([x.value] * 2, y.interval, color=color, lw=1.1, alpha=0.8, zorder=2)
    style = {"markersize": 7.5, "markeredgecolor": "white", "markeredgewidth": 0.7, "zorder": 3}
    axis.plot([x.value], [y.value], marker, color=color, label=visible(label) or NONE, **style)


def _crosshair(axis: Any, score: Score, quality: Score) -> None:
    x, y = quality.scores["bleu"].value, score.scores["accuracy"].value
    if x is not None and y is not None:
        axis.axvline(x, color="#b0b0b0", lw=0.9, ls=(0, (4, 3)), zorder=1)
        axis.axhline(y, color="#b0b0b0", lw=0.9, ls=(0, (4, 3)), zorder=1)
