"""The figures of scores: both halves, before and after, and the confusion of genders.

Drawn with matplotlib's own fonts as paths and without dates, so that the same scores give the
same bytes and the same picture everywhere. Colours are those of Okabe and Ito, which the
colour-blind can tell apart; the marker says the same once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any

from cdaflow.scoring.compare import paired_trainings, training_of
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
    wrapped,
)
from cdaflow.tables.scores import Score, by_language, confusion
from cdaflow.tables.significance import baselines
from cdaflow.tables.text import NONE, language_name, mean_of_all, order, visible
from cdaflow.tables.trainings import aggregate, of_scores, trainings_sentence, untrained

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
    """Return colour and marker of a system; each pair is used once before any is used again."""
    turn, position = divmod(number, len(STYLES))
    return STYLES[position][0], STYLES[(position + turn) % len(STYLES)][1]


def pro_anti_figure(scores: Sequence[Score], output: str | PathLike[str]) -> None:
    """Draw the accuracy on the pro- and anti-stereotypical half, with intervals.

    One panel for each language, one line for each system; the bar between the two dots is
    delta S. `output` ends in .svg, .png or .pdf.
    """
    scores = aggregate(scores)
    panels = by_language(scores)
    heights = [len(panel) + 0.9 for panel in panels.values()]
    title = "Accuracy where the stereotype helps and where it misleads"
    halves = [score.scores[f"accuracy_{half}"] for score in scores for half in ("pro", "anti")]
    if all(half.value is None for half in halves):
        draw_nothing(output, title, "no row of the challenge set is in one of its halves")
        return
    caption = (
        title,
        "Each dot is a half of the challenge set with its 95% interval; the bar between the two "
        "is ΔS. A fair system has both dots far to the right and close together."
        + figure_text(scores)
        + figure_note(scores),
    )
    with figure_file(output, 6.4, 0.34 * sum(heights) + 1.3, caption) as figure:
        axes = figure.subplots(
            len(panels), 1, sharex=True, squeeze=False, height_ratios=heights
        ).flat
        for axis, (language, panel) in zip(axes, panels.items(), strict=True):
            for position, score in enumerate(panel):
                pro, anti = score.scores["accuracy_pro"], score.scores["accuracy_anti"]
                if pro.value is not None and anti.value is not None:
                    axis.plot(
                        [anti.value, pro.value], [position] * 2, color="#d0d0d0", lw=3, zorder=1
                    )
                # The intervals lie a little apart, so that they can be read where they overlap.
                draw_estimate(
                    axis, pro, position - 0.12, BLUE, "o", "follows the stereotype (Pro)",
                    singles=_singles(score, "accuracy_pro"),
                )  # fmt: skip
                draw_estimate(
                    axis, anti, position + 0.12, VERMILION, "D", "goes against it (Anti)",
                    singles=_singles(score, "accuracy_anti"),
                )  # fmt: skip
            name_systems(axis, panel)
            axis.set_title(language_name(language), fontweight="bold")
            axis.set_xlim(0, 100)
        axes[-1].set_xlabel("WinoMT accuracy, %")
        draw_legend(figure, axes[0], columns=2, title=figure_basis(scores))


def _singles(score: Score, name: str) -> list[float | None]:
    """Return a score in each training."""
    return [training.scores[name].value for training in score.singles]


def name_systems(axis: Any, panel: Sequence[Score], *, first: bool = True) -> None:
    """Name the lines of a panel by their systems, in the first of a row of panels alone."""
    names = [system_name(score) + number_of_trainings(score, panel) for score in panel]
    name_rows(axis, names if first else [""] * len(panel))
    if not first:
        axis.set_yticks([])


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
    scores = aggregate(scores)
    panels = {name: panel for name, panel in by_language(scores).items() if name in bases}
    title = "Before and after, by system"
    estimates = [
        score.scores[name] for panel in panels.values() for score in panel for name in _SCORES
    ]
    if all(estimate.value is None for estimate in estimates):
        draw_nothing(output, title, "no score is defined on these sentences")
        return
    heights = [len(panel) + 1.1 for panel in panels.values()]
    caption = (
        title,
        "Lines go from the baseline (ring: over the trainings that the system has, too) to the "
        "system (dot with its 95% interval). Accuracy is "
        "better to the right; ΔS (does the stereotype help?) and ΔG (do masculine entities fare "
        "better than feminine ones?) are fair at 0, the dotted line."
        + figure_text(scores)
        + figure_note(scores),
    )
    with figure_file(output, 6.8, 0.27 * sum(heights) + 0.9, caption) as figure:
        axes = figure.subplots(
            len(panels), len(_SCORES), sharex="col", squeeze=False, height_ratios=heights
        )
        for line, (language, panel) in zip(axes, panels.items(), strict=True):
            (base,) = (score for score in panel if score.system == bases[language])
            for axis, (name, (_, aim)) in zip(line, _SCORES.items(), strict=True):
                axis.axvline(aim, color="#9a9a9a", lw=1, ls=":", zorder=1)
                for position, score in enumerate(panel):
                    _way(axis, position, base, score, name)
                name_systems(axis, panel, first=axis is line[0])
            line[0].set_title(language_name(language), fontweight="bold")
        for axis, (label, _) in zip(axes[-1], _SCORES.values(), strict=True):
            axis.set_xlabel(label)
        figure.supxlabel(wrapped(figure, figure_basis(scores)), fontsize=7.5, color=GREY)


def _paired_mean(base: Score, score: Score, name: str) -> float | None:
    """Return the mean of the baseline over the trainings that are paired with those of a system.

    Over all where none is.
    """
    sides = ([training_of(training.report) for training in side.singles] for side in (base, score))
    chosen = {i for i, _ in paired_trainings(*sides)} or set(range(len(base.singles)))
    return mean_of_all([base.singles[i].scores[name].value for i in chosen])


def _way(axis: Any, position: int, base: Score, score: Score, name: str) -> None:
    """Draw the way of a score from the baseline to the system; nothing where it is undefined."""
    before, after = _paired_mean(base, score, name), score.scores[name]
    if after.value is None:
        return
    if after.interval:
        axis.plot(after.interval, [position] * 2, color=BLUE, lw=1.2, zorder=2)
    if before is not None and score is not base:
        way = {"arrowstyle": "-", "color": "#c4c4c4", "lw": 2.5, "shrinkA": 0, "shrinkB": 0}
        axis.annotate("", (after.value, position), (before, position), arrowprops=way, zorder=1)
        axis.plot(
            [before], [position], "o", markersize=4.5, zorder=3,
            markerfacecolor="white", markeredgecolor=GREY,
        )  # fmt: skip
    style = {"markeredgecolor": "white", "markeredgewidth": 0.6, "zorder": 4}
    color = GREY if score is base else BLUE
    draw_ticks(axis, _singles(score, name), position, color)
    axis.plot([after.value], [position], "o", color=color, markersize=6, **style)


def figure_basis(scores: Sequence[Score], *, intervals: bool = True, singles: str = "ticks") -> str:
    """Return what the dots and bars of a figure are, in a few words that stand on it.

    `intervals`: whether it has any; `singles`: what single trainings are drawn as, "" for not.
    """
    names = untrained(of_scores(scores))
    trained = [score for score in scores if (score.system or NONE) not in names]
    numbers = order(str(len(score.singles)) for score in trained)
    if numbers == ["1"]:
        has_seeds = any(score.seeds for score in scores)
        parts = ["one training of each system" if has_seeds else "no training is known"]
        parts += ["95% intervals for sentences alone"] if intervals else []
    else:
        number_of = numbers[0] if len(numbers) == 1 else "n"
        alone = " (n = 1: sentences alone)" if "1" in numbers else ""
        parts = [f"means of {number_of} trainings"]
        parts += [f"95% intervals for trainings and sentences{alone}"] if intervals else []
        parts += [f"{singles}: each training"] if singles else []
    parts += [f"not trained here: {', '.join(names)}"] if names else []
    return "; ".join(parts)


def figure_text(scores: Sequence[Score], *, intervals: bool = True, singles: str = "ticks") -> str:
    """Return the same in whole sentences, for the text of a figure."""
    if all(len(score.singles) == 1 for score in scores):
        rest = ": the intervals cover the sentences alone." if intervals else "."
        has_seeds = any(score.seeds for score in scores)
        text = f" {'One training of each system' if has_seeds else 'No training is known'}{rest}"
        names = untrained(of_scores(scores))
        return text + (f" Not trained here: {', '.join(names)}." if names else "")
    text = f" {trainings_sentence(of_scores(scores))}"
    text += " Intervals are 95% t intervals for trainings and sentences." if intervals else ""
    return text + (f" {singles.capitalize()} are single trainings." if singles else "")


def number_of_trainings(score: Score, others: Iterable[Score]) -> str:
    """Return what follows the name of a system in a figure where `others` have other numbers."""
    listed = [score, *others]
    names = untrained(of_scores(listed))
    if (score.system or NONE) in names:
        return ""
    number_of = len(score.singles)
    trained = (other for other in listed if (other.system or NONE) not in names)
    same = all(len(other.singles) == number_of for other in trained)
    return "" if same else f" (n = {number_of})"


def system_name(*scores: Score) -> str:
    """Return the name of a system in a figure, marked where one of its scores is suspect."""
    name = scores[0].system or NONE
    return f"{name} (!)" if any(score.warned.is_suspect for score in scores) else name


def figure_note(scores: Sequence[Score]) -> str:
    """Return what the mark of `system_name` means, for the text of a figure; "" without marks."""
    if not any(score.warned.is_suspect for score in scores):
        return ""
    return " (!): too many lines of the translations look wrong; see the tables."


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
    caption = (
        title,
        "What became of the men, the women and the persons without a gender of the challenge set, "
        "in percent of the sentences of that gender. Right is the colour that the title of the "
        "panel names, its 95% interval a line above it; not found: the translation does not show "
        "the gender." + figure_text(scores, singles="") + figure_note(scores),
    )
    with figure_file(output, 6.8, 0.27 * sum(heights) + 1.3, caption) as figure:
        axes = figure.subplots(
            len(panels), len(golds), sharex=True, squeeze=False, height_ratios=heights
        )
        for line, (language, panel) in zip(axes, panels.items(), strict=True):
            for axis, gold in zip(line, golds, strict=True):
                for position, score in enumerate(panel):
                    _found_bar(axis, position, score, gold)
                name_systems(axis, panel, first=axis is line[0])
                title = f"{language_name(language)}: {_FOUND[gold][0]}"
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
    for gender, (name, color, hatch, ink) in _FOUND.items():
        count = counts.get(gender, 0)
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
        if gender == gold and recall is not None and recall.interval:
            ends = [left + end for end in recall.interval]
            axis.plot(ends, [position - 0.31] * 2, color=_INK, lw=1.1, solid_capstyle="butt")
        left += share
