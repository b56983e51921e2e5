"""The command `cdaflow tables show`."""

from __future__ import annotations

import argparse


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow tables show`."""
    show = commands.add_parser("show", help="print a table (CSV or TSV) with its legend")
    show.add_argument("table", metavar="TABLE.csv")
    show.set_defaults(run=_show)


def _show(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.render import terminal_text
    from cdaflow.tables.show import read_table

    print(terminal_text(read_table(arguments.table)), end="")
