"""The commands `cdaflow agreement ...`, one module each."""

from __future__ import annotations

import argparse
import importlib

#: Modules of this package, each with `register(commands)`; the order is the order of the help.
COMMANDS = ("train", "apply", "pairs", "choose", "evaluate")


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `agreement` to the command line."""
    group = groups.add_parser(
        "agreement",
        help="which words change with a noun whose gender is changed",
        description="The Markov random field of Zmigrod et al. 2019 over dependency trees: train "
        "it, change the gender of nouns with it, score it on pairs that differ only in gender.",
    )
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        importlib.import_module(f"cdaflow.cli.agreement.{name}").register(commands)
