"""Originals and counterfactuals together: the gender-balanced data (section 4.2).

Each pair and its counterfactual stand side by side, so that each profession has as many sentences
of women as of men. One side of the counterfactual may be a translation instead, of the other side:
the swapped English with its forward translation, or the target counterfactual with its back
translation, the alternatives that the paper tried and found inferior.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import numpy as np
import pyarrow as pa

from cdaflow.counterfactual.selection.sampling import ProfessionSampler, rows_with_ids
from cdaflow.io.columns import column_of, integers, numbers_of, strings, take
from cdaflow.io.pairs import check_kinds, read_pairs, write_pairs
from cdaflow.io.parquet import rows_with_lines
from cdaflow.io.repair import read_sentences
from cdaflow.wordlists.english_lists import OPPOSITE

NEEDED = (
    "id", "source", "target", "counterfactual_source", "counterfactual_target", "profession",
    "gender",
)  # fmt: skip

#: The columns of the corpus. `version`: original or counterfactual; `gender`: of the sentence.
SCHEMA = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        pa.field("source", pa.string(), nullable=False),
        pa.field("target", pa.string(), nullable=False),
        pa.field("version", pa.string(), nullable=False),
        pa.field("profession", pa.string(), nullable=False),
        pa.field("gender", pa.string(), nullable=False),
    ]
)


#: Which side of the counterfactual a translation takes the place of.
SIDES = {"forward": "counterfactual_target", "back": "counterfactual_source"}

#: Which side is translated.
TRANSLATED = {"forward": "counterfactual_source", "back": "counterfactual_target"}


def balance(
    inputs: Sequence[str], outputs: Sequence[str], *, per_profession: int = 0, seed: int = 1
) -> Counter[tuple[str, str]]:
    """Write the pairs of files of `cdaflow counterfactual make`, each followed by its like.

    Both have the id of the pair. At most `per_profession` pairs of each profession are taken (0:
    all), sampled as by `ProfessionSampler`. Returns how many sentences there are by profession and
    gender.

    Raises InputError where a file is at fault or lacks a column, ConfigError as the sampler.
    """
    check_kinds(inputs, outputs)
    pairs = rows_with_ids(read_pairs(inputs, NEEDED), _sampled(inputs, per_profession, seed))
    counts: Counter[tuple[str, str]] = Counter()
    write_pairs(outputs, SCHEMA, _both(pairs, counts))
    return counts


def balance_translated(
    inputs: Sequence[str],
    translation: str | os.PathLike[str],
    direction: Literal["forward", "back"],
    outputs: Sequence[str],
    *,
    per_profession: int = 0,
    seed: int = 1,
) -> tuple[Counter[tuple[str, str]], int]:
    """Write pairs and their counterfactuals, of which one side is taken from `translation`.

    That is a text with one line for each pair: translations of counterfactual_source (forward) or
    of counterfactual_target (back). A pair whose translation is blank is left out, with its
    original. The sample is that of `balance`, drawn before. Returns how many sentences there are by
    profession and gender, and how many pairs were left out.

    Raises InputError where a file is at fault, or the text has another number of lines.
    """
    check_kinds(inputs, outputs)
    counts: Counter[tuple[str, str]] = Counter()
    blank = 0

    def replaced() -> Iterator[pa.RecordBatch]:
        nonlocal blank
        for batch, texts in rows_with_lines(
            read_pairs(inputs, NEEDED),
            read_sentences(translation),
            text=str(translation),
            rows=inputs[0],
            hint="one line is expected for each pair, in order: cdaflow nmt translate "
            f"--input {inputs[0]} --column {TRANSLATED[direction]}",
        ):
            index = batch.schema.get_field_index(SIDES[direction])
            new = batch.set_column(index, SIDES[direction], strings(texts))
            filled = np.flatnonzero([bool(text) for text in texts])
            blank += len(texts) - len(filled)
            if len(filled):
                yield take(new, filled)

    pairs = rows_with_ids(replaced(), _sampled(inputs, per_profession, seed))
    write_pairs(outputs, SCHEMA, _both(pairs, counts))
    return counts, blank


def _sampled(inputs: Sequence[str], per_profession: int, seed: int) -> frozenset[int] | None:
    """Return the ids of at most `per_profession` pairs of each profession; None for all."""
    sampler = ProfessionSampler(per_profession, seed)
    if per_profession:
        for batch in read_pairs(inputs, NEEDED):
            sampler.add(batch.column("id").to_pylist(), batch.column("profession").to_pylist())
    return sampler.sampled()


def _both(
    batches: Iterable[pa.RecordBatch], counts: Counter[tuple[str, str]]
) -> Iterator[pa.RecordBatch]:
    """Yield pairs with the columns NEEDED as SCHEMA has them, and count into `counts`."""
    for batch in batches:
        genders = batch.column("gender").to_pylist()
        professions = batch.column("profession").to_pylist()
        others = [OPPOSITE[gender] for gender in genders]
        counts.update(zip(professions, genders, strict=True))
        counts.update(zip(professions, others, strict=True))
        ids = integers(numbers_of(batch.column("id")), pa.int64())
        rows = range(batch.num_rows)
        halves = [
            pa.RecordBatch.from_arrays(
                [
                    ids,
                    batch.column(f"{prefix}source"),
                    batch.column(f"{prefix}target"),
                    column_of([version] * len(rows), pa.string()),
                    column_of(professions, pa.string()),
                    column_of(cells, pa.string()),
                ],
                schema=SCHEMA,
            )
            for prefix, version, cells in (
                ("", "original", genders),
                ("counterfactual_", "counterfactual", others),
            )
        ]
        together = pa.concat_batches(halves)
        yield take(together, [half * len(rows) + row for row in rows for half in (0, 1)])
