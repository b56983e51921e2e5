"""The commands `cdaflow score ...`, one module each."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from functools import partial

from cdaflow.cli.score.common import check_outputs

#: Modules of this package, each with `register(commands)`; the order is the order of the help.
COMMANDS = ("winomt", "mustshe", "geneval", "gate", "bleu", "compare", "align")


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `score` to the command line."""
    group = groups.add_parser(
        "score",
        help="score translations: gender of people (WinoMT, ...), BLEU, chrF",
        description="Score translations, whatever made them. Every command prints a table "
        "(or JSON, with --json) in which each number has its interval.",
    )
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        importlib.import_module(f"cdaflow.cli.score.{name}").register(commands)
    for parser in commands.choices.values():
        parser.set_defaults(run=partial(_run, parser.get_default("run")))


def _run(run: Callable[[argparse.Namespace], None], arguments: argparse.Namespace) -> None:
    check_outputs(arguments)
    run(arguments)
