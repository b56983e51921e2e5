"""Groups whose commands are still declared by hand."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

GROUPS = (
    "demo",
    "wordlists",
    "trees",
    "agreement",
    "select",
    "counterfactual",
    "gfst",
    "inflect",
    "nmt",
    "score",
    "tables",
)


def is_legacy(group: str) -> bool:
    """Return whether the commands of a group have parsers of their own."""
    return group in GROUPS


def build(group: str) -> argparse.ArgumentParser:
    """Return the parser of a group."""
    parser = argparse.ArgumentParser(prog="cdaflow")
    groups = parser.add_subparsers(dest="group", metavar="GROUP", required=True)
    importlib.import_module(f"cdaflow.cli.{group}").register(groups)
    return parser


def run(group: str, words: Sequence[str]) -> int | None:
    """Run a command line of a group."""
    arguments = build(group).parse_args(words)
    status: int | None = arguments.run(arguments)
    return status


def leaves(group: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the commands of a group with their parsers."""

    def walk(parser: argparse.ArgumentParser, path: str) -> Iterator[tuple[str, Any]]:
        below = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
        if not below:
            yield path, parser
        for action in below:
            for name, one in action.choices.items():
                yield from walk(one, f"{path} {name}".strip())

    return walk(build(group), "")


def functions(group: str) -> dict[str, tuple[str, str]]:
    """Return the module and the function of each command of a group."""
    found = {}
    for name, parser in leaves(group):
        function = parser.get_default("run")
        if isinstance(function, partial):
            function = function.args[0]
        called = function.__name__
        found[name] = (function.__module__, called if called.isidentifier() else "_run")
    return found


class LegacyCommand:
    """A command of a group that has a parser of its own, as far as tests ask for it."""

    def __init__(self, name: str) -> None:
        self._parser = dict(leaves(name.split()[0]))[name]

    def parser(self) -> Any:
        """Return itself: see `option_actions`."""
        return self

    def parse_args(self, words: Sequence[str]) -> None:
        """Read arguments."""
        self._parser.parse_args(words)

    def option_actions(self) -> dict[str, argparse.Action]:
        """Return what each option does, by its names."""
        return self._parser._option_string_actions
