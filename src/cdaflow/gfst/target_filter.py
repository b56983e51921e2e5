"""The target filter (Choubey et al. 2021, section 2): which translations show one gender.

A translation is kept for the feminine if it has no grammatically masculine word and at least one
grammatically feminine word, and for the masculine in the reverse case. Neuter words never count
(footnote 20). Grammatical gender stands for that of the person: a good translation with a noun of
the other gender in it is lost on purpose (footnote 5 and appendix D), so that hardly a wrong one is
kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.io.columns import rows_where

Gender = Literal["fem", "msc"]

#: What becomes of a translation, by its number: kept; nothing stands there; the tree is not of
#: this text; a word of the other gender stands there; no word of the gender does; no gendered
#: pronoun of the third person, where one is wanted (footnote 15, back-translation).
OUTCOMES = (
    "kept",
    "empty",
    "no-tree",
    "word-of-the-other-gender",
    "no-word-of-the-gender",
    "no-pronoun-of-the-gender",
)
KEPT, EMPTY, NO_TREE, OTHER_GENDER, NO_WORD, NO_PRONOUN = range(6)

Codes = NDArray[np.uint8]


@dataclass(frozen=True)
class Evidence:
    """The first masculine and the first feminine word of each sentence, as columns of length N.

    Null where there is none. `analysed`: which sentences could be analysed, all where it is None.
    """

    masculine: pa.StringArray
    feminine: pa.StringArray
    analysed: pa.BooleanArray | None = None

    def words(self, gender: Gender) -> pa.StringArray:
        """Return the first word of a gender in each sentence."""
        return self.feminine if gender == "fem" else self.masculine


def other(gender: Gender) -> Gender:
    """Return the other gender."""
    return "msc" if gender == "fem" else "fem"


def target_outcomes(
    targets: pa.StringArray,
    evidence: Evidence,
    gender: Gender,
    pronouns: Evidence | None = None,
) -> Codes:
    """Return what becomes of each translation, a number of OUTCOMES, shape (N,).

    `pronouns`: the gendered pronouns of the third person, where one of the gender is wanted. Of
    several reasons to reject a translation the first in the order of OUTCOMES counts.
    """
    outcome = np.full(len(targets), KEPT, dtype=np.uint8)
    if pronouns is not None:
        outcome[rows_where(pc.is_null(pronouns.words(gender)))] = NO_PRONOUN
    outcome[rows_where(pc.is_null(evidence.words(gender)))] = NO_WORD
    outcome[rows_where(pc.is_valid(evidence.words(other(gender))))] = OTHER_GENDER
    if evidence.analysed is not None:
        outcome[rows_where(pc.invert(evidence.analysed))] = NO_TREE
    blank = pc.equal(pc.utf8_length(pc.utf8_trim_whitespace(pc.fill_null(targets, ""))), 0)
    outcome[rows_where(blank)] = EMPTY
    return outcome
