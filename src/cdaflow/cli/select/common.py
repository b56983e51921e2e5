"""What the commands of `cdaflow select` share: pairs in and out, and what was found."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from cdaflow.errors import InputError


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


def wordlist(path: str | None, name: str) -> str:
    """Return the word list that was given, else the usual one: here or of the repository."""
    from pathlib import Path

    import cdaflow

    if path is not None:
        return path
    usual = Path("config/wordlists") / name
    # An editable installation runs from <repository>/src/cdaflow.
    for place in (usual, Path(cdaflow.__file__).parents[2] / usual):
        if place.is_file():
            return str(place)
    raise InputError(
        "no such file",
        file=usual,
        hint="run this in the folder of cdaflow's repository, or name a word list by its option",
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
