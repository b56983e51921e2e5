"""Seeded samples and splits of a Parquet file that keep the ids.

Each row gets a random number from its id and the seed, and the n smallest are taken. So a sample
has no order to depend on, a smaller sample lies inside a larger one of the same seed, and
the number of a row does not change when other rows come or go.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_path, atomic_text
from cdaflow.io.parquet import read_batches, read_schema, write_batches
from cdaflow.progress import progress
from cdaflow.text.clean import HELD_OUT_SOURCE, HELD_OUT_TARGET
from cdaflow.text.duplicates import hash_sides, held_out_pairs
from cdaflow.text.ids import draws


def sample(
    path: str | os.PathLike[str],
    size: int,
    output: str | os.PathLike[str],
    seed: int = 1,
    rest: str | os.PathLike[str] | None = None,
    by_source: bool = False,
    at_most: bool = False,
    apart: bool = False,
    drops: str | os.PathLike[str] | None = None,
) -> tuple[int, int]:
    """Write `size` rows of a Parquet file to `output`, and all other rows to `rest` (if given).

    With `at_most` a file that has no more than `size` rows goes to the sample whole.

    With `by_source` the number of a row depends on the text of its column source, so that all
    translations of a sentence stand on one side of a split; the sample then has the rows of
    the last sentence taken whole, and so may have some more than `size`.

    With `apart` rows of pairs are left out of the rest of which the source or the target stands in
    the sample (see `cdaflow.text.duplicates`); `drops` is a TSV that counts them by corpus.

    Order, ids, columns and metadata stay. Returns (rows of the sample, rows of the rest, or besides
    where none is written). Memory: 24 bytes for each row of the sample. Raises ConfigError where
    the file has fewer rows than `size` (but for `at_most`) or `size` is below 1, InputError where
    it is no Parquet file with ids.
    """
    if rest is not None and os.fspath(rest) == os.fspath(output):
        raise ConfigError(
            "sample.same-output-file", "the sample and the rest would go to the same file"
        )
    numbers_of = RandomNumbers("source" if by_source else "id", seed)
    threshold, ties, rows = _threshold(path, size, numbers_of, at_most)
    if by_source:
        ties = rows  # all rows of the last sentence, however many
    schema = read_schema(path)
    counts = dict.fromkeys((True, False), 0)
    split = Split(path, threshold, ties, numbers_of)
    separation = Separation(split.pairs()) if apart else None
    with ExitStack() as stack:
        # Both files appear at the very end, after both were written.
        outputs = [
            (stack.enter_context(atomic_path(file)), in_sample)
            for file, in_sample in ((output, True), (rest, False))
            if file is not None
        ]
        if drops is not None:
            table = stack.enter_context(atomic_text(drops))
        for temporary, in_sample in outputs:
            batches = split.batches(in_sample)
            if separation is not None and not in_sample:
                batches = separation.apart(batches)
            counts[in_sample] = write_batches(
                temporary, schema, progress(batches, "sample", unit="block")
            )
        if drops is not None and separation is not None:
            table.writelines(line + "\n" for line in separation.table())
    return counts[True], rows - counts[True] if rest is None else counts[False]


@dataclass(frozen=True)
class RandomNumbers:
    """The random numbers of rows: by the column `id`, or by the text of the column `source`."""

    column: str
    seed: int

    def __call__(self, path: str | os.PathLike[str], batch: pa.RecordBatch) -> NDArray[np.uint64]:
        """Return a 64-bit number for each row of a batch."""
        values = batch.column(self.column)
        if self.column == "source":
            return draws(hash_sides((text,) for text in values.to_pylist()), self.seed)
        if not pa.types.is_integer(values.type) or values.null_count:
            raise InputError(
                "id-column.not-whole-numbers",
                f"the column id holds {values.type}, expected whole numbers",
                file=path,
            )
        return draws(values.to_numpy().astype(np.uint64), self.seed)


def _threshold(
    path: str | os.PathLike[str], size: int, numbers_of: RandomNumbers, at_most: bool
) -> tuple[np.uint64, int, int]:
    """Return the largest number of the sample, how many rows with it belong in, and all rows.

    Ids are distinct in what cdaflow builds, but a file from elsewhere may repeat them.
    """
    if size < 1:
        raise ConfigError(
            "sample.size-out-of-range",
            f"the sample size is {size} rows",
            hint="give a size of 1 or more",
        )
    smallest = np.empty(0, dtype=np.uint64)
    rows = 0
    for batch in read_batches(path, (numbers_of.column,), rows=1 << 17):
        rows += batch.num_rows
        smallest = np.concatenate([smallest, numbers_of(path, batch)])
        if len(smallest) > size:
            smallest = np.partition(smallest, size - 1)[:size]
    if rows < size and not at_most:
        raise ConfigError(
            "sample.larger-than-data",
            f"the sample size is {size}, but {path} has only {rows} rows",
            hint="give a smaller size",
        )
    threshold = smallest.max(initial=0)
    return threshold, int((smallest == threshold).sum()), rows


@dataclass(frozen=True)
class Split:
    """A file in two: the rows that drew at most `threshold` (of those that drew it, `ties`)."""

    path: str | os.PathLike[str]
    threshold: np.uint64
    ties: int
    numbers_of: RandomNumbers

    def batches(self, in_sample: bool) -> Iterator[pa.RecordBatch]:
        """Yield the rows of the sample, or without `in_sample` all other rows."""
        ties = self.ties
        for batch in read_batches(self.path):
            numbers = self.numbers_of(self.path, batch)
            at = numbers == self.threshold
            inside = (numbers < self.threshold) | (at & (np.cumsum(at) <= ties))
            ties = max(0, ties - int(at.sum()))
            chosen = batch.filter(pa.array(inside == in_sample))
            if chosen.num_rows:
                yield chosen

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield source and target of the rows in the sample."""
        for batch in self.batches(True):
            sides = (batch.column(name).to_pylist() for name in ("source", "target"))
            yield from zip(*sides, strict=True)


class Separation:
    """Leaves out of the rest what stands in the sample, and counts it by corpus and reason."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._held_out = held_out_pairs(pairs)
        self._counts: dict[str, Counter[str]] = {}

    def apart(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the rows of which no side stands in the sample."""
        for batch in batches:
            source = self._held_out.sources(batch.column("source").to_pylist())
            target = self._held_out.targets(batch.column("target").to_pylist()) & ~source
            reasons = np.where(source, HELD_OUT_SOURCE, np.where(target, HELD_OUT_TARGET, "kept"))
            corpora = batch.column("corpus").to_pylist()
            for corpus, reason in zip(corpora, reasons.tolist(), strict=True):
                self._counts.setdefault(corpus, Counter())[reason] += 1
            yield batch.filter(pa.array(~(source | target)))

    def table(self) -> Iterator[str]:
        """Yield the lines of the table of drops, as `cdaflow.text.corpus` writes it."""
        columns = (HELD_OUT_SOURCE, HELD_OUT_TARGET, "kept")
        yield "\t".join(("corpus", "lines", *columns))
        for corpus, counts in self._counts.items():
            yield "\t".join(map(str, (corpus, counts.total(), *(counts[c] for c in columns))))
