"""The command `cdaflow select professions`."""

from __future__ import annotations

import argparse


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow select professions`."""
    parser = commands.add_parser(
        "professions",
        help="at most so many pairs of each profession, by lot",
        description="Choose at most N pairs of each profession (Naik et al. 2023, section 4.2, "
        "have 10), by lot, in their order. The lot of a pair hangs on its id and the seed alone: "
        "the choice within a profession does not depend on the others, and fewer lie inside more.",
    )
    parser.add_argument(
        "input",
        nargs="+",
        metavar="FILE",
        help="pairs: .parquet or .tsv with the columns source, target and profession, such as "
        "`cdaflow select gendered` and `tagged` write",
    )
    parser.add_argument(
        "--output",
        nargs="+",
        required=True,
        metavar="FILE",
        help="the chosen pairs, in the same kind of file as they came or another",
    )
    parser.add_argument(
        "--per-profession",
        type=int,
        default=10,
        metavar="N",
        help="most pairs of a profession (default: %(default)s; 0: all)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="of the lots (default: %(default)s)"
    )
    parser.set_defaults(run=_professions)


def _professions(arguments: argparse.Namespace) -> None:
    from cdaflow.counterfactual.selection.sampling import select_professions
    from cdaflow.progress import say

    pairs, taken = select_professions(
        arguments.input, arguments.output, arguments.per_profession, arguments.seed
    )
    say(f"{taken} of {pairs} pairs")
