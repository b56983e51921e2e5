"""The figures of professions: recall of men and women, and the gap in every system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path as Outline

from cdaflow.errors import InputError
from cdaflow.statistics.estimates import Estimate
from cdaflow.tables.drawing import (
    BLUE,
    GREY,
    VERMILION,
    draw_estimate,
    draw_legend,
    draw_nothing,
    draw_ticks,
    figure_file,
    name_rows,
)
from cdaflow.tables.score_figures import (
    figure_basis,
    figure_note,
    figure_text,
    number_of_trainings,
    system_name,
)
from cdaflow.tables.scores import Recall, Score, by_language, professions
from cdaflow.tables.text import NONE, language_name, order, visible
from cdaflow.tables.trainings import aggregate


def profession_figure(
    scores: Sequence[Score], output: str | PathLike[str], minimum: int = 1
) -> None:
    """Draw for each profession how often its men and its women keep their gender.

    `scores`: the trainings of one system. Sorted by the difference of the two recalls, those that
    favour men most first; then those that come in one gender alone. Left out are those with fewer
    than `minimum` sentences. Raises InputError where there are several systems.
    """
    score, *others = aggregate(scores)
    if others:
        raise InputError(
            "figure.several-systems",
            f"scores of {others[0].system} ({others[0].language}) beside those of {score.system} "
            f"({score.language})",
            file=others[0].path,
            hint="give the scores of one system: a figure of professions shows its trainings",
        )
    every = sorted_professions(score)
    rows = [row for row in every if row[1].gold + row[2].gold >= minimum]
    title = visible(f"Recall by profession ({language_name(score.language)}, {system_name(score)})")
    if not rows:
        draw_nothing(output, title, f"none of {len(every)} professions has {minimum} sentences")
        return
    left_out = len(every) - len(rows)
    caption = (
        title,
        "How often the men and the women of each profession keep their gender; on top, those "
        "where men fare better. Dashed lines: all professions together, shaded the 95% interval; "
        "single professions have too few sentences for one. On the right, the number of sentences."
        + (f" Left out: {left_out} with fewer than {minimum}." if left_out else "")
        + figure_text([score])
        + figure_note([score]),
    )
    with figure_file(output, 6.4, 0.19 * len(rows) + 1.6, caption) as figure:
        axis = figure.subplots()
        for position, (_, male, female) in enumerate(rows):
            if male.percent is not None and female.percent is not None:
                ends = [female.percent, male.percent]
                axis.plot(ends, [position] * 2, color="#c4c4c4", lw=2, zorder=1)
            draw_estimate(axis, Estimate(male.percent), position, BLUE, "o", "men", size=6.5)
            draw_estimate(
                axis, Estimate(female.percent), position, VERMILION, "D", "women", size=3.8
            )
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
        name_rows(axis, [name for name, _, _ in rows], size=7.5)
        for color, name in ((BLUE, "recall_male"), (VERMILION, "recall_female")):
            _overall_line(axis, score, name, color)
        axis.set_xlim(-2, 102)
        axis.set_xlabel("recall: share translated in the right gender, %")
        axis.set_title(
            visible(f"{language_name(score.language)}, {system_name(score)}: recall by profession"),
            fontweight="bold",
        )
        draw_legend(figure, axis, columns=2, title=figure_basis([score]))


def _overall_line(axis: Any, score: Score, name: str, color: str) -> None:
    """Draw a score as a line from top to bottom, its interval shaded, each training a tick."""
    overall = score.scores[name]
    if overall.value is None:
        return
    axis.axvline(overall.value, color=color, lw=0.9, ls=(0, (4, 3)), zorder=0.5)
    if overall.interval:
        axis.axvspan(*overall.interval, color=color, alpha=0.12, lw=0, zorder=0.4)
    values = [training.scores[name].value for training in score.singles]
    draw_ticks(axis, values, axis.get_ylim()[0], color)


def sorted_professions(score: Score) -> list[tuple[str, Recall, Recall]]:
    """Return professions with the recalls of men and women, those that favour men most first.

    Those that come in one gender alone are last.
    """
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


#: From what gap on (points, men over women) -> colour of the cell, colour of its number, name.
#: `svg` knows the same colours for dark pages.
SHADES = (
    (60, "#0072b2", "#ffffff", "men by 60 or more"),
    (30, "#66aad1", "#222222", "30 to 60"),
    (10, "#c2dded", "#222222", "10 to 30"),
    (-10, "#f2f2f2", "#222222", "less than 10"),
    (-30, "#f7d9c2", "#222222", "10 to 30"),
    (-60, "#e99e66", "#222222", "30 to 60"),
    (-101, "#b84f00", "#ffffff", "women by 60 or more"),
)


def gap_figure(
    scores: Sequence[Score], output: str | PathLike[str], largest: int = 40, minimum: int = 1
) -> None:
    """Draw recall of men minus recall of women of each profession, a column for each system.

    `scores` are of one language. Shown are the `largest` professions: those with the widest gap
    in any system, of those with `minimum` sentences of each gender; on top those where men fare
    best in the first system. Raises InputError where there are several languages.
    """
    scores = aggregate(scores)
    languages = list(by_language(scores))
    if len(languages) != 1:
        raise InputError(
            "figure.several-languages",
            f"the scores are of {len(languages)} languages",
            hint="give the scores of one language: a figure of gaps shows one",
        )
    gaps = profession_gaps(scores, minimum)
    title = visible(f"Gender gap by profession ({language_name(languages[0])})")
    if not gaps:
        reason = f"no profession has {max(minimum, 1)} sentences of men and of women"
        draw_nothing(output, title, reason)
        return
    widest = _widest(gaps, largest)
    left_out = len(gaps) - len(widest)
    caption = (
        title,
        "Recall of the men minus recall of the women, points: where a cell is blue, the men of the "
        "profession keep their gender more often, where it is orange, the women. Gaps of less than "
        "10 points carry no number. "
        + (f"The {len(widest)} professions with the widest gaps; " if left_out else "")
        + (f"{left_out} more are narrower. " if left_out else "")
        + "There are few sentences of each profession, too few for intervals: look at the columns, "
        "not at single cells."
        + figure_text(scores, intervals=False, singles="")
        + figure_note(scores),
    )
    with figure_file(output, 6.4, 0.185 * len(widest) + 2.3, caption) as figure:
        axis = figure.subplots()
        _cells(axis, [gaps[name] for name in widest])
        axis.set_yticks(range(len(widest)), [visible(name) for name in widest], fontsize=7.5)
        systems = [
            visible(system_name(score) + number_of_trainings(score, scores)) for score in scores
        ]
        axis.set_xticks(range(len(systems)), systems, rotation=35, ha="left", fontsize=7.5)
        axis.xaxis.tick_top()
        axis.tick_params(length=0)
        axis.grid(visible=False)
        axis.spines[:].set_visible(False)
        axis.set_ylim(len(widest) - 0.5, -0.5)
        axis.set_xlim(-0.5, len(systems) - 0.5)
        handles = [Patch(facecolor=color, label=name) for _, color, _, name in SHADES]
        figure.legend(handles=handles, loc="outside lower center", ncols=4, fontsize=7.5,
                      frameon=False, title="recall of men minus recall of women, points; "
                      + figure_basis(scores, intervals=False, singles="")
                      + "; no intervals: few sentences a cell",
                      title_fontsize=8)  # fmt: skip


def profession_gaps(scores: Sequence[Score], minimum: int = 1) -> dict[str, list[float | None]]:
    """Return the gap in points by profession, of each of `scores`; None where it has none.

    Only professions with `minimum` sentences of either gender in one of the scores.
    """
    none = Recall(0, 0)
    names = order(name for score in scores for name in professions(score))
    gaps: dict[str, list[float | None]] = {}
    for name in names:
        row: list[float | None] = []
        for score in scores:
            genders = professions(score).get(name, {})
            male, female = genders.get("male", none), genders.get("female", none)
            enough = min(male.gold, female.gold) >= max(minimum, 1)
            row.append((male.percent or 0.0) - (female.percent or 0.0) if enough else None)
        if any(gap is not None for gap in row):
            gaps[name] = row
    return gaps


def _widest(gaps: Mapping[str, Sequence[float | None]], number: int) -> list[str]:
    """Return the names of the widest gaps, those that favour men in the first system on top."""

    def width(name: str) -> tuple[float, float, str]:
        sizes = [abs(gap) for gap in gaps[name] if gap is not None]
        return -max(sizes), -sum(sizes), name

    def first(name: str) -> tuple[float, float, str]:
        present = [gap for gap in gaps[name] if gap is not None]
        start = gaps[name][0]
        return -(present[0] if start is None else start), -sum(present), name

    return sorted(sorted(gaps, key=width)[:number], key=first)


def _shade(gap: float) -> int:
    """Return the number of the shade of a gap; both sides begin with the same width."""
    size = next((n for n, limit in enumerate((60, 30, 10)) if abs(gap) >= limit), 3)
    return size if gap > 0 else len(SHADES) - 1 - size


def _cells(axis: Any, rows: Sequence[Sequence[float | None]]) -> None:
    """Draw the cells, those of one shade as one path, and the numbers of the wide gaps."""
    paths: dict[int, list[Outline]] = {}
    for position, row in enumerate(rows):
        for column, gap in enumerate(row):
            if gap is None:
                axis.text(column, position, NONE, ha="center", va="center", fontsize=6.5)
                continue
            shade = _shade(gap)
            left, right, low, high = column - 0.48, column + 0.48, position - 0.46, position + 0.46
            corners = [(left, low), (right, low), (right, high), (left, high), (left, low)]
            paths.setdefault(shade, []).append(Outline(corners, closed=True))
            if abs(gap) >= 10:
                style = {"ha": "center", "va": "center", "fontsize": 6.5}
                axis.text(column, position, f"{gap:+.0f}", color=SHADES[shade][2], **style)
    for shade, outlines in sorted(paths.items()):
        whole = Outline.make_compound_path(*outlines)
        axis.add_patch(PathPatch(whole, facecolor=SHADES[shade][1], linewidth=0))
