"""Word vectors as an encoder: the state of a word is its vector, whatever stands around it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from cdaflow.embeddings.encoders.base import Encoder, Pooling, States
from cdaflow.embeddings.vectors import Vectors, read_vectors
from cdaflow.errors import ConfigError
from cdaflow.io.files import digest


@dataclass
class StaticEncoder(Encoder):
    """Word vectors, pooled over a sentence; a word without a vector takes no part."""

    name: str
    vectors: Vectors
    pooling: Pooling = "max"
    file: Path | None = None

    contextual = False
    mask = None

    def __post_init__(self) -> None:
        if self.pooling == "cls":
            raise ConfigError(
                "vectors.no-first-position",
                "word vectors have no first position: give max or mean pooling",
            )
        self.dimensions = self.vectors.dimensions
        self.inputs = self.vectors

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        words: str | os.PathLike[str] | None = None,
        limit: int | None = None,
        pooling: Pooling = "max",
    ) -> StaticEncoder:
        """Return the encoder of a file of word vectors; see `read_vectors`."""
        vectors = read_vectors(path, words=words, limit=limit)
        return cls(Path(path).name, vectors, pooling, Path(path))

    @cached_property
    def fingerprint(self) -> str:  # type: ignore[override]
        """The SHA-256 of the file, "" for vectors that come from none."""
        return digest(self.file) if self.file is not None else ""

    def states(self, sentences: Sequence[Sequence[str]]) -> Iterator[States]:
        """Yield the vectors (T, d) of the words of each sentence, NaN for unknown words."""
        for words in sentences:
            rows = self.vectors.rows(words)
            states = self.vectors.matrix[rows]
            states[rows < 0] = np.nan
            yield states
