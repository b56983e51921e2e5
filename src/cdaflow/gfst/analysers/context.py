"""Words whose neighbours say that they have no gender: French "ce" as a pronoun, "quelqu'un".

Pronouns such as "ce", "cela" and "on" pass the filter of Choubey et al. in both genders;
benchmarks/gfst_filters.py counts them in their pairs.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cdaflow.gfst.analysers.words import SplitSentences
from cdaflow.languages.word_sets import word_set

GenderlessWords = Callable[[SplitSentences], NDArray[np.bool_]]


def genderless_words(language: str) -> GenderlessWords | None:
    """Return a function that marks, shape (M,), which of M words have no gender where they stand.

    These are "ce" joined to its verb by a hyphen ("est-ce vrai"), before a word that no noun phrase
    begins with ("ce qui", "ce n'est"; "ce juge" is masculine), or at the end of its sentence, and
    the article of "quelqu'un", which is split from it. None for a language without such words.
    """
    ambiguous = word_set(language, "pronoun_or_determiner")
    next_words = word_set(language, "pronoun_before")
    first_parts = word_set(language, "pronoun_start")
    if not ambiguous and not first_parts:
        return None

    def genderless(words: SplitSentences) -> NDArray[np.bool_]:
        forms = [form.lower() for form in words.forms.to_pylist()]

        def are(word_list: frozenset[str]) -> NDArray[np.bool_]:
            is_listed: NDArray[np.bool_] = np.array(
                [form in word_list for form in forms], dtype=bool
            )
            return is_listed.take(words.indices)

        # The last word of a text has none behind it, the first none before.
        same_row = words.rows[1:] == words.rows[:-1]
        is_genderless = are(ambiguous)
        is_genderless[:-1] &= words.hyphenated[:-1] | ~same_row | are(next_words)[1:]
        is_genderless[1:] |= are(first_parts)[:-1] & same_row
        return is_genderless

    return genderless
