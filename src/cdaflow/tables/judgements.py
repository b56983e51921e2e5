"""The tables of what people judged (Choubey et al. 2021, Tables 5 and 17)."""

from __future__ import annotations

from collections.abc import Sequence

from cdaflow.scoring.annotation.results import Agreement, Filter, System
from cdaflow.scoring.metric import Metric
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit
from cdaflow.tables.marks import best_note, mark_best, marked, notes, p_cell
from cdaflow.tables.render import Column, Record, Table, number, plain, with_interval

GENDER_TITLE = "Gender of people in translations, as people judge it"
FILTER_TITLE = "The target filter, as people judge it"

#: Column -> header, label of the sheet, legend.
_LABELS = {
    "masculine": ("Masc %", "masculine", "translations in which the person is a man"),
    "feminine": ("Fem %", "feminine", "translations in which the person is a woman"),
    "inconsistent": ("Inconsistent %", "inconsistent", "words of both genders: wrong"),
    "ambiguous": ("Ambiguous %", "ambiguous", "right for a man and a woman: correct"),
    "na": ("N/A %", "N/A", "the person is not in the translation: wrong"),
}

_PEOPLE = ("annotators", "agreement", "kappa")

GENDER_COLUMNS = (
    "language",
    "system",
    "accuracy",
    "accuracy_low",
    "accuracy_high",
    *_LABELS,
    "sentences",
    *_PEOPLE,
    "best",
    "baseline",
    "accuracy_p",
)

#: Outcome of the filter -> legend.
OUTCOMES = {
    "tp": "kept, and the gender is preserved, % of the pairs",
    "tn": "rejected, and it is not, %",
    "fp": "kept, but it is not, %: wrong pairs to train on",
    "fn": "rejected, but it is, %: good pairs that are lost",
}

FILTER_COLUMNS = (
    "language",
    "gender",
    *(f"{name}{end}" for name in OUTCOMES for end in ("", "_low", "_high")),
    "lines",
    *_PEOPLE,
)

_PEOPLE_VIEW = (
    Column("Annotators", plain("annotators")),
    Column("Agreement %", plain("agreement"), "lines to which two annotators gave the same label"),
    Column("κ", plain("kappa"), "the same beyond chance (Cohen 1960): 1 is perfect, 0 chance"),
)

_HUMAN = Metric(
    name="human",
    title=GENDER_TITLE,
    fields=(
        Field(
            "accuracy",
            "Acc",
            "sentences whose gender is right or left open, %, mean over the annotators",
            Unit.COUNT,
            Direction.HIGHER,
            Test.BOOTSTRAP,
            Interval.SHOWN,
        ),
    ),
    tests=f"paired bootstrap over sentences ({RESAMPLES} resamples, seed {SEED})",
)


def gender_table(systems: Sequence[System]) -> Table:
    """Return what people say of systems, a row each, in their order."""
    records = [_system(one) for one in systems]
    mark_best(records, ("language",), _HUMAN.directions)
    return gender_view(records)


def _system(one: System) -> dict[str, str]:
    return {
        "language": one.language,
        "system": one.name,
        **_with_ends("accuracy", one.accuracy, one.interval),
        **{column: _percent(one.labels[label]) for column, (_, label, _) in _LABELS.items()},
        "sentences": str(one.sentences),
        **_people(one.annotators, one.agreement),
        "baseline": one.baseline,
        "accuracy_p": p_cell(None if one.difference is None else one.difference.p),
    }


def gender_view(records: Sequence[Record]) -> Table:
    """Return records (of the CSV, or of `gender_table`) as a table."""
    view = (
        Column("Language", plain("language"), number=False),
        Column("System", plain("system"), number=False),
        marked(
            "Acc",
            "accuracy",
            with_interval("accuracy", "accuracy_low", "accuracy_high"),
            "sentences whose gender is right or left open, %, mean over the annotators "
            "[95% interval]; higher is better",
        ),
        *(Column(header, plain(name), legend) for name, (header, _, legend) in _LABELS.items()),
        Column("Sentences", plain("sentences")),
        *_PEOPLE_VIEW,
    )
    return Table(
        GENDER_TITLE,
        GENDER_COLUMNS,
        records,
        view,
        notes=notes(records, _HUMAN),
        bold=best_note(records, "language"),
    )


def filter_table(filters: Sequence[Filter]) -> Table:
    """Return what people say of the target filter, a row for each language and gender."""
    return filter_view([_filter(one) for one in filters])


def _filter(one: Filter) -> dict[str, str]:
    outcomes: dict[str, str] = {}
    for name in OUTCOMES:
        outcomes |= _with_ends(name, one.outcomes[name], one.intervals[name])
    return {
        "language": one.language,
        "gender": one.gender,
        **outcomes,
        "lines": str(one.lines),
        **_people(one.annotators, one.agreement),
    }


def filter_view(records: Sequence[Record]) -> Table:
    """Return records (of the CSV, or of `filter_table`) as a table."""
    view = (
        Column("Language", plain("language"), number=False),
        Column("Gender", plain("gender"), number=False),
        *(
            Column(name.upper(), with_interval(name, f"{name}_low", f"{name}_high"), legend)
            for name, legend in OUTCOMES.items()
        ),
        Column("Lines", plain("lines"), "lines judged"),
        *_PEOPLE_VIEW,
    )
    return Table(FILTER_TITLE, FILTER_COLUMNS, records, view)


def _with_ends(name: str, share: float, ends: tuple[float, float] | None) -> dict[str, str]:
    low, high = ends or (None, None)
    return {name: _percent(share), f"{name}_low": _percent(low), f"{name}_high": _percent(high)}


def _percent(share: float | None) -> str:
    return number(None if share is None else 100 * share)


def _people(annotators: int, agreement: Agreement) -> dict[str, str]:
    kappa = "" if agreement.kappa is None else f"{agreement.kappa:.2f}"
    return {
        "annotators": str(annotators),
        "agreement": _percent(agreement.share),
        "kappa": kappa,
    }
