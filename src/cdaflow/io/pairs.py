"""Sentence pairs and other text in and out: Parquet, TSV or lines, in batches, never whole.

What comes in one kind goes out in the same kind, with its own columns and those of the step: the
commands work on a researcher's plain files as on the workflow's Parquet.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any

import pyarrow as pa

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.columns import (
    integers,
    read_aligned_pairs,
    read_text_columns,
    repaired_column,
    split_columns,
    strings,
    whole_numbers,
)
from cdaflow.io.files import atomic_path, atomic_text, read_lines, tsv_lines
from cdaflow.io.parquet import read_batches, read_schema, write_batches
from cdaflow.io.recognition import Content, is_header
from cdaflow.io.repair import Repairs

#: Rows of a batch: Arrow's searches are quickest on many, and these stay within some megabytes.
ROWS = 65_536

#: Endings of a TSV file's name.
_TSV = (".tsv", ".tsv.gz", ".tsv.xz", ".tsv.bz2", ".tsv.zst")

#: The columns of a TSV file that hold whole numbers; see `selection.gendered`.
_POSITIONS = (
    "profession_start",
    "profession_end",
    "pronoun_start",
    "profession_token",
    "pronoun_token",
)

#: Columns of text that are looked for, in this order, where none is named.
_USUAL = ("source", "text", "sentence")

#: Writes a batch: Parquet and TSV get all of its columns, a text file the one that is named.
RowWriter = Callable[[pa.RecordBatch, str], None]


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
        types = {"id": pa.int64(), **dict.fromkeys(_POSITIONS, pa.int32())}
        fields = [pa.field(name, types.get(name, pa.string())) for name in names]
        schema = pa.schema([pa.field("id", pa.int64())] * ("id" not in names) + fields)
    else:
        sides = ["source", "target"] if kind == "aligned" else ["source"]
        schema = pa.schema([("id", pa.int64()), *((side, pa.string()) for side in sides)])
    for name in needed:
        if name not in schema.names:
            raise InputError(
                "column.missing",
                f"there is no column {name!r}; the columns are: {', '.join(schema.names)}",
                file=paths[0],
                hint="pairs are a .parquet or .tsv file with the columns source and target, or two "
                "text files",
            )
    return schema


def read_pairs(
    paths: Sequence[str], needed: Sequence[str] = ("source", "target"), rows: int = ROWS
) -> Iterator[pa.RecordBatch]:
    """Yield pairs in batches, with the columns of `pair_schema`.

    The id of a line of text or TSV is its number in the file, unless a column `id` has it. Raises
    InputError as the readers of each kind do.
    """
    schema = pair_schema(paths, needed)
    kind = kind_of(paths)
    if kind == "parquet":
        batches = read_batches(paths[0], rows=rows)
        yield from batches if "id" in read_schema(paths[0]).names else _numbered(batches)
        return
    if kind == "aligned":
        blocks = read_aligned_pairs(*paths)
    elif kind == "tsv":
        blocks = _typed_tsv(paths[0], schema)
    else:
        lines = (
            pa.RecordBatch.from_arrays([text], ["source"])
            for text, _ in read_text_columns(paths[0])
        )
        blocks = _numbered(lines)
    for block in blocks:
        for start in range(0, block.num_rows, rows):
            part = block.slice(start, rows)
            yield pa.RecordBatch.from_arrays(part.columns, schema=schema)


def read_target_pairs(path: str) -> Iterator[pa.RecordBatch]:
    """Yield the pairs of a Parquet or TSV file with all its columns, as they are.

    Monolingual text of `cdaflow text mono` (Parquet with the column `text`, for back-translation)
    becomes targets without a source, which is an empty text. Raises InputError where there is no
    column `source` or `target`.
    """
    names = read_schema(path).names if path.endswith(".parquet") else []
    mono = "text" in names and "target" not in names
    for batch, name in read_rows(path, "text" if mono else "target"):
        if mono:
            renamed = ["target" if column == name else column for column in batch.schema.names]
            empty = strings([""] * batch.num_rows)
            yield pa.RecordBatch.from_arrays([*batch.columns, empty], [*renamed, "source"])
            continue
        if "source" not in batch.schema.names:
            raise InputError(
                "column.missing",
                f"there is no column 'source'; the columns are: {', '.join(batch.schema.names)}",
                file=path,
                hint="pairs need the columns source and target; a TSV file needs a header line",
            )
        yield batch


def read_rows(path: str, column: str | None = None) -> Iterator[tuple[pa.RecordBatch, str]]:
    """Yield a file in batches, each with the name of its column of English.

    `column`: that name; by default source, text or sentence, whatever comes first, or the first
    column of a TSV file without such a header. Lines of plain text are the column `text`.

    Raises InputError where there is no such column, a byte is not UTF-8, or a line of TSV has
    fewer columns than the first.
    """
    if path.endswith(".parquet"):
        name = _chosen(path, read_schema(path).names, column)
        for batch in read_batches(path, rows=ROWS):
            yield batch, name
    elif path.endswith(_TSV):
        yield from _untyped_tsv(path, column)
    else:
        for lines, _ in read_text_columns(path):
            yield pa.RecordBatch.from_arrays([lines], ["text"]), "text"


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
            columns = [list(map(_written, batch.column(name).to_pylist())) for name in names]
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
        raise ConfigError(
            "pair.file-count",
            "pairs are given as one file (.parquet or .tsv) or as two text files (source "
            "and target)",
        )
    if {os.path.realpath(path) for path in inputs} & {os.path.realpath(path) for path in outputs}:
        raise ConfigError("output.replaces-input", "the output would replace the input")


def ids_of(batch: pa.RecordBatch, before: int) -> pa.Array:
    """Return the ids of pairs; where they have none, their numbers, from `before` + 1."""
    if "id" in batch.schema.names:
        return batch.column("id")
    return integers(range(before + 1, before + 1 + len(batch)), pa.int64())


@contextmanager
def open_rows(path: str) -> Iterator[RowWriter]:
    """Open a file for rows, of the kind that its name says; whole or not at all."""
    with ExitStack() as stack:
        if path.endswith(".parquet"):
            yield from _parquet_writer(path, stack)
        else:
            handle = stack.enter_context(atomic_text(path))
            yield _line_writer(handle.write, is_tsv=path.endswith(_TSV))


def _parquet_writer(path: str, stack: ExitStack) -> Iterator[RowWriter]:
    from pyarrow.parquet import ParquetWriter, write_table

    temporary = stack.enter_context(atomic_path(path))
    writer: Any = None

    def write(batch: pa.RecordBatch, column: str) -> None:
        nonlocal writer
        if writer is None:
            file = ParquetWriter(temporary, batch.schema, compression="zstd")
            writer = stack.enter_context(file)
        writer.write_batch(batch)

    yield write
    if writer is None:
        write_table(pa.table({"text": strings([])}), temporary)


def _line_writer(put: Callable[[str], Any], *, is_tsv: bool) -> RowWriter:
    header_needed = is_tsv

    def write(batch: pa.RecordBatch, column: str) -> None:
        nonlocal header_needed
        # A line of text may well have a tab.
        names, ends = (batch.schema.names, "\t\n") if is_tsv else ([column], "\n")
        if header_needed:
            put("\t".join(names) + "\n")
            header_needed = False
        columns = [list(map(_written, batch.column(name).to_pylist())) for name in names]
        text = "".join(["\t".join(row) + "\n" for row in zip(*columns, strict=True)])
        # Counted first, which is quick: a cell is looked at only where one of them must be wrong.
        expected = {"\n": batch.num_rows, "\t": batch.num_rows * (len(names) - 1)}
        if any(text.count(sign) != expected[sign] for sign in ends):
            for value in chain.from_iterable(columns):
                _check(value, ends)
        put(text)

    return write


def _check(text: str, ends: str) -> None:
    """Raise InputError where a sign that ends a cell stands within it."""
    if any(sign in text for sign in ends):
        raise InputError(
            "text.line-break-or-tab",
            f"{text[:40]!r} contains a line break or tab",
            hint="write Parquet, which can hold it: give an output name that ends in .parquet",
        )


def _written(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _numbered(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield batches with the number of each row, from 1, as its id."""
    done = 0
    for batch in batches:
        schema = pa.schema([pa.field("id", pa.int64()), *batch.schema], batch.schema.metadata)
        columns = [ids_of(batch, done), *batch.columns]
        yield pa.RecordBatch.from_arrays(columns, schema=schema)
        done += batch.num_rows


