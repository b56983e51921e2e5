"""The commands `cdaflow gfst ...`, one module each."""

from __future__ import annotations

import argparse
import importlib

#: Modules of this package, each with `register(commands)`; the order is the order of the help.
COMMANDS = ("source", "count", "target", "balance", "debias", "sheet", "judged")


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `gfst` to the command line."""
    group = groups.add_parser(
        "gfst",
        help="gender-filtered self-training",
        description="Gender-filtered self-training (Choubey et al. 2021).",
    )
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        importlib.import_module(f"cdaflow.cli.gfst.{name}").register(commands)
