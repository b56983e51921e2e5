"""Samples of pairs: at most N of each profession (Naik et al. 2023, section 4.2: 10), or random.

The random sample of a corpus is the neutral data for fine-tuning (section 4.3), from the pairs that
pass the paper's filters of form. As in `cdaflow.text.sample` each pair draws a number from its id
and the seed alone, and the smallest are taken: so a smaller sample lies inside a larger one of the
same seed, and whether a pair is taken does not depend on pairs of other professions.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.counterfactual.selection.form import FORM_FILTERS, form_faults
from cdaflow.counterfactual.selection.limits import Form
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.columns import numbers_of, take, truths_of
from cdaflow.io.pairs import check_kinds, pair_schema, read_pairs, write_pairs
from cdaflow.languages.en import PRONOUNS
from cdaflow.text.ids import draws

#: A gendered pronoun of English.
_GENDERED = rf"(?i)\b({'|'.join(sorted(p.form for p in PRONOUNS if p.gender))})\b"

NEEDED = ("id", "source", "target", "profession")


class ProfessionSampler:
    """The pairs with the smallest draws of each profession; memory: `size` of each."""

    def __init__(self, size: int, seed: int) -> None:
        """Raises ConfigError where `size` is below 0; 0 stands for all."""
        if size < 0:
            raise ConfigError(
                "sample.per-profession-negative",
                "the number per profession is below 0",
                hint="0 stands for all",
            )
        self._size, self._seed = size, seed
        # The largest draws lie on top of each heap.
        self._heaps: dict[str, list[tuple[int, int]]] = {}

    def add(self, ids: Sequence[int], professions: Sequence[str]) -> None:
        """Draw for more pairs, by their ids."""
        if not self._size:
            return
        numbers = draws(np.array(ids, dtype=np.int64).view(np.uint64), self._seed).tolist()
        for number, draw, profession in zip(ids, numbers, professions, strict=True):
            heap = self._heaps.setdefault(profession, [])
            if len(heap) < self._size:
                heapq.heappush(heap, (-draw, number))
            else:
                heapq.heappushpop(heap, (-draw, number))

    def sampled(self) -> frozenset[int] | None:
        """Return the ids of the pairs that are taken; None for all."""
        if not self._size:
            return None
        return frozenset(number for heap in self._heaps.values() for _, number in heap)


def rows_with_ids(
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


def select_professions(
    inputs: Sequence[str], outputs: Sequence[str], per_profession: int, seed: int
) -> tuple[int, int]:
    """Write at most `per_profession` pairs of each profession, in the order of the input.

    The files are read twice. Returns how many pairs there are, and how many were taken.

    Raises InputError where a file is at fault or has no column `profession`, ConfigError as
    `ProfessionSampler`.
    """
    check_kinds(inputs, outputs)
    sampler = ProfessionSampler(per_profession, seed)
    schema = pair_schema(inputs, NEEDED)
    pairs = 0
    for batch in read_pairs(inputs, NEEDED):
        pairs += batch.num_rows
        sampler.add(batch.column("id").to_pylist(), batch.column("profession").to_pylist())
    sample = rows_with_ids(read_pairs(inputs, NEEDED), sampler.sampled())
    return pairs, write_pairs(outputs, schema, sample)


@dataclass
class RandomCounts:
    """How many pairs there were, each filter dropped, passed all, and were taken."""

    pairs: int = 0
    dropped: dict[str, int] = field(default_factory=dict)
    passed: int = 0
    taken: int = 0


def select_random(
    inputs: Sequence[str],
    outputs: Sequence[str],
    size: int,
    seed: int = 1,
    form: Form | None = None,
    *,
    pronouns: bool = True,
) -> RandomCounts:
    """Write `size` pairs sampled from those of the form wanted, in their order; return the counts.

    `pronouns`: also pairs whose English has gendered pronouns. The files are read twice, in
    batches; memory: 32 bytes for each pair of the sample.

    Raises ConfigError where fewer pairs have the form or `size` is below 1, and InputError where
    a file is at fault, an id is missing or a pair lacks one of its sides.
    """
    if size < 1:
        raise ConfigError(
            "sample.size-out-of-range", f"a sample of {size} pairs", hint="give a size from 1"
        )
    check_kinds(inputs, outputs)
    schema = pair_schema(inputs)
    counts = RandomCounts()
    rows = _sampled_rows(inputs, size, seed, form or Form(), pronouns, counts)
    counts.taken = write_pairs(outputs, schema, _rows(read_pairs(inputs), rows))
    return counts


def _sampled_rows(
    inputs: Sequence[str], size: int, seed: int, form: Form, pronouns: bool, counts: RandomCounts
) -> NDArray[np.int64]:
    """Return the rows of the sample, in order: shape (size,)."""
    kept_numbers, rows = np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64)
    filters = FORM_FILTERS if pronouns else (*FORM_FILTERS, "pronouns")
    counts.dropped = dict.fromkeys(filters, 0)
    for batch in read_pairs(inputs):
        _check(inputs, batch)
        faults = form_faults(form, batch.column("source"), batch.column("target"))
        for (name, _), count in faults.counts().items():
            counts.dropped[name] += count
        sound = faults.none
        if not pronouns:
            gendered = truths_of(pc.match_substring_regex(batch.column("source"), _GENDERED))
            counts.dropped["pronouns"] += int((sound & gendered).sum())
            sound &= ~gendered
        passing = np.flatnonzero(sound)
        ids = numbers_of(batch.column("id"))[passing].astype(np.uint64)
        kept_numbers = np.concatenate([kept_numbers, draws(ids, seed)])
        rows = np.concatenate([rows, counts.pairs + passing])
        counts.pairs += batch.num_rows
        counts.passed += len(passing)
        if len(rows) > 2 * size:
            kept_numbers, rows = _smallest(kept_numbers, rows, size)
    if counts.passed < size:
        raise ConfigError(
            "sample.too-few-pairs",
            f"a sample of {size} pairs is requested, but of the {counts.pairs} pairs of "
            f"{' and '.join(inputs)} only {counts.passed} have the form for it",
            hint="give a smaller size, or limits that let more pass",
        )
    return _smallest(kept_numbers, rows, size)[1]


def _smallest(
    kept_numbers: NDArray[np.uint64], rows: NDArray[np.int64], size: int
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the smallest draws and their rows, in order; of equal draws the first."""
    largest = np.partition(kept_numbers, size - 1)[size - 1]
    below, at = np.flatnonzero(kept_numbers < largest), np.flatnonzero(kept_numbers == largest)
    kept = np.sort(np.concatenate([below, at[: size - len(below)]]))
    return kept_numbers[kept], rows[kept]


def _rows(batches: Iterable[pa.RecordBatch], rows: NDArray[np.int64]) -> Iterator[pa.RecordBatch]:
    """Yield some rows of all batches together, in order."""
    start = 0
    for batch in batches:
        first, last = np.searchsorted(rows, (start, start + batch.num_rows))
        if first < last:
            yield take(batch, rows[first:last] - start)
        start += batch.num_rows


def _check(inputs: Sequence[str], batch: pa.RecordBatch) -> None:
    """Raise InputError where a pair has no number or lacks a side."""
    ids = batch.column("id")
    if not pa.types.is_integer(ids.type) or ids.null_count:
        raise InputError(
            "column.id-not-whole-numbers",
            "the column id must hold a whole number in each row",
            file=inputs[0],
        )
    if batch.column("source").null_count or batch.column("target").null_count:
        raise InputError(
            "pair.side-missing", "a pair lacks one of its sides (a null)", file=inputs[0]
        )
