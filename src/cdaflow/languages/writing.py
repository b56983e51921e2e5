"""How words are written beside each other, as far as languages have it in common.

The rules of a language are in its own module (`euphony`); what they say of single words is in two
tables of its folder. contractions.tsv: first, second, written; a preposition and the word behind
it that are one word. euphony.tsv: kind, full, written; a word and its other form (see `Euphony`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from cdaflow.languages.word_sets import checked_rows, language_rows
from cdaflow.trees import MultiwordToken, Token

Euphony = Literal[
    "apocope",  # before a masculine singular noun: "bueno", "buen"
    "apocope_any",  # before a noun of any gender: "grande", "gran"
    "before_stressed_a",  # of an article, before a noun in stressed a: "la", "el"
    "before_vowel",  # "beau", "bel"; "a", "ad"
    "clitic",  # of an unstressed pronoun: "mi", "m'"
    "elision",  # of other closed classes: "le", "l'"
    "possessive",  # before a feminine noun with a vowel: "ma", "mon"
    "title",  # before a name: "signore", "signor"
]


@dataclass(frozen=True)
class SurfaceForm:
    """Words in their final written form, with the multiword tokens over them."""

    tokens: tuple[Token, ...]
    multiwords: tuple[MultiwordToken, ...]


@cache
def euphonic_forms(language: str, kind: Euphony) -> Mapping[str, str]:
    """Return the written form of each full one of a kind, in the order of the table."""
    path = Path(__file__).parent / language / "euphony.tsv"
    rows = checked_rows(path, ("kind", "full", "written"), get_args(Euphony))
    return {row["full"]: row["written"] for row in rows if row["kind"] == kind}


@cache
def contractions(language: str) -> Mapping[tuple[str, str], str]:
    """Return the contractions of a language; empty for one without a table."""
    rows = language_rows(language, "contractions.tsv", ("first", "second", "written"))
    return {(row["first"], row["second"]): row["written"] for row in rows}


def plain(form: str) -> str:
    """Return a form in lower case with a straight apostrophe."""
    return form.lower().replace("’", "'")


def cased_like(form: str, model: str) -> str:
    """Return `form` in capitals, with a first capital, or in lower case, as `model` has it.

    Parts with hyphens are cased one by one where both have as many: Vice-Présidente.
    """
    if not any(map(str.isupper, model)):
        return form.lower()
    ours, theirs = form.split("-"), model.split("-")
    if len(ours) == len(theirs) > 1:
        return "-".join(map(with_capitals, ours, theirs))
    return with_capitals(form, model)


def with_capitals(form: str, model: str) -> str:
    """Return `form` in capitals or with a first capital where `model` has them, else as it is.

    Of a model of one letter nobody knows whether all of it is in capitals: it has the first.
    """
    if sum(map(str.isalpha, model)) > 1 and model.isupper():
        return form.upper()
    return form[:1].upper() + form[1:] if model[:1].isupper() else form


def with_space(token: Token, space: bool) -> Token:
    """Return the word with the given SpaceAfter."""
    if token.space_after == space:
        return token
    misc = {name: value for name, value in token.misc.items() if name != "SpaceAfter"}
    return token.changed(misc=misc if space else {**misc, "SpaceAfter": "No"})


def no_enclitics(tokens: Sequence[Token], start: int) -> tuple[int, str]:
    """Return that no pronouns are written onto the word at `start`; see `multiwords`."""
    return start, ""


def multiwords(
    tokens: Sequence[Token],
    contraction: Callable[[Token, Token], str | None],
    enclitics: Callable[[Sequence[Token], int], tuple[int, str]] = no_enclitics,
) -> tuple[MultiwordToken, ...]:
    """Return the multiword tokens over words that are written as one, from left to right.

    `contraction`: one word for two, None where they stay apart. `enclitics`: the index of the last
    pronoun that is written onto the word at an index (the index itself for none), and the whole.
    """
    written: list[MultiwordToken] = []
    start = 0
    while start < len(tokens):
        end, form = start, None
        if start + 1 < len(tokens):
            form = contraction(tokens[start], tokens[start + 1])
        if form is not None:
            end = start + 1
        else:
            end, form = enclitics(tokens, start)
        if form:
            tight = form.endswith(("'", "’")) or not tokens[end].space_after
            misc = {"SpaceAfter": "No"} if tight else {}
            written.append(MultiwordToken(tokens[start].id, tokens[end].id, form, misc))
        start = end + 1
    return tuple(written)


def contract(tokens: Sequence[Token], language: str) -> SurfaceForm:
    """Return the words as they are, with the contractions of the language's table.

    For languages that cdaflow has no other rules to write.
    """
    table = contractions(language)

    def contraction(first: Token, second: Token) -> str | None:
        written = None
        if first.upos == "ADP" and second.upos in ("DET", "PRON", "ADV"):
            written = table.get((first.form.lower(), second.form.lower()))
        return None if written is None else cased_like(written, first.form)

    return SurfaceForm(tuple(tokens), multiwords(tokens, contraction) if table else ())
