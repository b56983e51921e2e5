"""Arrow columns from Python values and numpy arrays, and back.

`pyarrow.array` and `to_numpy` import pandas where it is installed, which takes longer than the
selection of several hundred thousand pairs; these do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray


def integers(values: Sequence[int] | NDArray[np.integer], kind: pa.DataType) -> pa.Array:
    """Return whole numbers as a column of a type such as `pa.int64()`."""
    array = np.ascontiguousarray(values, dtype=kind.to_pandas_dtype())
    return pa.Array.from_buffers(kind, len(array), [None, pa.py_buffer(array)])


def strings(values: Iterable[str | None]) -> pa.StringArray:
    """Return texts as a column."""
    builder = pa.lib.StringBuilder()
    builder.append_values(list(values))
    return builder.finish()


def column_of(values: Sequence[object], kind: pa.DataType) -> pa.Array:
    """Return the cells of a column of texts or whole numbers."""
    if pa.types.is_integer(kind):
        return integers(values, kind)  # type: ignore[arg-type]
    return strings(values)  # type: ignore[arg-type]


def extended(schema: pa.Schema, columns: Sequence[pa.Field]) -> pa.Schema:
    """Return a schema with more columns; those that it has of the same names go."""
    names = {column.name for column in columns}
    kept = [field for field in schema if field.name not in names]
    return pa.schema([*kept, *columns], metadata=schema.metadata)


def with_columns(
    batch: pa.RecordBatch, columns: Sequence[pa.Field], values: Sequence[tuple[object, ...]]
) -> pa.RecordBatch:
    """Return a batch as `extended` has its schema; `values` has the new cells row by row."""
    schema = extended(batch.schema, columns)
    old = [batch.column(name) for name in schema.names[: len(schema) - len(columns)]]
    cells = list(zip(*values, strict=True)) or [()] * len(columns)
    new = [column_of(column, field.type) for column, field in zip(cells, columns, strict=True)]
    return pa.RecordBatch.from_arrays([*old, *new], schema=schema)


def take(batch: pa.RecordBatch, rows: Sequence[int] | NDArray[np.integer]) -> pa.RecordBatch:
    """Return some rows of a batch or column, in the order given."""
    return batch.take(integers(rows, pa.int64()))


def numbers_of(column: pa.Array) -> NDArray[np.integer]:
    """Return a column of whole numbers without nulls as an array, shape (N,), of its own memory."""
    values = column.buffers()[1]
    if values is None:
        return np.zeros(0, dtype=column.type.to_pandas_dtype())
    array = np.frombuffer(values, dtype=column.type.to_pandas_dtype())
    return array[column.offset : column.offset + len(column)]


def rows_where(mask: pa.BooleanArray) -> NDArray[np.int64]:
    """Return the rows of a column of truth values that are true, in order."""
    return numbers_of(pc.indices_nonzero(mask)).astype(np.int64)


def places_where(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the places of an array that are true, in order, where these are few of many."""
    # numpy.flatnonzero takes a nanosecond for each byte; so first eight of them together.
    eights = np.concatenate([mask, np.zeros(-len(mask) % 8, dtype=bool)]).view(np.uint64)
    some = np.flatnonzero(eights != 0)
    place = np.flatnonzero(eights.take(some).view(bool))
    places: NDArray[np.int64] = some[place >> 3] * 8 + (place & 7)
    return places


def truths_of(column: pa.BooleanArray) -> NDArray[np.bool_]:
    """Return a column of truth values without nulls as an array, shape (N,)."""
    truths = np.zeros(len(column), dtype=bool)
    truths[rows_where(column)] = True
    return truths
