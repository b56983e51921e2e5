"""From Parquet to plain text, one sentence a line: what Marian and most tools read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_text
from cdaflow.io.parquet import read_batches
from cdaflow.progress import progress


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
                        what = "holds a line end" if line else "is empty"
                        raise InputError(
                            f"the {name} of the row with id {ids[row].as_py()} {what}",
                            file=path,
                            hint="build the file again with: cdaflow text build",
                        )
                handle.write("\n".join(lines) + "\n")
            count += batch.num_rows
    return count
