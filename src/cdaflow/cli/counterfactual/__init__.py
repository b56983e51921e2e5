"""The commands `cdaflow counterfactual ...`, one module each."""

from __future__ import annotations

import argparse
import importlib

#: Modules of this package, each with `register(commands)`; the order is the order of the help.
COMMANDS = ("swap", "make", "balance", "evaluate", "handcrafted", "translated", "rewrite")


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `counterfactual` to the command line."""
    group = groups.add_parser(
        "counterfactual",
        help="sentences with the other gender",
        description="Write sentences with the other gender (Naik et al. 2023, section 4.2).",
    )
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        importlib.import_module(f"cdaflow.cli.counterfactual.{name}").register(commands)
