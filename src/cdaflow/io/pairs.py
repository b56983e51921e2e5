"""Sentence pairs in and out: Parquet, TSV, or two aligned text files, in batches.

What comes in one kind goes out in the same kind, with its own columns and those of the step: the
commands of this package work on a researcher's plain files as on the workflow's Parquet.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice

import pyarrow as pa

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.columns import column_of, integers
from cdaflow.io.files import atomic_text, read_lines, tsv_lines
from cdaflow.io.formats import read_aligned
from cdaflow.io.parquet import read_batches, read_schema, write_batches
from cdaflow.io.structured import whole_number

#: Rows of a batch: Arrow's searches are quickest on many, and these stay within some megabytes.
ROWS = 65_536

#: Endings of a TSV file's name.
_TSV = (".tsv", ".tsv.gz", ".tsv.xz", ".tsv.bz2", ".tsv.zst")


def kind_of(paths: Sequence[str]) -> str:
    """Return what the files are by their names: parquet, tsv, aligned (two) or text (one)."""
    if len(paths) == 2:
        return "aligned"
    if paths[0].endswith(".parquet"):
        return "parquet"
    return "tsv" if paths[0].endswith(_TSV) else "text"


def pair_schema(paths: Sequence[str], needed: Sequence[str] = ("source", "target")) -> pa.Schema:
    """Return the columns of pairs: `id`, `source`, `target` and what a Parquet or TSV file adds.

    A TSV file has a header with the names of its columns; without one, its first two columns are
    the source and the target. A text file is the source alone.

    Raises InputError where a file lacks one of `needed`, ConfigError for one file that is not of
    a known kind while a target is needed.
    """
    kind = kind_of(paths)
    if kind == "parquet":
        schema = read_schema(paths[0])
        if "id" not in schema.names:
            schema = pa.schema([pa.field("id", pa.int64()), *schema], schema.metadata)
    elif kind == "tsv":
        names = _header(paths[0]) or ["source", "target"]
        types = {"id": pa.int64(), **dict.fromkeys(_PLACES, pa.int32())}
        fields = [pa.field(name, types.get(name, pa.string())) for name in names]
        schema = pa.schema([pa.field("id", pa.int64())] * ("id" not in names) + fields)
    else:
        sides = ["source", "target"] if kind == "aligned" else ["source"]
        schema = pa.schema([("id", pa.int64()), *((side, pa.string()) for side in sides)])
    for name in needed:
        if name not in schema.names:
            raise InputError(
                f"there is no column {name!r}; there are: {', '.join(schema.names)}",
                file=paths[0],
                hint="pairs are a .parquet or .tsv file with the columns source and target, or two "
                "text files",
            )
    return schema


#: The columns of a TSV file that hold whole numbers; see `selection.gendered`.
_PLACES = (
    "profession_start",
    "profession_end",
    "pronoun_start",
    "profession_token",
    "pronoun_token",
)


def read_pairs(
    paths: Sequence[str], needed: Sequence[str] = ("source", "target"), rows: int = ROWS
) -> Iterator[pa.RecordBatch]:
    """Yield pairs in batches, with the columns of `pair_schema`.

    The id of a line of text or TSV is its number in the file, unless a column `id` has it. Raises
    InputError as the readers of each kind do.
    """
    schema = pair_schema(paths, needed)
    if kind_of(paths) == "parquet":
        batches = read_batches(paths[0], rows=rows)
        yield from batches if "id" in read_schema(paths[0]).names else _numbered(batches)
        return
    records = _records(paths, schema)
    while chunk := list(islice(records, rows)):
        columns = zip(*chunk, strict=True)
        yield pa.RecordBatch.from_arrays(
            [column_of(column, f.type) for column, f in zip(columns, schema, strict=True)],
            schema=schema,
        )


def write_pairs(paths: Sequence[str], schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> int:
    """Write pairs as the kind that the names of `paths` say; return how many.

    Parquet and TSV (with a header) get all columns, aligned files source and target, a text file
    the source. Whole or not at all.
    """
    kind = kind_of(paths)
    if kind == "parquet":
        return write_batches(paths[0], schema, batches)
    names = {"tsv": schema.names, "aligned": ["source", "target"], "text": ["source"]}[kind]
    rows = 0
    with ExitStack() as stack:
        handles = [stack.enter_context(atomic_text(path)) for path in paths]
        if kind == "tsv":
            handles[0].write("\t".join(names) + "\n")
        for batch in batches:
            rows += batch.num_rows
            columns = [list(map(_cell, batch.column(name).to_pylist())) for name in names]
            if kind == "tsv":
                lines = tsv_lines((), zip(*columns, strict=True))
                next(lines)  # the header, which stands already
                handles[0].writelines(line + "\n" for line in lines)
            else:
                for handle, column in zip(handles, columns, strict=True):
                    handle.writelines(line + "\n" for line in column)
    return rows


def check_kinds(inputs: Sequence[str], outputs: Sequence[str]) -> None:
    """Raise ConfigError where the output has more files than the input, or is one of its files."""
    if len(outputs) > 2 or len(inputs) > 2:
        raise ConfigError("pairs are one file (.parquet, .tsv) or two (source and target)")
    if {os.path.realpath(path) for path in inputs} & {os.path.realpath(path) for path in outputs}:
        raise ConfigError("the output would take the place of the input")


def _header(path: str) -> list[str] | None:
    """Return the names of a TSV file's columns, None where it has no header."""
    first = next(read_lines(path), "").split("\t")
    return first if "source" in first and len(set(first)) == len(first) else None


