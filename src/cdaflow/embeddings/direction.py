"""The gender subspace and direction: principal components of differences of pairs (Bolukbasi et
al. 2016, sections 5 and 6; Dolci et al. 2023, sections 3.2 and 6).

A pair is a feminine and a masculine word, or a sentence and itself with its gendered words swapped.
The differences are not centred: their mean is what the direction is about.

Shapes: n vectors of d dimensions are (n, d), a basis of k orthonormal directions is (k, d).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.model_file import Arrays, ModelFile

Matrix = NDArray[np.float64]

#: Pairs of rows: feminine, masculine.
Pairs = Sequence[tuple[int, int]]

#: Lengths below this are none.
NOTHING = 1e-12

#: What a direction may be one of: see `GenderDirection.space`.
SPACES = ("states", "inputs")

#: Components whose shares are written into the file of a direction.
_REPORTED = 10


@dataclass(frozen=True)
class Subspace:
    """The gender subspace: its basis (k, d), and the share of variance of each component."""

    basis: Matrix
    explained: tuple[float, ...]


def gender_subspace(
    vectors: Matrix, pairs: Pairs, dimensions: int = 1, *, unit: bool = True
) -> Subspace:
    """Return the first principal components of defining pairs, each centred at its own mean.

    `vectors`: (n, d); `unit`: at length 1 (Bolukbasi et al.), else as they are (Dolci et al.). The
    papers take one dimension, which the shares of variance bear out where the first stands far
    above the rest. Each component points to the feminine side.

    Raises InputError where there are fewer pairs than dimensions wanted.
    """
    if dimensions < 1 or len(pairs) < dimensions:
        raise InputError(
            "gender-subspace.too-few-pairs",
            f"a gender subspace of {dimensions} dimensions from {len(pairs)} pairs of words",
            hint="only pairs count of which both words are single subwords of the vocabulary: "
            "use a larger vocabulary",
        )
    rows = unit_length(vectors)[0] if unit else vectors
    feminine, masculine = np.array(pairs).T
    # Centred, a pair is plus and minus half of its difference: two rows that say the same.
    return subspace_of(rows[feminine] - rows[masculine], dimensions)


def subspace_of(differences: Matrix, dimensions: int = 1) -> Subspace:
    """Return the first principal components of differences (n, d), feminine minus masculine.

    Uncentred: of centred ones the component is another (cosine about .1 on MiniLM).
    """
    _, values, components = np.linalg.svd(differences, full_matrices=False)
    basis = components[:dimensions]
    basis = basis * np.where(differences.sum(axis=0) @ basis.T < 0, -1.0, 1.0)[:, None]
    shares = values**2 / max(float(np.sum(values**2)), NOTHING)
    return Subspace(basis, tuple(shares.tolist()))


def repeat_agreement(differences: Matrix, repeats: int = 100, seed: int = 1) -> tuple[float, float]:
    """Return mean and minimum cosine of the directions of two disjoint halves of the pairs.

    `differences`: (n, d); each repeat parts them at random. NaN for fewer than 4 pairs.
    """
    numbers = np.random.default_rng(seed)
    half = len(differences) // 2
    if half < 2:
        return math.nan, math.nan
    cosines = []
    for _ in range(repeats):
        order = numbers.permutation(len(differences))
        first, second = (
            subspace_of(differences[rows]).basis[0]
            for rows in (order[:half], order[half : 2 * half])
        )
        cosines.append(float(first @ second))
    return float(np.mean(cosines)), float(np.min(cosines))


def gender_cosines(vectors: Matrix, basis: Matrix) -> Matrix:
    """Return the cosine of vectors (n, d) with a subspace (k, d), of shape (n,).

    In one dimension it is signed, positive on the feminine side; in more it is the length of the
    part inside. The mean of its absolute values over neutral words is their direct bias
    (Bolukbasi et al. 2016, section 5.2, with c = 1).
    """
    inside = unit_length(vectors)[0] @ basis.T  # (n, k)
    result: Matrix = inside[:, 0] if len(basis) == 1 else np.linalg.norm(inside, axis=1)
    return result


def chance_cosine(d: int, k: int = 1) -> float:
    """Return the mean absolute cosine of a random vector of d dimensions with k of them.

    So large is the direct bias of words that have nothing to do with the subspace. Of a point on
    the sphere the squared length of the part inside has the distribution Beta(k/2, (d-k)/2).
    """
    if k >= d:
        return 1.0
    return math.exp(
        math.lgamma((k + 1) / 2) - math.lgamma(k / 2)
        + math.lgamma(d / 2) - math.lgamma((d + 1) / 2)
    )  # fmt: skip


def unit_length(vectors: Matrix) -> tuple[Matrix, Matrix]:
    """Return vectors (n, d) at length 1 and their lengths (n, 1); nothing stays nothing."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.where(lengths > NOTHING, vectors / np.maximum(lengths, NOTHING), 0.0), lengths


@dataclass(frozen=True, eq=False)
class GenderDirection(ModelFile):
    """The gender direction g of an encoder, as `cdaflow bias direction` writes it.

    `vector`: (d,), of length 1, to the feminine side. `explained`: the shares of variance of the
    first components. `encoder`, `fingerprint`, `pooling`: of the encoder that it belongs to.
    `space`: which vectors it is a direction of: the states of the encoder, or the word vectors
    that these are computed from (Dolci et al. 2023 take GloVe's for InferSent). `metadata`: what it
    was made of and how, for reports.
    """

    vector: Matrix
    explained: tuple[float, ...]
    encoder: str
    fingerprint: str
    pooling: str
    space: str
    metadata: Mapping[str, Any]

    member = "direction.json"
    kind = "gender direction"
    written_by = "cdaflow bias direction"

    def header(self) -> dict[str, Any]:
        """Return all but the vector, as JSON values."""
        return {
            "encoder": self.encoder,
            "fingerprint": self.fingerprint,
            "pooling": self.pooling,
            "space": self.space,
            "explained": [round(share, 6) for share in self.explained[:_REPORTED]],
            "about": dict(self.metadata),
        }

    def arrays(self) -> Arrays:
        """Return the vector."""
        return {"vector": self.vector}

    @classmethod
    def assemble(cls, header: Mapping[str, Any], arrays: Arrays) -> GenderDirection:
        """Return the direction of a file; raises InputError where it is no unit vector."""
        vector = arrays["vector"].astype(np.float64)
        if vector.ndim != 1 or not abs(float(np.linalg.norm(vector)) - 1) < 1e-6:
            raise InputError(
                "direction.not-unit-vector", "the direction is not a vector of length 1"
            )
        shares = tuple(float(share) for share in header["explained"])
        name, fingerprint, pooling, space = (
            str(header[key]) for key in ("encoder", "fingerprint", "pooling", "space")
        )
        if space not in SPACES:
            raise InputError(
                "direction.unknown-space",
                f"the direction belongs to {space!r}, expected {' or '.join(SPACES)}",
            )
        return cls(vector, shares, name, fingerprint, pooling, space, dict(header["about"]))

    def check_fits(self, name: str, fingerprint: str) -> None:
        """Raise ConfigError where the direction belongs to another encoder's space."""
        if self.fingerprint != fingerprint:
            raise ConfigError(
                "direction.other-encoder",
                f"the gender direction was made with another encoder ({self.encoder}) than {name}, "
                "or with other weights",
                hint="make a direction with this encoder: cdaflow bias direction",
            )
