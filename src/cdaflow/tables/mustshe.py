"""A MuST-SHE report as a table for the terminal: a line for each part of the corpus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cdaflow.scoring.mustshe import METRIC, PARTS
from cdaflow.statistics.warnings import caution
from cdaflow.tables.render import Column, Record, Table, number, plain, terminal_text, with_interval
from cdaflow.tables.terminal import report_lines

#: Score -> header of its column; those with an interval are the ones to be quoted.
_COLUMNS = {
    "coverage": "Cov",
    "accuracy": "Acc",
    "accuracy_correct": "Acc all",
    "accuracy_wrong": "Acc wrong",
    "delta_acc": "ΔAcc",
    "bleu": "BLEU",
    "delta_bleu": "ΔBLEU",
    "coverage_published": "Cov publ.",
    "accuracy_published": "Acc publ.",
}
_WITH_INTERVAL = ("accuracy", "delta_acc")


def mustshe_text(report: Mapping[str, Any]) -> str:
    """Return the report as a table, with the lines that look wrong and the signatures below."""
    head, *rest = report_lines({**report, "scores": {}, "warned": None})
    suspect = caution(report.get("warned"))
    cautions = (f"Caution: {suspect}: do not trust these figures.",) if suspect else ()
    view = [
        Column("Rows", plain("part"), number=False),
        Column("Sentences", plain("rows")),
        Column("Terms", plain("terms")),
    ]
    for name, header in _COLUMNS.items():
        cell = plain(name)
        if name in _WITH_INTERVAL:
            cell = with_interval(name, f"{name}_low", f"{name}_high")
        view.append(Column(header, cell, METRIC[name].about))
    records = [_record(report, ending, title) for ending, title in PARTS.items()]
    table = terminal_text(Table(head, (), records, tuple(view), cautions=cautions))
    return "\n".join([*table.rstrip("\n").split("\n"), *rest, f"BLEU: {report['bleu_signature']}"])


def _record(report: Mapping[str, Any], ending: str, title: str) -> Record:
    counts = report["counts"][ending.removeprefix("_") or "all"]
    record = {"part": title, "rows": str(counts["rows"]), "terms": str(counts["terms"])}
    for name in _COLUMNS:
        score = report["scores"].get(name + ending, {})
        record[name] = number(score.get("value"))
        record[f"{name}_low"] = number(score.get("low"))
        record[f"{name}_high"] = number(score.get("high"))
    return record
