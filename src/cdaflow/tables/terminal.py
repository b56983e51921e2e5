"""A score report as a table for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cdaflow.scoring.metric import Metric, metric_named
from cdaflow.statistics.warnings import caution

#: How many of the lines that look wrong are shown.
_SHOWN = 5


def report_lines(report: Mapping[str, Any], metric: Metric | None = None) -> Iterator[str]:
    """Yield the lines of a table: each score with its interval and what it means.

    `report`: as the scorers return it, with "metric", "language", "system", "scores" (of
    {"value", "low", "high"}; null is not defined), and "signature", "warnings" (of
    {"line", "problem"}) and "warned" where it has them. `metric`: whose scores they are, by default
    that of the report; scores in none of its groups come last.
    """
    about = metric or metric_named(report["metric"])
    legends = about.legends
    title = [report["metric"], report["language"], report.get("system")]
    yield "  ".join(part for part in title if part)
    suspect = caution(report.get("warned"))
    if suspect:
        yield f"Caution: {suspect}: do not trust these figures."
    scores = report["scores"]
    width = max(map(len, scores), default=0)
    for heading, names in _grouped(list(scores), about.groups):
        if heading:
            # What was not measured at all (no halves, say) needs no lines.
            if all(scores[name]["value"] is None for name in names):
                continue
            yield heading
        for name in names:
            line = f"  {name:{width}}  {_value(scores[name]):>8}  {_interval(scores[name]):15}"
            yield f"{line}  {legends.get(name, '')}".rstrip()
    warnings = report.get("warnings", [])
    if warnings:
        count = (report.get("warned") or {}).get("lines", len(warnings))
        yield f"{count} {'line looks' if count == 1 else 'lines look'} wrong:"
        for warning in warnings[:_SHOWN]:
            yield f"  line {warning['line']}: {warning['problem']}"
        if len(warnings) > _SHOWN:
            yield "  ..."
    signatures = {report.get("signature"), *(score.get("signature") for score in scores.values())}
    for signature in sorted(filter(None, signatures)):
        yield f"signature: {signature}"


def _grouped(
    names: Sequence[str], groups: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the headings with those of their names that there are; then the rest, without one."""
    for heading, members in groups.items():
        found = [name for name in members if name in names]
        if found:
            yield heading, found
    placed = {name for members in groups.values() for name in members}
    yield "", [name for name in names if name not in placed]


def _value(score: Mapping[str, Any]) -> str:
    return "-" if score["value"] is None else f"{score['value']:.1f}"


def _interval(score: Mapping[str, Any]) -> str:
    low, high = score.get("low"), score.get("high")
    return "" if low is None or high is None else f"[{low:.1f}, {high:.1f}]"
