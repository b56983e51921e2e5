"""From spans of a text to a sentence that gives back the text to the letter.

Between two words CoNLL-U knows one space or none (`SpaceAfter=No`). Whatever else stands there
goes into MISC as UDPipe writes it (https://ufal.mff.cuni.cz/udpipe/1/users-manual, "Preserving
Original Spaces"): `SpacesAfter` for what follows a word, `SpacesBefore` for what precedes the
first one, `SpacesInToken` for a word with a tab or the like inside. There `\\s` is a space, `\\t`
a tab, `\\r` and `\\n` line ends, `\\p` a bar and `\\\\` a backslash; any other blank, such as the
no-break space, stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cdaflow.trees.sentence import NO_FIELDS, Fields, MultiwordToken, Sentence, Token

_ESCAPES = str.maketrans(
    {" ": "\\s", "\t": "\\t", "\r": "\\r", "\n": "\\n", "|": "\\p", "\\": "\\\\"}
)

#: What may stand in no column of CoNLL-U.
_CONTROLS = re.compile(r"[\t\n\r]")

#: The MISC items that say what stands around a word; those of a model are not to be trusted.
_SPACING = frozenset(("SpaceAfter", "SpacesAfter", "SpacesBefore", "SpacesInToken"))

_NO_SPACE = Fields("SpaceAfter=No")


@dataclass(frozen=True)
class Word:
    """A surface word: its characters `start` to `end` (exclusive) of the text, and what it is.

    `tokens` are its syntactic words, with the ids and heads that they have in the sentence.
    """

    start: int
    end: int
    tokens: tuple[Token, ...]


def escape_spaces(blanks: str) -> str:
    """Return blanks (or any text) as a value of SpacesAfter and the like."""
    return blanks.translate(_ESCAPES)


def build_sentence(text: str, words: Sequence[Word]) -> Sentence:
    """Return the sentence of `words`, of which `Sentence.text` gives back `text` exactly.

    The form of a word is what the text has at its span, whatever its token says; a word of
    several tokens becomes a `MultiwordToken`. MISC of the tokens is kept but for its spacing.
    Tabs and line ends in forms and lemmas become blanks, and empty ones "_".

    Raises ValueError where words overlap, are empty or skip characters that are no blanks,
    where the ids of the tokens do not count from 1, and for a text of several lines.
    """
    tokens: list[Token] = []
    multiwords: list[MultiwordToken] = []
    spacings = _spacings(text, [(word.start, word.end) for word in words])
    for word, spacing in zip(words, spacings, strict=True):
        form = _CONTROLS.sub(" ", text[word.start : word.end])
        if len(word.tokens) == 1:
            tokens.append(_safe(word.tokens[0], form, spacing))
        elif word.tokens:
            first, last = word.tokens[0].id, word.tokens[-1].id
            multiwords.append(MultiwordToken(first, last, form, spacing or NO_FIELDS))
            tokens += (_safe(token, token.form, NO_FIELDS) for token in word.tokens)
    if [token.id for token in tokens] != list(range(1, len(tokens) + 1)):
        raise ValueError(f"the ids of the tokens do not count from 1 in {text!r}")
    return Sentence(tuple(tokens), tuple(multiwords))


def with_spacing(sentence: Sentence, text: str) -> Sentence:
    """Return the sentence with the blanks of `text`, which must have the same words.

    Raises ValueError where `text` is not the forms in order with nothing or blanks between.
    """
    spans: list[tuple[int, int]] = []
    offset = 0
    for word in sentence.surface():
        while text[offset : offset + 1].isspace():
            offset += 1
        if not text.startswith(word.form, offset):
            raise ValueError(f"{word.form!r} is not at {offset} in {text!r}")
        spans.append((offset, offset + len(word.form)))
        offset += len(word.form)
    spacings = iter(_spacings(text, spans))
    tokens = list(sentence.tokens)
    multiwords = []
    for word in sentence.surface():
        misc = _respaced(word.misc, next(spacings))
        if isinstance(word, MultiwordToken):
            multiwords.append(word._replace(misc=misc))
        else:
            tokens[word.id - 1] = word.changed(misc=misc)
    return replace(sentence, tokens=tuple(tokens), multiwords=tuple(multiwords))


def _spacings(text: str, spans: Sequence[tuple[int, int]]) -> list[Mapping[str, str]]:
    """Return what MISC says of the blanks around and in the word at each span."""
    if "\n" in text:
        raise ValueError(f"a text is a line, this has several: {text!r}")
    spacings = []
    before = 0
    for index, (start, end) in enumerate(spans):
        last = index + 1 == len(spans)
        following = len(text) if last else spans[index + 1][0]
        surface, gap = text[start:end], text[end:following]
        if start < before or not start < end <= following or surface.isspace() or gap.strip():
            raise ValueError(f"a word at {start} to {end}, and one at {following}, of {text!r}")
        spacing: Mapping[str, str] = _NO_SPACE if not gap and not last else NO_FIELDS
        if gap != ("" if last else " ") and gap:
            spacing = {"SpacesAfter": escape_spaces(gap)}
        if index == 0 and start:
            spacing = {**spacing, "SpacesBefore": escape_spaces(text[:start])}
        if _CONTROLS.search(surface):
            spacing = {**spacing, "SpacesInToken": escape_spaces(surface)}
        spacings.append(spacing)
        before = end
    if text[: spans[0][0] if spans else len(text)].strip():
        raise ValueError(f"characters before the first word of {text!r}")
    return spacings


def _respaced(misc: Mapping[str, str], spacing: Mapping[str, str]) -> Mapping[str, str]:
    """Return the items of MISC with this spacing."""
    if not misc:
        return spacing
    others = {name: value for name, value in misc.items() if name not in _SPACING}
    return {**others, **spacing} or NO_FIELDS


def _safe(token: Token, form: str, spacing: Mapping[str, str]) -> Token:
    """Return the token with this form and spacing, and nothing that CoNLL-U cannot hold."""
    return token._replace(
        form=_CONTROLS.sub(" ", form) or "_",
        lemma=_CONTROLS.sub(" ", token.lemma) or "_",
        misc=_respaced(token.misc, spacing),
    )
