"""The command `cdaflow tables published`: what papers report, beside our own."""

from __future__ import annotations

import argparse

from cdaflow.cli.tables.common import add_baseline, add_outputs

#: What `cdaflow.tables.published_papers.KINDS` has, which takes a while to import.
KINDS = ("sizes", "shares", "gfst", "winomt", "mustshe", "human", "bleu", "filter")


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow tables published`."""
    parser = commands.add_parser(
        "published",
        help="the figures of a paper, beside our own",
        epilog="papers: naik2023 (sizes, winomt, bleu), choubey2021 (all kinds)",
    )
    parser.add_argument(
        "paper",
        metavar="PAPER",
        help="naik2023: Naik et al. (2023); choubey2021: Choubey et al. (2021)",
    )
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument(
        "--beside",
        metavar="TABLE.csv",
        help="our table to set beside it: that of the same name, but datasets for sizes, and what "
        "cdaflow gfst judged wrote for human and filter",
    )
    add_baseline(parser)
    add_outputs(parser)
    parser.set_defaults(run=_published)


def _published(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.published_tables import published_table
    from cdaflow.tables.render import write_table

    table = published_table(arguments.paper, arguments.kind, arguments.beside, arguments.baseline)
    write_table(table, arguments.output, arguments.markdown)
