"""English text in and out for the source filter: lines, TSV or Parquet, in batches, never whole."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOBase
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.columns import numbers_of, strings
from cdaflow.io.files import MAX_LINE_BYTES, atomic_path, atomic_text, encoding_hint, read_blocks
from cdaflow.io.nfc import nfc_bytes

#: Bytes of text that are read at a time.
_BLOCK = 1 << 23

#: Columns that are looked for, in this order, where none is named.
_USUAL = ("source", "text", "sentence")


def is_tsv(path: str) -> bool:
    """Return whether a file is TSV by its name."""
    return path.removesuffix(".gz").removesuffix(".zst").removesuffix(".xz").endswith(".tsv")


def read_rows(path: str, column: str | None = None) -> Iterator[tuple[pa.RecordBatch, str]]:
    """Yield a file in batches, each with the name of its column of English.

    `column`: that name; by default source, text or sentence, whatever comes first, or the first
    column of a TSV file without such a header. Lines of plain text are the column `text`.

    Raises InputError where there is no such column, a byte is not UTF-8, or a line of TSV has
    fewer columns than the first.
    """
    if path.endswith(".parquet"):
        # Imported here as in _ParquetRows: text, the usual case, is spared a tenth of a second.
        from cdaflow.io.parquet import read_batches, read_schema

        name = _chosen(path, read_schema(path).names, column)
        for batch in read_batches(path, rows=65_536):
            yield batch, name
    elif is_tsv(path):
        yield from _read_tsv(path, column)
    else:
        for lines, _ in read_columns(path):
            yield pa.RecordBatch.from_arrays([lines], ["text"]), "text"


def read_columns(path: str | os.PathLike[str]) -> Iterator[tuple[pa.StringArray, int]]:
    """Yield the lines of a text file, in NFC, as columns, each with the number of its first line.

    Lines, numbered from 1, end in LF or CR LF, as in `cdaflow.io.files.read_lines`, which goes
    through them one by one; here they are parted in whole blocks, several times as quick.
    """
    number, rest = 1, b""
    for block in _and_the_end(read_blocks(path, _BLOCK)):
        # An end of a line stands after the last one that lacks it.
        text = rest + (block or b"\n" * bool(rest))
        end = text.rfind(b"\n") + 1
        text, rest = text[:end], text[end:]
        if len(rest) > MAX_LINE_BYTES:
            raise InputError(
                f"the line is longer than {MAX_LINE_BYTES} bytes",
                file=path,
                line=number + text.count(b"\n"),
                hint="a corpus has one sentence a line, ended by a line feed",
            )
        if not text:
            continue
        if b"\r" in text:  # asking is much quicker than to replace what is not there
            text = text.replace(b"\r\n", b"\n")
        if number == 1:
            text = text.removeprefix(b"\xef\xbb\xbf")
        column = _column(nfc_bytes(text))
        try:
            column.validate(full=True)
        except pa.ArrowInvalid:
            raise _no_utf8(path, text, number) from None
        yield column, number
        number += len(column)


def _and_the_end(blocks: Iterable[bytes]) -> Iterator[bytes]:
    yield from blocks
    yield b""


def _column(text: bytes) -> pa.StringArray:
    """Return lines, each with LF at its end, as a column."""
    ends = np.flatnonzero(np.frombuffer(text, dtype=np.uint8) == ord("\n"))
    offsets = np.zeros(len(ends) + 1, dtype=np.int32)
    offsets[1:] = ends - np.arange(len(ends))
    letters = pa.py_buffer(text.replace(b"\n", b""))
    return pa.StringArray.from_buffers(len(ends), pa.py_buffer(offsets), letters)


def _no_utf8(path: str | os.PathLike[str], text: bytes, first: int) -> InputError:
    """Return the fault of the first line that is not UTF-8; `first`: where the text begins."""
    for number, line in enumerate(text.split(b"\n"), first):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            return InputError(
                f"byte {error.start + 1} of the line is not UTF-8 (0x{line[error.start]:02x})",
                file=path,
                line=number,
                hint=encoding_hint(line, number),
            )
    raise AssertionError("all lines are UTF-8")


def _read_tsv(path: str, column: str | None) -> Iterator[tuple[pa.RecordBatch, str]]:
    names: list[str] = []
    name = ""
    for lines, number in read_columns(path):
        if not names:
            first = lines[0].as_py().split("\t")
            if column in first or set(first) & set(_USUAL):
                names = first
                lines, number = lines.slice(1), number + 1
            else:
                names = [str(place) for place in range(1, len(first) + 1)]
            # Without a header the columns go by their numbers; the first is the usual one.
            name = (
                names[0] if names is not first and column is None else _chosen(path, names, column)
            )
        cells = pc.split_pattern(lines, "\t")
        widths = numbers_of(pc.list_value_length(cells))
        wrong = np.flatnonzero(widths != len(names))
        if len(wrong):
            raise InputError(
                f"the line has {widths[wrong[0]]} columns, {len(names)} are wanted",
                file=path,
                line=number + int(wrong[0]),
                hint="columns are parted by tabs",
            )
        columns = [pc.list_element(cells, place) for place in range(len(names))]
        yield pa.RecordBatch.from_arrays(columns, names), name


def _chosen(path: str, names: Sequence[str], column: str | None) -> str:
    for name in _USUAL if column is None else (column,):
        if name in names:
            return name
    wanted = f"no column {column!r}" if column else f"none of the columns {', '.join(_USUAL)}"
    raise InputError(
        f"there is {wanted}; there are: {', '.join(names)}",
        file=path,
        hint="name the column of the English text with --column",
    )


class RowWriter(Protocol):
    """Writes rows with their labels."""

    def write(self, batch: pa.RecordBatch, name: str, labels: Sequence[str]) -> None:
        """Write rows; `name` is the column of English."""


@contextmanager
def open_rows(path: str, with_labels: bool) -> Iterator[RowWriter]:
    """Open a file for rows, of the kind that its name says; whole or not at all.

    Parquet and TSV get all columns, and `label` where `with_labels`; a text file gets the English
    lines, or the labels alone where `with_labels`.
    """
    if path.endswith(".parquet"):
        with atomic_path(path) as temporary:
            parquet = _ParquetRows(temporary, with_labels)
            yield parquet
            parquet.close()
        return
    with atomic_text(path) as handle:
        yield (_TsvRows if is_tsv(path) else _TextRows)(handle, with_labels)


class _TextRows:
    def __init__(self, handle: TextIOBase, with_labels: bool) -> None:
        self._handle, self._with_labels = handle, with_labels

    def write(self, batch: pa.RecordBatch, name: str, labels: Sequence[str]) -> None:
        # A line of text may well have a tab.
        texts = (_cell(text, "\n") for text in batch.column(name).to_pylist())
        lines = labels if self._with_labels else texts
        self._handle.write("\n".join([*lines, ""]))


class _TsvRows:
    def __init__(self, handle: TextIOBase, with_labels: bool) -> None:
        self._handle, self._with_labels = handle, with_labels
        self._is_begun = False

    def write(self, batch: pa.RecordBatch, name: str, labels: Sequence[str]) -> None:
        batch = _labelled(batch, labels) if self._with_labels else batch
        if not self._is_begun:
            self._handle.write("\t".join(batch.schema.names) + "\n")
            self._is_begun = True
        cells = zip(*(map(_cell, column.to_pylist()) for column in batch.columns), strict=True)
        self._handle.write("".join(["\t".join(row) + "\n" for row in cells]))


class _ParquetRows:
    def __init__(self, path: Path, with_labels: bool) -> None:
        self._path, self._with_labels = path, with_labels
        self._writer: Any = None

    def write(self, batch: pa.RecordBatch, name: str, labels: Sequence[str]) -> None:
        from pyarrow.parquet import ParquetWriter

        batch = _labelled(batch, labels) if self._with_labels else batch
        if self._writer is None:
            self._writer = ParquetWriter(self._path, batch.schema, compression="zstd")
        self._writer.write_batch(batch)

    def close(self) -> None:
        from pyarrow.parquet import write_table

        if self._writer is None:
            write_table(pa.table({"text": strings([])}), self._path)
        else:
            self._writer.close()


def _labelled(batch: pa.RecordBatch, labels: Sequence[str]) -> pa.RecordBatch:
    kept = [name for name in batch.schema.names if name != "label"]
    schema = pa.schema(
        [*(batch.schema.field(name) for name in kept), pa.field("label", pa.string())],
        batch.schema.metadata,
    )
    columns = [*(batch.column(name) for name in kept), strings(labels)]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _cell(value: object, ends: str = "\t\n") -> str:
    """Return a value as it is written; InputError where a sign that ends it stands within."""
    text = "" if value is None else str(value)
    if any(sign in text for sign in ends):
        raise InputError(
            f"a line break or tab stands within {text[:40]!r}",
            hint="write Parquet, which keeps it: let the name of the output end in .parquet",
        )
    return text


def check_output(inputs: Sequence[str], output: str) -> None:
    """Raise ConfigError where the output would take the place of an input."""
    if os.path.realpath(output) in map(os.path.realpath, inputs):
        raise ConfigError(f"the output would take the place of the input {output}")
