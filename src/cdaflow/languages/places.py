"""Nouns that name no person but where or what he or she works: bakery, reception, removal.

They have the stem of the person's noun ("peluquería", "парикмахерская"), so an aligner links them
to it where the person itself is not translated.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_table

#: Returns None for a word in lower case that is none; else the gender of the noun if it has to be
#: known, since an article of the other makes a person of it (Spanish "el mudanzas"), or "".
Places = Callable[[str], str | None]


def no_places(word: str) -> str | None:
    """Return None: a language without a table."""
    return None


def read_places(folder: Path) -> Places:
    """Return the places of the table places.tsv of a language.

    Columns kind, form and gender: a "word" as it is written (all its cases), or the "ending" of
    words that have two letters or more before it. Raises InputError for another kind.
    """
    words: dict[str, str] = {}
    endings: dict[str, str] = {}
    path = folder / "places.tsv"
    for number, row in read_table(path, ("kind", "form", "gender")):
        if row["kind"] not in ("word", "ending"):
            raise InputError(
                f"kind {row['kind']!r} is neither word nor ending", file=path, line=number
            )
        (words if row["kind"] == "word" else endings)[row["form"]] = row["gender"]

    def place(word: str) -> str | None:
        if word in words:
            return words[word]
        ends = (e for e in endings if len(word) > len(e) + 1 and word.endswith(e))
        return next((endings[ending] for ending in ends), None)

    return place
