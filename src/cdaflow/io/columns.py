"""Arrow columns from Python values, numpy arrays and lines of text, and back.

`pyarrow.array` and `to_numpy` import pandas where it is installed, which takes longer than the
selection of several hundred thousand pairs; these do not.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.files import MAX_LINE_BYTES, nfc_bytes, not_utf8, read_blocks, whole_number
from cdaflow.io.formats import not_aligned
from cdaflow.io.recognition import (
    HEAD_LINES,
    SIGNS,
    Content,
    Quoting,
    check_later_lines,
    check_line_ends,
    check_lines,
    header_again,
    header_of,
)
from cdaflow.io.repair import ESCAPES, SUSPECT, Repairs

#: Bytes of text that are read at a time.
_BLOCK = 1 << 23


def integers(values: Sequence[int] | NDArray[np.integer], kind: pa.DataType) -> pa.Array:
    """Return numbers, without missing values, as a column of a type such as `pa.int64()`."""
    array = np.ascontiguousarray(values, dtype=kind.to_pandas_dtype())
    return pa.Array.from_buffers(kind, len(array), [None, pa.py_buffer(array)])


def strings(values: Iterable[str | None]) -> pa.StringArray:
    """Return texts as a column."""
    builder = pa.lib.StringBuilder()
    builder.append_values(list(values))
    return builder.finish()


def column_of(values: Sequence[object], kind: pa.DataType) -> pa.Array:
    """Return the cells of a column of texts or numbers."""
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return integers(values, kind)  # type: ignore[arg-type]
    return strings(values)  # type: ignore[arg-type]


def extended(schema: pa.Schema, columns: Sequence[pa.Field]) -> pa.Schema:
    """Return a schema with more columns; those that it has of the same names go."""
    names = {column.name for column in columns}
    remaining = [field for field in schema if field.name not in names]
    return pa.schema([*remaining, *columns], metadata=schema.metadata)


def with_columns(
    batch: pa.RecordBatch, columns: Sequence[pa.Field], values: Sequence[tuple[object, ...]]
) -> pa.RecordBatch:
    """Return a batch as `extended` has its schema; `values` has the new cells row by row."""
    cells = list(zip(*values, strict=True)) or [()] * len(columns)
    new = [column_of(column, field.type) for column, field in zip(cells, columns, strict=True)]
    return joined(batch, columns, new)


def joined(
    batch: pa.RecordBatch, columns: Sequence[pa.Field], new: Sequence[pa.Array]
) -> pa.RecordBatch:
    """Return a batch as `extended` has its schema; `new` has its new columns."""
    schema = extended(batch.schema, columns)
    old = [batch.column(name) for name in schema.names[: len(schema) - len(columns)]]
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


def indices_where(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the indices of an array that are true, in order, where these are few of many."""
    # numpy.flatnonzero takes a nanosecond for each byte; so first eight of them together.
    eights = np.concatenate([mask, np.zeros(-len(mask) % 8, dtype=bool)]).view(np.uint64)
    some = np.flatnonzero(eights != 0)
    within = np.flatnonzero(eights.take(some).view(bool))
    indices: NDArray[np.int64] = some[within >> 3] * 8 + (within & 7)
    return indices


def truths_of(column: pa.BooleanArray) -> NDArray[np.bool_]:
    """Return a column of truth values without nulls as an array, shape (N,)."""
    truths = np.zeros(len(column), dtype=bool)
    truths[rows_where(column)] = True
    return truths


def repaired_column(column: pa.StringArray, first: int, repairs: Repairs) -> pa.StringArray:
    """Return a column of texts as they were written: the same object where nothing is undone.

    `first`: the number of its first line, under which `repairs` counts.
    """
    letters = column.buffers()[2]
    data = b"" if letters is None else letters.to_pybytes()
    if data.isascii() and not any(sign.encode() in data for sign in ESCAPES):
        return column
    rows = rows_where(pc.fill_null(pc.match_substring_regex(column, SUSPECT), False)).tolist()
    texts = {row: column[row].as_py() for row in rows}
    written = {row: repairs.line(first + row, text) for row, text in texts.items()}
    if written == texts:
        return column
    return strings([written.get(row, text) for row, text in enumerate(column.to_pylist())])


