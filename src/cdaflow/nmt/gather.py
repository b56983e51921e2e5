"""The shards of a translated corpus put beside its text: pairs, as training takes them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Literal

import numpy as np
import pyarrow as pa

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.columns import strings, take
from cdaflow.io.files import read_lines
from cdaflow.io.parquet import (
    MONO_SIDES,
    PAIR_SIDES,
    read_batches,
    read_schema,
    rows_with_lines,
    write_batches,
)

Side = Literal["source", "target"]


def gather_translations(
    shards: Sequence[str],
    corpus: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    column: str | None = None,
    side: Side = "target",
) -> tuple[int, int]:
    """Write the text of a corpus and its translation as pairs; return pairs and blank ones.

    `shards` are the outputs of `cdaflow.nmt.translate` for 1/N, ..., N/N, in order. `column`: the
    text that was translated (default: source, or text of a monolingual corpus). `side`: what the
    translation is of the pair; the text is the other.

    The pairs have the columns id, source, target, then the others of the corpus, and its order.
    Rows whose translation is blank are left out, and counted. Raises InputError where a file is at
    fault or the lines are not as many as the rows.
    """
    if os.path.realpath(output) in map(os.path.realpath, (*shards, corpus)):
        raise ConfigError(f"the output would take the place of the input {output}")
    found = read_schema(corpus)
    if "id" not in found.names:
        raise InputError("the corpus has no column id, which a pair keeps for life", file=corpus)
    column = column or next((n for n in ("source", *MONO_SIDES) if n in found.names), "source")
    other: Side = "source" if side == "target" else "target"
    extra = [field for field in found if field.name not in ("id", column, *PAIR_SIDES)]
    fields = [found.field("id"), *(pa.field(s, pa.string(), nullable=False) for s in PAIR_SIDES)]
    schema = pa.schema([*fields, *extra], found.metadata)
    blank = 0

    def pairs() -> Iterator[pa.RecordBatch]:
        nonlocal blank
        names = ["id", column, *(field.name for field in extra)]
        lines = chain.from_iterable(map(read_lines, shards))
        for batch, texts in rows_with_lines(
            read_batches(corpus, names),
            lines,
            text=shards[0] if len(shards) == 1 else f"{shards[0]} ... {shards[-1]}",
            rows=str(corpus),
            hint=f"one line is wanted for each row, from `cdaflow nmt translate --input {corpus} "
            f"--column {column} --shard K/{len(shards)}`, all shards in order",
        ):
            both: dict[str, pa.Array] = {side: strings(texts), other: batch.column(column)}
            rest = [batch.column(field.name) for field in extra]
            columns = [batch.column("id"), *(both[s] for s in PAIR_SIDES), *rest]
            kept = np.flatnonzero([bool(text) for text in texts])
            blank += len(texts) - len(kept)
            yield take(pa.RecordBatch.from_arrays(columns, schema=schema), kept)

    return write_batches(output, schema, pairs()), blank
