"""What systems did in the same sentences, out of the reports of their scores."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.files import MALFORMED
from cdaflow.lazy import numpy as np
from cdaflow.progress import say_once
from cdaflow.scoring.metric import METRICS, Metric, ObservedRows, Outcomes, metric_named
from cdaflow.statistics.estimates import (
    Counts,
    Resampling,
    Share,
    Statistic,
    cluster_sums,
    minus,
)
from cdaflow.statistics.field import Test

_EDITED = "was the file edited? Score the translations again with this version of cdaflow"

#: What the characters of an outcome mean: (right, wrong, not counted); see `_alphabet`.
_ALPHABETS = (("1", "0", "-"), ("r", "wu", "n"), ("c", "i", "-"))


@dataclass(frozen=True)
class SharedRows:
    """What several reports have of the same sentences.

    sums: of each report what each cluster of sentences adds to each sum, shape (clusters, columns).
    statistics, resampling: as in `ObservedRows`.
    """

    sums: Sequence[Counts]
    statistics: Mapping[str, tuple[Statistic, Test]]
    resampling: Resampling | None = None


def observe(
    reports: Sequence[Outcomes], metric: Metric | None = None, *, common: bool = False
) -> Iterator[SharedRows]:
    """Yield the rows of reports of one metric, by default their own, each with its statistics.

    `common`: only what counts in every report counts at all (`ObservedRows.counted`).

    Nothing where a report has no rows of the metric. Raises InputError where a report has no
    outcomes, or those of other sentences.
    """
    first, *others = reports
    name = str(first.report.get("metric"))
    if metric is None and name in METRICS:
        metric = metric_named(name)
    for outcome in metric.testset_outcomes if metric else ():
        for other in others:
            first.shared(other, outcome)
    observed = (metric.observed if metric else None) or observed_outcomes
    rows_of_reports = [list(observed(report)) for report in reports]
    if not all(rows_of_reports):
        return
    for report, rows in zip(reports, rows_of_reports, strict=True):
        if not _match(rows_of_reports[0], rows):
            raise InputError(
                "report.other-outcomes",
                f"the outcomes are of other rows or figures than those of {first.name}",
                file=report.name,
                hint="score both systems on the same test set, with the same options",
            )
    for parts in zip(*rows_of_reports, strict=True):
        counted = [part.counted for part in parts if common and part.counted is not None]
        keep = np.logical_and.reduce(counted) if counted else None
        cells = [part.rows if keep is None else part.rows * keep for part in parts]
        sums = [cluster_sums(rows, parts[0].clusters) for rows in cells]
        yield SharedRows(sums, parts[0].statistics, parts[0].resampling)


def check_figures(report: Outcomes) -> None:
    """Raise InputError where a figure of a report is none, or not what its outcomes give.

    Values are compared, and the intervals of shares; those of resamples are not drawn again. What
    has neither outcomes nor counts (COMET) is taken as it is; of others the range is looked at.
    """
    scores, name = report.report.get("scores"), str(report.report.get("metric"))
    if not isinstance(scores, Mapping) or name not in METRICS:
        return
    metric = metric_named(name)
    for key, written in scores.items():
        low, high = item.bounds if (item := metric.field_of(key)) else (-math.inf, math.inf)
        values = [written.get(end) for end in _ENDS] if isinstance(written, Mapping) else []
        if any(isinstance(n, (int, float)) and not low - 1e-6 <= n <= high + 1e-6 for n in values):
            raise _edited(report, key, f"expected numbers from {low:g} to {high:g}")
    if not metric.values and not report.report.get("outcomes"):
        say_once(
            f"{report.name}: the file has no outcomes of its sentences, so its figures cannot be "
            "checked"
        )
    try:
        _check_counts(report)
    except MALFORMED as error:
        raise _malformed(report, metric, error) from None
    for key, expected in figures(report, metric):
        written = scores.get(key, expected)
        if not all(_agree(written.get(end), expected[end]) for end in expected):
            expected_text = ", ".join(f"{end} {number}" for end, number in expected.items())
            raise _edited(report, key, f"its outcomes give {expected_text}")


def _check_counts(report: Outcomes) -> None:
    """Raise InputError where rows, genders and professions are not those of the outcomes."""
    outcomes, counts = report.report.get("outcomes") or {}, report.report.get("counts") or {}
    if not {"gold", "predicted"} <= outcomes.keys() or "confusion" not in counts:
        return
    if len(outcomes["gold"]) != len(outcomes["predicted"]):
        raise InputError(
            "report.outcome-lengths",
            "the outcomes have different lengths",
            file=report.name,
            hint=_EDITED,
        )
    cells = Counter(zip(outcomes["gold"], outcomes["predicted"], strict=True))
    written = {"rows": (counts.get("rows"), cells.total())} | {
        f"confusion.{gold}.{predicted}": (number, cells[gold[:1], predicted[:1]])
        for gold, row in counts["confusion"].items()
        for predicted, number in row.items()
    }
    for name, (number, expected) in (written | _professions(report, counts)).items():
        if number != expected:
            raise InputError(
                "report.count-differs",
                f'"counts.{name}" is {number}; its outcomes give {expected}',
                file=report.name,
                hint=_EDITED,
            )


def _professions(report: Outcomes, counts: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Return the counts of professions as they are written, and as the outcomes give them."""
    people = counts.get("by_profession")
    numbers = report.report.get("professions")
    if people and numbers is None:
        say_once(
            f"{report.name}: the file does not say the profession of each row, so the counts of "
            "professions cannot be checked"
        )
    if not people or numbers is None:
        return {}
    rows = zip(numbers.split(" "), report.outcome("gold"), report.outcome("predicted"), strict=True)
    expected: Counter[tuple[str, str, str]] = Counter()
    for number, gold, predicted in rows:
        if number != "-":
            expected[number, gold, "gold"] += 1
            expected[number, gold, "correct"] += gold == predicted
    return {
        f"by_profession.{person}.{gender}.{name}": (count, expected[str(n), gender[:1], name])
        for n, (person, genders) in enumerate(sorted(people.items()))
        for gender, cell in genders.items()
        for name, count in cell.items()
    }


