"""A random sample of a corpus as neutral data for fine-tuning (Naik et al. 2023, section 4.3).

The sample is drawn from the pairs that pass the paper's filters of form. As in
`cdaflow.text.sample` each pair draws a number from its id and the seed, and the n smallest are
taken: so a smaller sample lies inside a larger one, and a pair's lot does not hang on the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.counterfactual.selection.gendered import begins_with_capital, ends_in_punctuation
from cdaflow.counterfactual.selection.plain_pairs import (
    check_form,
    count_tokens,
    is_well_begun,
    is_well_ended,
)
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.columns import numbers_of, rows_where, take
from cdaflow.io.pairs import check_kinds, pair_schema, read_pairs, write_pairs
from cdaflow.text.ids import draws

_Truths = NDArray[np.bool_]


@dataclass(frozen=True)
class Form:
    """What the form of a pair must be like; the defaults are those of the paper.

    `max_tokens`: whitespace tokens of the longer side (0: any). `length_ratio`: the longer side in
    tokens over the shorter (0: any). `capital`, `punctuation`: how the English begins and ends.
    """

    max_tokens: int = 100
    length_ratio: float = 3.0
    capital: bool = True
    punctuation: bool = True

    def __post_init__(self) -> None:
        check_form(self.max_tokens, self.length_ratio)

    def passes(self, source: pa.StringArray, target: pa.StringArray) -> dict[str, _Truths]:
        """Return which pairs pass each of the filters length, ratio, wellformed; shapes (N,)."""
        tokens = count_tokens(source), count_tokens(target)
        longer, shorter = np.maximum(*tokens), np.minimum(*tokens)
        within = (self.length_ratio == 0) | (longer <= self.length_ratio * shorter)
        return {
            "length": (self.max_tokens == 0) | (longer <= self.max_tokens),
            "ratio": (shorter > 0) & within,
            "wellformed": self._is_wellformed(source),
        }

    def _is_wellformed(self, source: pa.StringArray) -> _Truths:
        good = np.ones(len(source), dtype=bool)
        if self.capital:
            good &= is_well_begun(source)
        if self.punctuation:
            good &= is_well_ended(source)
        # Of what is not ASCII Arrow's patterns know too little.
        others = rows_where(pc.invert(pc.string_is_ascii(source)))
        for row, text in zip(others.tolist(), take(source, others).to_pylist(), strict=True):
            good[row] = (not self.capital or begins_with_capital(text)) and (
                not self.punctuation or ends_in_punctuation(text)
            )
        return good


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
) -> RandomCounts:
    """Write `size` pairs drawn from those of the form wanted, in their order; return the counts.

    The files are read twice, in batches; memory: 8 bytes for each pair of the sample.

    Raises ConfigError where fewer pairs have the form or `size` is below 1, and InputError where
    a file is at fault, an id is missing or a pair lacks one of its sides.
    """
    if size < 1:
        raise ConfigError(f"a sample of {size} pairs", hint="give a size from 1")
    check_kinds(inputs, outputs)
    schema = pair_schema(inputs)
    form = form or Form()
    counts = RandomCounts()
    threshold, ties = _threshold(inputs, size, seed, form, counts)
    batches = _drawn(inputs, seed, form, threshold, ties)
    counts.taken = write_pairs(outputs, schema, batches)
    return counts


def _threshold(
    inputs: Sequence[str], size: int, seed: int, form: Form, counts: RandomCounts
) -> tuple[np.uint64, int]:
    """Return the largest number in the sample, and how many pairs with it belong in."""
    smallest = np.empty(0, dtype=np.uint64)
    for batch in read_pairs(inputs):
        numbers = _numbers(inputs, batch, seed)
        good = np.ones(batch.num_rows, dtype=bool)
        for name, passing in form.passes(batch.column("source"), batch.column("target")).items():
            counts.dropped[name] = counts.dropped.get(name, 0) + int((good & ~passing).sum())
            good &= passing
        counts.pairs += batch.num_rows
        counts.passed += int(good.sum())
        smallest = np.concatenate([smallest, numbers[good]])
        if len(smallest) > size:
            smallest = np.partition(smallest, size - 1)[:size]
    if counts.passed < size:
        raise ConfigError(
            f"a sample of {size} pairs is wanted, but of the {counts.pairs} pairs of "
            f"{' and '.join(inputs)} only {counts.passed} have the form for it",
            hint="give a smaller size, or limits that let more pass",
        )
    threshold = smallest.max()
    return threshold, int((smallest == threshold).sum())


def _drawn(
    inputs: Sequence[str], seed: int, form: Form, threshold: np.uint64, ties: int
) -> Iterator[pa.RecordBatch]:
    """Yield the pairs of the sample; `ties` of those with the last number are among them."""
    for batch in read_pairs(inputs):
        numbers = _numbers(inputs, batch, seed)
        likely = np.flatnonzero(numbers <= threshold)
        some = take(batch, likely)
        good = np.logical_and.reduce(
            list(form.passes(some.column("source"), some.column("target")).values())
        )
        at = (numbers[likely] == threshold) & good
        good &= ~at | (np.cumsum(at) <= ties)
        ties = max(0, ties - int(at.sum()))
        if good.any():
            yield take(some, np.flatnonzero(good))


def _numbers(inputs: Sequence[str], batch: pa.RecordBatch, seed: int) -> NDArray[np.uint64]:
    """Return the number that each pair draws by its id; shape (N,)."""
    ids = batch.column("id")
    if not pa.types.is_integer(ids.type) or ids.null_count:
        raise InputError("the column id must hold a whole number in each row", file=inputs[0])
    if batch.column("source").null_count or batch.column("target").null_count:
        raise InputError("a pair lacks one of its sides (a null)", file=inputs[0])
    return draws(numbers_of(ids).astype(np.uint64), seed)
