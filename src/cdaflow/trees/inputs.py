"""The texts that are to be annotated: lines of a file or a pipe, or a column of a Parquet file."""

from __future__ import annotations

import os
from collections.abc import Iterator

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.formats import lines_of, shard_range
from cdaflow.io.parquet import rows_between
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
    for number, text in lines_of(name, shard):
        check_text(str(number), text, name, number)
        yield str(number), text


def count_inputs(path: str | os.PathLike[str], shard: tuple[int, int] | None = None) -> int | None:
    """Return how many texts `read_inputs` will yield, None where that takes reading the file."""
    if not str(path).endswith(".parquet"):
        return None
    from cdaflow.io.parquet import count_rows

    start, end = shard_range(count_rows(path), *(shard or (1, 1)))
    return end - start


def _rows(
    path: str, column: str | None, shard: tuple[int, int] | None
) -> Iterator[tuple[str, str]]:
    from cdaflow.io.parquet import count_rows, read_batches, read_schema, sides_of

    if column is None:
        sides = sides_of(path)
        if len(sides) > 1:
            raise ConfigError(
                f"{path} has the columns {' and '.join(sides)}: which one is to be annotated?",
                hint=f"add --column {sides[-1]}",
            )
        column = sides[0]
    columns = ["id", column] if "id" in read_schema(path).names else [column]
    start, end = shard_range(count_rows(path), *(shard or (1, 1)))
    for row, batch in rows_between(read_batches(path, columns), start, end):
        values = batch.to_pydict()
        numbers = values.get("id", range(row + 1, row + batch.num_rows + 1))
        for where, (number, text) in enumerate(zip(numbers, values[column], strict=True), row + 1):
            if not isinstance(text, str):
                raise InputError(f"row {where}, column {column}: no text ({text!r})", file=path)
            check_text(str(number), text, path, where)
            yield str(number), text
