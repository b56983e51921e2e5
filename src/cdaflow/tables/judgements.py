"""The tables of what people judged (of translations: Choubey et al. 2021, Tables 5, 9 and 17)."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from cdaflow.scoring.annotation.filled import FilledSheet
from cdaflow.scoring.annotation.results import (
    Agreement,
    Filter,
    Quality,
    System,
    Verdicts,
    filter_results,
    method_results,
    quality_results,
    system_results,
)
from cdaflow.scoring.annotation.sheets import SCALE
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.field import Direction, Field, Interval, Test
from cdaflow.statistics.paired import Difference
from cdaflow.tables.remarks import significance_notes
from cdaflow.tables.significance import mark_best, p_cell
from cdaflow.tables.table import Layout, Table, count, estimate, label
from cdaflow.tables.text import estimate_cells, number
from cdaflow.tables.trainings import ONE_TRAINING

#: Column -> header, label of the sheet, legend.
_LABELS = {
    "masculine": ("Masc %", "masculine", "translations in which the person is a man"),
    "feminine": ("Fem %", "feminine", "translations in which the person is a woman"),
    "inconsistent": ("Inconsistent %", "inconsistent", "words of both genders: wrong"),
    "ambiguous": ("Ambiguous %", "ambiguous", "right for a man and a woman: correct"),
    "na": ("N/A %", "N/A", "the person is not in the translation: wrong"),
}

_PEOPLE = (
    count("annotators", "Annotators"),
    count("agreement", "Agreement %", "lines to which two annotators gave the same label"),
    estimate(
        "kappa",
        "κ",
        "agreement beyond chance (Cohen 1960; of three annotators or more, Fleiss 1971): 1 is "
        "perfect, 0 chance [95% interval, bootstrap over the lines]",
    ),
)

_ACCURACY = Field(
    "accuracy",
    "Acc",
    "sentences whose gender is right or left open, %, mean over the annotators [95% interval]; "
    "higher is better",
    direction=Direction.HIGHER,
    test=Test.BOOTSTRAP,
    interval=Interval.SHOWN,
    brief=True,
)

_TESTS = f"paired bootstrap over sentences ({RESAMPLES} resamples, seed {SEED})"

GENDER = Layout(
    "Gender of people in translations: human evaluation",
    (
        label("language", "Language"),
        label("system", "System"),
        _ACCURACY,
        *(count(column, header, legend) for column, (header, _, legend) in _LABELS.items()),
        count("sentences", "Sentences"),
        *_PEOPLE,
        *map(label, ("best", "baseline", *_ACCURACY.gain, "accuracy_p")),
    ),
    best="language",
)

_SCORE = Field(
    "score",
    "Score",
    f"how good the translations are, {SCALE[0]} to {SCALE[1]}, mean over sentences and annotators "
    "[95% interval]; higher is better",
    direction=Direction.HIGHER,
    test=Test.BOOTSTRAP,
    interval=Interval.SHOWN,
    brief=True,
    decimals=2,
)

QUALITY = Layout(
    "Quality of translations: human evaluation",
    (
        label("language", "Language"),
        label("system", "System"),
        _SCORE,
        count("sentences", "Sentences"),
        *_PEOPLE[:2],
        estimate("kappa", "κ", "agreement with quadratic weights, beyond chance (Cohen 1968)"),
        *map(label, ("best", "baseline", *_SCORE.gain, "score_p")),
    ),
    best="language",
)

#: Outcome of the filter -> legend.
OUTCOMES = {
    "tp": "kept, and the gender is preserved, % of the pairs",
    "tn": "rejected, and it is not, %",
    "fp": "kept, but it is not, %: wrong pairs to train on",
    "fn": "rejected, but it is, %: good pairs that are lost",
}

FILTER = Layout(
    "The target filter: human evaluation",
    (
        label("language", "Language"),
        label("gender", "Gender"),
        *(estimate(name, name.upper(), legend) for name, legend in OUTCOMES.items()),
        count("lines", "Lines", "lines judged"),
        *_PEOPLE,
    ),
)

METHODS = Layout(
    "Rewritten text: human evaluation",
    (
        label("language", "Language"),
        label("method", "Method"),
        label("verdict", "Verdict", "right, or the first fault; in the sheet's instructions"),
        estimate("share", "Share %", "of the lines, mean over the annotators [95% interval]"),
        count("lines", "Lines", "lines judged, a random sample of what the method wrote"),
        *_PEOPLE,
    ),
)


def judgement_table(filled: Sequence[FilledSheet], baseline: str | None = None) -> Table:
    """Return the table of filled sheets of one task; `baseline`: see `system_results`."""
    task = filled[0].key.task.name
    if task == "filter":
        return filter_table([row for sheet in filled for row in filter_results(sheet)])
    if task == "quality":
        return quality_table([row for sheet in filled for row in quality_results(sheet, baseline)])
    if task == "gender":
        return gender_table([row for sheet in filled for row in system_results(sheet, baseline)])
    return method_table([row for sheet in filled for row in method_results(sheet)])


def method_table(methods: Sequence[Verdicts]) -> Table:
    """Return what people say of the output of methods, a row for each verdict."""
    return METHODS.table(
        {
            "language": method.language,
            "method": method.name,
            "verdict": verdict,
            **estimate_cells("share", share),
            "lines": str(method.lines),
            **_people(method.annotators, method.agreement),
        }
        for method in methods
        for verdict, share in method.shares.items()
    )


def gender_table(systems: Sequence[System]) -> Table:
    """Return what people say of systems, a row each, in their order."""
    frame = GENDER.frame(map(_system, systems))
    return gender_view(mark_best(frame, ("language",), {"accuracy": Direction.HIGHER.goodness}))


def gender_view(frame: pd.DataFrame) -> Table:
    """Return rows of the CSV of GENDER as a table."""
    notes = significance_notes(frame, [_ACCURACY], _TESTS)
    return GENDER.table(frame, notes=notes, lead=ONE_TRAINING)


def _system(system: System) -> dict[str, str]:
    return {
        "language": system.language,
        "system": system.name,
        **estimate_cells("accuracy", system.accuracy),
        **{column: _percent(system.labels[label]) for column, (_, label, _) in _LABELS.items()},
        "sentences": str(system.sentences),
        **_people(system.annotators, system.agreement),
        "baseline": system.baseline,
        **_difference(_ACCURACY, system.difference, 100.0),
    }


def quality_table(systems: Sequence[Quality]) -> Table:
    """Return how good people find the translations of systems, a row each, in their order."""
    frame = QUALITY.frame(map(_quality, systems))
    return quality_view(mark_best(frame, ("language",), {"score": Direction.HIGHER.goodness}))


def quality_view(frame: pd.DataFrame) -> Table:
    """Return rows of the CSV of QUALITY as a table."""
    notes = significance_notes(frame, [_SCORE], _TESTS)
    return QUALITY.table(frame, notes=notes, lead=ONE_TRAINING)


def _quality(quality: Quality) -> dict[str, str]:
    return {
        "language": quality.language,
        "system": quality.name,
        **estimate_cells("score", quality.score, _SCORE.decimals),
        "sentences": str(quality.sentences),
        **_people(quality.annotators, quality.agreement),
        "baseline": quality.baseline,
        **_difference(_SCORE, quality.difference),
    }


def filter_table(filters: Sequence[Filter]) -> Table:
    """Return what people say of the target filter, a row for each language and gender."""
    return FILTER.table(map(_filter, filters))


def _filter(filter_results: Filter) -> dict[str, str]:
    outcomes: dict[str, str] = {}
    for name in OUTCOMES:
        outcomes |= estimate_cells(name, filter_results.outcomes[name])
    return {
        "language": filter_results.language,
        "gender": filter_results.gender,
        **outcomes,
        "lines": str(filter_results.lines),
        **_people(filter_results.annotators, filter_results.agreement),
    }


def _percent(share: float | None) -> str:
    return number(None if share is None else 100 * share)


def _difference(item: Field, difference: Difference | None, scale: float = 1.0) -> dict[str, str]:
    """Return the difference from the baseline, with its interval and p-value."""
    if difference is None:
        return {}
    scaled = difference.scaled(scale)
    cells = [number(figure, item.decimals) for figure in (scaled.value, scaled.low, scaled.high)]
    return {**dict(zip(item.gain, cells, strict=True)), f"{item.column}_p": p_cell(difference.p)}


def _people(annotators: int, agreement: Agreement) -> dict[str, str]:
    return {
        "annotators": str(annotators),
        "agreement": _percent(agreement.share),
        **estimate_cells("kappa", agreement.kappa, 2),
    }
