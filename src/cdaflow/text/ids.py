"""The number of a pair for life, and seeded draws from it.

An id holds three numbers: which copy (bits 55 to 62), which corpus (40 to 54, counted from
0 in the order of the build) and which line of the raw corpus (0 to 39, counted from 1; the
number of the translation unit in a TMX). So a pair keeps its id when a filter or a weight
changes, ids never repeat within a build, and any pair leads back to its raw line.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import ConfigError

_LINE_BITS = 40
_CORPUS_BITS = 15
MAX_CORPORA = 1 << _CORPUS_BITS


class Origin(NamedTuple):
    """Where a pair comes from: corpus from 0, line from 1, copy from 0."""

    corpus: int
    line: int
    copy: int


def make_id(corpus: int, line: int, copy: int = 0) -> int:
    """Return the id of a pair; see the module."""
    return (copy << (_LINE_BITS + _CORPUS_BITS)) | (corpus << _LINE_BITS) | line


def origin_of(number: int) -> Origin:
    """Return where the pair with the id `number` comes from."""
    return Origin(
        corpus=(number >> _LINE_BITS) & (MAX_CORPORA - 1),
        line=number & ((1 << _LINE_BITS) - 1),
        copy=number >> (_LINE_BITS + _CORPUS_BITS),
    )


def draws(numbers: NDArray[np.uint64], seed: int) -> NDArray[np.uint64]:
    """Return one evenly spread 64-bit number for each of `numbers`, decided by `seed`.

    The finaliser of SplitMix64 (Steele, Lea and Flood 2014, OOPSLA, figure 16) over number
    and seed: a bijection, so distinct numbers give distinct draws. Shape (N,) to (N,).
    """
    return _mix(numbers ^ _mix(np.array([seed % (1 << 64)], dtype=np.uint64)))


def _mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    mixed = values + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def find_row(
    path: str | os.PathLike[str], number: int, columns: Sequence[str]
) -> tuple[tuple[Any, ...], str]:
    """Return the row with the id `number`, and in words the raw line behind it.

    Raises ConfigError where the file has no such id.
    """
    # Imported here: those who only draw need no Parquet.
    import pyarrow.compute as pc

    from cdaflow.io.parquet import read_batches

    for batch in read_batches(path, columns):
        matching = batch.filter(pc.equal(batch.column("id"), number))
        if matching.num_rows:
            row = tuple(column[0].as_py() for column in matching.columns)
            return row, describe_origin(path, number)
    raise ConfigError(
        "row.unknown-id",
        f"no row of {path} has the id {number}",
        hint="list the rows with cdaflow text show",
    )


def describe_origin(path: str | os.PathLike[str], number: int) -> str:
    """Return in words where the pair with the id `number` of the file `path` comes from."""
    from cdaflow.io.parquet import describe

    origin = origin_of(number)
    corpora = describe(path).corpora
    if origin.corpus >= len(corpora):
        return f"id {number}: it belongs to no corpus listed in {path}"
    corpus = corpora[origin.corpus]
    files = " and ".join(corpus["files"])
    copy = f", copy {origin.copy + 1}" if origin.copy else ""
    return f"id {number}: corpus {corpus['name']}, line or unit {origin.line} of {files}{copy}"
