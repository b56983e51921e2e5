"""Evidence from the words of a sentence, one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cdaflow.gfst.analysers.splitting import Words, split_words
from cdaflow.gfst.target_filter import Evidence
from cdaflow.io.columns import integers

#: What a word shows: nothing, masculine, feminine.
NOTHING, MASCULINE, FEMININE = range(3)

#: Genders as UD writes them in these codes; neuter shows nothing.
CODES: Mapping[str, int] = {"Masc": MASCULINE, "Fem": FEMININE}

#: So many words are remembered at most.
_MEMORY = 1 << 20


class WordGender(Protocol):
    """Says what a word shows by itself."""

    def __call__(self, word: str) -> int:
        """Return NOTHING, MASCULINE or FEMININE for a word in small letters."""


class WordAnalyser:
    """Evidence from words that show a gender by themselves.

    Each different word of a block is asked for once, and remembered; what is left is arithmetic
    over whole columns. `names`: a word with a capital that does not begin a sentence is a name and
    shows nothing ("alla Casa Bianca", "New York City"); not so in German. `split` parts texts
    into words.
    """

    def __init__(
        self,
        gender: WordGender,
        *,
        names: bool = False,
        split: Callable[[pa.StringArray], Words] = split_words,
    ) -> None:
        self._gender = gender
        self._names = names
        self._split = split
        self._known: dict[str, int] = {}

    def __call__(self, targets: pa.StringArray) -> Evidence:
        """Return the evidence of sentences."""
        words = self._split(targets)
        forms = words.forms.to_pylist()
        codes = self._codes(forms)[words.places]
        if self._names:
            capital = np.array([form[0].isupper() for form in forms], dtype=bool)[words.places]
            codes[capital & ~words.opening] = NOTHING
        return Evidence(
            _first(words, codes == MASCULINE, len(targets)),
            _first(words, codes == FEMININE, len(targets)),
        )

    def _codes(self, forms: list[str]) -> NDArray[np.uint8]:
        known, gender = self._known, self._gender
        if len(known) > _MEMORY:
            known.clear()
        codes = np.zeros(len(forms), dtype=np.uint8)
        for place, form in enumerate(forms):
            code = known.get(form)
            if code is None:
                known[form] = code = gender(form.lower())
            codes[place] = code
        return codes


def _first(words: Words, chosen: NDArray[np.bool_], sentences: int) -> pa.StringArray:
    """Return the first chosen word of each sentence, null where there is none."""
    places = np.flatnonzero(chosen)
    rows = words.rows[places]
    first = np.ones(len(rows), dtype=bool)
    first[1:] = rows[1:] != rows[:-1]
    forms = np.full(sentences, -1, dtype=np.int64)
    forms[rows[first]] = words.places[places[first]]
    # A null at the end stands for the place -1.
    with_null = pa.concat_arrays([words.forms, pa.nulls(1, pa.string())])
    return with_null.take(integers(np.where(forms < 0, len(words.forms), forms), pa.int64()))
