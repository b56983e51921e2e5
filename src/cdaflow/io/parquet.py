"""Parquet between the steps: written in row groups, read in batches, never whole.

A file of pairs has the columns `id` (int64, see `cdaflow.text.ids`), `source`, `target` and
`corpus`; a monolingual one has `text` for the two sides. A step may add columns of its own.
The key "cdaflow" of the schema's metadata holds JSON: `version` of cdaflow, `languages`, and
`corpora` (name, files and weight of each, in the order of the build).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from cdaflow import __version__
from cdaflow.errors import InputError
from cdaflow.io.columns import repaired_column
from cdaflow.io.compression import check_file
from cdaflow.io.files import atomic_path, atomic_text, nfc, nfc_bytes, parse_json
from cdaflow.io.formats import shard_range
from cdaflow.io.repair import Repairs
from cdaflow.progress import progress

#: Rows of a row group: large enough to pack well, small enough to hold several in memory.
ROWS = 65536

#: The columns of a file of pairs and of a monolingual file.
PAIR_SIDES = ("source", "target")
MONO_SIDES = ("text",)

_METADATA_KEY = b"cdaflow"


@dataclass(frozen=True)
class ShardInfo:
    """What a Parquet file of cdaflow says of itself."""

    rows: int
    columns: tuple[str, ...]
    languages: tuple[str, ...]
    version: str
    corpora: tuple[Mapping[str, Any], ...]


def shard_schema(
    sides: Sequence[str],
    languages: Sequence[str],
    corpora: Sequence[Mapping[str, Any]],
    extra: Sequence[pa.Field] = (),
) -> pa.Schema:
    """Return the schema of a file with these `sides`, plus the `extra` columns of a step."""
    metadata = {"version": __version__, "languages": list(languages), "corpora": list(corpora)}
    fields = [
        pa.field("id", pa.int64(), nullable=False),
        *(pa.field(side, pa.string(), nullable=False) for side in sides),
        pa.field("corpus", pa.dictionary(pa.int32(), pa.string()), nullable=False),
        *extra,
    ]
    text = json.dumps(metadata, sort_keys=True, ensure_ascii=False)
    return pa.schema(fields, metadata={_METADATA_KEY: text.encode()})


def write_batches(
    path: str | os.PathLike[str], schema: pa.Schema, batches: Iterable[pa.RecordBatch]
) -> int:
    """Write `batches` to one Parquet file (zstd), whole or not at all; return its rows.

    Batches of any size are gathered into row groups of ROWS.
    """
    rows = 0
    with (
        atomic_path(path) as temporary,
        pq.ParquetWriter(
            temporary, schema, compression="zstd", use_dictionary=["corpus"]
        ) as writer,
    ):
        waiting: list[pa.RecordBatch] = []
        for batch in batches:
            waiting.append(batch)
            rows += batch.num_rows
            if sum(b.num_rows for b in waiting) >= ROWS:
                table = pa.Table.from_batches(waiting, schema)
                whole = table.num_rows - table.num_rows % ROWS
                writer.write_table(table.slice(0, whole), row_group_size=ROWS)
                waiting = table.slice(whole).to_batches()
        if waiting:
            writer.write_table(pa.Table.from_batches(waiting, schema), row_group_size=ROWS)
    return rows


def read_batches(
    path: str | os.PathLike[str], columns: Sequence[str] | None = None, rows: int = 16384
) -> Iterator[pa.RecordBatch]:
    """Yield a Parquet file as record batches of at most `rows` rows.

    `columns` are those wanted, in this order; all of them where None. Text is in NFC, sentences are
    repaired (`cdaflow.io.repair`). Types are those of cdaflow's own files, whatever the tool that
    wrote the file takes for text: polars has views of strings, pandas large strings, others
    categories or plain bytes.

    Raises InputError where the file is absent, no Parquet, cut short or damaged, lacks a column,
    or has no text or id in a row.
    """
    with _open(path) as parquet:
        _check_columns(path, parquet.schema_arrow, columns)
        names = None if columns is None else list(columns)
        done, repairs = 0, Repairs()
        batches = parquet.iter_batches(batch_size=rows, columns=names)
        while True:
            try:
                batch = next(batches, None)
                if batch is not None:
                    # Arrow takes texts as they are; what is no UTF-8 would be found much later.
                    batch.validate(full=True)
            except (pa.ArrowException, OSError) as error:
                raise _damaged(path, error) from None
            if batch is None:
                repairs.report(path)
                return
            batch = _composed(_cast(batch, path))
            _check_nulls(batch, path, done)
            batch = _repaired(batch, done + 1, repairs)
            done += batch.num_rows
            yield batch if names is None else batch.select(names)


def _schema(schema: pa.Schema) -> pa.Schema:
    """Return a schema with the types that cdaflow's own files have."""
    return pa.schema([field.with_type(_type(field)) for field in schema], metadata=schema.metadata)


