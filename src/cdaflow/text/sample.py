"""Seeded samples and splits of a Parquet file that keep the ids.

Each row draws a number from its id and the seed, and the n smallest are taken. So a sample
has no order to depend on, a smaller sample lies inside a larger one of the same seed, and
the lot of a row does not change when other rows come or go.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.files import atomic_path
from cdaflow.progress import progress
from cdaflow.text.duplicates import hash_sides
from cdaflow.text.ids import draws
from cdaflow.text.shards import read_batches, read_schema, write_batches


def sample(
    path: str | os.PathLike[str],
    size: int,
    output: str | os.PathLike[str],
    seed: int = 1,
    rest: str | os.PathLike[str] | None = None,
    by_source: bool = False,
    at_most: bool = False,
) -> tuple[int, int]:
    """Write `size` rows of a Parquet file to `output` and the others to `rest` (if given).

    With `at_most` a file that has no more than `size` rows goes to the sample whole.

    With `by_source` the lot of a row hangs on the text of its column source, so that all
    translations of a sentence stand on one side of a split; the sample then has the rows of
    the last sentence drawn whole, and so may have some more than `size`.

    Order, ids, columns and metadata stay. Returns (rows of the sample, rows besides). Memory:
    8 bytes for each row of the sample. Raises ConfigError where the file has fewer rows than
    `size` (but for `at_most`) or `size` is below 1, InputError where it is no Parquet file with
    ids.
    """
    if rest is not None and os.fspath(rest) == os.fspath(output):
        raise ConfigError("the sample and the rest would go to the same file")
    draw = Draw("source" if by_source else "id", seed)
    threshold, ties, rows = _threshold(path, size, draw, at_most)
    if by_source:
        ties = rows  # all rows of the last sentence, however many
    schema = read_schema(path)
    taken = 0
    with ExitStack() as stack:
        # Both files appear at the very end, after both were written.
        outputs = [
            (stack.enter_context(atomic_path(file)), wanted)
            for file, wanted in ((output, True), (rest, False))
            if file is not None
        ]
        for temporary, wanted in outputs:
            batches = _selected(path, threshold, ties, draw, wanted)
            written = write_batches(temporary, schema, progress(batches, "sample", unit="block"))
            if wanted:
                taken = written
    return taken, rows - taken


@dataclass(frozen=True)
class Draw:
    """The lots of rows: by the column `id`, or by the text of the column `source`."""

    column: str
    seed: int

    def __call__(self, path: str | os.PathLike[str], batch: pa.RecordBatch) -> NDArray[np.uint64]:
        """Return a 64-bit number for each row of a batch."""
        values = batch.column(self.column)
        if self.column == "source":
            return draws(hash_sides((text,) for text in values.to_pylist()), self.seed)
        if not pa.types.is_integer(values.type) or values.null_count:
            raise InputError(
                f"the column id holds {values.type}, wanted are whole numbers", file=path
            )
        return draws(values.to_numpy().astype(np.uint64), self.seed)


def _threshold(
    path: str | os.PathLike[str], size: int, draw: Draw, at_most: bool
) -> tuple[np.uint64, int, int]:
    """Return the largest draw of the sample, how many rows with it belong in, and all rows.

    Ids are distinct in what cdaflow builds, but a file from elsewhere may repeat them.
    """
    if size < 1:
        raise ConfigError(f"a sample of {size} rows", hint="give a size from 1")
    smallest = np.empty(0, dtype=np.uint64)
    rows = 0
    for batch in read_batches(path, (draw.column,), rows=1 << 17):
        rows += batch.num_rows
        smallest = np.concatenate([smallest, draw(path, batch)])
        if len(smallest) > size:
            smallest = np.partition(smallest, size - 1)[:size]
    if rows < size and not at_most:
        raise ConfigError(
            f"a sample of {size} rows is wanted, but {path} has {rows}", hint="give a smaller size"
        )
    threshold = smallest.max(initial=0)
    return threshold, int((smallest == threshold).sum()), rows


def _selected(
    path: str | os.PathLike[str], threshold: np.uint64, ties: int, draw: Draw, wanted: bool
) -> Iterator[pa.RecordBatch]:
    """Yield the rows in the sample, or with `wanted` false those out of it."""
    for batch in read_batches(path):
        drawn = draw(path, batch)
        at = drawn == threshold
        inside = (drawn < threshold) | (at & (np.cumsum(at) <= ties))
        ties = max(0, ties - int(at.sum()))
        chosen = batch.filter(pa.array(inside == wanted))
        if chosen.num_rows:
            yield chosen
