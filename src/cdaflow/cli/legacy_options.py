"""Options of word lists for the groups whose commands are still declared by hand."""

from __future__ import annotations

import argparse


def add_wordlist(parser: argparse.ArgumentParser, option: str, what: str, name: str) -> None:
    """Add an option for a word list; `name`: that of the usual one, see `wordlist`."""
    parser.add_argument(option, metavar="FILE", help=f"{what} (default: config/wordlists/{name})")


def wordlist(path: str | None, name: str) -> str:
    """Return the word list that was given, else the usual one."""
    from cdaflow.wordlists import find_wordlist

    return str(find_wordlist(name)) if path is None else path
