"""Closed classes of Hebrew: the words that stand around a noun and its predicate."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_table

#: "governor": what follows is no subject (prepositions, the object marker את, construct nouns);
#: "conjunction": a clause begins behind it; "adverb": may part a subject from its predicate;
#: "other": pronouns, numerals and adverbs that are no predicate either.
KINDS = ("governor", "conjunction", "adverb", "other")


@cache
def function_words(kind: str) -> frozenset[str]:
    """Return the words of a kind of `KINDS`; a word may be of several."""
    return frozenset(word for word, of in _rows() if of == kind)


@cache
def is_function_word(word: str) -> bool:
    """Return whether a word is of any of the closed classes, with or without a conjunction."""
    return any(
        form in function_words(kind)
        for kind in KINDS
        for form in (word, word.removeprefix("ו"), word.removeprefix("ש"))
    )


@cache
def _rows() -> tuple[tuple[str, str], ...]:
    path = Path(__file__).with_name("function_words.tsv")
    rows = []
    for number, row in read_table(path, ("form", "kind")):
        if row["kind"] not in KINDS:
            raise InputError(f"{row['kind']!r} is no kind of function word", file=path, line=number)
        rows.append((row["form"], row["kind"]))
    return tuple(rows)
