"""Types of options: how the text of an option is converted, and how the help describes it.

A type is used in the signature of a command, or in a dataclass of options: `threads: Threads = 1`.
Such a dataclass may also be the base of a section of the configuration (`cdaflow.config.fields`):
each of its fields is then a key and an option, with one default, one check and one description,
that of the docstring. There, what a docstring says takes the place of the help that a type has.
"""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cdaflow.io.files import nfc

#: Whole numbers have no more digits than this.
_WHOLE = re.compile("[0-9]{1,18}")


T = TypeVar("T", bound=Callable[..., Any])


def exclusive(*names: str, required: bool = False) -> Callable[[T], T]:
    """Say of a function or dataclass that at most (exactly, if required) one of these is given."""

    def decorate(target: T) -> T:
        groups = [*getattr(target, "exclusive_options", ()), (names, required)]
        setattr(target, "exclusive_options", groups)  # noqa: B010 (a function has no such field)
        return target

    return decorate


class UsageError(Exception):
    """Arguments of a command that do not go together: its message is that of a usage error."""

    def __init__(self, code: str, problem: str) -> None:
        super().__init__(f"{problem} [{code}]")
        self.code = code


class Without:
    """Names fields of a dataclass that are no options of a command, in `Annotated`."""

    def __init__(self, *names: str) -> None:
        self.names = names


@dataclass(frozen=True)
class Value:
    """What an option is beside the type of its value; used in `Annotated`.

    Attributes:
        read: converts the text to the value, or raises ArgumentTypeError
        metavar: the placeholder for the value in the help
        help: the description of the option, if the docstring of its command has none
        repeat: the option is given once for each of its values, instead of once for all
        may_be_empty: the option may be given without a value
        file: whether a file is read ("input") or written ("output"); a path is read by default
        option: the name of the option, where it is not that of the parameter
        former: what it was called in the version before, which still does
        least, most: the smallest and the largest number
    """

    read: Callable[[str], Any] | None = None
    metavar: str | None = None
    help: str = ""
    repeat: bool = False
    may_be_empty: bool = False
    file: str = ""
    option: str | None = None
    former: str = ""
    least: float | None = None
    most: float | None = None

    def reader(self, kind: Any) -> Callable[[str], Any]:
        """Return what makes a value of a type of the text of an option."""
        if self.least is not None and self.read is None:
            return partial(self._number, kind)
        return self.read or kind

    def _number(self, kind: type[float], text: str) -> float:
        try:
            number = kind(text if kind is float or _WHOLE.fullmatch(text) else "nan")
        except ValueError:
            number = float("nan")
        if not (self.least or 0) <= number <= (float("inf") if self.most is None else self.most):
            limits = f"{self.least} up" if self.most is None else f"{self.least} to {self.most}"
            what = "a whole number" if kind is int else "a number"
            raise ArgumentTypeError(f"{text!r}: expected {what} from {limits}")
        return number

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """Return what checks the value of a key of the configuration."""
        limits = {"ge": self.least, "le": self.most}
        return handler(source) | {key: limit for key, limit in limits.items() if limit is not None}


def shard(text: str) -> tuple[int, int]:
    """Return K and N of a part such as 2/8."""
    numbers = [int(number) if _WHOLE.fullmatch(number) else 0 for number in text.split("/")]
    if len(numbers) != 2 or not 1 <= numbers[0] <= numbers[1]:
        raise ArgumentTypeError(f"{text!r}: expected K/N, such as 1/8, ..., 8/8")
    return numbers[0], numbers[1]


#: What people call the genders.
_SPELLINGS = (
    ("f", "fem", "feminine", "female"),
    ("m", "masc", "msc", "masculine", "male"),
)


def any_gender(feminine: str, masculine: str) -> Callable[[str], str]:
    """Return what reads any spelling of a gender as these two; all else stays as it is."""
    genders = zip(_SPELLINGS, (feminine, masculine), strict=True)
    names = {spelling: name for spellings, name in genders for spelling in spellings}
    return lambda text: names.get(text.casefold(), text)


Positive = Annotated[int, Value(metavar="N", least=1)]
Count = Annotated[int, Value(metavar="N", least=0)]
Share = Annotated[float, Value(metavar="SHARE", least=0, most=1)]
Shard = Annotated[tuple[int, int], Value(shard, "K/N")]
Normalised = Annotated[str, Value(nfc, "TEXT")]
#: The largest ratio of the lengths of the sides of a pair.
Ratio = Annotated[float, Value(least=0)]

Language = Annotated[str, Value(metavar="LANG", help="the language, by its ISO 639-1 code")]
Target = Annotated[str, Value(metavar="LANG", help="target language, ISO 639-1")]
Threads = Annotated[int, Value(metavar="N", help="CPU threads", least=1)]
Device = Annotated[str, Value(metavar="DEVICE", help="cpu, cuda or cuda:N")]
Seed = Annotated[int, Value(metavar="N", help="seed of all random choices")]

#: A file to read, or - for the standard input.
Input = Annotated[str, Value(metavar="FILE", file="input")]
#: A file to write, or - for the standard output.
Output = Annotated[str, Value(metavar="FILE", file="output", help="the file to write")]
OutputPath = Annotated[Path, Value(metavar="FILE", file="output", help="the file to write")]
Folder = Annotated[Path, Value(metavar="DIR")]

#: What a help says of the files that word lists come from by default.
_LIST = "(default: config/wordlists/{})"


def _list(what: str, name: str) -> Value:
    return Value(metavar="FILE", help=f"{what} {_LIST.format(name)}")


PronounList = Annotated[Path, _list("gendered pronouns", "pronouns.en.tsv")]
ProfessionList = Annotated[Path, _list("English nouns of professions", "professions.tsv")]
GenderedList = Annotated[Path, _list("gendered nouns", "gendered.en.tsv")]
TargetList = Annotated[Path, _list("nouns of the target", "professions.LANG.tsv")]

#: Pairs to read, and to write.
PairFiles = Annotated[
    Sequence[str],
    Value(
        metavar="FILE",
        file="input",
        help="pairs: .parquet or .tsv with the columns source and target (.tsv without a header: "
        "the first two), or two aligned text files; .gz, .xz, .bz2 and .zst are decompressed",
    ),
]
PairOutputs = Annotated[Sequence[str], Value(metavar="FILE", file="output")]

ReportFile = Annotated[Path, Value(metavar="FILE.json", file="output")]
