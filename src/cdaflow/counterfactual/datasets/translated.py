"""Counterfactuals of which one side is a translation (Naik et al. 2023, section 4.2).

The alternatives that the paper tried and found inferior: the swapped English with its forward
translation, or the target counterfactual with its back translation. With their originals, as in
`cdaflow.counterfactual.datasets.balance`, so that the data sets differ in that side alone.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

import numpy as np
import pyarrow as pa

from cdaflow.counterfactual.columns import strings, take
from cdaflow.counterfactual.datasets.balance import NEEDED, SCHEMA, both
from cdaflow.counterfactual.pairs import check_kinds, read_pairs, write_pairs
from cdaflow.errors import InputError
from cdaflow.files import read_lines

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
        lines = read_lines(translation)
        rows = 0
        for batch in read_pairs(inputs, NEEDED):
            texts = [line.strip() for line in islice(lines, batch.num_rows)]
            rows += len(texts)
            if len(texts) < batch.num_rows:
                raise InputError(
                    f"the text has {rows} lines, but there are more pairs in {inputs[0]}",
                    file=translation,
                    hint="one line is wanted for each pair, in order: cdaflow nmt translate "
                    f"--input {inputs[0]} --column {TRANSLATED[direction]}",
                )
            place = batch.schema.get_field_index(SIDES[direction])
            new = batch.set_column(place, SIDES[direction], strings(texts))
            filled = np.flatnonzero([bool(text) for text in texts])
            blank += len(texts) - len(filled)
            if len(filled):
                yield take(new, filled)
        if next(lines, None) is not None:
            raise InputError(
                f"the text has more lines than there are pairs in {inputs[0]} ({rows})",
                file=translation,
                line=rows + 1,
            )

    write_pairs(outputs, SCHEMA, both(replaced(), counts))
    return counts, blank