def _header(path: str) -> list[str] | None:
    """Return the names of a TSV file's columns, None where it has no header."""
    first = next(read_lines(path, Content.TABLE), "").split("\t")
    if "source" in first and len(set(first)) == len(first):
        return first
    if is_header(first):
        raise InputError(
            "pair.header-without-source",
            f"the first row is a header without the column source: {' | '.join(first)}",
            file=path,
            line=1,
            hint="name the columns source and target, or remove the row",
        )
    return None


def _typed_tsv(path: str, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a TSV file of pairs as the schema has them."""
    header = _header(path)
    own_id = header is not None and "id" in header
    fields = list(schema)[not own_id :]
    width = len(fields)
    repairs = Repairs()
    for lines, number in read_text_columns(path, Content.TABLE):
        if header and number == 1:
            lines, number = lines.slice(1), 2
        if header is None and number == 1:
            width = lines[0].as_py().count("\t") + 1
        texts = split_columns(path, lines, number, max(width, len(fields)))[: len(fields)]
        texts = _repaired(texts, [field.name for field in fields], number, repairs)
        columns = [
            whole_numbers(text, field, path, number) if pa.types.is_integer(field.type) else text
            for text, field in zip(texts, fields, strict=True)
        ]
        if not own_id:
            columns = [integers(range(number, number + len(lines)), pa.int64()), *columns]
        yield pa.RecordBatch.from_arrays(columns, schema=schema)
    repairs.report(path)


def _repaired(
    columns: Sequence[pa.StringArray], names: Sequence[str], number: int, repairs: Repairs
) -> list[pa.StringArray]:
    """Return columns with the text of sentences as it was written; others stay (an address)."""
    return [
        repaired_column(column, number, repairs) if name in ("target", *_USUAL) else column
        for column, name in zip(columns, names, strict=True)
    ]


def _untyped_tsv(path: str, column: str | None) -> Iterator[tuple[pa.RecordBatch, str]]:
    """Yield the rows of a TSV file as texts, with the name of the column of text."""
    names: list[str] = []
    repairs = Repairs()
    for lines, number in read_text_columns(path, Content.TABLE):
        if not names:
            names = lines[0].as_py().split("\t")
            if column in names or set(names) & set(_USUAL) or is_header(names):
                lines, number = lines.slice(1), number + 1
                name = _chosen(path, names, column)
            else:  # without a header the columns go by their numbers; the first is the usual one
                names = [str(index) for index in range(1, len(names) + 1)]
                name = names[0] if column is None else _chosen(path, names, column)
        columns = split_columns(path, lines, number, len(names))
        texts = [_USUAL[0] if column == name else column for column in names]
        yield pa.RecordBatch.from_arrays(_repaired(columns, texts, number, repairs), names), name
    repairs.report(path)


def _chosen(path: str, names: Sequence[str], column: str | None) -> str:
    for name in _USUAL if column is None else (column,):
        if name in names:
            return name
    missing = f"no column {column!r}" if column else f"none of the columns {', '.join(_USUAL)}"
    raise InputError(
        "column.missing",
        f"there is {missing}; the columns are: {', '.join(names)}",
        file=path,
        hint="name the column of the English text with --column",
    )
