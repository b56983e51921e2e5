"""Types of options: how the text of an option becomes a value, and what a help says of it.

A type is used in the signature of a command, or of a scorer, which is one too (`threads: Threads =
1`). What a docstring says of a parameter takes the place of the help that its type has.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cdaflow.io.files import nfc
from cdaflow.io.structured import whole_number


class UsageError(Exception):
    """Arguments of a command that do not go together: its message is that of a usage error."""


@dataclass(frozen=True)
class Value:
    """What an option is beside the type of its value; used in `Annotated`.

    Attributes:
        read: makes the value of the text, raising ArgumentTypeError
        metavar: the name of a value in the help
        help: what the option is, where the docstring of its command does not say it
        repeat: the option is given once for each of its values, instead of once for all
        may_be_empty: the option may be given without a value
        file: whether a file is read ("input") or written ("output"); a path is read by default
        option: the name of the option, where it is not that of the parameter
    """

    read: Callable[[str], Any] | None = None
    metavar: str | None = None
    help: str = ""
    repeat: bool = False
    may_be_empty: bool = False
    file: str = ""
    option: str | None = None


def positive(text: str) -> int:
    """Return a whole number from 1 up."""
    number = whole_number(text)
    if not number:
        raise ArgumentTypeError(f"{text!r}: a whole number from 1 up is wanted")
    return number


def count(text: str) -> int:
    """Return a whole number from 0 up."""
    number = whole_number(text)
    if number is None:
        raise ArgumentTypeError(f"{text!r}: a whole number from 0 up is wanted")
    return number


def share(text: str) -> float:
    """Return a number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise ArgumentTypeError(f"{text!r}: a number from 0 to 1 is wanted")
    return value


def shard(text: str) -> tuple[int, int]:
    """Return K and N of a part such as 2/8."""
    first, _, last = text.partition("/")
    part, parts = whole_number(first), whole_number(last)
    if not part or not parts or part > parts:
        raise ArgumentTypeError(f"{text!r}: K/N is wanted, such as 1/8, ..., 8/8")
    return part, parts


Positive = Annotated[int, Value(positive, "N")]
Count = Annotated[int, Value(count, "N")]
Share = Annotated[float, Value(share, "SHARE")]
Shard = Annotated[tuple[int, int], Value(shard, "K/N")]
Normalised = Annotated[str, Value(nfc, "TEXT")]

Language = Annotated[str, Value(metavar="LANG", help="the language, by its ISO 639-1 code")]
Target = Annotated[str, Value(metavar="LANG", help="target language, ISO 639-1")]
Threads = Annotated[int, Value(positive, "N", "CPU threads")]
Device = Annotated[str, Value(metavar="DEVICE", help="cpu, cuda or cuda:N")]
Seed = Annotated[int, Value(metavar="N", help="seed of all random choices")]

#: A file to read, or - for the standard input.
Input = Annotated[str, Value(metavar="FILE", file="input")]
#: A file to write, or - for the standard output.
Output = Annotated[str, Value(metavar="FILE", file="output", help="the file to write")]
OutputPath = Annotated[Path, Value(metavar="FILE", file="output", help="the file to write")]
Folder = Annotated[Path, Value(metavar="DIR")]
