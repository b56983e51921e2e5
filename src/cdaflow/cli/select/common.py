"""What the commands of `cdaflow select` share: pairs in and out, and what was found."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any


def add_pairs(parser: argparse.ArgumentParser, output: str) -> None:
    """Add the arguments for pairs in and out, and for the report."""
    parser.add_argument(
        "input",
        nargs="+",
        metavar="FILE",
        help="pairs: .parquet or .tsv with the columns source and target (.tsv without a header: "
        "the first two), or two aligned text files; .gz, .xz, .bz2 and .zst are unpacked",
    )
    parser.add_argument("--output", nargs="+", required=True, metavar="FILE", help=output)
    parser.add_argument(
        "--report", metavar="FILE.json", help="write here how many pairs each filter dropped"
    )


def add_form(parser: argparse.ArgumentParser, max_tokens: int) -> None:
    """Add what the form of a pair must be like; `max_tokens`: the default of that option."""
    parser.add_argument(
        "--max-tokens",
        type=int,
        default=max_tokens,
        metavar="N",
        help="longest side in whitespace tokens (default: %(default)s; 0: any)",
    )
    parser.add_argument(
        "--length-ratio",
        type=float,
        default=3.0,
        metavar="R",
        help="longest side as a multiple of the other (default: %(default)s; 0: any)",
    )
    parser.add_argument(
        "--any-beginning", action="store_true", help="English need not begin with a capital"
    )
    parser.add_argument(
        "--any-end", action="store_true", help="English need not end in a punctuation mark"
    )


def say_funnel(report: Mapping[str, Any]) -> None:
    """Print a line for each filter of a report."""
    from cdaflow.progress import say

    say(f"pairs{report['pairs']:>21,}")
    for step in report["filters"]:
        reasons = ", ".join(f"{count:,} {why}" for why, count in step["by_reason"].items())
        say(f"  {step['filter']:<12}{-step['dropped']:>12,}{f'  ({reasons})' * bool(reasons)}")
    kept = report["kept"]
    genders = ", ".join(f"{count:,} {gender}" for gender, count in kept["by_gender"].items())
    say(f"kept{kept['pairs']:>22,}{f'  ({genders})' * bool(genders)}")
