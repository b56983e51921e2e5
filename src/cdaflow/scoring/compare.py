"""Two systems on the same sentences: the difference of each score, its interval, its p-value.

Accuracies (each row right or wrong in both systems) are tested by McNemar's exact test,
everything else by the paired bootstrap over sentences, which also gives the interval of every
difference. The p-values are those of single tests: of twenty tests one is below 0.05 by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cdaflow.errors import InputError
from cdaflow.lazy import numpy as np
from cdaflow.scoring.metric import METRICS, Metric, Outcomes, PairedRows, metric_named
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.estimates import Counts, Share, minus
from cdaflow.statistics.field import Test
from cdaflow.statistics.paired import Difference, difference, mcnemar, pair
from cdaflow.statistics.signature import comparable, signature

#: What the characters of an outcome mean: (right, wrong, not counted); see `_alphabet`.
_ALPHABETS = (("1", "0", "-"), ("r", "wu", "n"), ("c", "i", "-"))


def compare(
    base: Mapping[str, Any],
    *others: Mapping[str, Any],
    names: Sequence[str] = (),
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
    metric: Metric | None = None,
) -> dict[str, Any]:
    """Return the comparison of each of `others` with `base`: reports of one metric.

    The result is {"metric": "comparison", "of", "language", "base", "signature", "inputs",
    "warned", "comparisons"}; "warned" is that of the baseline (see `warnings.count_warnings`). An
    item of "comparisons" has "system", "warned" and "scores", in which each score has
    "base", "value", "difference" (value minus base), its 95 % interval "low" to "high" (all in
    percent or points), "p" and "test". `names`: what to call the reports in errors (files).
    `metric`: whose figures are compared, by default those of the metric of the reports.

    Raises InputError where the reports are not of the same data, language and scorer, or have
    no outcomes.
    """
    called = [*names, *(["base", *(f"other {n}" for n in range(1, len(others) + 1))])[len(names) :]]
    first, *rest = (
        Outcomes(name, report) for name, report in zip(called, (base, *others), strict=True)
    )
    comparisons = []
    for other in rest:
        _check(first, other)
        found = {
            name: _percent(result, test)
            for name, result, test in _differences(first, other, bootstrap, seed, metric)
        }
        comparisons.append(
            {
                "system": other.report.get("system"),
                "warned": other.report.get("warned"),
                "scores": found,
            }
        )
    kind = str(base.get("metric"))
    return {
        "metric": "comparison",
        "of": kind,
        "language": base.get("language"),
        "base": base.get("system"),
        "warned": base.get("warned"),
        "signature": signature(
            f"comparison|{comparable(str(base.get('signature') or ''))}",
            {},
            bootstrap=bootstrap,
            seed=seed,
        ),
        "inputs": dict(base.get("inputs") or {}),
        "comparisons": comparisons,
    }


def why_not(base: Mapping[str, Any], other: Mapping[str, Any]) -> str | None:
    """Return why two reports cannot be compared, None where they can."""
    for key, what in (("metric", "metrics"), ("language", "languages")):
        if base.get(key) != other.get(key):
            return f"they are of different {what}: {base.get(key)} and {other.get(key)}"
    ours, theirs = (comparable(str(one.get("signature") or "")).split("|") for one in (base, other))
    if ours != theirs:
        parts = [part for part in theirs if part not in ours] or ["(nothing more)"]
        return (
            "they are not of the same data and scorer: the signature has "
            f"{' '.join(parts)} in place of {' '.join(p for p in ours if p not in theirs)}"
        )
    return None


def _check(base: Outcomes, other: Outcomes) -> None:
    reason = why_not(base.report, other.report)
    if reason is not None:
        raise InputError(
            f"this report cannot be compared with {base.name}: {reason}",
            file=other.name,
            hint="score both systems on the same test set, with the same options",
        )


def _differences(
    base: Outcomes, other: Outcomes, bootstrap: int, seed: int, metric: Metric | None
) -> Iterator[tuple[str, Difference, Test]]:
    """Yield name, difference (as shares) and test of each score of two reports of one metric.

    Raises InputError for outcomes that are not there or not of the same sentences.
    """
    name = str(base.report.get("metric"))
    if metric is None and name in METRICS:
        metric = metric_named(name)
    compared = metric.compared if metric else None
    for rows in (compared or compared_outcomes)(base, other):
        paired = pair(rows.base, rows.other, samples=bootstrap, seed=seed)
        for score, (statistic, test) in rows.statistics.items():
            result = difference(statistic, paired)
            if test is Test.MCNEMAR and isinstance(statistic, Share) and result.value is not None:
                ours, theirs = (statistic.successes(side) > 0 for side in (rows.base, rows.other))
                p = mcnemar(int(np.sum(ours & ~theirs)), int(np.sum(theirs & ~ours)))
                result = replace(result, p=p)
            yield score, result, test


def compared_outcomes(base: Outcomes, other: Outcomes) -> Iterator[PairedRows]:
    """Yield each outcome that says right or wrong of a row, over the rows counted in both.

    Where a row has a translation of each gender, their gap (masculine minus feminine) comes last.
    """
    found = base.report.get("outcomes")
    counted: dict[str, list[Counts]] = {}
    for name in found if isinstance(found, dict) else ():
        texts = base.outcome(name), other.outcome(name)
        if len(texts[0]) != len(texts[1]):
            raise InputError(
                f'{len(texts[1])} outcomes "{name}", but {base.name} has {len(texts[0])}',
                file=other.name,
            )
        letters = _alphabet("".join(texts))
        if letters is None:
            continue
        right, _, absent = letters
        keep = np.array([a not in absent and b not in absent for a, b in zip(*texts, strict=True)])
        ours, theirs = counted[name] = [
            np.stack([np.array([c in right for c in text]) & keep, keep], axis=1).astype(np.int64)
            for text in texts
        ]
        yield PairedRows(ours, theirs, {name: (Share([0], [1]), Test.MCNEMAR)})
    if not counted:
        raise InputError(
            "the report has no outcomes of its sentences that can be compared",
            file=base.name,
            hint="score the translations again with this version of cdaflow",
        )
    if {"masculine", "feminine"} <= set(counted):
        masculine, feminine = counted["masculine"], counted["feminine"]
        if len(masculine[0]) == len(feminine[0]):
            sides = [np.hstack(side) for side in zip(masculine, feminine, strict=True)]
            gap = minus(Share([0], [1]), Share([2], [3]))
            yield PairedRows(sides[0], sides[1], {"gap": (gap, Test.BOOTSTRAP)})


def _alphabet(text: str) -> tuple[str, str, str] | None:
    """Return which letters of an outcome are right, wrong and not counted, if it says so."""
    for letters in _ALPHABETS:
        if text and set(text) <= set("".join(letters)):
            return letters
    return None


def _percent(result: Difference, test: Test) -> dict[str, Any]:
    def scaled(number: float | None) -> float | None:
        return None if number is None else 100 * number

    return {
        "base": scaled(result.base),
        "value": scaled(result.other),
        "difference": scaled(result.value),
        "low": scaled(result.low),
        "high": scaled(result.high),
        "p": result.p,
        "test": test,
    }
