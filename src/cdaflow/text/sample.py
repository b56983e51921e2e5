"""Seeded samples and splits of a Parquet file that keep the ids.

Each row draws a number from its id and the seed, and the n smallest are taken. So a sample
has no order to depend on, a smaller sample lies inside a larger one of the same seed, and
the lot of a row does not change when other rows come or go.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.files import atomic_path
from cdaflow.progress import progress
from cdaflow.text.ids import draws
from cdaflow.text.shards import read_batches, read_schema, write_batches


def sample(
    path: str | os.PathLike[str],
    size: int,
    output: str | os.PathLike[str],
    seed: int = 1,
    rest: str | os.PathLike[str] | None = None,
) -> tuple[int, int]:
    """Write `size` rows of a Parquet file to `output` and the others to `rest` (if given).

    Order, ids, columns and metadata stay. Returns (rows of the sample, rows besides). Memory:
    8 bytes for each row of the sample. Raises ConfigError where the file has fewer rows than
    `size` or `size` is below 1, InputError where it is no Parquet file with ids.
    """
    if rest is not None and os.fspath(rest) == os.fspath(output):
        raise ConfigError("the sample and the rest would go to the same file")
    threshold, ties, rows = _threshold(path, size, seed)
    schema = read_schema(path)
    with ExitStack() as stack:
        # Both files appear at the very end, after both were written.
        outputs = [
            (stack.enter_context(atomic_path(file)), wanted)
            for file, wanted in ((output, True), (rest, False))
            if file is not None
        ]
        for temporary, wanted in outputs:
            batches = _selected(path, threshold, ties, seed, wanted)
            write_batches(temporary, schema, progress(batches, "sample", unit="block"))
    return size, rows - size


def _draws_of(path: str | os.PathLike[str], batch: pa.RecordBatch, seed: int) -> NDArray[np.uint64]:
    ids = batch.column("id")
    if not pa.types.is_integer(ids.type) or ids.null_count:
        raise InputError(f"the column id holds {ids.type}, wanted are whole numbers", file=path)
    return draws(ids.to_numpy().astype(np.uint64), seed)


def _threshold(path: str | os.PathLike[str], size: int, seed: int) -> tuple[np.uint64, int, int]:
    """Return the largest draw of the sample, how many rows with it belong in, and all rows.

    Ids are distinct in what cdaflow builds, but a file from elsewhere may repeat them.
    """
    if size < 1:
        raise ConfigError(f"a sample of {size} rows", hint="give a size from 1")
    smallest = np.empty(0, dtype=np.uint64)
    rows = 0
    for batch in read_batches(path, ("id",), rows=1 << 17):
        rows += batch.num_rows
        smallest = np.concatenate([smallest, _draws_of(path, batch, seed)])
        if len(smallest) > size:
            smallest = np.partition(smallest, size - 1)[:size]
    if rows < size:
        raise ConfigError(
            f"a sample of {size} rows is wanted, but {path} has {rows}", hint="give a smaller size"
        )
    threshold = smallest.max()
    return threshold, int((smallest == threshold).sum()), rows


def _selected(
    path: str | os.PathLike[str], threshold: np.uint64, ties: int, seed: int, wanted: bool
) -> Iterator[pa.RecordBatch]:
    """Yield the rows in the sample, or with `wanted` false those out of it."""
    for batch in read_batches(path):
        drawn = _draws_of(path, batch, seed)
        at = drawn == threshold
        inside = (drawn < threshold) | (at & (np.cumsum(at) <= ties))
        ties = max(0, ties - int(at.sum()))
        chosen = batch.filter(pa.array(inside == wanted))
        if chosen.num_rows:
            yield chosen