def _records(paths: Sequence[str], schema: pa.Schema) -> Iterator[tuple[object, ...]]:
    """Yield the rows of text or TSV files as the schema has them."""
    kind = kind_of(paths)
    if kind == "aligned":
        for number, (source, target) in read_aligned(paths[0], paths[1]):
            yield number, source, target
    elif kind == "text":
        for number, line in enumerate(read_lines(paths[0]), 1):
            yield number, line
    else:
        yield from _tsv_records(paths[0], schema)


def _tsv_records(path: str, schema: pa.Schema) -> Iterator[tuple[object, ...]]:
    lines = enumerate(read_lines(path), 1)
    header = _header(path)
    if header:
        next(lines)
    numbers = [place for place, f in enumerate(schema) if pa.types.is_integer(f.type)]
    own_id = "id" in (header or ())
    width = len(schema) - (not own_id)
    for number, line in lines:
        cells: list[object] = [*line.split("\t")]
        if len(cells) < width or (header and len(cells) > width):
            raise InputError(
                f"the row has {len(cells)} columns, {width} are wanted", file=path, line=number,
                hint="columns are parted by tabs; without a header the first two are the source "
                "and the target",
            )  # fmt: skip
        row = cells[:width] if own_id else [number, *cells[:width]]
        for place in numbers:
            row[place] = _whole(str(row[place]), schema.field(place), path, number)
        yield tuple(row)


def _whole(cell: str, field: pa.Field, path: str, line: int) -> int:
    """Return the whole number of a cell, which the column can hold; InputError for others."""
    value = whole_number(cell.strip().removeprefix("-"))
    if value is None or value >= 1 << (field.type.bit_width - 1):
        raise InputError(
            f"column {field.name}: {cell[:40]!r} is no number, or too large", file=path, line=line
        )
    return -value if cell.strip().startswith("-") else value


def _numbered(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield batches with the number of each row, from 1, as its id."""
    start = 1
    for batch in batches:
        ids = integers(range(start, start + batch.num_rows), pa.int64())
        schema = pa.schema([pa.field("id", pa.int64()), *batch.schema], batch.schema.metadata)
        yield pa.RecordBatch.from_arrays([ids, *batch.columns], schema=schema)
        start += batch.num_rows


def _cell(value: object) -> str:
    return "" if value is None else str(value)
