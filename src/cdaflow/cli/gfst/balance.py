"""Put feminine and masculine pairs together in equal number."""

from __future__ import annotations

import argparse

from cdaflow.cli.values import positive


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command `gfst balance`."""
    parser = commands.add_parser(
        "balance",
        help="as many feminine pairs as masculine ones, as a data set to train on",
        description="Write as many pairs of each gender as the rarer one has, in an order drawn "
        "by the seed (Choubey et al. 2021, section 2). The same seed takes the same pairs.",
    )
    for gender, what in (("fem", "feminine"), ("msc", "masculine")):
        parser.add_argument(
            f"--{gender}",
            nargs="+",
            required=True,
            metavar="FILE",
            help=f"{what} pairs: .parquet or .tsv with the columns source and target, or two "
            "aligned text files",
        )
    parser.add_argument(
        "--genders",
        choices=("both", "fem", "msc"),
        default="both",
        help="one gender alone has as many pairs as it has in both (default: %(default)s)",
    )
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--max", type=positive, metavar="N", help="at most so many of each gender")
    limit.add_argument(
        "--size-of", metavar="FILE.parquet", help="as many pairs in all as this file has"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="of the sample and the order (default: %(default)s)"
    )
    parser.add_argument(
        "--output",
        nargs="+",
        required=True,
        metavar="FILE",
        help=".parquet or .tsv (id, source, target, gender), or two text files",
    )
    parser.add_argument("--report", metavar="FILE.json", help="write here how many were taken")
    parser.set_defaults(run=_balance)


def _balance(arguments: argparse.Namespace) -> None:
    from cdaflow.gfst.balance import balance
    from cdaflow.io.files import write_json
    from cdaflow.io.parquet import count_rows
    from cdaflow.progress import say

    report = balance(
        arguments.fem,
        arguments.msc,
        arguments.output,
        genders=arguments.genders,
        maximum=arguments.max or 0,
        size=count_rows(arguments.size_of) if arguments.size_of else None,
        seed=arguments.seed,
    )
    if arguments.report:
        write_json(arguments.report, report)
    taken = ", ".join(
        f"{count['taken']:,} of {count['pairs']:,} {gender}"
        for gender, count in report["genders"].items()
    )
    say(f"{report['pairs']:,} pairs: {taken}")