def read_text_columns(
    path: str | os.PathLike[str], content: Content = Content.SENTENCES
) -> Iterator[tuple[pa.StringArray, int]]:
    """Yield the lines of a text file, in NFC, as columns, each with the number of its first line.

    Sentences are repaired (`cdaflow.io.repair`); of a table its reader knows which cells are text.

    InputError where they are of another format than `content`, see `cdaflow.io.recognition`.

    Lines, numbered from 1, end in LF or CR LF, as in `cdaflow.io.files.read_lines`, which goes
    through them one by one; here they are parted in whole blocks, several times as quick.
    """
    number, rest, header = 1, b"", "\n"
    repairs = Repairs()
    quoting = Quoting(path, content)
    for block in chain(read_blocks(path, _BLOCK, is_text=True), [b""]):
        # An end of a line stands after the last one that lacks it.
        text = rest + (block or b"\n" * bool(rest))
        end = text.rfind(b"\n") + 1
        text, rest = text[:end], text[end:]
        if len(rest) > MAX_LINE_BYTES:
            if number == 1 and not text:
                check_line_ends(path, rest)
            raise InputError(
                "line.too-long",
                f"the line is longer than {MAX_LINE_BYTES} bytes",
                file=path,
                line=number + text.count(b"\n"),
                hint="a corpus has one sentence per line, ended by a line feed",
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
        if number == 1:
            first = text.partition(b"\n")[0]
            check_line_ends(path, first, ended=len(column) > 1 or bool(block))
            check_lines(path, column.slice(0, HEAD_LINES).to_pylist(), content)
            header = header_of(column[0].as_py(), content)
        headers = strings([header, f"\ufeff{header}"])
        for row in rows_where(pc.is_in(column, value_set=headers)).tolist():
            if number + row > 1:
                raise header_again(path, number + row)
        _check_windows(path, column, number, content)
        if not quoting.is_decided:
            for row in rows_where(pc.match_substring(column, '"')).tolist():
                if not quoting.is_decided:
                    quoting.look_at(column[row].as_py(), number + row)
        is_text = content is not Content.TABLE
        yield (repaired_column(column, number, repairs) if is_text else column), number
        number += len(column)
    repairs.report(path)


def _check_windows(
    path: str | os.PathLike[str], column: pa.StringArray, number: int, content: Content
) -> None:
    """Raise InputError where lines after the first ones of a file are of another format."""
    signs = rows_where(pc.match_substring_regex(column, SIGNS[content]))
    for window in np.unique(signs // HEAD_LINES).tolist():
        start = window * HEAD_LINES
        if number > 1 or window:
            check_later_lines(
                path, column.slice(start, HEAD_LINES).to_pylist(), number + start, content
            )


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
            return not_utf8(path, number, line, error)
    raise AssertionError("all lines are UTF-8")


def read_aligned_pairs(source: str, target: str) -> Iterator[pa.RecordBatch]:
    """Yield the pairs of two files of lines with columns id (the line, from 1), source, target.

    Raises InputError where the files have different numbers of lines.
    """
    files = [(column for column, _ in read_text_columns(path)) for path in (source, target)]
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
    if any(map(len, sides)):
        counts = [
            done + len(side) + sum(map(len, file)) for side, file in zip(sides, files, strict=True)
        ]
        raise not_aligned((source, target), counts)


def split_columns(
    path: str, lines: pa.StringArray, number: int, width: int
) -> list[pa.StringArray]:
    """Return the `width` columns of lines of TSV, the first of which has this number.

    Raises InputError where a line has fewer or more: which cells are meant would be a guess.
    """
    cells = pc.split_pattern(lines, "\t")
    widths = numbers_of(pc.list_value_length(cells))
    wrong = np.flatnonzero(widths != width)
    if len(wrong):
        raise InputError(
            "row.column-count",
            f"the row has {widths[wrong[0]]} columns, expected {width}",
            file=path,
            line=number + int(wrong[0]),
            hint="columns are separated by tabs; without a header the first two of pairs are the "
            "source and the target",
        )
    return [pc.list_element(cells, index) for index in range(width)]


def whole_numbers(column: pa.StringArray, field: pa.Field, path: str, line: int) -> pa.Array:
    """Return a column of whole numbers; InputError, with its line, for a cell of anything else."""
    digits = pc.utf8_trim_whitespace(column)
    limit = 1 << (field.type.bit_width - 1)
    if pc.all(pc.match_substring_regex(digits, r"^-?[0-9]+$"), min_count=0).as_py():
        try:
            return digits.cast(field.type)
        except pa.ArrowInvalid:
            pass  # too large
    for number, cell in enumerate(digits.to_pylist(), line):
        value = whole_number(cell.removeprefix("-"))
        if value is None or value >= limit:
            raise InputError(
                "cell.not-a-number",
                f"column {field.name}: {cell[:40]!r} is not a number, or is too large",
                file=path,
                line=number,
            )
    raise AssertionError("all cells are whole numbers")
