"""What the commands `cdaflow trees ...` have in common."""

from __future__ import annotations

import argparse


def positive(text: str) -> int:
    """Return a whole number from 1 up."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a number from 1 up is wanted")
    return number


def shard(text: str) -> tuple[int, int]:
    """Return K and N of a part such as 2/8."""
    part, slash, parts = text.partition("/")
    if not (slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r}: K/N is wanted, such as 1/8, ..., 8/8")
    return int(part), int(parts)


def add_machine(parser: argparse.ArgumentParser) -> None:
    """Add --threads and --device."""
    parser.add_argument("--threads", type=positive, default=1, help="CPU threads (default: 1)")
    parser.add_argument("--device", default="cpu", help="cpu (default), cuda or cuda:N")
