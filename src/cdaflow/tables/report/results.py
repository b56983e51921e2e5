"""The tables of the report."""

from __future__ import annotations

from collections.abc import Mapping

from cdaflow.scoring.bleu import METRIC as BLEU
from cdaflow.scoring.geneval_figures import METRIC as GENEVAL
from cdaflow.scoring.mustshe import METRIC as MUSTSHE
from cdaflow.scoring.winomt_figures import METRIC as WINOMT
from cdaflow.tables.bleu import bleu_table, tests_of_genders
from cdaflow.tables.contents import Report
from cdaflow.tables.evaluations import AGREEMENT, ANNOTATORS, INFLECTION
from cdaflow.tables.metrics import metric_table, metric_view
from cdaflow.tables.papers import PAPERS
from cdaflow.tables.pronouns import has_pronouns, pronoun_table
from cdaflow.tables.published_papers import KINDS
from cdaflow.tables.published_tables import published_beside
from cdaflow.tables.render import Table


def score_tables(report: Report) -> dict[str, Table]:
    """Return the tables with the intervals of all scores, by the id they have in the page."""
    tables = {}
    if report.winomt:
        records = metric_table(WINOMT, report.winomt, report.baseline).records
        tables["winomt"] = metric_view(WINOMT, records, intervals=True)
        with_pronouns = [score for score in report.winomt if has_pronouns(score)]
        if with_pronouns:
            tables["pronouns"] = pronoun_table(with_pronouns, report.baseline)
    if report.geneval:
        tests = tests_of_genders(report.comparisons)
        records = metric_table(GENEVAL, report.geneval, report.baseline, tests).records
        tables["geneval"] = metric_view(GENEVAL, records, intervals=True)
    if report.mustshe:
        tables["mustshe"] = metric_table(MUSTSHE, report.mustshe, report.baseline)
    if report.bleu:
        records = bleu_table(report.bleu, report.comparisons, report.baseline).records
        tables["bleu"] = metric_view(BLEU, records, intervals=True)
    if report.annotators:
        tables["annotators"] = ANNOTATORS.table(report.annotators)
    if report.agreement:
        tables["agreement"] = AGREEMENT.table(report.agreement)
    if report.inflection:
        tables["inflection"] = INFLECTION.table(report.inflection)
    return tables


def published_tables(report: Report, tables: Mapping[str, Table]) -> dict[str, Table]:
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
            table = tables.get(kind) or data.get(kind)
            if table is None:
                continue
            base = report.baseline if "system" in KINDS[kind].rows else None
            beside = published_beside(paper, kind, table.records, base)
            if beside.records:
                found[f"published.{paper}.{kind}"] = beside
    return found