def figures(report: Outcomes, metric: Metric) -> Iterator[tuple[str, dict[str, float | None]]]:
    """Yield the figures that the outcomes of a report give: name, and value, low and high.

    Of what is no share, whose interval is that of resamples, the value alone; so it is with what
    its counts give (`Metric.values`).
    """
    if metric.values:
        try:
            values = metric.values(report.report)
        except MALFORMED as error:
            raise _malformed(report, metric, error) from None
        for name, value in values.items():
            yield name, {"value": value}
    if not report.report.get("outcomes"):
        return
    names = {item.compared: item.name for item in metric.fields}
    for rows in (metric.observed or observed_outcomes)(report):
        for name, estimate in rows.estimates().items():
            ends = _ENDS if isinstance(rows.statistics[name][0], Share) else _ENDS[:1]
            yield names.get(name, name), {end: getattr(estimate, end) for end in ends}


_ENDS = ("value", "low", "high")


def _malformed(report: Outcomes, metric: Metric, error: Exception) -> InputError:
    problem = f'"counts" are not those of {metric.name} ({type(error).__name__})'
    return InputError("report.counts-malformed", problem, file=report.name)


def _agree(written: object, expected: float | None) -> bool:
    if expected is None or not isinstance(written, (int, float)):
        return written == expected
    return math.isclose(written, expected, rel_tol=1e-6, abs_tol=1e-6)


def _edited(report: Outcomes, key: str, expected: str) -> InputError:
    written = report.report["scores"][key]
    written_text = ", ".join(f"{end} {written.get(end)}" for end in _ENDS)
    return InputError(
        "report.edited",
        f'"scores.{key}" has {written_text}; {expected}',
        file=report.name,
        hint=_EDITED,
    )


def _match(ours: Sequence[ObservedRows], theirs: Sequence[ObservedRows]) -> bool:
    """Return whether the rows of two reports are of the same sentences and figures."""
    return len(ours) == len(theirs) and all(
        a.rows.shape == b.rows.shape
        and list(a.statistics) == list(b.statistics)
        and np.array_equal(_numbers(a), _numbers(b))
        for a, b in zip(ours, theirs, strict=True)
    )


def _numbers(observed: ObservedRows) -> Counts:
    return np.arange(len(observed.rows)) if observed.clusters is None else observed.clusters


def observed_outcomes(report: Outcomes) -> Iterator[ObservedRows]:
    """Yield each outcome that says right or wrong of a row, over the rows that are counted.

    Where a row has a translation of each gender, their gap (masculine minus feminine) comes last.
    """
    outcomes = report.report.get("outcomes")
    sides: dict[str, ObservedRows] = {}
    for name in outcomes if isinstance(outcomes, dict) else ():
        text = report.outcome(name)
        letters = _alphabet(text)
        if letters is None:
            continue
        right, _, absent = letters
        counted = np.array([c not in absent for c in text])
        rows = np.stack([[c in right for c in text], counted], axis=1).astype(np.int64)
        sides[name] = ObservedRows(
            rows,
            {name: (Share([0], [1]), Test.SIGN_FLIP)},
            # A metric without clusters may be scored by a version that did not look for them.
            report.clusters(len(text)) if "clusters" in report.report else None,
            np.stack([counted, counted], axis=1),
        )
        yield sides[name]
    if not sides:
        raise InputError(
            "report.no-comparable-outcomes",
            "the report has no outcomes of its sentences that can be compared",
            file=report.name,
            hint="score the translations again with this version of cdaflow",
        )
    if {"masculine", "feminine"} <= set(sides):
        pair = sides["masculine"], sides["feminine"]
        if len(pair[0].rows) == len(pair[1].rows):
            yield ObservedRows(
                np.hstack([side.rows for side in pair]),
                {"gap": (minus(Share([0], [1]), Share([2], [3])), Test.BOOTSTRAP)},
                pair[0].clusters,
                np.hstack([side.counted for side in pair if side.counted is not None]),
            )


def _alphabet(text: str) -> tuple[str, str, str] | None:
    """Return which letters of an outcome are right, wrong and not counted, if it says so."""
    for letters in _ALPHABETS:
        # One that counts no row is an outcome, too: in another report the same one may count some.
        if text and set(text) <= set("".join(letters)):
            return letters
    return None
