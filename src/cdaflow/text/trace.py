"""From a pair back to the raw line that it came from."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import pyarrow.compute as pc

from cdaflow.errors import ConfigError
from cdaflow.io.parquet import describe, read_batches
from cdaflow.text.ids import origin_of


def find_row(
    path: str | os.PathLike[str], number: int, columns: Sequence[str]
) -> tuple[tuple[Any, ...], str]:
    """Return the row with the id `number`, and in words the raw line behind it.

    Raises ConfigError where the file has no such id.
    """
    for batch in read_batches(path, columns):
        found = batch.filter(pc.equal(batch.column("id"), number))
        if found.num_rows:
            row = tuple(column[0].as_py() for column in found.columns)
            return row, describe_origin(path, number)
    raise ConfigError(f"no row of {path} has the id {number}", hint="see: cdaflow text show")


def describe_origin(path: str | os.PathLike[str], number: int) -> str:
    """Return in words where the pair with the id `number` of the file `path` comes from."""
    origin = origin_of(number)
    corpora = describe(path).corpora
    if origin.corpus >= len(corpora):
        return f"id {number}: of no corpus that {path} knows"
    corpus = corpora[origin.corpus]
    files = " and ".join(corpus["files"])
    copy = f", copy {origin.copy + 1}" if origin.copy else ""
    return f"id {number}: corpus {corpus['name']}, line or unit {origin.line} of {files}{copy}"
