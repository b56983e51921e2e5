"""Readers of text as users have it, each line or unit with its number; parts of it for jobs."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_blocks, read_lines

Record = tuple[int, tuple[str, ...]]


def read_text(path: str) -> Iterator[Record]:
    """Yield the lines of one file."""
    for number, line in enumerate(read_lines(path), 1):
        yield number, (line,)


def read_aligned(source: str, target: str) -> Iterator[Record]:
    """Yield the line pairs of two aligned files.

    Where one file ends before the other, the rest of the longer one is counted and an
    InputError tells both counts.
    """
    numbered = enumerate(zip_longest(read_lines(source), read_lines(target)), 1)
    for number, (left, right) in numbered:
        if left is None or right is None:
            longer = number + sum(1 for _ in numbered)
            shorter = number - 1
            counts = (shorter, longer) if left is None else (longer, shorter)
            raise InputError(
                f"the two files are not aligned: {source} has {counts[0]} lines and"
                f" {target} has {counts[1]}",
                file=source if left is None else target,
                line=shorter,
                hint="it ends after this line; line i of one file must be the translation of"
                " line i of the other (an empty line where there is none)",
            )
        yield number, (left, right)


def read_tsv(
    path: str, columns: Sequence[int | str], header: bool = False, *, exact: bool = False
) -> Iterator[Record]:
    """Yield the chosen columns (by number from 1 or by header name) of a TSV file.

    Fields are parted by tabs and not quoted, as corpus tools write them. With `header` the
    first line is not text. With `exact` a row of more columns than `columns` is an error: which
    of them are meant is a guess.
    """
    lines = enumerate(read_lines(path), 1)
    places = [column - 1 for column in columns if isinstance(column, int)]
    if header:
        _, first = next(lines, (0, ""))
        places = _places(path, columns, first.split("\t"))
    needed = max(places) + 1
    for number, line in lines:
        fields = line.split("\t")
        if len(fields) < needed:
            raise InputError(
                f"the row has {len(fields)} of at least {needed} columns",
                file=path,
                line=number,
                hint="columns are parted by tabs; choose others with columns=, such as columns=1:2",
            )
        if exact and len(fields) > needed:
            raise InputError(
                f"the row has {len(fields)} columns, and which of them are wanted is not said",
                file=path,
                line=number,
                hint=f"say which ones are meant, counted from 1: {_columns_hint(len(columns))}",
            )
        yield number, tuple([fields[place] for place in places])


def _columns_hint(languages: int) -> str:
    if languages == 1:
        return "columns=1 for the first"
    return "columns=1:2 for the first two, columns=2:4 for Tatoeba's (id, sentence, id, sentence)"


def tsv_fields(path: str, rows: int) -> list[list[str]]:
    """Return the cells of the first `rows` lines of a TSV file."""
    return [line.split("\t") for line in islice(read_lines(path), rows)]


def _places(path: str, columns: Sequence[int | str], names: list[str]) -> list[int]:
    """Return the columns counted from 0, with names looked up in the header."""
    names = [name.strip() for name in names]
    places = []
    for column in columns:
        if isinstance(column, int):
            places.append(column - 1)
        elif names.count(column) == 1:
            places.append(names.index(column))
        else:
            near = difflib.get_close_matches(column, names, n=1)
            found = "two columns" if column in names else "no column"
            raise InputError(
                f"the header has {found} with the name {column!r}",
                file=path,
                line=1,
                hint=(f"did you mean {near[0]!r}? " if near and near[0] != column else "")
                + f"its columns are: {', '.join(names)}",
            )
    return places


def shard_range(total: int, part: int, parts: int) -> tuple[int, int]:
    """Return start and end of the part (from 1) of `total` lines; the parts together are all."""
    if not 1 <= part <= parts:
        raise ConfigError(
            f"no shard {part}/{parts}: the first is 1/{parts}, the last {parts}/{parts}"
        )
    return total * (part - 1) // parts, total * part // parts


def count_lines(path: str | os.PathLike[str]) -> int:
    """Return how many lines a text file has, the last one with or without a line feed."""
    count, last = 0, b"\n"
    for block in read_blocks(path, 1 << 20):
        count += block.count(b"\n")
        last = block[-1:]
    return count + (last != b"\n")


def lines_of(
    path: str | os.PathLike[str], shard: tuple[int, int] | None = None
) -> Iterator[tuple[int, str]]:
    """Yield number (from 1) and text of the lines of a file, or of its part K of N.

    Raises InputError as `read_lines` does, ConfigError for a part of a pipe.
    """
    first, last = 0, None
    if shard is not None:
        if not Path(path).is_file():
            raise ConfigError(
                "a pipe cannot be cut into shards, since its length is not known before its end",
                hint="write it to a file first, or leave --shard out",
            )
        first, last = shard_range(count_lines(path), *shard)
    yield from enumerate(islice(read_lines(path), first, last), first + 1)
