"""Files of word vectors: GloVe text, word2vec text and binary, a NumPy array with its words."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.compression import DAMAGE, check_file, open_binary
from cdaflow.io.files import atomic_text, nfc, read_lines
from cdaflow.io.recognition import Content
from cdaflow.io.repair import read_sentences

Matrix = NDArray[np.float32]

#: What may stand behind the last number of a line.
_BLANKS = " \t\r"

#: No word of a binary file has more bytes.
_MAX_WORD_BYTES = 2000

#: No file of vectors has more dimensions.
_MAX_DIMENSIONS = 1 << 16


@dataclass(frozen=True, eq=False)
class Vectors:
    """Word vectors: `words`, most frequent first, and their rows in `matrix` (n, d)."""

    words: Sequence[str]
    matrix: Matrix

    @property
    def dimensions(self) -> int:
        """Return the dimensions of a vector."""
        return int(self.matrix.shape[1])

    @cached_property
    def index(self) -> dict[str, int]:
        """The row of each word, the first where it is duplicated."""
        return {word: len(self.words) - 1 - i for i, word in enumerate(reversed(self.words))}

    def row(self, word: str) -> int:
        """Return the row of a word as written, else in lower case, or -1 if it has none."""
        row = self.index.get(word)
        return self.index.get(word.lower(), -1) if row is None else row

    def rows(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Return the rows of words, -1 where one has none; shape (len(words),)."""
        return np.array([self.row(word) for word in words], dtype=np.int64)


def read_vectors(
    path: str | os.PathLike[str],
    *,
    words: str | os.PathLike[str] | None = None,
    limit: int | None = None,
) -> Vectors:
    """Return the word vectors of a file.

    .npy: an array (n, d) whose words, one a line in the same order, are in `words` (text, or the
    first column of a Parquet file). .bin: word2vec, binary. Anything else is text: a word and its
    numbers a line, with a first line "n d" (word2vec) or without (GloVe). Text and .bin may be
    compressed (.gz, .xz, .bz2, .zst). `limit`: read the first rows only, the most frequent words.

    Raises InputError, with the line of a text file, where it is damaged or has numbers that are
    not finite; ConfigError where an array comes without its words, or another file with them.
    """
    name = str(path)
    array = name.endswith(".npy")
    if array and words is None:
        raise ConfigError(
            "vectors.npy-without-words",
            "an .npy file needs the list of its words",
            file=path,
            hint="give --words FILE, with one word per line in the order of the rows",
        )
    if not array and words is not None:
        raise ConfigError(
            "vectors.words-without-npy",
            "a list of words works only with an .npy file; this file has its own words",
            file=path,
        )
    if words is not None:
        vectors = _read_array(path, words, limit)
    elif name.endswith((".bin", ".bin.gz", ".bin.xz", ".bin.bz2", ".bin.zst")):
        vectors = _read_binary(path, limit)
    else:
        vectors = _read_text(path, limit)
    if not len(vectors.words):
        raise InputError("vectors.none", "the file has no vectors", file=path)
    bad = ~np.isfinite(vectors.matrix).all(axis=1)
    if bad.any():
        word = vectors.words[int(np.flatnonzero(bad)[0])]
        raise InputError(
            "vectors.not-finite",
            f"the vector of {word!r} has values that are not finite 32-bit numbers",
            file=path,
        )
    return vectors


def write_vectors(path: str | os.PathLike[str], vectors: Vectors) -> None:
    """Write vectors as word2vec text (.gz compresses), whole or not at all.

    Each number is the shortest that is read back as the same one of 32 bits.
    """
    with atomic_text(path) as handle:
        handle.write(f"{len(vectors.words)} {vectors.dimensions}\n")
        for word, row in zip(vectors.words, vectors.matrix.astype(np.float32), strict=True):
            handle.write(f"{word} {' '.join(map(str, row))}\n")


