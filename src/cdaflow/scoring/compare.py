"""Two systems on the same sentences: the difference of each score, its interval, its p-value.

Accuracies (each row right or wrong in both systems) are tested by McNemar's exact test,
everything else by the paired bootstrap over sentences, which also gives the interval of every
difference. The p-values are those of single tests: of twenty tests one is below 0.05 by chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cdaflow.errors import InputError
from cdaflow.scoring.differences import Report, differences
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.paired import Difference
from cdaflow.statistics.signature import comparable, signature


def compare(
    base: Mapping[str, Any],
    *others: Mapping[str, Any],
    names: Sequence[str] = (),
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> dict[str, Any]:
    """Return the comparison of each of `others` with `base`: reports of one metric.

    The result is {"metric": "comparison", "of", "language", "base", "signature", "inputs",
    "warned", "comparisons"}; "warned" is that of the baseline (see `warnings.count_warnings`). An
    item of "comparisons" has "system", "warned" and "scores", in which each score has
    "base", "value", "difference" (value minus base), its 95 % interval "low" to "high" (all in
    percent or points), "p" and "test". `names`: what to call the reports in errors (files).

    Raises InputError where the reports are not of the same data, language and scorer, or have
    no outcomes.
    """
    called = [*names, *(["base", *(f"other {n}" for n in range(1, len(others) + 1))])[len(names) :]]
    first, *rest = (
        Report(name, report) for name, report in zip(called, (base, *others), strict=True)
    )
    comparisons = []
    for other in rest:
        _check(first, other)
        found = {
            name: _percent(result, test)
            for name, result, test in differences(first, other, bootstrap, seed)
        }
        comparisons.append(
            {
                "system": other.mapping.get("system"),
                "warned": other.mapping.get("warned"),
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


def _check(base: Report, other: Report) -> None:
    reason = why_not(base.mapping, other.mapping)
    if reason is not None:
        raise InputError(
            f"this report cannot be compared with {base.name}: {reason}",
            file=other.name,
            hint="score both systems on the same test set, with the same options",
        )


def _percent(result: Difference, test: str) -> dict[str, Any]:
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
