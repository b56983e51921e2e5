"""Hard debiasing of embeddings (Bolukbasi et al. 2016, "Man is to Computer Programmer as Woman is
to Homemaker?", section 6): neutralise, equalise.

There all vectors have length 1. The embeddings of a translation model have lengths of their own,
which it has learnt to use; so directions are computed as in the paper, and each vector is given
its length back (a pair the mean of its two).

Shapes: n vectors of d dimensions are (n, d), a basis of k orthonormal directions is (k, d).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cdaflow.embeddings.direction import NOTHING, Matrix, Pairs, unit_length


def neutralise(vectors: Matrix, basis: Matrix) -> Matrix:
    """Return vectors (n, d) without their part in a subspace (k, d), at their old lengths."""
    _, lengths = unit_length(vectors)
    return unit_length(vectors - _projected(vectors, basis))[0] * lengths


def equalise(vectors: Matrix, pairs: Pairs, basis: Matrix) -> Matrix:
    """Return vectors (n, d) with the two of each pair alike but for their side of the subspace.

    Outside of the subspace both get the mean of their directions, inside they lie on opposite
    sides of it. So they are equally far from any vector that is neutral. A row is in one pair at
    most. A pair whose two have the same part in the subspace stays as it is.
    """
    unit, lengths = unit_length(vectors)
    result = vectors.copy()
    for pair in pairs:
        rows = list(pair)
        mean = unit[rows].mean(axis=0)
        inside = _projected(mean, basis)
        outside = mean - inside
        sides = _projected(unit[rows], basis) - inside
        norms = np.linalg.norm(sides, axis=1, keepdims=True)
        if norms.min() < NOTHING:
            continue
        height = np.sqrt(max(0.0, 1.0 - float(outside @ outside)))
        result[rows] = (outside + height * sides / norms) * lengths[rows].mean()
    return result


def hard_debias(vectors: Matrix, neutral: Sequence[int], pairs: Pairs, basis: Matrix) -> Matrix:
    """Return vectors (n, d) with the `neutral` rows neutralised and the `pairs` equalised."""
    result = vectors.copy()
    rows = list(neutral)
    result[rows] = neutralise(vectors[rows], basis)
    return equalise(result, pairs, basis)


def _projected(vectors: Matrix, basis: Matrix) -> Matrix:
    """Return the part of vectors (..., d) in a subspace (k, d)."""
    result: Matrix = vectors @ basis.T @ basis
    return result
