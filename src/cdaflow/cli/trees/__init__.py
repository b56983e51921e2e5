"""The commands `cdaflow trees ...`, one module each."""

from __future__ import annotations

import argparse
import importlib
import importlib.util

#: Modules of this package, each with `register(commands)`; the order is the order of the help.
COMMANDS = ("annotate", "gather", "train", "evaluate", "features", "fetch")


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `trees` to the command line."""
    group = groups.add_parser(
        "trees",
        help="Universal Dependencies trees of sentences; models that make them",
        description="Annotate sentences with trees (CoNLL-U), train and score what annotates them.",
    )
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = f"cdaflow.cli.trees.{name}"
        if importlib.util.find_spec(module):
            importlib.import_module(module).register(commands)
