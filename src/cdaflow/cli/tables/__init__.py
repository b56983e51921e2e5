"""The commands `cdaflow tables ...`."""

from __future__ import annotations

import argparse
import importlib

#: Modules of this package, each with `register(commands)`; the order is the order of the help.
COMMANDS = (
    "scores",
    "counterfactual",
    "gfst",
    "published",
    "show",
    "figure",
    "report",
    "provenance",
)


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `tables` to the command line."""
    group = groups.add_parser("tables", help="tables, figures and the report")
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        importlib.import_module(f"cdaflow.cli.tables.{name}").register(commands)
