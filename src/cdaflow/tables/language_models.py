"""The table and the figures of language models: stereotyping and grammaticality (Zmigrod 2019)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from os import PathLike
from typing import Any

from cdaflow.io.files import read_json
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.field import Field, Interval, Unit
from cdaflow.tables.drawing import (
    draw_estimate,
    draw_legend,
    draw_nothing,
    figure_file,
    name_rows,
)
from cdaflow.tables.evaluations import Evaluation, Row, read_evaluations, score_cells
from cdaflow.tables.inputs import Paths, expected
from cdaflow.tables.score_figures import system_style
from cdaflow.tables.table import count, label
from cdaflow.tables.text import number, visible

_DECIMALS = 2


def _nats(name: str, header: str, legend: str, unit: Unit = Unit.NATS) -> Field:
    return Field(
        name, header, legend, unit, interval=Interval.SHOWN, brief=True, column=name,
        decimals=_DECIMALS,
    )  # fmt: skip


#: The measures of Figure 4 of the paper, with the title of their panels.
_PANELS = {"stereotyping": "stereotyping, nats", "grammaticality": "grammaticality, nats"}


def read_comparisons_of_models(paths: Paths) -> list[Mapping[str, Any]]:
    """Return the content of files of `cdaflow lm compare`.

    Raises InputError where a file is none.
    """
    comparisons = []
    for path in paths:
        content = read_json(path)
        hint = "`cdaflow lm compare` writes them"
        with expected("this is no comparison of language models", path, hint):
            _rows(content)
            _nouns(content)
        comparisons.append(content)
    return comparisons


def read_models(paths: Paths) -> list[Row]:
    """Return the rows of files of `cdaflow lm compare`, a system each; InputError for others."""
    return [row for comparison in read_comparisons_of_models(paths) for row in _rows(comparison)]


LANGUAGE_MODELS = Evaluation(
    "Language models: gender stereotyping and grammaticality (nats)",
    (
        label("language", "Language"),
        label("system", "System", "the text that the models are trained on"),
        _nats("stereotyping", "Stereotyping", "mean over nouns of |log P(masculine phrase) / "
              "P(feminine phrase)|; lower is better"),
        _nats("stereotyping_signed", "Signed", "signed stereotyping: above 0 leans to men"),
        _nats("factor", "Factor", "by which the stereotyping of the base is larger; higher is "
              "better", Unit.RATIO),
        count("factor_signed", "Factor, signed", "factor of the signed means, as in the paper "
              "(extrinsic.py of rycolab/biasCDA): nouns of both genders cancel"),
        _nats("grammaticality", "Grammaticality", "mean log ratio of right and wrong phrases; "
              "higher is better"),
        _nats("grammaticality_difference", "Difference", "grammaticality minus that of the base, "
              "paired by training"),
        count("minimal_pairs", "Minimal pairs", "right sentences that are likelier than the same "
              "with the noun in the wrong gender, in per cent; chance is 50"),
        count("trainings", "Trainings"),
        label("seeds"),
        count("nouns", "N", "nouns of the phrases"),
    ),
    labels=("language", "system"),
    read=read_models,
)  # fmt: skip


def _animate(report: Mapping[str, Any]) -> list[Row]:
    row: Row = {key: int(report[key]) for key in ("nouns", "sentences", "animate")}
    share = 100 * row["animate"] / row["sentences"] if row["sentences"] else None
    return [row | {"language": str(report["language"]), "share": number(share)}]


ANIMATE = Evaluation(
    "Nouns of persons in the text of language models",
    (
        label("language", "Language"),
        count("nouns", "Nouns", "nouns of the lists with a masculine and another feminine form"),
        count("sentences", "Sentences"),
        count("animate", "Animate", "sentences that name a person of the lists whose gender may "
              "change"),
        count("share", "Animate %"),
    ),
    labels=("language",),
    read=partial(read_evaluations, metric="animate", what="the nouns of persons of a text",
                 command="lm animate --report", rows=_animate),
)  # fmt: skip


def _rows(content: Mapping[str, Any]) -> list[Row]:
    signed = {
        system["name"]: system["stereotyping_signed"]["value"] for system in content["systems"]
    }
    base = signed[content["base"]]
    return [
        {
            "language": content.get("language", ""),
            "system": system["name"],
            **score_cells("stereotyping", system["stereotyping"], decimals=_DECIMALS),
            **score_cells("stereotyping_signed", system["stereotyping_signed"], decimals=_DECIMALS),
            **score_cells("factor", system.get("factor"), "factor", _DECIMALS),
            "factor_signed": ""
            if system["name"] == content["base"] or not signed[system["name"]]
            else number(base / signed[system["name"]], _DECIMALS),
            **score_cells("grammaticality", system["grammaticality"], decimals=_DECIMALS),
            **score_cells(
                "grammaticality_difference",
                system.get("difference", {}).get("grammaticality"),
                "difference",
                _DECIMALS,
            ),
            "minimal_pairs": number(system.get("minimal_pairs", {}).get("value")),
            "trainings": int(content["trainings"]),
            "seeds": " ".join(str(int(seed)) for seed in system.get("seeds", ())),
            "nouns": int(content["nouns"]),
        }
        for system in content["systems"]
    ]


def measures_figure(comparisons: Sequence[Mapping[str, Any]], output: str | PathLike[str]) -> None:
    """Draw the stereotyping and the grammaticality of systems, as Figure 4 of the paper.

    A row of panels for each language, with intervals, a tick for each training. `output` ends in
    .svg, .png or .pdf.
    """
    caption = (
        "Gender stereotyping and grammaticality of language models",
        "Left: the mean absolute log ratio of masculine and feminine phrases, 0 for no preference. "
        "Right: the mean log ratio of right and wrong phrases, above 0 where right ones are "
        "preferred. Intervals are over trainings and nouns; a tick is a training.",
    )
    height = sum(0.34 * len(comparison["systems"]) + 0.6 for comparison in comparisons)
    with figure_file(output, 6.4, height + 0.9, caption) as figure:
        rows = figure.subplots(len(comparisons), 2, squeeze=False, sharex="col")
        for axes, content in zip(rows, comparisons, strict=True):
            systems = content["systems"]
            for axis, measure in zip(axes, _PANELS, strict=True):
                for position, system in enumerate(systems):
                    estimate = system[measure]
                    mean = Estimate(estimate["value"], estimate["low"], estimate["high"])
                    color, marker = system_style(position)
                    singles = estimate.get("singles", ())
                    draw_estimate(axis, mean, position, color, marker, "", singles=singles)
                name_rows(axis, [system["name"] for system in systems])
                axis.axvline(0, color="#9a9a9a", lw=0.8, zorder=1)
                axis.set_title(visible(content.get("language", "")), fontweight="bold")
        for axis, title in zip(rows[-1], _PANELS.values(), strict=True):
            axis.set_xlabel(title)


def nouns_figure(
    comparisons: Sequence[Mapping[str, Any]], output: str | PathLike[str], largest: int = 20
) -> None:
    """Draw the stereotyping of single nouns, as Figure 5 of the paper.

    Nouns of which three quarters of the occurrences in the original text are of one gender (see
    `cdaflow.lm.scores.leaning`), the `largest` of each language by how stereotyped the base is.
    """
    panels = [(content, _leaning(content, largest)) for content in comparisons]
    panels = [(content, nouns) for content, nouns in panels if nouns]
    title = "Gender stereotyping of nouns that lean to a gender in the text"
    if not panels:
        reason = "no noun leans to a gender in the text (cdaflow lm compare --text counts them)"
        draw_nothing(output, title, reason)
        return
    caption = (
        title,
        "The mean log ratio of masculine and feminine phrases of each noun: right of 0 the models "
        "prefer the masculine. Nouns of which 75 per cent of the occurrences are of one gender.",
    )
    heights = [len(nouns) + 1.5 for _, nouns in panels]
    with figure_file(output, 6.4, 0.24 * sum(heights) + 1, caption) as figure:
        axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
        for axis, (content, nouns) in zip(axes, panels, strict=True):
            for turn, system in enumerate(system["name"] for system in content["systems"]):
                color, marker = system_style(turn)
                values = [noun["stereotyping"][system] for noun in nouns]
                axis.plot(values, range(len(nouns)), marker, color=color, ms=5, label=system)
            name_rows(axis, [f"{noun['noun']} / {noun['noun_feminine']}" for noun in nouns], 7.5)
            axis.axvline(0, color="#9a9a9a", lw=0.8, zorder=1)
            axis.set_title(visible(content.get("language", "")), fontweight="bold")
            axis.set_xlabel("log P(masculine) - log P(feminine)")
        draw_legend(figure, *axes, columns=3)


def _nouns(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the nouns that lean to a gender, as Figure 5 has them."""
    return [noun for noun in content["by_noun"] if noun.get("leans") in ("masculine", "feminine")]


def _leaning(content: Mapping[str, Any], largest: int) -> list[Mapping[str, Any]]:
    base = content["base"]
    nouns = sorted(_nouns(content), key=lambda noun: -abs(noun["stereotyping"][base]))
    return sorted(nouns[:largest], key=lambda noun: -noun["stereotyping"][base])
