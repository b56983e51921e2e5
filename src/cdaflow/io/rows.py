"""Text and sentence pairs in batches, never whole: lines, TSV or Parquet, with all their columns.

Whole columns at a time, for what goes through millions of sentences; `cdaflow.io.pairs` knows the
types of columns and numbers the rows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cdaflow.errors import InputError
from cdaflow.io.columns import integers, numbers_of, strings
from cdaflow.io.files import (
    MAX_LINE_BYTES,
    atomic_path,
    atomic_text,
    encoding_hint,
    nfc_bytes,
    read_blocks,
)

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
        # Imported here: text, the usual case, is spared a tenth of a second.
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


def read_pairs(path: str) -> Iterator[pa.RecordBatch]:
    """Yield the pairs of a Parquet or TSV file with all its columns.

    Monolingual text of `cdaflow text mono` (Parquet with the column `text`, for back-translation)
    becomes targets without a source, which is an empty text. Raises InputError where there is no
    column `source` or `target`.
    """
    if _is_monolingual(path):
        yield from _targets(path)
        return
    for batch, _ in read_rows(path, "target"):
        if "source" not in batch.schema.names:
            raise InputError(
                f"there is no column 'source'; there are: {', '.join(batch.schema.names)}",
                file=path,
                hint="the pairs need columns source and target, TSV with a header line",
            )
        yield batch


def _is_monolingual(path: str) -> bool:
    from cdaflow.io.parquet import read_schema

    if not path.endswith(".parquet"):
        return False
    names = read_schema(path).names
    return "text" in names and "target" not in names


def _targets(path: str) -> Iterator[pa.RecordBatch]:
    for batch, name in read_rows(path, "text"):
        names = ["target" if column == name else column for column in batch.schema.names]
        sources = strings([""] * batch.num_rows)
        yield pa.RecordBatch.from_arrays([*batch.columns, sources], [*names, "source"])


def read_aligned_pairs(source: str, target: str) -> Iterator[pa.RecordBatch]:
    """Yield the pairs of two files of lines with columns id (the line, from 1), source, target.

    Raises InputError where the files have different numbers of lines.
    """
    files = [(column for column, _ in read_columns(path)) for path in (source, target)]
    sides = [strings([])] * 2
    done = 0
    while True:
        sides = [side or next(file, side) for side, file in zip(sides, files, strict=True)]
        length = min(map(len, sides))
        if not length:
            break
        numbers = integers(range(done + 1, done + 1 + length), pa.int64())
        columns = [numbers, *(side.slice(0, length) for side in sides)]
        yield pa.RecordBatch.from_arrays(columns, ["id", "source", "target"])
        sides = [side.slice(length) for side in sides]
        done += length
    for side, short in zip(sides, (target, source), strict=True):
        if len(side):
            raise InputError(
                f"the file ends after {done} lines, its partner goes on",
                file=short,
                hint="line N of the one file is the translation of line N of the other",
            )


def ids_of(batch: pa.RecordBatch, before: int) -> pa.Array:
    """Return the ids of pairs; where they have none, their numbers, from `before` + 1."""
    if "id" in batch.schema.names:
        return batch.column("id")
    return integers(range(before + 1, before + 1 + len(batch)), pa.int64())


@contextmanager
def open_rows(path: str) -> Iterator[Callable[[pa.RecordBatch, str], None]]:
    """Open a file for rows, of the kind that its name says; whole or not at all.

    Yields a function that writes a batch: Parquet and TSV get all of its columns, a text file the
    one that is named.
    """
    if path.endswith(".parquet"):
        with atomic_path(path) as temporary, ExitStack() as stack:
            yield from _parquet_writer(temporary, stack)
        return
    with atomic_text(path) as handle:
        header_needed = is_tsv(path)

        def write(batch: pa.RecordBatch, column: str) -> None:
            nonlocal header_needed
            # A line of text may well have a tab.
            names, ends = (batch.schema.names, "\t\n") if is_tsv(path) else ([column], "\n")
            if header_needed:
                handle.write("\t".join(names) + "\n")
                header_needed = False
            columns = [[_cell(v, ends) for v in batch.column(n).to_pylist()] for n in names]
            rows = zip(*columns, strict=True)
            handle.write("".join(["\t".join(row) + "\n" for row in rows]))

        yield write


def _parquet_writer(
    path: Path, stack: ExitStack
) -> Iterator[Callable[[pa.RecordBatch, str], None]]:
    # Imported here, as in `read_rows`.
    from pyarrow.parquet import ParquetWriter, write_table

    writer: Any = None

    def write(batch: pa.RecordBatch, column: str) -> None:
        nonlocal writer
        if writer is None:
            writer = stack.enter_context(ParquetWriter(path, batch.schema, compression="zstd"))
        writer.write_batch(batch)

    yield write
    if writer is None:
        write_table(pa.table({"text": strings([])}), path)


def _cell(value: object, ends: str) -> str:
    """Return a value as it is written; InputError where a sign that ends it stands within."""
    text = "" if value is None else str(value)
    if any(sign in text for sign in ends):
        raise InputError(
            f"a line break or tab stands within {text[:40]!r}",
            hint="write Parquet, which keeps it: let the name of the output end in .parquet",
        )
    return text
