"""Embeddings of the source side: read from a model, and given to a training.

Marian takes them as text (--embedding-vectors): a line with the number of subwords and of
dimensions, then a line for each subword, its row in the vocabulary and its numbers.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_text
from cdaflow.nmt.archive import opened, part_names, read_part
from cdaflow.nmt.recipe import Options
from cdaflow.nmt.spm import vocabulary_size

#: Names of the source embeddings: on their own, or one matrix with the target's.
_NAMES = ("encoder_Wemb", "Wemb")


@dataclass(frozen=True)
class SourceVectors:
    """A file of source embeddings to train with; `fixed`: training leaves them as they are."""

    file: Path
    fixed: bool = True

    def options(self, options: Options, vocabulary: Path | None) -> Options:
        """Return training options under which Marian takes the vectors for the source alone.

        Where one matrix would serve both sides (tied-embeddings-all, tied-embeddings-src) the
        source gets one of its own: the vectors would go into the target words as well, and Marian
        does not keep such a matrix fixed.

        Raises InputError where the file is no such file, ConfigError where it does not fit the
        vocabulary or the width of the network.
        """
        if vocabulary is None:
            raise ConfigError(
                "vectors.no-vocabulary",
                "source vectors need the vocabulary that they belong to",
                hint="give the model that the vectors come from with --vocab-of",
            )
        subwords, width = _shape(self.file)
        if vocabulary.suffix == ".spm" and (size := vocabulary_size(vocabulary)) != subwords:
            raise ConfigError(
                "vectors.vocabulary-size",
                f"{subwords} vectors for the {size} subwords of {vocabulary}",
                file=self.file,
                hint="give the vocabulary of the model that the vectors come from (--vocab-of)",
            )
        if width != options.get("dim-emb", 512):
            raise ConfigError(
                "vectors.other-dimension",
                f"the vectors have {width} dimensions, the network has "
                f"{options.get('dim-emb', 512)}",
                file=self.file,
                hint=f"use a recipe with dim-emb: {width}",
            )
        untied = {k: v for k, v in options.items() if k != "tied-embeddings-src"}
        if untied.pop("tied-embeddings-all", False):
            untied["tied-embeddings"] = True  # target and output
        return untied | {"embedding-fix-src": True} if self.fixed else untied

    def arguments(self) -> list[str]:
        """Return the words of Marian's command line; the target side has no vectors ("")."""
        return ["--embedding-vectors", str(self.file), ""]


def read_source_embeddings(model: Path) -> NDArray[np.float32]:
    """Return the source embeddings of a model, of shape (subwords, dimensions).

    Raises InputError where it is damaged or has none.
    """
    with opened(model) as archive:
        name = next((name for name in _NAMES if name in part_names(archive)), None)
        if name is None:
            raise InputError(
                "model.no-source-embeddings",
                f"this model has no source embeddings ({' or '.join(_NAMES)})",
                file=model,
            )
        return read_part(archive, name).astype(np.float32)


def write_vectors(path: str | os.PathLike[str], vectors: NDArray[np.float32]) -> None:
    """Write vectors, of shape (subwords, dimensions), as Marian reads them, to the last bit."""
    subwords, width = vectors.shape
    line = "%d" + " %.9g" * width + "\n"
    with atomic_text(path) as handle:
        handle.write(f"{subwords} {width}\n")
        for number, row in enumerate(vectors):
            handle.write(line % (number, *row.tolist()))


def _shape(path: Path) -> tuple[int, int]:
    """Return the number of subwords and of dimensions of a file of vectors, by its first line."""
    try:
        with open(path, "rb") as handle:
            subwords, width = map(int, handle.readline(100).split())
    except OSError as error:
        raise InputError(
            "vectors.unreadable", f"cannot be read: {error.strerror}", file=path
        ) from None
    except ValueError:
        raise InputError(
            "vectors.no-header",
            "expected the number of vectors and the number of dimensions",
            file=path,
            line=1,
            hint="make such a file with `cdaflow gfst debias`",
        ) from None
    return subwords, width
