"""Arguments that several commands share."""

from __future__ import annotations

import argparse


def add_outputs(parser: argparse.ArgumentParser) -> None:
    """Add the files that a table is written to."""
    parser.add_argument("--output", required=True, metavar="TABLE.csv")
    parser.add_argument("--markdown", metavar="TABLE.md", help="also as Markdown with a legend")


def add_baseline(parser: argparse.ArgumentParser) -> None:
    """Add the choice of the system that the others are tested against."""
    parser.add_argument(
        "--baseline",
        metavar="SYSTEM",
        help="the system against which the others are tested (default: the first of a language)",
    )


def add_comparisons(parser: argparse.ArgumentParser) -> None:
    """Add the tests of BLEU between systems."""
    parser.add_argument(
        "--comparisons",
        nargs="+",
        default=[],
        metavar="COMPARISON.json",
        help="files of cdaflow score compare-bleu: BLEU that differs from the baseline is marked",
    )


def add_funnels(parser: argparse.ArgumentParser) -> None:
    """Add reports of selections, each with its language."""
    parser.add_argument(
        "reports", nargs="+", metavar="FUNNEL.json", help="reports of cdaflow select"
    )
    parser.add_argument(
        "--label",
        nargs="+",
        action="extend",
        required=True,
        metavar="LANGUAGE",
        help="the language of each report, in the same order",
    )


def add_labels(parser: argparse.ArgumentParser, metavar: str, example: str) -> None:
    """Add the labels of files that do not say themselves what they are."""
    parser.add_argument(
        "--label",
        nargs="+",
        action="extend",
        required=True,
        metavar=metavar,
        help=f"what each file is, such as {example}: one label a file, in the same order",
    )
