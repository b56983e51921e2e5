"""A GATE report for the terminal: its scores, then a line for each variant and each label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cdaflow.tables.terminal import report_lines

_SCORES = ("precision", "recall", "f05")


def gate_text(report: Mapping[str, Any]) -> str:
    """Return the whole table of a report of `score_gate`."""
    return "\n".join([*report_lines(report), *_breakdown(report)])


def _breakdown(report: Mapping[str, Any]) -> Iterator[str]:
    parts = dict(report["labels"])
    if len(report["variants"]) > 1:
        parts = {f"to {name}": part for name, part in report["variants"].items()} | parts
    width = max(map(len, parts), default=0)
    heads = "".join(f"{name:>24}" for name in _SCORES)
    yield f"  {'':{width}}  {'right':>6} {'offered':>8} {'wanted':>7}{heads}"
    for name, part in parts.items():
        numbers = part["counts"]
        cells = "".join(f"{_cell(part['scores'][score]):>24}" for score in _SCORES)
        yield (
            f"  {name:{width}}  {numbers['right']:6} {numbers['offered']:8} "
            f"{numbers['to_rewrite']:7}{cells}"
        )


def _cell(score: Mapping[str, float | None]) -> str:
    if score["value"] is None:
        return "-"
    if score["low"] is None or score["high"] is None:
        return f"{score['value']:.1f}"
    return f"{score['value']:.1f} [{score['low']:.1f}, {score['high']:.1f}]"