def _read_array(
    path: str | os.PathLike[str], words: str | os.PathLike[str], limit: int | None
) -> Vectors:
    check_file(path)
    try:
        matrix = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, OSError, EOFError) as error:
        raise InputError("vectors.not-numpy", f"not a NumPy array ({error})", file=path) from None
    if matrix.ndim != 2 or matrix.dtype.kind != "f":
        raise InputError(
            "vectors.bad-array",
            f"expected an array (words, dimensions) of real numbers, found {matrix.shape} of "
            f"{matrix.dtype}",
            file=path,
        )
    names = list(_words_of(words))
    if len(names) != len(matrix):
        raise InputError(
            "vectors.word-count",
            f"the list has {len(names)} words, but {path} has {len(matrix)} rows",
            file=words,
        )
    return Vectors(names[:limit], np.array(matrix[:limit], dtype=np.float32))


def _words_of(path: str | os.PathLike[str]) -> Iterator[str]:
    if str(path).endswith(".parquet"):
        from cdaflow.io.parquet import read_rows, read_schema

        for (word,) in read_rows(path, read_schema(path).names[:1]):
            yield nfc(str(word))
        return
    yield from read_sentences(path)


def _read_text(path: str | os.PathLike[str], limit: int | None) -> Vectors:
    words: list[str] = []
    rows: list[Matrix] = []
    dimensions = expected = 0
    for number, line in enumerate(read_lines(path, Content.VECTORS), 1):
        if number == 1 and (header := _header(line.rstrip(_BLANKS).split(" "))):
            expected, dimensions = header
            continue
        if limit is not None and len(words) >= limit:
            break
        # Only a blank ends a word: a no-break space is one, the most frequent of some files.
        dimensions = dimensions or line.rstrip(_BLANKS).count(" ")
        # From the right: some words of GloVe 840B have blanks.
        cells = line.rstrip(_BLANKS).rsplit(" ", dimensions)
        try:
            row = np.array(cells[1:], dtype=np.float32)
        except ValueError:
            row = np.zeros(0, dtype=np.float32)
        if dimensions < 1 or len(row) != dimensions or not cells[0]:
            raise InputError(
                "vectors.bad-line",
                f"expected a word and {dimensions or 'its'} numbers, separated by blanks",
                file=path,
                line=number,
            )
        words.append(cells[0])
        rows.append(row)
    if expected and limit is None and len(words) != expected:
        raise InputError(
            "vectors.line-count",
            f"the file has {len(words)} vectors, but its first line says {expected}",
            file=path,
            hint="the file may be truncated: fetch it again",
        )
    return Vectors(words, np.array(rows, dtype=np.float32).reshape(len(words), dimensions))


def _header(cells: Sequence[str]) -> tuple[int, int] | None:
    """Return the numbers of words and dimensions of a word2vec file's first line, else None."""
    if len(cells) != 2 or not all(cell.isascii() and cell.isdecimal() for cell in cells):
        return None
    words, dimensions = int(cells[0][:18]), int(cells[1][:18])
    return (words, dimensions) if 0 < dimensions <= _MAX_DIMENSIONS else None


def _read_binary(path: str | os.PathLike[str], limit: int | None) -> Vectors:
    with open_binary(path) as handle:
        try:
            header = _header(str(handle.readline(100), "ascii", "replace").split())
            if header is None:
                raise InputError(
                    "vectors.not-word2vec",
                    "not a word2vec file: its first line must have two numbers",
                    file=path,
                )
            count, dimensions = header
            size = 4 * dimensions
            words: list[str] = []
            rows: list[Matrix] = []
            rest = b""
            for _ in range(count if limit is None else min(count, limit)):
                while (blank := rest.find(b" ")) < 0 or len(rest) < blank + 1 + size:
                    block = handle.read(1 << 20)
                    if not block or (blank < 0 and len(rest) > _MAX_WORD_BYTES):
                        raise InputError(
                            "vectors.truncated",
                            f"the file ends or is damaged after {len(words)} of {count} vectors",
                            file=path,
                            hint="fetch it again",
                        )
                    rest += block
                words.append(nfc(str(rest[:blank].lstrip(b"\n"), "utf-8", "replace")))
                raw = rest[blank + 1 : blank + 1 + size]
                rows.append(np.frombuffer(raw, dtype="<f4").astype(np.float32))
                rest = rest[blank + 1 + size :]
        except DAMAGE as error:
            raise InputError(
                "vectors.damaged", f"the file is damaged or truncated ({error})", file=path
            ) from None
    return Vectors(words, np.array(rows, dtype=np.float32).reshape(len(words), dimensions))
