"""Rows of a corpus and their translations, which come as a text with one line for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import pyarrow as pa

from cdaflow.errors import InputError


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
        found = [line.strip() for line in islice(left, batch.num_rows)]
        count += len(found)
        if len(found) < batch.num_rows:
            raise InputError(
                f"the text has {count} lines, but there are more rows in {rows}",
                file=text,
                hint=hint,
            )
        yield batch, found
    if next(left, None) is not None:
        raise InputError(
            f"the text has more lines than there are rows in {rows} ({count})", file=text, hint=hint
        )
