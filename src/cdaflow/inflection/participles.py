"""Past participles of a language that makes them by rule, from participles.tsv in its folder.

Lexicons of nouns and adjectives leave most of them out, and there is nothing to guess: French puts
an e for the feminine and an s for the plural. Columns masculine, feminine, masculine_plural,
feminine_plural: endings, and `lemma`: the ending of infinitives that have them (empty: any). A row
holds for a participle that has the ending of its gender and number; of several the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import cdaflow.languages
from cdaflow.io.files import read_table
from cdaflow.trees import Token

_CELLS = {
    ("Masc", "Sing"): "masculine",
    ("Fem", "Sing"): "feminine",
    ("Masc", "Plur"): "masculine_plural",
    ("Fem", "Plur"): "feminine_plural",
}


@cache
def participle_table(code: str) -> tuple[Mapping[str, str], ...]:
    """Return the rows of a language; none for one without a table.

    Raises ConfigError for a language that cdaflow does not know.
    """
    cdaflow.languages.get(code)
    path = Path(cdaflow.languages.__file__).parent / code / "participles.tsv"
    if not path.is_file():
        return ()
    return tuple(row for _, row in read_table(path, (*_CELLS.values(), "lemma")))


def participle(token: Token, feats: Mapping[str, str], code: str) -> str | None:
    """Return a past participle, in lower case, with the gender and number of `feats`.

    None for any other word, and where no rule holds.
    """
    if token.feats.get("VerbForm") != "Part" or token.feats.get("Tense", "Past") != "Past":
        return None
    form = token.form.lower()
    old = _CELLS.get((token.feats.get("Gender", ""), token.feats.get("Number", "")))
    new = _CELLS.get((feats.get("Gender", ""), feats.get("Number", "")))
    if old is None or new is None:
        return None
    for row in participle_table(code):
        verb = any(token.lemma.endswith(ending) for ending in row["lemma"].split("/"))
        if verb and form.endswith(row[old]):
            return form.removesuffix(row[old]) + row[new]
    return None
