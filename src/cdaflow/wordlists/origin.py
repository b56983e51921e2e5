"""Which language the words of a row or list look like: by their letters and by how they end.

The languages of Latin letters are told apart by a naive Bayes model over the endings (three
letters) of the four forms and over letters beyond a to z. `word_endings.tsv` has in how many rows
of config/wordlists/professions.<language>.tsv each was found (those of four rows or more in one of
the lists); the lists of persons were not counted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from cdaflow.io.files import read_table
from cdaflow.languages.word_sets import word_set
from cdaflow.wordlists.rows import PersonRow

_ENDINGS = Path(__file__).with_name("word_endings.tsv")

#: The languages that the table of endings has.
LATIN = tuple(next(read_table(_ENDINGS, ("ending",)))[1])[1:]

#: A row, or a list, is more likely of another language by this many nats: then it is reported as
#: likely or as certain. No row of the lists of the repository comes to more than 9.9.
LIKELY, CERTAIN = 10.5, 16.0

#: Added to each count, so that an ending that a language lacks is rare and not impossible.
_SMOOTHING = 0.3


def features(row: PersonRow) -> frozenset[str]:
    """Return the endings of the first words of a row's forms, and its letters beyond a to z."""
    words = [form.split()[0].lower() for form in row.forms.values() if form]
    endings = {f" {word}"[-3:].replace(" ", "^") for word in words}
    return frozenset(endings | {letter for letter in "".join(words) if letter > "\x7f"})


def foreign_letters(row: PersonRow, language: str) -> str:
    """Return the letters of a row's forms that the language is not written with, in order."""
    text = "".join(row.forms.values()).lower()
    own = word_set(language, "letters")
    latin = language in LATIN
    return "".join(
        dict.fromkeys(
            letter
            for letter in text
            if letter.isalpha() and letter not in own and not (latin and "a" <= letter <= "z")
        )
    )


def is_of_another_script(letters: str, language: str) -> bool:
    """Return whether one of some letters is of another script than the language is written in."""
    if language not in LATIN:
        return bool(letters)
    return any(letter >= "\u0250" and not "\u1e00" <= letter <= "\u1eff" for letter in letters)


def margins(rows: Iterable[PersonRow], language: str) -> Mapping[str, float]:
    """Return by how many nats each other language is more likely than `language` for some rows.

    All are taken for rows of one language. Empty for a language that is not among LATIN.
    """
    if language not in LATIN:
        return {}
    table = _log_probabilities()
    found = dict.fromkeys(LATIN, 0.0)
    for row in rows:
        for feature in features(row) & table.keys():
            for code, log_p in table[feature].items():
                found[code] += log_p
    return {code: found[code] - found[language] for code in LATIN if code != language}


@cache
def _log_probabilities() -> Mapping[str, Mapping[str, float]]:
    """Return the natural logarithm of the probability of each feature in each language."""
    table = {
        row["ending"]: {code: int(row[code]) for code in LATIN}
        for _, row in read_table(_ENDINGS, ("ending", *LATIN))
    }
    totals = {code: sum(counts[code] for counts in table.values()) for code in LATIN}
    size = {code: totals[code] + _SMOOTHING * len(table) for code in LATIN}
    return {
        feature: {code: math.log((counts[code] + _SMOOTHING) / size[code]) for code in LATIN}
        for feature, counts in table.items()
    }
