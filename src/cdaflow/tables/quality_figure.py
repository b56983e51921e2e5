"""The figure of gender accuracy against BLEU, coloured by how often the other person is kept."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.statistics.estimates import Estimate
from cdaflow.tables.drawing import BLUE, GREY, VERMILION, draw_legend, draw_nothing, figure_file
from cdaflow.tables.score_figures import (
    figure_basis,
    figure_note,
    figure_text,
    number_of_trainings,
    system_name,
)
from cdaflow.tables.scores import Score
from cdaflow.tables.text import NONE, language_name, order, visible
from cdaflow.tables.trainings import aggregate

_TITLE = "Gender accuracy against translation quality"

#: From which share of kept other persons on, in percent -> colour of a point.
_SHADES = ((0, VERMILION), (50, "#e99e66"), (70, "#b0b0b0"), (80, "#66aad1"), (90, BLUE))

#: Where nobody looked at the other person.
_NOT_MEASURED = "#ffffff"

#: Markers of the systems, in turn; the next turn has a dark edge.
_MARKERS = ("o", "D", "s", "^", "v", "P", "X", "<", ">", "p", "h", "*", "d", "8")
_EDGES = ("#9a9a9a", "#000000")


def system_marker(number: int) -> tuple[str, str]:
    """Return marker and edge colour of a system; each pair comes once before they repeat."""
    turn, position = divmod(number, len(_MARKERS))
    return _MARKERS[position], _EDGES[turn % len(_EDGES)]


def kept_color(share: float | None) -> str:
    """Return the colour of a share of kept other persons, in percent; None where not measured."""
    if share is None:
        return _NOT_MEASURED
    return next(color for least, color in reversed(_SHADES) if share >= least)


def _kept(score: Score) -> float | None:
    estimate = score.scores.get("secondary_kept")
    return None if estimate is None else estimate.value


def accuracy_bleu_figure(
    winomt: Sequence[Score],
    bleu: Sequence[Score],
    output: str | PathLike[str],
    testset: str | None = None,
) -> None:
    """Draw the WinoMT accuracy of each system against its BLEU, one panel for each language.

    Lines go through the first system of each language: above it is fairer, left of it is worse
    translation. The colour is how often the other person is kept. `testset` says which BLEU where
    there are several; ConfigError where it is needed or not there.
    """
    winomt, bleu = aggregate(winomt), aggregate(_of_one_testset(bleu, testset))
    by_key = {(score.language, score.system): score for score in bleu}
    both = [
        (score, by_key[score.language, score.system])
        for score in winomt
        if (score.language, score.system) in by_key
    ]
    if all(None in (score.scores["accuracy"].value, other.scores["bleu"].value)
           for score, other in both):  # fmt: skip
        reason = (
            "no system has both a WinoMT and a BLEU score (language and system must be called the "
            "same in both files)"
        )
        draw_nothing(output, _TITLE, reason)
        return
    scores = [score for score, _ in both]
    languages = order(score.language for score in scores)
    systems = order(score.system for score in scores)
    columns = min(3, len(languages))
    lines = -(-len(languages) // columns)
    # Names in the legend are never cut: with one language as many stand side by side as fit.
    names = max(map(len, [*systems, "not measured"]))
    widest = 0.5 + 0.09 * (names + len(" (n = 10), suspect"))
    width = max(0.8 + 2.6 * columns, 2 * widest)
    legend_columns = max(1, min(3, len(systems), int(width / widest)))
    legend_lines = -(-(len(systems) + len(_SHADES)) // legend_columns)
    size = (width, 2.7 * lines + 0.5 + 0.22 * legend_lines)
    caption = (
        _TITLE,
        "Dashed lines go through the first system: above it gender is better, to the right "
        "of it BLEU is. The colour is how often the other person of a sentence, of whom the "
        "pronoun says nothing, has one gender with he and with she (Kept). Bars are 95% intervals."
        + figure_text(scores, singles="faint points")
        + figure_note([score for pair in both for score in pair]),
    )
    with figure_file(output, *size, caption) as figure:
        axes = figure.subplots(lines, columns, squeeze=False)
        for axis, language in zip(axes.flat, languages, strict=False):
            points = [pair for pair in both if pair[0].language == language]
            if len(points) > 1:
                _crosshair(axis, *points[0])
            for score, quality in points:
                marker = system_marker(systems.index(score.system))
                name = system_name(score, quality) + number_of_trainings(score, scores)
                color = kept_color(_kept(score))
                _faint_points(axis, score, quality, color, marker[0])
                _point(axis, quality.scores["bleu"], score.scores["accuracy"], color, marker)
                _legend_entry(axis, GREY, marker, name)
            axis.margins(0.12)
            axis.set_xlabel(visible(f"BLEU on {both[0][1].testset}"))
            axis.set_title(language_name(language), fontweight="bold")
        for axis in axes.flat[len(languages) :]:
            axis.set_axis_off()
        _shade_entries(axes.flat[0], scores)
        for axis in axes[:, 0]:
            axis.set_ylabel("WinoMT accuracy, %")
        draw_legend(
            figure,
            *axes.flat[: len(languages)],
            columns=legend_columns,
            title=figure_basis(scores, singles="faint points"),
        )


def _of_one_testset(bleu: Sequence[Score], testset: str | None) -> Sequence[Score]:
    testsets = order(score.testset for score in bleu)
    if testset is None and len(testsets) > 1:
        raise ConfigError(
            "testset.ambiguous",
            f"there are scores of several test sets: {', '.join(testsets)}",
            hint="choose one by its name",
        )
    if testset is not None and testset not in testsets:
        raise ConfigError(
            "testset.unknown",
            f'there are no scores of the test set "{testset}"',
            hint=f"test sets: {', '.join(testsets)}",
        )
    return [score for score in bleu if testset is None or score.testset == testset]


def _point(axis: Any, x: Estimate, y: Estimate, color: str, marker: tuple[str, str]) -> None:
    """Draw a point with the intervals of both its values; nothing where one is missing."""
    if x.value is None or y.value is None:
        return
    line = {
        "color": GREY if color == _NOT_MEASURED else color,
        "lw": 1.1,
        "alpha": 0.8,
        "zorder": 2,
    }
    if x.interval:
        axis.plot(x.interval, [y.value] * 2, **line)
    if y.interval:
        axis.plot([x.value] * 2, y.interval, **line)
    axis.plot([x.value], [y.value], marker[0], color=color, zorder=3, **_style(marker))


def _style(marker: tuple[str, str]) -> dict[str, Any]:
    return {"markersize": 7.5, "markeredgecolor": marker[1], "markeredgewidth": 0.7}


def _legend_entry(axis: Any, color: str, marker: tuple[str, str], label: str) -> None:
    axis.plot([], [], marker[0], color=color, label=visible(label) or NONE, **_style(marker))


def _shade_entries(axis: Any, scores: Sequence[Score]) -> None:
    """Name the shades that are drawn, from the highest; nothing where none was measured."""
    values = [_kept(score) for score in scores]
    if all(value is None for value in values):
        return
    used = set(map(kept_color, values))
    ends = [least for least, _ in _SHADES[1:]]
    for (least, color), end in zip(reversed(_SHADES), (None, *reversed(ends)), strict=True):
        if color in used:
            label = f"Kept {least} and more" if end is None else f"Kept {least} to {end}"
            _legend_entry(axis, color, ("s", _EDGES[0]), label)
    if _NOT_MEASURED in used:
        _legend_entry(axis, _NOT_MEASURED, ("s", _EDGES[0]), "Kept not measured")


def _faint_points(axis: Any, score: Score, quality: Score, color: str, marker: str) -> None:
    """Draw the single trainings of which both values are known."""
    bleu_by_training = {
        training.training: training.scores["bleu"].value for training in quality.trainings
    }
    style = {"markersize": 4, "alpha": 0.35, "markeredgewidth": 0, "zorder": 2.5}
    for training in score.trainings:
        x, y = bleu_by_training.get(training.training), training.scores["accuracy"].value
        if x is not None and y is not None:
            axis.plot([x], [y], marker, color=color, **style)


def _crosshair(axis: Any, score: Score, quality: Score) -> None:
    x, y = quality.scores["bleu"].value, score.scores["accuracy"].value
    if x is not None and y is not None:
        axis.axvline(x, color="#b0b0b0", lw=0.9, ls=(0, (4, 3)), zorder=1)
        axis.axhline(y, color="#b0b0b0", lw=0.9, ls=(0, (4, 3)), zorder=1)
