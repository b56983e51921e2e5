"""Readers of text as users have it; each yields (line number from 1, sides)."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines

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
