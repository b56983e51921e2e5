"""The tables of gender-filtered self-training: sizes and rates, shares of genders."""

from __future__ import annotations

import argparse

from cdaflow.cli.tables.common import add_labels, add_outputs


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow tables gfst` and `cdaflow tables shares`."""
    gfst = commands.add_parser(
        "gfst", help="how many monolingual sentences each filter of GFST leaves, and why"
    )
    gfst.add_argument(
        "reports", nargs="+", metavar="TARGET.json", help="reports of cdaflow gfst target"
    )
    add_labels(gfst, "LANGUAGE/GENDER", "es/fem")
    gfst.add_argument(
        "--source",
        nargs="+",
        default=[],
        metavar="SOURCE.json",
        help="reports of cdaflow gfst source on the monolingual text, one for each part of it",
    )
    gfst.add_argument(
        "--balance",
        nargs="+",
        default=[],
        metavar="BALANCE.json",
        help="reports of cdaflow gfst balance",
    )
    gfst.add_argument(
        "--balance-language",
        nargs="+",
        default=[],
        metavar="LANGUAGE",
        help="the language of each of these, in the same order",
    )
    add_outputs(gfst)
    gfst.set_defaults(run=_gfst)

    shares = commands.add_parser(
        "shares", help="the shares of feminine and masculine sentences in corpora"
    )
    shares.add_argument(
        "counts",
        nargs="+",
        metavar="COUNTS.json",
        help="files of cdaflow gfst count, or reports of cdaflow gfst source",
    )
    add_labels(shares, "LANGUAGE/NAME", "es/train")
    add_outputs(shares)
    shares.set_defaults(run=_shares)


def _gfst(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.gfst import gfst_table, read_sizes
    from cdaflow.tables.render import write_table

    sizes = read_sizes(
        arguments.reports,
        arguments.label,
        arguments.source,
        arguments.balance,
        arguments.balance_language,
    )
    write_table(gfst_table(sizes), arguments.output, arguments.markdown)


def _shares(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.corpora import SHARES, read_shares
    from cdaflow.tables.render import write_table

    table = SHARES.table(read_shares(arguments.counts, arguments.label))
    write_table(table, arguments.output, arguments.markdown)
