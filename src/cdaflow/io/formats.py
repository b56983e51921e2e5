"""Read users' text, each line or unit with its number, whole or as a shard."""

from __future__ import annotations

import difflib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, zip_longest
from pathlib import Path

from cdaflow.errors import CdaflowError, ConfigError, InputError
from cdaflow.io.compression import open_binary_raw
from cdaflow.io.files import read_blocks, read_lines
from cdaflow.io.recognition import Content
from cdaflow.io.repair import Repairs

Record = tuple[int, tuple[str, ...]]


def read_text(path: str) -> Iterator[Record]:
    """Yield the lines of one file."""
    for number, line in enumerate(read_lines(path, Content.SENTENCES), 1):
        yield number, (line,)


def read_aligned(
    source: str, target: str, content: Content | None = Content.SENTENCES
) -> Iterator[Record]:
    """Yield the line pairs of two aligned files.

    `content`: what the lines are; None where they have a format of their own.

    Where one file ends before the other, the rest of the longer one is counted and an
    InputError tells both counts.
    """
    sides = (read_lines(path, content) for path in (source, target))
    numbered = enumerate(zip_longest(*sides), 1)
    for number, (left, right) in numbered:
        if left is None or right is None:
            longer = number + sum(1 for _ in numbered)
            shorter = number - 1
            counts = (shorter, longer) if left is None else (longer, shorter)
            raise not_aligned((source, target), counts)
        yield number, (left, right)


def repaired_records(records: Iterable[Record], repairs: Repairs) -> Iterator[Record]:
    """Yield records with their text as it was written, counted in `repairs`."""
    for number, sides in records:
        yield number, tuple([repairs.line(number, side) for side in sides])


def not_aligned(paths: Sequence[str], counts: Sequence[int]) -> InputError:
    """Return the fault of two files of different numbers of lines."""
    return InputError(
        "corpus.line-counts",
        f"the two files are not aligned: {paths[0]} has {counts[0]} lines and"
        f" {paths[1]} has {counts[1]}",
        file=paths[counts[0] > counts[1]],
        line=min(counts),
        hint="it ends after this line; line i of one file must be the translation of"
        " line i of the other (an empty line where there is none)",
    )


def read_tsv(
    path: str, columns: Sequence[int | str], header: bool = False, *, exact: bool = False
) -> Iterator[Record]:
    """Yield the chosen columns (by number from 1 or by header name) of a TSV file.

    Fields are separated by tabs and not quoted, as corpus tools write them. With `header` the
    first line is not text. All rows have as many columns as the first one, with `exact` no more
    than `columns`: which of them are meant would be a guess.
    """
    lines = enumerate(read_lines(path, Content.TABLE), 1)
    indices = [column - 1 for column in columns if isinstance(column, int)]
    first = ""
    if header:
        _, first = next(lines, (0, ""))
        indices = _indices(path, columns, first.split("\t"))
    needed = max(indices) + 1
    width = len(first.split("\t")) if header else 0
    for number, line in lines:
        fields = line.split("\t")
        width = width or len(fields)
        if len(fields) < needed:
            raise InputError(
                "row.too-few-columns",
                f"the row has {len(fields)} columns, but at least {needed} are needed",
                file=path,
                line=number,
                hint="columns are separated by tabs; choose others, such as columns=1:2",
            )
        if exact and len(fields) > needed:
            raise InputError(
                "column.not-chosen",
                f"the row has {len(fields)} columns, and no columns were chosen",
                file=path,
                line=number,
                hint=f"choose columns, counted from 1: {_columns_hint(len(columns))}",
            )
        if len(fields) > width:
            raise InputError(
                "row.differing-column-count",
                f"the row has {len(fields)} columns, the first has {width}",
                file=path,
                line=number,
                hint="remove tabs within texts; all rows must have the same number of columns",
            )
        yield number, tuple([fields[index] for index in indices])


