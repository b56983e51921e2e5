"""Sentence pairs in, in batches: Parquet, TSV with a header, or two files of lines."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from cdaflow.errors import InputError
from cdaflow.io.columns import integers, strings
from cdaflow.io.lines import read_columns, read_rows


def read_pairs(path: str) -> Iterator[pa.RecordBatch]:
    """Yield the pairs of a Parquet or TSV file with all its columns.

    Monolingual text of `cdaflow text mono` (Parquet with the column `text`, for back-translation)
    becomes targets without a source, which is an empty text. Raises InputError where there is no
    column `source` or `target`.
    """
    if _is_monolingual(path):
        yield from _targets(path)
        return
    for batch, _ in read_rows(path, "target"):
        if "source" not in batch.schema.names:
            raise InputError(
                f"there is no column 'source'; there are: {', '.join(batch.schema.names)}",
                file=path,
                hint="the pairs need columns source and target, TSV with a header line",
            )
        yield batch


def _is_monolingual(path: str) -> bool:
    from cdaflow.io.parquet import read_schema

    if not path.endswith(".parquet"):
        return False
    names = read_schema(path).names
    return "text" in names and "target" not in names


def _targets(path: str) -> Iterator[pa.RecordBatch]:
    for batch, name in read_rows(path, "text"):
        names = ["target" if column == name else column for column in batch.schema.names]
        sources = strings([""] * batch.num_rows)
        yield pa.RecordBatch.from_arrays([*batch.columns, sources], [*names, "source"])


def read_aligned_pairs(source: str, target: str) -> Iterator[pa.RecordBatch]:
    """Yield the pairs of two files of lines with columns id (the line, from 1), source, target.

    Raises InputError where the files have different numbers of lines.
    """
    files = [(column for column, _ in read_columns(path)) for path in (source, target)]
    sides = [strings([])] * 2
    done = 0
    while True:
        sides = [side or next(file, side) for side, file in zip(sides, files, strict=True)]
        length = min(map(len, sides))
        if not length:
            break
        numbers = integers(range(done + 1, done + 1 + length), pa.int64())
        columns = [numbers, *(side.slice(0, length) for side in sides)]
        yield pa.RecordBatch.from_arrays(columns, ["id", "source", "target"])
        sides = [side.slice(length) for side in sides]
        done += length
    for side, short in zip(sides, (target, source), strict=True):
        if len(side):
            raise InputError(
                f"the file ends after {done} lines, its partner goes on",
                file=short,
                hint="line N of the one file is the translation of line N of the other",
            )


def ids_of(batch: pa.RecordBatch, before: int) -> pa.Array:
    """Return the ids of pairs; where they have none, their numbers, from `before` + 1."""
    if "id" in batch.schema.names:
        return batch.column("id")
    return integers(range(before + 1, before + 1 + len(batch)), pa.int64())
