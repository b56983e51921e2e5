"""Debiased source embeddings for the systems +HD (Choubey et al. 2021, section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.gfst.debiasing import chance_cosine, gender_cosines, gender_subspace, hard_debias
from cdaflow.gfst.pieces import GenderedPieces

#: Components of the subspace whose shares of the variance are told.
_TOLD = 10


def debias_embeddings(
    vectors: NDArray[np.float32], pieces: Sequence[str], gendered: GenderedPieces, dimensions: int
) -> tuple[NDArray[np.float32], dict[str, Any]]:
    """Return embeddings (pieces, d) with the gender taken out of all but gendered words; a report.

    The report has the pairs that define the subspace and those that are equalised, the shares of
    variance of the first components, the counts of neutralised and untouched pieces, and the
    direct bias (mean absolute cosine with the subspace, see `gender_cosines`) of the professions
    before and after and as it would be by chance, with the cosine of each profession before.

    Raises InputError where vectors and pieces are not as many, or there are too few pairs.
    """
    if len(vectors) != len(pieces):
        raise InputError(
            f"the model has {len(vectors)} source embeddings, its vocabulary {len(pieces)} pieces",
            hint="give the vocabulary that the model was trained with, source first",
        )
    before = vectors.astype(np.float64)
    subspace = gender_subspace(before, gendered.defining, dimensions)
    neutral = [row for row in range(len(pieces)) if row not in gendered.specific]
    after = hard_debias(before, neutral, gendered.equal, subspace.basis).astype(np.float32)
    rows = list(gendered.professions)
    cosines = gender_cosines(before[rows], subspace.basis)
    left = gender_cosines(after[rows].astype(np.float64), subspace.basis)
    by_piece = sorted(zip(cosines.tolist(), (pieces[row] for row in rows), strict=True))
    report = {
        "subspace": {
            "dimensions": dimensions,
            "pairs": _names(gendered.defining, pieces),
            "variance": [round(share, 4) for share in subspace.explained[:_TOLD]],
        },
        "equalised": _names(gendered.equal, pieces),
        "pieces": {
            "all": len(pieces),
            "neutralised": len(neutral),
            "gendered": len(gendered.specific),
            "equalised": 2 * len(gendered.equal),
        },
        "pairs_not_in_vocabulary": gendered.absent,
        "direct_bias": {
            "professions": len(rows),
            "before": _mean(cosines),
            "after": _mean(left),
            "by_chance": round(chance_cosine(before.shape[1], dimensions), 6),
        },
        "professions": [[piece, round(cosine, 4)] for cosine, piece in by_piece],
    }
    return after, report


def _names(pairs: Sequence[tuple[int, int]], pieces: Sequence[str]) -> list[list[str]]:
    return [[pieces[row] for row in pair] for pair in pairs]


def _mean(cosines: NDArray[np.float64]) -> float | None:
    """Return the mean of absolute values to six places; None of nothing."""
    return round(float(np.abs(cosines).mean()), 6) if len(cosines) else None
