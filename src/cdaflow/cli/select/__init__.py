"""The commands `cdaflow select ...`, one module each."""

from __future__ import annotations

import argparse
import importlib

#: Modules of this package, each with `register(commands)`; the order is the order of the help.
COMMANDS = ("gendered", "tagged", "professions", "random")


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `select` to the command line."""
    group = groups.add_parser(
        "select",
        help="choose pairs of a corpus for fine-tuning",
        description="Choose pairs of a corpus: the gendered subset of Naik et al. 2023, section "
        "4.1, first by what the text tells, then by what an annotator tells.",
    )
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        importlib.import_module(f"cdaflow.cli.select.{name}").register(commands)
