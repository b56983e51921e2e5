"""The tables of the report in which figures of papers stand beside ours."""

from __future__ import annotations

from cdaflow.tables.contents import Report
from cdaflow.tables.papers import PAPERS
from cdaflow.tables.published import KINDS, published_beside
from cdaflow.tables.table import Table


def published_tables(report: Report) -> dict[str, Table]:
    """Return the figures of the papers beside ours, each table of which we have the like."""
    data = {
        kind: table
        for kind, about in KINDS.items()
        for table in report.data.values()
        if table.columns[: len(about.ours)] == about.ours
    }
    found = {}
    for paper in report.published:
        for kind in PAPERS[paper].tables:
            table = report.score_tables.get(kind) or data.get(kind)
            if table is None:
                continue
            base = report.baseline if "system" in KINDS[kind].rows else None
            beside = published_beside(paper, kind, table.records, base)
            if beside.records:
                found[f"published.{paper}.{kind}"] = beside
    return found
