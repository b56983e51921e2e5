"""Originals and counterfactuals together: the gender-balanced data (section 4.2).

Each pair and its counterfactual stand side by side, so that each profession has as many sentences
of women as of men.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa

from cdaflow.io.columns import column_of, integers, numbers_of, take
from cdaflow.io.pairs import check_kinds, read_pairs, write_pairs
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


def balance(inputs: Sequence[str], outputs: Sequence[str]) -> Counter[tuple[str, str]]:
    """Write the pairs of files of `cdaflow counterfactual make`, each followed by its like.

    Both have the id of the pair. Returns how many sentences there are by profession and gender.

    Raises InputError where a file is at fault or lacks a column.
    """
    check_kinds(inputs, outputs)
    counts: Counter[tuple[str, str]] = Counter()
    write_pairs(outputs, SCHEMA, both(read_pairs(inputs, NEEDED), counts))
    return counts


def both(
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
