"""The texts that are to be annotated: lines of a file or a pipe, or a column of a Parquet file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.files import read_blocks, read_lines
from cdaflow.trees.annotate import check_text

#: The name of the standard input, as a file.
_STDIN = "/dev/stdin"


def read_inputs(
    path: str | os.PathLike[str],
    *,
    column: str | None = None,
    shard: tuple[int, int] | None = None,
) -> Iterator[tuple[str, str]]:
    """Yield id and text of each line of a file ("-": the standard input) or Parquet row.

    The id of a line is its number, from 1; that of a row is in its column `id`, or its number
    where there is none. `column`: the text of a row, by default the one that a monolingual file
    has. `shard`: (K, N) for the K-th of N parts of like size, each of them a run of lines.

    Raises InputError as `read_lines` and the readers of Parquet do, and at a text that is too
    long for a parser; ConfigError for a column of a plain file, and for a shard of a pipe.
    """
    name = _STDIN if str(path) == "-" else str(path)
    if name.endswith(".parquet"):
        yield from _rows(name, column, shard)
        return
    if column is not None:
        raise ConfigError(f"--column {column} is for .parquet files, {path} is taken as plain text")
    first, last = 0, None
    if shard is not None:
        if not Path(name).is_file():
            raise ConfigError(
                "a pipe cannot be cut into shards, since its length is not known before its end",
                hint="write it to a file first, or leave --shard out",
            )
        first, last = shard_range(_count_lines(name), *shard)
    for number, text in enumerate(islice(read_lines(name), first, last), first + 1):
        check_text(str(number), text, name, number)
        yield str(number), text


def shard_range(total: int, part: int, parts: int) -> tuple[int, int]:
    """Return start and end of the part (from 1) of `total` lines; the parts together are all."""
    if not 1 <= part <= parts:
        raise ConfigError(
            f"no shard {part}/{parts}: the first is 1/{parts}, the last {parts}/{parts}"
        )
    return total * (part - 1) // parts, total * part // parts


def count_inputs(path: str | os.PathLike[str], shard: tuple[int, int] | None = None) -> int | None:
    """Return how many texts `read_inputs` will yield, None where that takes reading the file."""
    if not str(path).endswith(".parquet"):
        return None
    start, end = shard_range(_count_rows(path), *(shard or (1, 1)))
    return end - start


def _count_lines(path: str) -> int:
    count, last = 0, b"\n"
    for block in read_blocks(path, 1 << 20):
        count += block.count(b"\n")
        last = block[-1:]
    return count + (last != b"\n")


def _count_rows(path: str | os.PathLike[str]) -> int:
    import pyarrow.parquet as pq

    from cdaflow.text.shards import read_schema

    read_schema(path)  # says what is wrong with the file, if anything is
    return int(pq.read_metadata(path).num_rows)


def _rows(
    path: str, column: str | None, shard: tuple[int, int] | None
) -> Iterator[tuple[str, str]]:
    from cdaflow.text.shards import read_batches, read_schema, sides_of

    if column is None:
        sides = sides_of(path)
        if len(sides) > 1:
            raise ConfigError(
                f"{path} has the columns {' and '.join(sides)}: which one is to be annotated?",
                hint=f"add --column {sides[-1]}",
            )
        column = sides[0]
    columns = ["id", column] if "id" in read_schema(path).names else [column]
    start, end = shard_range(_count_rows(path), *(shard or (1, 1)))
    row = 0
    for batch in read_batches(path, columns):
        low, high = max(start - row, 0), min(end - row, batch.num_rows)
        if low < high:
            values = batch.slice(low, high - low).to_pydict()
            numbers = values.get("id", range(row + low + 1, row + high + 1))
            for place, (number, text) in enumerate(zip(numbers, values[column], strict=True)):
                where = row + low + place + 1
                if not isinstance(text, str):
                    raise InputError(f"row {where}, column {column}: no text ({text!r})", file=path)
                check_text(str(number), text, path, where)
                yield str(number), text
        row += batch.num_rows
        if row >= end:
            return
