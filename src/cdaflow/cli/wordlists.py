"""Options of commands that name word lists."""

from __future__ import annotations

import argparse

from cdaflow.errors import InputError


def add_wordlist(parser: argparse.ArgumentParser, option: str, what: str, name: str) -> None:
    """Add an option for a word list; `name`: that of the usual one, see `wordlist`."""
    parser.add_argument(option, metavar="FILE", help=f"{what} (default: config/wordlists/{name})")


def wordlist(path: str | None, name: str) -> str:
    """Return the word list that was given, else the usual one: here or of the repository."""
    from pathlib import Path

    import cdaflow

    if path is not None:
        return path
    usual = Path("config/wordlists") / name
    # An editable installation runs from <repository>/src/cdaflow.
    for place in (usual, Path(cdaflow.__file__).parents[2] / usual):
        if place.is_file():
            return str(place)
    raise InputError(
        "no such file",
        file=usual,
        hint="run this in the folder of cdaflow's repository, or name a word list by its option",
    )
