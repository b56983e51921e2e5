"""The command `cdaflow tables report`."""

from __future__ import annotations

import argparse

from cdaflow.cli.tables.common import add_baseline, add_comparisons
from cdaflow.cli.values import positive


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow tables report`."""
    report = commands.add_parser("report", help="write all results to one HTML page")
    report.add_argument("--winomt-scores", nargs="+", default=[], metavar="SCORES.json")
    report.add_argument("--bleu-scores", nargs="+", default=[], metavar="SCORES.json")
    report.add_argument("--geneval-scores", nargs="+", default=[], metavar="SCORES.json")
    report.add_argument("--mustshe-scores", nargs="+", default=[], metavar="SCORES.json")
    for name in ("annotator", "agreement", "inflection"):
        report.add_argument(f"--{name}-scores", nargs="+", default=[], metavar="SCORES.json")
    report.add_argument(
        "--sentences",
        nargs="+",
        default=[],
        metavar="SENTENCES.tsv",
        help="the sentences of each WinoMT score file, in the same order",
    )
    add_comparisons(report)
    add_baseline(report)
    report.add_argument("--figures", nargs="+", default=[], metavar="FIGURE.svg")
    report.add_argument(
        "--data-tables",
        nargs="+",
        default=[],
        metavar="TABLE.csv",
        help="tables of the training data: funnel, datasets, corpus",
    )
    report.add_argument(
        "--data-figures", nargs="+", default=[], metavar="FIGURE.svg", help="figures beside them"
    )
    report.add_argument(
        "--example-tables",
        nargs="+",
        default=[],
        metavar="EXAMPLES.csv",
        help="tables of cdaflow tables examples",
    )
    report.add_argument(
        "--published",
        nargs="+",
        default=[],
        metavar="PAPER",
        help="also the figures of papers: naik2023, choubey2021",
    )
    report.add_argument("--config", metavar="CONFIG.json", help="the configuration to show")
    report.add_argument(
        "--examples", type=positive, default=100, metavar="N", help="for each language (100)"
    )
    report.add_argument("--output", required=True, metavar="REPORT.html")
    report.set_defaults(run=_report)


def _report(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.contents import read_report
    from cdaflow.tables.report import write_report

    report = read_report(
        arguments.winomt_scores,
        arguments.bleu_scores,
        arguments.sentences,
        arguments.figures,
        arguments.config,
        arguments.examples,
        arguments.comparisons,
        arguments.baseline,
        geneval=arguments.geneval_scores,
        mustshe=arguments.mustshe_scores,
        annotators=arguments.annotator_scores,
        agreement=arguments.agreement_scores,
        inflection=arguments.inflection_scores,
        data_tables=arguments.data_tables,
        data_figures=arguments.data_figures,
        example_tables=arguments.example_tables,
        published=arguments.published,
    )
    write_report(report, arguments.output)
