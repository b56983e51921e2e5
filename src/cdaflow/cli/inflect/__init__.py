"""The commands `cdaflow inflect ...`, one module each."""

from __future__ import annotations

import argparse
import importlib

#: Modules of this package, each with `register(commands)`; the order is the order of the help.
COMMANDS = ("words", "trees", "train", "evaluate")


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `inflect` to the command line."""
    group = groups.add_parser(
        "inflect",
        help="words in another gender or number: dictionary, then a trained model",
        description="Inflect words and the words marked in trees; train and score the model for "
        "words that no dictionary knows.",
    )
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        importlib.import_module(f"cdaflow.cli.inflect.{name}").register(commands)
