"""Hard debiasing of word vectors (Bolukbasi et al. 2016, section 6), whole or in part.

Dolci et al. 2023, section 5.4, train encoders on such vectors, to compare with text that is
adjusted. In part: only a share of what lies in the direction is taken away, which gives a curve of
bias against accuracy in place of its two ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from cdaflow.bias.gendered import GenderedWords, Pair
from cdaflow.embeddings.debiasing import equalise
from cdaflow.embeddings.direction import NOTHING, GenderDirection, unit_length
from cdaflow.embeddings.vectors import Vectors
from cdaflow.errors import ConfigError, InputError

#: Vectors that are computed at a time, in double precision.
_BLOCK = 65_536


def debias_vectors(
    vectors: Vectors,
    direction: GenderDirection,
    gendered: GenderedWords,
    pairs: Sequence[Pair] = (),
    strength: float = 1.0,
) -> tuple[Vectors, Counter[str]]:
    """Return word vectors without `strength` (0 to 1) of their part in the gender direction.

    Words of the list L keep their vectors; all others are neutralised at their old lengths. Of
    `pairs`, each with both words known, the two are made alike but for their sides (whole
    debiasing alone). The counter says how many words are "neutralised" and "gendered", and how many
    pairs "equalised".

    Raises ConfigError where the strength is another, or pairs are to be equalised in part;
    InputError where the direction is of other vectors.
    """
    if not 0 < strength <= 1:
        raise ConfigError(
            "strength.out-of-range", f"the strength must be above 0 and at most 1, not {strength:g}"
        )
    if pairs and strength < 1:
        raise ConfigError(
            "strength.below-1-with-equalising",
            "equalising pairs needs strength 1",
        )
    g = direction.vector
    if g.shape != (vectors.dimensions,):
        raise InputError(
            "direction.other-dimensions",
            f"the direction has {len(g)} dimensions, but the vectors have {vectors.dimensions}",
        )
    is_gendered = np.fromiter(
        (word in gendered for word in vectors.words), bool, len(vectors.words)
    )
    matrix = vectors.matrix.copy()
    neutral = np.flatnonzero(~is_gendered)
    for start in range(0, len(neutral), _BLOCK):
        rows = neutral[start : start + _BLOCK]
        matrix[rows] = _weakened(matrix[rows].astype(np.float64), g, strength)
    row_pairs = _known_pairs(vectors, pairs)
    if row_pairs:
        both = sorted({row for pair in row_pairs for row in pair})
        at = {row: number for number, row in enumerate(both)}
        places = [(at[first], at[second]) for first, second in row_pairs]
        matrix[both] = equalise(vectors.matrix[both].astype(np.float64), places, g[None])
    counts = Counter(
        neutralised=len(neutral), gendered=int(is_gendered.sum()), equalised=len(row_pairs)
    )
    return Vectors(vectors.words, matrix), counts


def _weakened(vectors: np.ndarray, g: np.ndarray, strength: float) -> np.ndarray:
    """Return vectors (n, d) without a share of their part in g (d,), at their old lengths.

    A vector of which nothing is left beside g becomes 0.
    """
    _, lengths = unit_length(vectors)
    rest = vectors - strength * np.outer(vectors @ g, g)
    unit, left = unit_length(rest)
    return np.where(left > NOTHING * np.maximum(lengths, 1), unit * lengths, 0.0)


def _known_pairs(vectors: Vectors, pairs: Sequence[Pair]) -> list[tuple[int, int]]:
    """Return the rows of pairs of which both words have vectors, each word in one pair at most."""
    row_pairs: list[tuple[int, int]] = []
    taken: set[int] = set()
    for pair in pairs:
        first, second = (vectors.row(word) for word in pair)
        if min(first, second) >= 0 and first != second and not taken & {first, second}:
            taken |= {first, second}
            row_pairs.append((first, second))
    return row_pairs
