"""Where the words of a tree stand in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cdaflow.trees import MultiwordToken, Sentence, Token


class WordSpan(NamedTuple):
    """A word of a tree, at characters `start` to `end` (exclusive) of the text."""

    start: int
    end: int
    token: Token


def word_spans(tree: Sentence, text: str) -> list[WordSpan]:
    """Return the words of a tree with their spans in its text.

    Words within a multiword token ("doctor" in "doctor's") have their own spans where their forms
    are what is written, else that of the whole.

    Raises ValueError where the text does not consist of the words with blanks between.
    """
    found: list[WordSpan] = []
    end = 0
    for piece in tree.surface():
        start = text.find(piece.form, end)
        if start < 0 or text[end:start].strip():
            raise ValueError(f"{piece.form!r} does not follow at {end} in {text!r}")
        end = start + len(piece.form)
        if isinstance(piece, MultiwordToken):
            words = tree.tokens[piece.start - 1 : piece.end]
            found += _inner(words, piece.form, start)
        else:
            found.append(WordSpan(start, end, piece))
    if text[end:].strip():
        raise ValueError(f"no word of the tree for {text[end:]!r}")
    return found


def _inner(words: tuple[Token, ...], form: str, start: int) -> Iterator[WordSpan]:
    exact = "".join(word.form for word in words) == form
    end = start + len(form)
    for word in words:
        if exact:
            end = start + len(word.form)
        yield WordSpan(start, end, word)
        start = end if exact else start


def word_at(spans: Sequence[WordSpan], character: int) -> Token | None:
    """Return the first word that covers a character of the text, None where it is a blank."""
    return next((word.token for word in spans if word.start <= character < word.end), None)
