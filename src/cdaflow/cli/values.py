"""Values of options, checked as they are read (`type=` of argparse)."""

from __future__ import annotations

import argparse

from cdaflow.io.cells import whole_number


def positive(text: str) -> int:
    """Return a whole number from 1 up."""
    number = whole_number(text)
    if not number:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 1 up is wanted")
    return number


def count(text: str) -> int:
    """Return a whole number from 0 up."""
    number = whole_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 0 up is wanted")
    return number


def share(text: str) -> float:
    """Return a number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r}: a number from 0 to 1 is wanted")
    return value


def shard(text: str) -> tuple[int, int]:
    """Return K and N of a part such as 2/8."""
    first, _, last = text.partition("/")
    part, parts = whole_number(first), whole_number(last)
    if not part or not parts or part > parts:
        raise argparse.ArgumentTypeError(f"{text!r}: K/N is wanted, such as 1/8, ..., 8/8")
    return part, parts
