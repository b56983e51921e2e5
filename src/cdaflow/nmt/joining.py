"""Pairs of several target languages in one file, each source with the token of its language.

One model learns several languages so (Johnson et al. 2017; the tokens are those of OPUS-MT).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from cdaflow.errors import ConfigError
from cdaflow.io.columns import column_of
from cdaflow.io.files import batched
from cdaflow.io.parquet import ROWS, read_texts, write_batches
from cdaflow.nmt.language_tokens import target_token
from cdaflow.nmt.links import COLUMN, Link, bad_links, format_links, has_links, parse_links


def join_languages(
    sets: Sequence[tuple[str, Path]], output: str | os.PathLike[str]
) -> tuple[int, int]:
    """Write the pairs of data sets (language, Parquet file) one after another, with their tokens.

    Links are moved by the token before the source. Pairs of which a text has such a token itself
    are left out. Returns how many are written, and left out. Raises InputError for a file that is
    none, or has links that are none; ConfigError where the output is one of the files.
    """
    if os.path.realpath(output) in {os.path.realpath(path) for _, path in sets}:
        raise ConfigError("output.replaces-input", "the output would replace the input")
    tokens = [target_token(language) for language, _ in sets]
    linked = any(has_links(path) for _, path in sets)
    columns = ["source", "target", *([COLUMN] if linked else [])]
    fields = [pa.field(name, pa.string(), nullable=False) for name in columns]
    schema = pa.schema([pa.field("id", pa.int64(), nullable=False), *fields])
    left_out = 0

    def rows() -> Iterator[tuple[object, ...]]:
        nonlocal left_out
        number = 0
        for (_, path), token in zip(sets, tokens, strict=True):
            own = linked and has_links(path)
            for row, texts in enumerate(read_texts(path, columns if own else columns[:2]), 1):
                source, target = texts[:2]
                if any(tag in text for tag in tokens for text in (source, target)):
                    left_out += 1
                    continue
                number += 1
                moved = _moved(texts, len(token) + 1, path, row) if own else ""
                yield number, f"{token} {source}", target, *([moved] if linked else [])

    def batches() -> Iterator[pa.RecordBatch]:
        for chunk in batched(rows(), ROWS):
            values = zip(*chunk, strict=True)
            cells = [column_of(v, field.type) for v, field in zip(values, schema, strict=True)]
            yield pa.RecordBatch.from_arrays(cells, schema=schema)

    written = write_batches(output, schema, batches())
    return written, left_out


def _moved(texts: tuple[str, ...], shift: int, path: Path, row: int) -> str:
    """Return the links of a pair whose source is moved to the right."""
    source, target, links = texts
    try:
        parsed = parse_links(links, source, target)
    except ValueError as error:
        raise bad_links(error, path, row) from None
    return format_links(
        Link((link.source[0] + shift, link.source[1] + shift), link.target) for link in parsed
    )
