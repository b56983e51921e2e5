"""Counterfactuals of which one side is a translation (Naik et al. 2023, section 4.2).

The alternatives that the paper tried and found inferior: the swapped English with its forward
translation, or the target counterfactual with its back translation. With their originals, as in
`cdaflow.counterfactual.datasets.balance`, so that the data sets differ in that side alone.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
import pyarrow as pa

from cdaflow.counterfactual.datasets.balance import NEEDED, SCHEMA, both
from cdaflow.io.columns import strings, take
from cdaflow.io.files import read_lines
from cdaflow.io.pairs import check_kinds, read_pairs, write_pairs
from cdaflow.io.parquet import rows_with_lines

#: Which side of the counterfactual a translation takes the place of.
SIDES = {"forward": "counterfactual_target", "back": "counterfactual_source"}

#: Which side is translated.
TRANSLATED = {"forward": "counterfactual_source", "back": "counterfactual_target"}


def balance_translated(
    inputs: Sequence[str],
    translation: str | os.PathLike[str],
    direction: Literal["forward", "back"],
    outputs: Sequence[str],
) -> tuple[Counter[tuple[str, str]], int]:
    """Write pairs and their counterfactuals, of which one side is taken from `translation`.

    That is a text with one line for each pair: translations of counterfactual_source (forward) or
    of counterfactual_target (back). A pair whose translation is blank is left out, with its
    original. Returns how many sentences there are by profession and gender, and how many pairs
    were left out.

    Raises InputError where a file is at fault, or the text has another number of lines.
    """
    check_kinds(inputs, outputs)
    counts: Counter[tuple[str, str]] = Counter()
    blank = 0

    def replaced() -> Iterator[pa.RecordBatch]:
        nonlocal blank
        for batch, texts in rows_with_lines(
            read_pairs(inputs, NEEDED),
            read_lines(translation),
            text=str(translation),
            rows=inputs[0],
            hint="one line is wanted for each pair, in order: cdaflow nmt translate "
            f"--input {inputs[0]} --column {TRANSLATED[direction]}",
        ):
            place = batch.schema.get_field_index(SIDES[direction])
            new = batch.set_column(place, SIDES[direction], strings(texts))
            filled = np.flatnonzero([bool(text) for text in texts])
            blank += len(texts) - len(filled)
            if len(filled):
                yield take(new, filled)

    write_pairs(outputs, SCHEMA, both(replaced(), counts))
    return counts, blank
