"""Which words of a tree stand at which characters of the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cdaflow.trees import MultiwordToken, Sentence, Token


class Placed(NamedTuple):
    """A word of a tree, at characters `start` to `end` (exclusive) of the text."""

    start: int
    end: int
    token: Token


def place_words(tree: Sentence, text: str) -> list[Placed]:
    """Return the words of a tree with their places in the text that it is of.

    Words within a multiword token ("doctor" in "doctor's") have their own places where their forms
    are what is written, else that of the whole.

    Raises ValueError where the text does not consist of the words with blanks between.
    """
    placed: list[Placed] = []
    place = 0
    for piece in tree.surface():
        start = text.find(piece.form, place)
        if start < 0 or text[place:start].strip():
            raise ValueError(f"{piece.form!r} does not follow at {place} in {text!r}")
        place = start + len(piece.form)
        if isinstance(piece, MultiwordToken):
            words = tree.tokens[piece.start - 1 : piece.end]
            placed += _inner(words, piece.form, start)
        else:
            placed.append(Placed(start, place, piece))
    if text[place:].strip():
        raise ValueError(f"no word of the tree for {text[place:]!r}")
    return placed


def _inner(words: tuple[Token, ...], form: str, start: int) -> Iterator[Placed]:
    exact = "".join(word.form for word in words) == form
    place = start
    for word in words:
        yield (
            Placed(place, place + len(word.form), word)
            if exact
            else Placed(start, start + len(form), word)
        )
        place += len(word.form)


def word_at(placed: Sequence[Placed], character: int) -> Token | None:
    """Return the first word that covers a character of the text, None where it is a blank."""
    return next((word.token for word in placed if word.start <= character < word.end), None)