def _columns_hint(languages: int) -> str:
    if languages == 1:
        return "columns=1 for the first"
    return "columns=1:2 for the first two, columns=2:4 for Tatoeba's (id, sentence, id, sentence)"


def tsv_fields(path: str, rows: int) -> list[list[str]]:
    """Return the cells of the first `rows` lines of a TSV file."""
    return [line.split("\t") for line in islice(read_lines(path), rows)]


def _indices(path: str, columns: Sequence[int | str], names: list[str]) -> list[int]:
    """Return the columns counted from 0, with names looked up in the header."""
    names = [name.strip() for name in names]
    indices = []
    for column in columns:
        if isinstance(column, int):
            indices.append(column - 1)
        elif names.count(column) == 1:
            indices.append(names.index(column))
        else:
            near = difflib.get_close_matches(column, names, n=1)
            count = "two columns" if column in names else "no column"
            raise InputError(
                "column.duplicate" if column in names else "column.missing",
                f"the header has {count} with the name {column!r}",
                file=path,
                line=1,
                hint=(f"did you mean {near[0]!r}? " if near and near[0] != column else "")
                + f"its columns are: {', '.join(names)}",
            )
    return indices


def shard_range(total: int, part: int, parts: int) -> tuple[int, int]:
    """Return start and end of the part (from 1) of `total` lines; the parts together are all."""
    if not 1 <= part <= parts:
        raise ConfigError(
            "shard.out-of-range",
            f"there is no shard {part}/{parts}: shards run from 1/{parts} to {parts}/{parts}",
        )
    return total * (part - 1) // parts, total * part // parts


def count_lines(path: str | os.PathLike[str]) -> int:
    """Return how many lines a text file has, the last one with or without a line feed."""
    count, last = 0, b"\n"
    for block in read_blocks(path, 1 << 20, is_text=True):
        count += block.count(b"\n")
        last = block[-1:]
    return count + (last != b"\n")


def lines_of(
    path: str | os.PathLike[str],
    shard: tuple[int, int] | None = None,
    content: Content | None = None,
) -> Iterator[tuple[int, str]]:
    """Yield number (from 1) and text of the lines of a file, or of its part K of N.

    `content`: see `read_lines`; the look is at the beginning of the file, whatever the part. Where
    it is one, the lines are repaired, and what was undone is said (`cdaflow.io.repair`).

    Raises InputError as `read_lines` does, ConfigError for a part of a pipe.
    """
    first, last = 0, None
    if shard is not None:
        if not Path(path).is_file():
            raise ConfigError(
                "pipe.sharded",
                "a pipe cannot be split into shards, since its length is unknown",
                hint="write it to a file first, or leave out --shard",
            )
        first, last = shard_range(count_lines(path), *shard)
    lines = enumerate(islice(read_lines(path, content), first, last), first + 1)
    if content is None:
        yield from lines
        return
    repairs = Repairs()
    for number, line in lines:
        yield number, repairs.line(number, line)
    repairs.report(path)


@contextmanager
def readable_often(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a file that can be read several times: `path`, or a copy of a pipe.

    "-" stands for the standard input. The copy is removed at the end; errors in the block name
    what was copied.
    """
    piped = str(path) == "-" or (Path(path).exists() and not Path(path).is_file())
    if not piped or Path(path).is_dir():
        yield Path(path)
        return
    with tempfile.TemporaryDirectory(prefix="cdaflow-") as folder:
        copy = Path(folder) / ("stdin" if str(path) == "-" else Path(path).name)
        with open(copy, "wb") as output:
            if str(path) == "-":
                shutil.copyfileobj(sys.stdin.buffer, output)
            else:
                with open_binary_raw(path) as pipe:
                    shutil.copyfileobj(pipe, output)
        try:
            yield copy
        except CdaflowError as error:
            if error.file != str(copy):
                raise
            name = "the standard input" if str(path) == "-" else path
            raise error.at(name, error.line) from None
