"""A score report as a table for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

#: How many of the lines that look wrong are shown.
_SHOWN = 5


def report_lines(report: Mapping[str, Any], legends: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a table: each score with its interval and what it means.

    `report`: as the scorers return it, with "metric", "language", "system", "scores" (of
    {"value", "low", "high"}; null is not defined), and "signature" and "warnings" (of
    {"line", "problem"}) where it has them. `legends`: by name of the score; a score without
    one is shown under its name alone.
    """
    title = [report["metric"], report["language"], report.get("system")]
    yield "  ".join(part for part in title if part)
    scores = report["scores"]
    width = max(map(len, scores), default=0)
    for name, score in scores.items():
        line = f"  {name:{width}}  {_value(score):>8}  {_interval(score):15}"
        yield f"{line}  {legends.get(name, '')}".rstrip()
    warnings = report.get("warnings", [])
    if warnings:
        yield f"{len(warnings)} lines look wrong; the first:"
        for warning in warnings[:_SHOWN]:
            yield f"  line {warning['line']}: {warning['problem']}"
    signatures = {report.get("signature"), *(score.get("signature") for score in scores.values())}
    for signature in sorted(filter(None, signatures)):
        yield f"signature: {signature}"


def _value(score: Mapping[str, Any]) -> str:
    return "-" if score["value"] is None else f"{score['value']:.1f}"


def _interval(score: Mapping[str, Any]) -> str:
    low, high = score.get("low"), score.get("high")
    return "" if low is None or high is None else f"[{low:.1f}, {high:.1f}]"
