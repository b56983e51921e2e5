"""The table of a selection: how many pairs each filter drops and leaves, by reason and gender."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import pandas as pd

from cdaflow.counterfactual.selection.funnel import read_report
from cdaflow.errors import InputError
from cdaflow.tables.drawing import BLUE, GREY, VERMILION, draw_legend, figure_file, name_rows
from cdaflow.tables.inputs import Paths, check_labels, expected
from cdaflow.tables.table import Layout, Table, count, label, text_frame
from cdaflow.tables.text import (
    ALL,
    FILTERS,
    in_words,
    language_name,
    selection_reason,
    words_cell,
)

#: Name of a gender in the report of a selection -> in the columns of the tables.
GENDERS = {"Masc": "masculine", "Fem": "feminine"}

#: The filter of the row that has all pairs read.
READ = "read"


FUNNEL = Layout(
    "Selection of gendered pairs: what each filter drops and leaves",
    (
        label("language", "Language"),
        label("filter", "Filter", "in the order in which they are applied"),
        label("reason", "Reason", "all reasons: those below it together"),
        count("dropped", "Dropped", "pairs that the filter drops"),
        count("dropped_masculine", "Masc", "of these, with a masculine pronoun"),
        count("dropped_feminine", "Fem", "of these, with a feminine pronoun"),
        count("left", "Left", "pairs that remain after the filter"),
        count("left_masculine", "Masc left", "of these, with a masculine pronoun"),
        count("left_feminine", "Fem left", "of these, with a feminine pronoun"),
        label("wants"),
    ),
    cells={"filter": words_cell("filter", FILTERS), "reason": selection_reason},
)

_HINT = "give reports that `cdaflow select --report` wrote"


@dataclass(frozen=True)
class Step:
    """A filter: the pairs that it drops and leaves.

    Those of one gender are counted by the names of GENDERS; what has none, or both, is in
    `dropped` and `left` alone. `left_by`: None before the filter that looks for the gender.
    """

    name: str
    wants: str
    reasons: Mapping[str, int]
    dropped: int
    dropped_by: Mapping[str, int]
    left: int
    left_by: Mapping[str, int] | None


@dataclass(frozen=True)
class Selection:
    """The report of a selection: pairs read, filters in order, counts of each profession.

    `professions`: profession -> gender (as in GENDERS) -> name of a filter, or "kept" -> pairs.
    """

    language: str
    pairs: int
    steps: tuple[Step, ...]
    professions: Mapping[str, Mapping[str, Mapping[str, int]]]
    path: Path


def read_selections(files: Paths, languages: Sequence[str]) -> list[Selection]:
    """Return the reports of selections, each of the language at its position.

    Raises ConfigError where the languages are not as many as the files or one is duplicated,
    InputError where a file is no report of a selection or its counts do not add up.
    """
    check_labels(files, languages, "language")
    return [_selection(file, label) for file, label in zip(files, languages, strict=True)]


def _selection(file: str | PathLike[str], language: str) -> Selection:
    report = read_report(file)
    with expected("no report of a selection", file, _HINT):
        steps = _steps(report)
        professions = _professions(report)
        pairs = int(report["pairs"])
        sums = [pairs, *(step.left for step in steps)]
        whole = all(
            before - step.dropped == step.left and sum(step.reasons.values()) == step.dropped
            for before, step in zip(sums, steps, strict=False)
        )
        if not whole or sums[-1] != report["kept"]["pairs"]:
            raise InputError(
                "selection-report.sum",
                "the numbers of dropped and kept pairs do not add up to those read",
                file=file,
                hint=_HINT,
            )
    return Selection(language, pairs, tuple(steps), professions, Path(file))


def _steps(report: Mapping[str, Any]) -> list[Step]:
    """Return the filters; what is left of a gender is what later ones drop and what is kept."""
    left_by = _by_gender(report["kept"]["by_gender"])
    steps: list[Step] = []
    has_genders = True
    for item in reversed(report["filters"]):
        dropped_by = _by_gender(item["by_gender"])
        steps.append(
            Step(
                name=str(item["filter"]),
                wants=str(item["wants"]),
                reasons={str(why): int(count) for why, count in item["by_reason"].items()},
                dropped=int(item["dropped"]),
                dropped_by=dropped_by,
                left=int(item["left"]),
                left_by=left_by if has_genders else None,
            )
        )
        # Where pairs without a gender are dropped, it was not looked for before.
        has_genders = has_genders and sum(dropped_by.values()) == int(item["dropped"])
        left_by = {name: left_by[name] + dropped_by[name] for name in left_by}
    return steps[::-1]


def _by_gender(counts: Mapping[str, Any]) -> dict[str, int]:
    return {name: int(counts.get(gender, 0)) for gender, name in GENDERS.items()}


def _professions(report: Mapping[str, Any]) -> dict[str, dict[str, dict[str, int]]]:
    parts = [(str(item["filter"]), item["by_profession"]) for item in report["filters"]]
    counts: dict[str, dict[str, dict[str, int]]] = {}
    for name, professions in [*parts, ("kept", report["kept"]["by_profession"])]:
        for profession, genders in professions.items():
            for gender, number in genders.items():
                cells = counts.setdefault(profession, {}).setdefault(
                    GENDERS.get(gender, gender), {}
                )
                cells[name] = cells.get(name, 0) + int(number)
    return counts


def funnel_table(selections: Sequence[Selection]) -> Table:
    """Return the filters of each language in their order, the pairs read first.

    A filter with several reasons has a row for all of them, then one for each.
    """
    rows: list[dict[str, object]] = []
    for selection in selections:
        rows.append({"language": selection.language, "filter": READ, "left": selection.pairs})
        for step in selection.steps:
            named = {"language": selection.language, "filter": step.name}
            several = len(step.reasons) > 1
            rows.append(
                {
                    **named,
                    "reason": ALL if several else next(iter(step.reasons), ""),
                    "dropped": step.dropped,
                    "left": step.left,
                    "wants": step.wants,
                    **{f"dropped_{name}": count for name, count in step.dropped_by.items()},
                    **{f"left_{name}": count for name, count in (step.left_by or {}).items()},
                }
            )
            rows += [
                {**named, "reason": why, "dropped": dropped}
                for why, dropped in (step.reasons.items() if several else ())
            ]
    return funnel_view(FUNNEL.frame(rows))


def funnel_view(frame: pd.DataFrame) -> Table:
    """Return rows of the CSV of FUNNEL as a table, with a note on what each filter wants."""
    wants = frame[frame["wants"] != ""].drop_duplicates("filter", keep="last")
    listed = "; ".join(
        f"{in_words(name, FILTERS)}: {what}"
        for name, what in zip(wants["filter"], wants["wants"], strict=True)
    )
    return FUNNEL.table(frame, notes=(f"What the filters require: {listed}.",) if listed else ())


#: The first columns of the table of professions; one for each filter follows, then "kept".
PROFESSION_COLUMNS = ("language", "profession", "gender")

PROFESSIONS_TITLE = "Selection of gendered pairs by profession: pairs dropped by filter, and kept"


def professions_table(selections: Sequence[Selection]) -> Table:
    """Return for each profession and gender how many pairs each filter drops, and how many stay.

    Pairs dropped before a profession was found are in no row.
    """
    rows = [
        {"language": selection.language, "profession": profession, "gender": gender, **cells}
        for selection in selections
        for profession, genders in sorted(selection.professions.items())
        for gender, cells in sorted(genders.items(), reverse=True)
    ]
    seen = {name for row in rows for name in row}
    filters = dict.fromkeys(step.name for selection in selections for step in selection.steps)
    names = [*(name for name in filters if name in seen), "kept"]
    every = [{**dict.fromkeys(names, 0), **row} for row in rows]
    return professions_view(text_frame(every, (*PROFESSION_COLUMNS, *names)))


def professions_view(frame: pd.DataFrame) -> Table:
    """Return rows of the CSV as a table."""
    fields = [
        label(name, name.capitalize())
        if name in PROFESSION_COLUMNS
        else count(name, in_words(name, FILTERS).capitalize())
        for name in frame.columns
    ]
    return Layout(PROFESSIONS_TITLE, tuple(fields)).table(frame)


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
    axis.set_title(language_name(selection.language), fontweight="bold")


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
