"""The source filter (Choubey et al. 2021, section 2): which English sentences show one gender.

Masculine is a sentence with a masculine pronoun, without a feminine pronoun and without a feminine
word; feminine is the reverse. Pronouns are looked for first and in whole columns; gendered words
only where they can matter, in sentences whose pronouns are of one gender.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cdaflow.gfst.words import words_of
from cdaflow.io.columns import rows_where, take
from cdaflow.rewriting.pronoun_scan import FEMININE, MASCULINE, PronounScan
from cdaflow.wordlists.english_lists import GenderedNouns, GenderedPronouns

#: The labels by their numbers: no gendered pronoun; feminine; masculine; pronouns of both genders,
#: or of one and words of the other.
LABELS = ("none", "fem", "msc", "mix")
NONE, FEM, MSC, MIX = range(4)

Codes = NDArray[np.uint8]


class SourceFilter:
    """Labels of English sentences by their gendered pronouns and words."""

    def __init__(self, pronouns: GenderedPronouns, nouns: GenderedNouns) -> None:
        self._scan = PronounScan(pronouns)
        #: By the label of a sentence with pronouns of one gender: the words of the other.
        self._others = {FEM: words_of(nouns, "Masc"), MSC: words_of(nouns, "Fem")}

    def label(self, text: str) -> str:
        """Return the label of one sentence: this is the rule that `labels` keeps to."""
        genders = set()
        for match in self._scan.find(text):
            genders |= {"Masc", "Fem"} if match.double else {self._scan.gender(match.form)}
        if len(genders) != 1:
            return LABELS[MIX if genders else NONE]
        code = FEM if genders == {"Fem"} else MSC
        return LABELS[MIX if self._others[code].rule.search(text) else code]

    def labels(self, column: pa.StringArray) -> Codes:
        """Return the number of each sentence's label in LABELS, shape (N,); nulls are "none"."""
        if column.null_count:
            column = pc.fill_null(column, "")
        genders = self._scan.scan(column).genders
        codes = np.full(len(column), NONE, dtype=np.uint8)
        codes[genders == MASCULINE + FEMININE] = MIX
        for code, bit in ((FEM, FEMININE), (MSC, MASCULINE)):
            rows = np.flatnonzero(genders == bit)
            codes[rows] = code
            codes[rows[self._has_other(code, take(column, rows))]] = MIX
        return codes

    def _has_other(self, code: int, column: pa.StringArray) -> NDArray[np.int64]:
        """Return which sentences of a label have a word of the other gender."""
        words = self._others[code]
        likely = pc.match_substring_regex(column, words.arrow_pattern)
        # Arrow's words are of ASCII: what it finds elsewhere is looked at again.
        rows = rows_where(pc.and_(likely, pc.string_is_ascii(column)))
        doubtful = rows_where(pc.and_not(likely, pc.string_is_ascii(column)))
        texts = take(column, doubtful).to_pylist()
        sure = [row for row, text in zip(doubtful, texts, strict=True) if words.rule.search(text)]
        return np.concatenate([rows, np.array(sure, dtype=np.int64)])
