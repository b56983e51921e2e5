"""Sentences that are known by their hashes: those seen before, and those held out of training.

A held-out sentence is one that a model is validated or tested on. It is compared without case,
spaces and punctuation, so that Moses tokens, other quotation marks or a lost full stop hide
nothing.

Hashes of 64 bits are kept in sorted arrays. A Python set of 10 million hashes takes about 900 MB;
sorted arrays take 80. Two different pairs share a hash with probability 2^-64, so among n distinct
pairs the expected number dropped in error is n^2 / 2^65: 3 in a million runs for 10 million pairs,
3 in 10,000 for 100 million.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.files import batched, read_lines
from cdaflow.io.formats import read_tsv
from cdaflow.io.parquet import read_rows
from cdaflow.io.repair import Repairs, read_sentences
from cdaflow.text.clean import normalise

_PARTS = 16

_SIGNS = re.compile(r"[\W_]+")

_Hashes = NDArray[np.uint64]

#: Sentences that are hashed together.
_BATCH = 1 << 15

#: Names of the two columns in a table: ours, and those of MuST-SHE.
_COLUMNS = (("source", "target"), ("SRC", "REF"))

_EMPTY: _Hashes = np.empty(0, dtype=np.uint64)


def hash_sides(rows: Iterable[tuple[str, ...]]) -> NDArray[np.uint64]:
    """Return a 64-bit hash of each row, the same on every machine and in every run.

    Sides are joined by a tab, which no normalised text holds. Shape (number of rows,).
    """
    digests = [hashlib.blake2b("\t".join(sides).encode(), digest_size=8).digest() for sides in rows]
    return np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64, copy=False)


class SeenHashes:
    """A growing set of 64-bit hashes, at 8 bytes each.

    The hashes are parted by their highest bits, and each part is a list of sorted runs of
    falling length, merged as they grow (a log-structured merge): adding n hashes in batches
    takes O(n log n) time, and a merge needs a second copy of one part only.
    """

    def __init__(self) -> None:
        self._parts: list[list[NDArray[np.uint64]]] = [[] for _ in range(_PARTS)]

    def __len__(self) -> int:
        return sum(len(run) for runs in self._parts for run in runs)

    def add(self, hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Add `hashes`; return for each whether this is its first occurrence.

        Shape (N,) to (N,).
        """
        distinct, first = np.unique(hashes, return_index=True)
        bounds = np.arange(1, _PARTS, dtype=np.uint64) << np.uint64(60)
        parts = np.split(distinct, np.searchsorted(distinct, bounds))
        fresh = [_add_sorted(runs, part) for runs, part in zip(self._parts, parts, strict=True)]
        is_new = np.zeros(len(hashes), dtype=np.bool_)
        is_new[first[np.concatenate(fresh)]] = True
        return is_new


def _add_sorted(runs: list[NDArray[np.uint64]], values: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Add sorted distinct `values` to `runs`; return which of them are new."""
    is_new = np.ones(len(values), dtype=np.bool_)
    for run in runs:
        indices = np.minimum(np.searchsorted(run, values), len(run) - 1)
        is_new &= run[indices] != values
    if is_new.any():
        runs.append(values[is_new])
    while len(runs) > 1 and len(runs[-2]) < 2 * len(runs[-1]):
        # A stable sort finds the two sorted runs and merges them in linear time.
        merged = np.concatenate([runs[-2], runs[-1]])
        del runs[-2:]
        merged.sort(kind="stable")
        runs.append(merged)
    return is_new


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
    """Return the held-out sentences of pairs of source and target, as digests."""
    digests = [
        [hash_sides((comparable(row[side]),) for row in batch) for side in (0, 1)]
        for batch in batched(rows, _BATCH)
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
    digests = [_digests(path, side) for path in pairs for side in (0, 1)]
    english = [*digests[::2], *(_hashes(read_sentences(path)) for path in sources)]
    english += [_hashes(c for _, (c,) in read_tsv(str(path), (3,))) for path in challenges]
    translated = [*digests[1::2], *(_hashes(read_sentences(path)) for path in targets)]
    return HeldOut(*(np.concatenate([_EMPTY, *some]) for some in (english, translated)))


def comparable(text: str) -> str:
    """Return a sentence as it is compared: NFC, folded case, letters and digits alone.

    One without any is compared as it is.
    """
    text = normalise(text)
    return _SIGNS.sub("", text.casefold()) or text


def _digests(path: str | os.PathLike[str], side: int) -> _Hashes:
    if not str(path).endswith((".tsv", ".tsv.gz")):
        return _hashes(text for (text,) in read_rows(path, (("source", "target")[side],)))
    header = next(read_lines(path), "").split("\t")
    for names in _COLUMNS:
        if set(names) <= {name.strip().strip('"') for name in header}:
            column = [name.strip().strip('"') for name in header].index(names[side]) + 1
            return _hashes(cells[0] for _, cells in read_tsv(str(path), (column,), header=True))
    raise InputError(
        "held-out-pairs.no-columns",
        "the header has neither the columns source and target nor SRC and REF",
        file=path,
        line=1,
        hint="give Parquet or TSV files of held-out pairs",
    )


def _hashes(texts: Iterable[str]) -> _Hashes:
    keys = (key for text in Repairs().of(texts) if (key := comparable(text)))
    hashes = [hash_sides((key,) for key in batch) for batch in batched(keys, _BATCH)]
    return np.concatenate([_EMPTY, *hashes])


def _members(sorted_hashes: _Hashes, texts: Iterable[str]) -> NDArray[np.bool_]:
    hashes = hash_sides((comparable(text),) for text in texts)
    if not len(sorted_hashes):
        return np.zeros(len(hashes), dtype=np.bool_)
    index = np.minimum(np.searchsorted(sorted_hashes, hashes), len(sorted_hashes) - 1)
    return np.asarray(sorted_hashes[index] == hashes, dtype=np.bool_)
