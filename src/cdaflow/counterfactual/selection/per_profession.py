"""At most so many sentences of each profession, by lot (Naik et al. 2023, section 4.2: 10).

The lot of a sentence hangs on its id and the seed alone, as in `cdaflow.text.sample`: which ones
of a profession are taken does not depend on the others, fewer lie inside more of the same seed,
and another profession's sentences may come or go.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import pyarrow as pa

from cdaflow.errors import ConfigError
from cdaflow.io.columns import take
from cdaflow.io.pairs import check_kinds, pair_schema, read_pairs, write_pairs
from cdaflow.text.ids import draws

NEEDED = ("id", "source", "target", "profession")


class Lots:
    """The sentences with the smallest lots of each profession; memory: `size` of each."""

    def __init__(self, size: int, seed: int) -> None:
        """Raises ConfigError where `size` is below 0; 0 stands for all."""
        if size < 0:
            raise ConfigError("a number per profession below 0", hint="0 stands for all")
        self._size, self._seed = size, seed
        # The largest lots lie on top of each heap.
        self._heaps: dict[str, list[tuple[int, int]]] = {}

    def add(self, ids: Sequence[int], professions: Sequence[str]) -> None:
        """Draw for more sentences, by their ids."""
        if not self._size:
            return
        numbers = draws(np.array(ids, dtype=np.int64).view(np.uint64), self._seed).tolist()
        for number, draw, profession in zip(ids, numbers, professions, strict=True):
            heap = self._heaps.setdefault(profession, [])
            if len(heap) < self._size:
                heapq.heappush(heap, (-draw, number))
            else:
                heapq.heappushpop(heap, (-draw, number))

    def drawn(self) -> frozenset[int] | None:
        """Return the ids of the sentences that are taken; None for all."""
        if not self._size:
            return None
        return frozenset(number for heap in self._heaps.values() for _, number in heap)


def select_professions(
    inputs: Sequence[str], outputs: Sequence[str], per_profession: int, seed: int
) -> tuple[int, int]:
    """Write at most `per_profession` pairs of each profession, in the order of the input.

    The files are read twice. Returns how many pairs there are, and how many were taken.

    Raises InputError where a file is at fault or has no column `profession`, ConfigError as `Lots`.
    """
    check_kinds(inputs, outputs)
    lots = Lots(per_profession, seed)
    schema = pair_schema(inputs, NEEDED)
    pairs = 0
    for batch in read_pairs(inputs, NEEDED):
        pairs += batch.num_rows
        lots.add(batch.column("id").to_pylist(), batch.column("profession").to_pylist())
    taken = write_pairs(outputs, schema, chosen(read_pairs(inputs, NEEDED), lots.drawn()))
    return pairs, taken


def chosen(
    batches: Iterable[pa.RecordBatch], ids: frozenset[int] | None
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of batches whose id is among `ids` (None: all)."""
    for batch in batches:
        if ids is None:
            yield batch
            continue
        numbers = batch.column("id").to_pylist()
        rows = [row for row, number in enumerate(numbers) if number in ids]
        if rows:
            yield take(batch, rows)
