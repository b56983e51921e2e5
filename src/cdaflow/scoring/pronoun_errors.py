"""Pronoun errors: how often "she" became "he" in a translation, and the reverse.

Naik et al. (2023, section 6.3) saw it by reading: their fine-tuned French systems write "il" for
"she", and Spanish and Italian hide it, since they drop the subject. Counted here in the sentences
of WinoMT, from its reports: errors of those pronouns whose translation shows a gender (see
`cdaflow.scoring.pronouns`), beside the share that is dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.files import MALFORMED
from cdaflow.lazy import numpy as np
from cdaflow.scoring.metric import Cell, Metric, ObservedRows, Outcomes, TableRow
from cdaflow.scoring.pronouns import PronounOutcome
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import Counts, Share, rate
from cdaflow.statistics.field import Direction, Field, Interval, Test, Unit

_GENDERED = ("male", "female")

#: What is counted of a pronoun in the table -> the outcome.
PRONOUN_COUNTS = {
    "same": PronounOutcome.SAME,
    "other": PronounOutcome.OTHER,
    "not_shown": PronounOutcome.OPEN,
    "elided": PronounOutcome.ELIDED,
}


def has_pronouns(report: Mapping[str, Any]) -> bool:
    """Return whether a report has looked for the pronouns of its sentences and found some."""
    counts = report["counts"].get("pronouns")
    try:
        return bool(counts) and any(
            cell["rows"] > 0 for genders in counts.values() for cell in genders.values()
        )
    except (KeyError, TypeError, AttributeError):
        return True  # a fault, which the table reports


def _rows(report: Mapping[str, Any]) -> Iterator[TableRow]:
    """Yield the one row of a report, made of its counts of pronouns."""
    subject, oblique = (_case(report, case) for case in ("nominative", "other"))
    parts = {
        "she": _sum([subject["female"]]),
        "he": _sum([subject["male"]]),
        "both": _sum(subject.values()),
        "oblique": _sum(oblique.values()),
    }
    scores = {
        f"{name}_error": rate(counts["other"], counts["same"] + counts["other"])
        for name, counts in parts.items()
    }
    both = parts.pop("both")
    scores["elided"] = rate(both["elided"], both["rows"])
    # Where the report has the sentences, those that belong together count as one.
    for rows in _observed(Outcomes("", report)) if report.get("clusters") else ():
        scores |= rows.estimates()
    counts = {f"{name}_{what}": n for name, part in parts.items() for what, n in part.items()}
    yield TableRow(counts=counts, scores=scores)


def _sum(parts: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Return the sums of counts; a count of 0 stays."""
    total: Counter[str] = Counter(dict.fromkeys(("rows", *PRONOUN_COUNTS), 0))
    for part in parts:
        total.update(part)
    return total


def _case(report: Mapping[str, Any], case: str) -> dict[str, dict[str, int]]:
    """Return the counts of a case by gender of the English pronoun; ValueError for wrong ones."""
    cells = report["counts"]["pronouns"][case]
    counts_by_gender = {}
    for gender in _GENDERED:
        counts = {what: int(cells[gender][name]) for what, name in PRONOUN_COUNTS.items()}
        rows = int(cells[gender]["rows"])
        if min(rows, *counts.values()) < 0 or rows != sum(counts.values()):
            raise ValueError(f'"counts.pronouns.{case}.{gender}" does not add up')
        counts_by_gender[gender] = {"rows": rows, **counts}
    return counts_by_gender


#: The columns of `pronoun_rows`: four outcomes of "she", four of "he".
_SHE, _HE, _BOTH = range(4), range(4, 8), range(8)

_ELIDED = Share([3, 7], _BOTH)

#: Statistics by the columns that can show anything of them, whose sentences alone count for the
#: smallest p-value (`least_p`): errors of the pronouns whose translation shows a gender.
_STATISTICS = {
    _SHE: {"she_error": Share([1], [0, 1])},
    _HE: {"he_error": Share([5], [4, 5])},
    _BOTH: {"both_error": Share([1, 5], [0, 1, 4, 5]), "elided": _ELIDED},
}

#: Errors of all "she" and of all "he", as reports of WinoMT have them.
OF_ALL = {
    _SHE: {"pronoun_error_female": Share([1], _SHE)},
    _HE: {"pronoun_error_male": Share([5], _HE)},
    _BOTH: {"pronoun_elided": _ELIDED},
}


