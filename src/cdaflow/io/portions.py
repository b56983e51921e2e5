"""Texts shared out among jobs: the K-th of N runs of the lines of a file, or rows of Parquet."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from cdaflow.errors import ConfigError
from cdaflow.io.files import read_blocks, read_lines

if TYPE_CHECKING:  # pyarrow takes a while to import, and plain text needs none
    import pyarrow as pa


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


def rows_between(
    batches: Iterable[pa.RecordBatch], start: int, end: int
) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield the rows from `start` to before `end` in batches, each with how many precede it."""
    row = 0
    for batch in batches:
        low, high = max(start - row, 0), min(end - row, batch.num_rows)
        if low < high:
            yield row + low, batch.slice(low, high - low)
        row += batch.num_rows
        if row >= end:
            return
