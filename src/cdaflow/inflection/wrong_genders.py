"""Nouns of persons that a dictionary has with the wrong gender, put right by their adjectives.

FreeLing's French has "buveur", "conducteur" and some 140 others as feminine nouns alone, and as
adjectives with both forms. With the gender that texts give them they would not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from cdaflow.inflection.lexicon import Entry
from cdaflow.wordlists.english_lists import OPPOSITE


def with_right_genders(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield entries, those of a lemma behind one another, with such nouns in both genders.

    A noun is wrong if the adjective of its lemma has the form in the other gender and number alone,
    and another form in that of the noun, which then is the noun's as well.
    """
    for _, rows in groupby(entries, key=lambda entry: entry.lemma):
        paradigm = list(rows)
        parts = {entry.upos for entry in paradigm}
        yield from _mended(paradigm) if {"ADJ", "NOUN"} <= parts else paradigm


def _mended(paradigm: Sequence[Entry]) -> Iterator[Entry]:
    cells = {(e.upos, e.form, e.feats.get("Gender"), e.feats.get("Number")) for e in paradigm}
    for entry in paradigm:
        gender, number = entry.feats.get("Gender", ""), entry.feats.get("Number")
        other = OPPOSITE.get(gender, "")
        right = [e.form for e in paradigm if e.upos == "ADJ" and e.feats == entry.feats]
        wrong = (
            entry.upos == "NOUN"
            and ("ADJ", entry.form, other, number) in cells
            and ("NOUN", entry.form, other, number) not in cells
            and right
            and entry.form not in right
        )
        if not wrong:
            yield entry
            continue
        yield entry._replace(feats={**entry.feats, "Gender": other})
        if ("NOUN", right[0], gender, number) not in cells:
            yield entry._replace(form=right[0])