def _observed(
    report: Outcomes, statistics: Mapping[range, Mapping[str, Share]] = _STATISTICS
) -> Iterator[ObservedRows]:
    """Yield the sentences of a report, each with 1 at what became of its "she" or "he".

    Nothing where its outcomes are not its counts (the gender of a pronoun is taken to be that of
    its row).
    """
    rows = pronoun_rows(report)
    counts = _case(report.report, "nominative")
    expected = [counts[gender][what] for gender in ("female", "male") for what in PRONOUN_COUNTS]
    if rows.sum(axis=0).tolist() == expected:
        clusters = report.clusters(len(rows))
        for columns, shares in statistics.items():
            tests = {name: (share, Test.BOOTSTRAP) for name, share in shares.items()}
            yield ObservedRows(rows * np.isin(np.arange(8), columns), tests, clusters)


def error_rows(report: Outcomes) -> Iterator[ObservedRows]:
    """Yield the sentences of a report of WinoMT for its scores of pronouns (OF_ALL), if any.

    Raises InputError where its counts of pronouns are malformed.
    """
    if "pronoun" in report.report["outcomes"] and has_pronouns(report.report):
        try:
            yield from list(_observed(report, OF_ALL))
        except MALFORMED as error:
            raise InputError(
                "report.pronoun-counts-malformed",
                f"malformed counts of pronouns: {error}",
                file=report.name,
                hint="score the translations again with this version of cdaflow",
            ) from None


def pronoun_rows(report: Outcomes) -> Counts:
    """Return a row for each sentence with 1 at what became of its pronoun: (sentences, 8).

    PRONOUN_COUNTS of "she", then of "he"; the gender is the outcome "gold".
    """
    rows = report.one_hot(gold="fmn", pronoun="soge-")
    return rows.reshape(-1, 3, 5)[:, :2, :4].reshape(-1, 8)


def _shown_of_all(name: str) -> Cell:
    """Return what shows "330/352": pronouns whose translation shows a gender, and all."""

    def cell(record: Mapping[str, str]) -> str:
        try:
            gendered = float(record[f"{name}_same"]) + float(record[f"{name}_other"])
        except ValueError:  # a CSV that somebody edited
            return ""
        # Of several trainings these are means.
        return f"{round(gendered, 1):g}/{record[f'{name}_rows']}"

    return cell


def _counts(name: str, *what: str) -> list[Field]:
    """Return counts that are in the CSV alone."""
    return [
        Field(f"{name}_{outcome}", unit=Unit.COUNT, column=f"{name}_{outcome}") for outcome in what
    ]


_RATE: dict[str, Any] = {"interval": Interval.SHOWN, "test": Test.BOOTSTRAP}
_ERROR: dict[str, Any] = {**_RATE, "direction": Direction.LOWER}

#: The errors of him, his and her are in the CSV alone: many of the forms that they are looked for
#: in are articles, too (Italian "le", "gli"), so that they hang on the alignment.
METRIC = Metric(
    name="pronouns",
    source="winomt",
    title='Pronouns: "she" translated as "he", and "he" as "she"',
    fields=(
        Field(
            "she_error",
            "she → he",
            'of the "she" whose translation shows a gender, those that became a masculine pronoun',
            **_ERROR,
        ),
        Field("he_error", "he → she", 'the same of "he" that became a feminine pronoun',
              brief=True, **_ERROR),
        Field("both_error", "Both", "errors of \"she\" and \"he\" together", brief=True, **_ERROR),
        Field(
            "elided",
            "Elided",
            'of all "she" and "he", those without a pronoun in the translation, %',
            brief=True,
            **_RATE,
        ),
        *(
            item
            for name in ("she", "he")
            for item in (
                Field(f"{name}_rows", f"N {name}", f'"{name}" whose translation shows a gender, '
                      f'of all "{name}"', Unit.COUNT),
                *_counts(name, *PRONOUN_COUNTS),
            )
        ),
        Field("oblique_error", column="oblique_error"),
        *_counts("oblique", "rows", *PRONOUN_COUNTS),
    ),
    tests=f"paired bootstrap over sentences ({RESAMPLES} resamples, seed {SEED})",
    signatures={"WinoMT": "signature"},
    called="pronoun errors",
    cited=("naik-etal-2023-reducing",),
    method="What became of he and she was looked for as well: an error is a pronoun of the other "
    "gender.",
    rows=_rows,
    applies=has_pronouns,
    cells={f"{name}_rows": _shown_of_all(name) for name in ("she", "he")},
    observed=_observed,
)  # fmt: skip