def _type(field: pa.Field) -> pa.DataType:
    """Return the type that a column has in cdaflow's own files."""
    kind, is_side = field.type, field.name in (*PAIR_SIDES, *MONO_SIDES)
    if pa.types.is_dictionary(kind) and (is_side or _is_text(kind.value_type)):
        return pa.string() if is_side else pa.dictionary(pa.int32(), pa.string())
    if _is_text(kind) or (is_side and (_is_binary(kind) or pa.types.is_null(kind))):
        return pa.string()
    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind)  # pandas: with gaps
    return pa.int64() if field.name == "id" and is_number else kind


def _is_text(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _is_binary(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_binary(kind) or types.is_large_binary(kind) or types.is_binary_view(kind))


def _cast(batch: pa.RecordBatch, path: str | os.PathLike[str]) -> pa.RecordBatch:
    """Return a batch with the types of `_schema`: the same batch where it has them."""
    schema = _schema(batch.schema)
    if schema == batch.schema:
        return batch
    columns = []
    for column, field in zip(batch.columns, schema, strict=True):
        try:
            columns.append(column if column.type == field.type else column.cast(field.type))
        except pa.ArrowException as error:
            raise InputError(
                "column.other-type",
                f"column {field.name} has the type {column.type}: {error}",
                file=path,
                hint=f"write it as {field.type}",
            ) from None
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _check_nulls(batch: pa.RecordBatch, path: str | os.PathLike[str], done: int) -> None:
    """Raise InputError for a row without text or id; `done`: the rows before the batch."""
    for name in ("id", *PAIR_SIDES, *MONO_SIDES):
        if name in batch.schema.names and batch.column(name).null_count:
            row = batch.column(name).is_null().to_pylist().index(True)
            raise InputError(
                "text.null",
                f"row {done + row + 1}, column {name}: no text (None)",
                file=path,
                hint="remove the rows without text",
            )


def _composed(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return a batch with all text in NFC: the same batch where it is so already."""
    columns = batch.columns
    composed = [_composed_column(column) for column in columns]
    if all(new is old for new, old in zip(composed, columns, strict=True)):
        return batch
    return pa.RecordBatch.from_arrays(composed, schema=batch.schema)


def _repaired(batch: pa.RecordBatch, first: int, repairs: Repairs) -> pa.RecordBatch:
    """Return a batch with its sentences as they were written; `first`: its first row, from 1."""
    columns = [
        repaired_column(column, first, repairs)
        if name in (*PAIR_SIDES, *MONO_SIDES) and pa.types.is_string(column.type)
        else column
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
    ]
    if all(new is old for new, old in zip(columns, batch.columns, strict=True)):
        return batch
    return pa.RecordBatch.from_arrays(columns, schema=batch.schema)


def _composed_column(column: pa.Array) -> pa.Array:
    """Return a column with its text in NFC; the same object where nothing is decomposed."""
    if pa.types.is_dictionary(column.type):
        words = column.dictionary
        texts = _composed_column(words)
        return column if texts is words else pa.DictionaryArray.from_arrays(column.indices, texts)
    if not pa.types.is_string(column.type):
        return column
    # The bytes of all rows at once: rows go through Python only where one is decomposed.
    letters = column.buffers()[2]
    data = b"" if letters is None else letters.to_pybytes()
    if nfc_bytes(data) is data:
        return column
    texts = [None if text is None else nfc(text) for text in column.to_pylist()]
    return pa.array(texts, column.type)


def read_rows(path: str | os.PathLike[str], columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a Parquet file as tuples of the wanted columns; see `read_batches`."""
    for batch in read_batches(path, columns):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def read_texts(
    path: str | os.PathLike[str],
    columns: Sequence[str] = ("source", "target"),
    shard: tuple[int, int] | None = None,
) -> Iterator[tuple[str, ...]]:
    """Yield the values of text columns of a Parquet file, row by row.

    `shard`: (K, N) for the K-th of N runs of rows of like size.

    Raises InputError as `read_batches` does, and at a row that has no text
    or holds a line break, which would shift every line after it.
    """
    start, end = shard_range(count_rows(path), *(shard or (1, 1)))
    for rows, batch in rows_between(read_batches(path, columns), start, end):
        values = zip(*(column.to_pylist() for column in batch.columns), strict=True)
        for row, texts in enumerate(values, rows + 1):
            for name, text in zip(columns, texts, strict=True):
                if not isinstance(text, str) or "\n" in text:
                    problem = "a line break" if isinstance(text, str) else f"no text ({text!r})"
                    raise InputError(
                        "text.not-one-line", f"row {row}, column {name}: {problem}", file=path
                    )
            yield texts


def read_schema(path: str | os.PathLike[str]) -> pa.Schema:
    """Return the schema of a Parquet file with its metadata, to write one like it.

    It is that of the batches of `read_batches`.
    """
    with _open(path) as parquet:
        return _schema(parquet.schema_arrow)


def describe(path: str | os.PathLike[str]) -> ShardInfo:
    """Return rows, columns, languages and corpora of a file that cdaflow wrote.

    Raises InputError where the file is no Parquet, or one without cdaflow's metadata.
    """
    with _open(path) as parquet:
        schema = parquet.schema_arrow
        text = (schema.metadata or {}).get(_METADATA_KEY)
        if text is None:
            raise InputError(
                "parquet.no-metadata",
                "this Parquet file was not written by cdaflow (it lacks the metadata)",
                file=path,
                hint="make one with: cdaflow text build",
            )
        metadata = parse_json(text, file=path)
        try:
            return ShardInfo(
                rows=parquet.metadata.num_rows,
                columns=tuple(schema.names),
                languages=tuple(map(str, metadata["languages"])),
                version=str(metadata["version"]),
                corpora=tuple(dict(corpus) for corpus in metadata["corpora"]),
            )
        except (LookupError, TypeError, ValueError):
            raise InputError(
                "parquet.damaged-metadata", "its cdaflow metadata are damaged", file=path
            ) from None


def languages_of(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Return the languages of a file that cdaflow's corpora say; () of any other file."""
    is_described = _METADATA_KEY in (read_schema(path).metadata or {})
    return describe(path).languages if is_described else ()


def count_rows(path: str | os.PathLike[str]) -> int:
    """Return how many rows a Parquet file has; none is read. Raises InputError as the readers."""
    with _open(path) as parquet:
        return int(parquet.metadata.num_rows)


def sides_of(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Return ("source", "target") for a file of pairs, ("text",) for a monolingual one."""
    names = read_schema(path).names
    for sides in (PAIR_SIDES, MONO_SIDES):
        if set(sides) <= set(names):
            return sides
    raise InputError(
        "parquet.no-text-columns",
        f"it has neither pairs nor monolingual text; its columns are {', '.join(names)}",
        file=path,
        hint="expected the columns source and target, or the column text",
    )


def _open(path: str | os.PathLike[str]) -> pq.ParquetFile:
    check_file(path)
    try:
        parquet = pq.ParquetFile(path, pre_buffer=False)
    except (pa.ArrowException, OSError) as error:
        raise _damaged(path, error) from None
    _check_types(path, parquet.schema_arrow)
    return parquet


def _check_types(path: str | os.PathLike[str], schema: pa.Schema) -> None:
    """Raise InputError where a column is there twice, or a side is no text."""
    for field in schema:
        if schema.names.count(field.name) > 1:
            raise InputError(
                "column.duplicate",
                f"two columns have the name {field.name!r}",
                file=path,
                hint="rename one of them",
            )
        if field.name in (*PAIR_SIDES, *MONO_SIDES) and not pa.types.is_string(_type(field)):
            raise InputError(
                "column.not-text",
                f"column {field.name} has the type {field.type}; expected one text per row",
                file=path,
                hint="write each sentence as a row of its own, as a string",
            )


def _damaged(path: str | os.PathLike[str], error: Exception) -> InputError:
    reason = str(error).partition("\n")[0]
    return InputError(
        "parquet.damaged",
        f"not a Parquet file, or it is damaged or truncated ({reason})",
        file=path,
        hint="delete it and run the step that writes it again",
    )


def _check_columns(
    path: str | os.PathLike[str], schema: pa.Schema, columns: Sequence[str] | None
) -> None:
    for column in columns or ():
        if column not in schema.names:
            raise InputError(
                "column.missing",
                f"the column {column!r} is missing; the columns are: {', '.join(schema.names)}",
                file=path,
                hint="was it written by the right step?",
            )


def rows_between(
    batches: Iterable[pa.RecordBatch], start: int, end: int
) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield the rows from `start` to before `end` in batches, each with how many precede it."""
    row = 0
    for batch in batches:
        low, high = max(start - row, 0), min(end - row, batch.num_rows)
        if low < high:
            yield row + low, batch.slice(low, high - low)
        row += batch.num_rows
        if row >= end:
            return


def rows_with_lines(
    batches: Iterable[pa.RecordBatch], lines: Iterable[str], *, text: str, rows: str, hint: str
) -> Iterator[tuple[pa.RecordBatch, list[str]]]:
    """Yield each batch with the lines that belong to its rows, without blanks at their ends.

    Raises InputError where there are not as many lines as rows; `text` and `rows` are the names of
    the two, `hint` says how the text is made.
    """
    left = iter(lines)
    count = 0
    for batch in batches:
        row_lines = [line.strip() for line in islice(left, batch.num_rows)]
        count += len(row_lines)
        if len(row_lines) < batch.num_rows:
            raise InputError(
                "text.fewer-lines-than-rows",
                f"the text has {count} lines, but there are more rows in {rows}",
                file=text,
                hint=hint,
            )
        yield batch, row_lines
    if next(left, None) is not None:
        raise InputError(
            "text.more-lines-than-rows",
            f"the text has more lines than there are rows in {rows} ({count})",
            file=text,
            hint=hint,
        )


def export_columns(
    path: str | os.PathLike[str], outputs: Mapping[str, str | os.PathLike[str]]
) -> int:
    """Write columns of a Parquet file as text; return the number of lines.

    `outputs` maps each column to its file (.gz is packed). The files are line-aligned and
    appear at the end together. Raises InputError where a column is missing or a cell is empty
    or holds a line end, since either breaks the alignment for the tools that read it.
    """
    count = 0
    with ExitStack() as stack:
        handles = [stack.enter_context(atomic_text(file)) for file in outputs.values()]
        batches = read_batches(path, [*outputs, "id"])
        for batch in progress(batches, "export", unit="block"):
            ids = batch.column("id")
            for column, name, handle in zip(batch.columns, outputs, handles, strict=False):
                lines = [str(value) if value is not None else "" for value in column.to_pylist()]
                for row, line in enumerate(lines):
                    if not line or "\n" in line or "\r" in line:
                        what = "contains a line break" if line else "is empty"
                        raise InputError(
                            "text.line-break" if line else "cell.empty",
                            f"the {name} of the row with id {ids[row].as_py()} {what}",
                            file=path,
                            hint="build the file again with: cdaflow text build",
                        )
                handle.write("\n".join(lines) + "\n")
            count += batch.num_rows
    return count
