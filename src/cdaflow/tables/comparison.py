"""A comparison of systems as a table for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cdaflow.statistics import SIGNIFICANT
from cdaflow.statistics.field import Test
from cdaflow.statistics.warnings import caution
from cdaflow.tables.render import NONE, Column, Record, Table, number, plain, terminal_text

_TESTS = {Test.MCNEMAR: "McNemar"}


def comparison_text(report: Mapping[str, Any]) -> str:
    """Return a comparison (see `cdaflow.scoring.compare`) as text: a line for each score.

    A difference has no star where one of the two systems is suspect, and a line on top says so.
    """
    title = [report["of"], report["language"], report.get("testset")]
    base = report["base"] or "the first"
    table = Table(
        f"{'  '.join(filter(None, title))}  compared with {base}",
        (),
        list(_records(report)),
        (
            Column("System", plain("system"), number=False),
            Column("Score", plain("score"), number=False),
            Column("Base", plain("base")),
            Column("Value", plain("value")),
            Column("Difference", plain("difference"), "value minus base [95% interval]"),
            Column("p", plain("p"), f"two-sided; * below {SIGNIFICANT}, for a single test"),
            Column("Test", plain("test"), "exact McNemar, or paired bootstrap", number=False),
        ),
        cautions=tuple(
            f"Caution: {name or NONE}: {found}; not marked."
            for name, found in (
                (base, caution(report.get("warned"))),
                *((item["system"], caution(item.get("warned"))) for item in report["comparisons"]),
            )
            if found
        ),
    )
    return f"{terminal_text(table)}signature: {report['signature']}"


def _records(report: Mapping[str, Any]) -> Iterator[Record]:
    for comparison in report["comparisons"]:
        suspect = caution(report.get("warned")) or caution(comparison.get("warned"))
        for name, score in comparison["scores"].items():
            difference = signed(score["difference"])
            if score["low"] is not None:
                difference += f" [{number(score['low'])}, {number(score['high'])}]"
            yield {
                "system": comparison["system"] or NONE,
                "score": name,
                "base": number(score["base"]),
                "value": number(score["value"]),
                "difference": difference,
                "p": p_value(score["p"])
                + ("*" if is_significant(score["p"]) and not suspect else " "),
                "test": _TESTS.get(score["test"], "bootstrap"),
            }


def is_significant(p: float | None) -> bool:
    """Return whether a p-value is marked; one that is not defined is not."""
    return p is not None and p < SIGNIFICANT


def signed(value: float | None) -> str:
    """Return a difference with its sign, "" for None."""
    text = number(value)
    return text if value is None or text.startswith("-") or text == "0.0" else f"+{text}"


def p_value(p: float | None) -> str:
    """Return a p-value with four places ("<0.0001" below), "" for None."""
    if p is None:
        return ""
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"
