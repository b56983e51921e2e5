"""Words whose neighbours say that they show no gender: French "ce" as a pronoun, "quelqu'un".

Pronouns such as "ce", "cela" and "on" pass the filter of Choubey et al. in both genders: in the
feminine French pairs that they published, none of which may have a masculine word, "ce" is in one
of fifteen.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cdaflow.gfst.analysers.words import SplitSentences
from cdaflow.languages.word_sets import word_set

SilentWords = Callable[[SplitSentences], NDArray[np.bool_]]


def silent_words(language: str) -> SilentWords | None:
    """Return a function that marks, shape (M,), which of M words show nothing where they stand.

    These are "ce" before a word that no noun phrase begins with ("ce qui", "ce n'est"; "ce juge"
    is masculine), or at the end of its sentence, and the article of "quelqu'un", which is split
    from it. None for a language without such words.
    """
    either = word_set(language, "pronoun_or_determiner")
    following = word_set(language, "pronoun_before")
    starts = word_set(language, "pronoun_start")
    if not either and not starts:
        return None

    def silent(words: SplitSentences) -> NDArray[np.bool_]:
        forms = [form.lower() for form in words.forms.to_pylist()]

        def are(known: frozenset[str]) -> NDArray[np.bool_]:
            found: NDArray[np.bool_] = np.array([form in known for form in forms], dtype=bool)
            return found.take(words.indices)

        # The last word of a text has none behind it, the first none before.
        joined = words.rows[1:] == words.rows[:-1]
        pronoun = are(either)
        pronoun[:-1] &= ~joined | are(following)[1:]
        pronoun[1:] |= are(starts)[:-1] & joined
        return pronoun

    return silent
