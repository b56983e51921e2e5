"""The sentences that a model is validated and tested on, which are not to be trained on.

Only digests are held: 8 bytes a sentence. Sentences are compared without case, spaces and
punctuation, so that Moses tokens, other quotation marks or a lost full stop hide nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines
from cdaflow.io.formats import read_tsv
from cdaflow.io.parquet import read_rows
from cdaflow.text.clean import normalise
from cdaflow.text.duplicates import hash_sides

_SIGNS = re.compile(r"[\W_]+")

_Hashes = NDArray[np.uint64]

T = TypeVar("T")

#: Sentences that are hashed together.
_BATCH = 1 << 15

#: Names of the two columns in a table: ours, and those of MuST-SHE.
_COLUMNS = (("source", "target"), ("SRC", "REF"))


class HeldOut:
    """Digests of held-out sentences, for each side sorted; see `read_held_out`."""

    def __init__(self, sources: _Hashes, targets: _Hashes) -> None:
        self._sides = (np.unique(sources), np.unique(targets))

    def sources(self, texts: Iterable[str]) -> NDArray[np.bool_]:
        """Return for each English sentence whether it is held out; shape (N,)."""
        return _members(self._sides[0], texts)

    def targets(self, texts: Iterable[str]) -> NDArray[np.bool_]:
        """Return for each translation whether it is held out; shape (N,)."""
        return _members(self._sides[1], texts)


def held_out_pairs(rows: Iterable[tuple[str, str]]) -> HeldOut:
    """Return the held-out sentences of pairs of source and target; holds the digests alone."""
    digests = [
        [hash_sides((comparable(row[side]),) for row in batch) for side in (0, 1)]
        for batch in _batches(iter(rows))
    ]
    sides = [[_EMPTY, *(both[side] for both in digests)] for side in (0, 1)]
    return HeldOut(np.concatenate(sides[0]), np.concatenate(sides[1]))


def read_held_out(
    pairs: Sequence[str | os.PathLike[str]] = (),
    sources: Sequence[str | os.PathLike[str]] = (),
    targets: Sequence[str | os.PathLike[str]] = (),
    challenges: Sequence[str | os.PathLike[str]] = (),
) -> HeldOut:
    """Return the held-out sentences of files.

    `pairs`: Parquet with the columns source and target, or TSV with a header that names them so
    or SRC and REF (MuST-SHE). `sources`, `targets`: one sentence a line. `challenges`: English
    sentences in the third column (WinoMT). Empty lines do not count. Raises InputError where a
    file is absent, damaged or lacks the columns.
    """
    found = [_digests(path, side) for path in pairs for side in (0, 1)]
    english = [*found[::2], *(_hashes(read_lines(path)) for path in sources)]
    english += [_hashes(c for _, (c,) in read_tsv(str(path), (3,))) for path in challenges]
    translated = [*found[1::2], *(_hashes(read_lines(path)) for path in targets)]
    return HeldOut(*(np.concatenate([_EMPTY, *some]) for some in (english, translated)))


def comparable(text: str) -> str:
    """Return a sentence as it is compared: NFC, folded case, letters and digits alone.

    One without any is compared as it is.
    """
    text = normalise(text)
    return _SIGNS.sub("", text.casefold()) or text


_EMPTY: _Hashes = np.empty(0, dtype=np.uint64)


def _digests(path: str | os.PathLike[str], side: int) -> _Hashes:
    if not str(path).endswith((".tsv", ".tsv.gz")):
        return _hashes(text for (text,) in read_rows(path, (("source", "target")[side],)))
    header = next(read_lines(path), "").split("\t")
    for names in _COLUMNS:
        if set(names) <= {name.strip().strip('"') for name in header}:
            column = [name.strip().strip('"') for name in header].index(names[side]) + 1
            return _hashes(cells[0] for _, cells in read_tsv(str(path), (column,), header=True))
    raise InputError(
        "the header has neither the columns source and target nor SRC and REF",
        file=path,
        line=1,
        hint="give Parquet or TSV files of held-out pairs",
    )


def _hashes(texts: Iterable[str]) -> _Hashes:
    keys = (key for text in texts if (key := comparable(text)))
    hashes = [hash_sides((key,) for key in batch) for batch in _batches(keys)]
    return np.concatenate([_EMPTY, *hashes])


def _batches(items: Iterator[T]) -> Iterator[list[T]]:
    while batch := list(islice(items, _BATCH)):
        yield batch


def _members(known: _Hashes, texts: Iterable[str]) -> NDArray[np.bool_]:
    hashes = hash_sides((comparable(text),) for text in texts)
    if not len(known):
        return np.zeros(len(hashes), dtype=np.bool_)
    index = np.minimum(np.searchsorted(known, hashes), len(known) - 1)
    return np.asarray(known[index] == hashes, dtype=np.bool_)
