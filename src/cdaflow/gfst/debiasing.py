"""Hard debiasing of embeddings (Bolukbasi et al. 2016, "Man is to Computer Programmer as Woman is
to Homemaker?", sections 5 and 6): the gender subspace, neutralise, equalise.

There all vectors have length 1. The embeddings of a translation model have lengths of their own,
which it has learnt to use; so directions are computed as in the paper, and each vector is given
its length back (a pair the mean of its two).

Shapes: n vectors of d dimensions are (n, d), a basis of k orthonormal directions is (k, d).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError

Vectors = NDArray[np.float64]

#: Pairs of rows: feminine, masculine.
Pairs = Sequence[tuple[int, int]]

_NOTHING = 1e-12


@dataclass(frozen=True)
class Subspace:
    """The gender subspace: its basis (k, d), and the share of variance of each component."""

    basis: Vectors
    explained: tuple[float, ...]


def gender_subspace(vectors: Vectors, pairs: Pairs, dimensions: int = 1) -> Subspace:
    """Return the first principal components of defining pairs, each centred at its own mean.

    `vectors`: (n, d). The paper takes one dimension, which the shares of variance bear out where
    the first stands far above the rest. Each component points to the feminine side.

    Raises InputError where there are fewer pairs than dimensions wanted.
    """
    if dimensions < 1 or len(pairs) < dimensions:
        raise InputError(
            f"a gender subspace of {dimensions} dimensions from {len(pairs)} pairs of words",
            hint="a pair counts where both words are one subword of the vocabulary each: a larger "
            "vocabulary has more",
        )
    unit, _ = _unit(vectors)
    feminine, masculine = np.array(pairs).T
    # Centred, a pair is plus and minus half of its difference: two rows that say the same.
    differences = unit[feminine] - unit[masculine]
    _, values, components = np.linalg.svd(differences, full_matrices=False)
    basis = components[:dimensions]
    basis = basis * np.where(differences.sum(axis=0) @ basis.T < 0, -1.0, 1.0)[:, None]
    shares = values**2 / max(float(np.sum(values**2)), _NOTHING)
    return Subspace(basis, tuple(shares.tolist()))


def neutralise(vectors: Vectors, basis: Vectors) -> Vectors:
    """Return vectors (n, d) without their part in a subspace (k, d), at their old lengths."""
    _, lengths = _unit(vectors)
    return _unit(vectors - _projected(vectors, basis))[0] * lengths


def equalise(vectors: Vectors, pairs: Pairs, basis: Vectors) -> Vectors:
    """Return vectors (n, d) with the two of each pair alike but for their side of the subspace.

    Outside of the subspace both get the mean of their directions, inside they lie on opposite
    sides of it. So they are equally far from any vector that is neutral. A row is in one pair at
    most. A pair whose two have the same part in the subspace stays as it is.
    """
    unit, lengths = _unit(vectors)
    result = vectors.copy()
    for pair in pairs:
        rows = list(pair)
        mean = unit[rows].mean(axis=0)
        inside = _projected(mean, basis)
        outside = mean - inside
        sides = _projected(unit[rows], basis) - inside
        norms = np.linalg.norm(sides, axis=1, keepdims=True)
        if norms.min() < _NOTHING:
            continue
        height = np.sqrt(max(0.0, 1.0 - float(outside @ outside)))
        result[rows] = (outside + height * sides / norms) * lengths[rows].mean()
    return result


def hard_debias(vectors: Vectors, neutral: Sequence[int], pairs: Pairs, basis: Vectors) -> Vectors:
    """Return vectors (n, d) with the `neutral` rows neutralised and the `pairs` equalised."""
    result = vectors.copy()
    rows = list(neutral)
    result[rows] = neutralise(vectors[rows], basis)
    return equalise(result, pairs, basis)


def gender_cosines(vectors: Vectors, basis: Vectors) -> Vectors:
    """Return the cosine of vectors (n, d) with a subspace (k, d), of shape (n,).

    In one dimension it is signed, positive on the feminine side; in more it is the length of the
    part inside. The mean of its absolute values over neutral words is their direct bias
    (section 5.2, with c = 1).
    """
    inside = _unit(vectors)[0] @ basis.T  # (n, k)
    result: Vectors = inside[:, 0] if len(basis) == 1 else np.linalg.norm(inside, axis=1)
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


def _unit(vectors: Vectors) -> tuple[Vectors, Vectors]:
    """Return vectors (n, d) at length 1 and their lengths (n, 1); nothing stays nothing."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.where(lengths > _NOTHING, vectors / np.maximum(lengths, _NOTHING), 0.0), lengths


def _projected(vectors: Vectors, basis: Vectors) -> Vectors:
    """Return the part of vectors (..., d) in a subspace (k, d)."""
    result: Vectors = vectors @ basis.T @ basis
    return result
