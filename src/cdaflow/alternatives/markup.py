"""Markup and placeholders in sentences, such as strings of a user interface: `<b>`, `{name}`, `%s`.

A parser takes them for words and gets the words around them wrong. So tags are taken out before a
text is parsed and put back into what is written, and a placeholder is parsed as a word of which
nothing is known, a number (`%d`, `{count}`) or a name; in the tree it is a symbol.

In MISC of a tree's words `Markup` is what stands before the word and has a tag, and `MarkupAfter`
the same behind the last one, with the blanks around.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cdaflow.alternatives.factoring import word_starts
from cdaflow.errors import InputError
from cdaflow.trees import MultiwordToken, Sentence, Token
from cdaflow.trees.annotate import Annotator, annotate, clean
from cdaflow.trees.sentence import NO_FIELDS
from cdaflow.trees.spans import Word, build_sentence

_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?-->")
_PLACEHOLDER = re.compile(
    r"\{\{[^{}]*\}\}|[$%]?\{[^{}]*\}|%\([^()]*\)[-+#\d.]*[a-zA-Z]|(?<!\d)%L?\d{1,2}(?![\d$.*a-zA-Z])"
    r"|%(?:\d+\$)?[-+#]?[\d.*]*(?:hh|ll|[hljztLq])?[a-zA-Z@](?![^\W\d_])"
    r"|https?://[^\s<>\"]*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
)
_PROTECTED = re.compile(f"{_TAG.pattern}|{_PLACEHOLDER.pattern}")

#: Placeholders of numbers, and the words that stand for placeholders while a text is parsed.
_NUMBER = re.compile(
    r"%(?:\([^()]*\)|\d+\$)?[-+#\d.*]*(?:hh|ll|[hljztLq])?[dfiux]|\W*(?:\w*_)?(?:n|num\w*|count)\W*"
)
_STAND_INS = {True: "5", False: "Alex"}

#: The characters of a text, and where each comes from in another text.
_Traced = list[tuple[str, int]]


def parse_texts(texts: Sequence[str], annotator: Annotator) -> Iterator[Sentence]:
    """Yield the tree of each text, as `annotate` does, but for its markup and placeholders.

    `Sentence.text` is the text without tags; `with_markup` has them again. Raises InputError where
    a parser takes a placeholder apart.
    """
    cleaned = [clean(text) for text in texts]
    traced = [_stand_ins(_without_tags(text)) for text in cleaned]
    named = ((str(n), "".join(c for c, _ in chars)) for n, chars in enumerate(traced, 1))
    trees = annotate(named, annotator)
    for text, chars, tree in zip(cleaned, traced, trees, strict=True):
        plain = "".join(c for c, _ in chars) == text
        yield tree if plain or not tree.tokens else _restored(tree, text, chars)


def without_tags(text: str) -> str:
    """Return a text without its tags; one between two letters leaves a blank."""
    return "".join(char for char, _ in _without_tags(text))


def protected(text: str) -> list[str]:
    """Return the tags and placeholders of a text, in order."""
    return [match.group() for match in _PROTECTED.finditer(text)]


def is_placeholder(code: str) -> bool:
    """Return whether a code stands for a word."""
    return _PLACEHOLDER.fullmatch(code.strip()) is not None


def is_number(code: str) -> bool:
    """Return whether a placeholder stands for a number."""
    return _NUMBER.fullmatch(code) is not None


def _without_tags(text: str) -> _Traced:
    chars: _Traced = []
    end = 0
    for match in _TAG.finditer(text):
        chars += [(text[i], i) for i in range(end, match.start())]
        end = match.end()
        around = f"{chars[-1][0] if chars else ''}{text[end : end + 1]}"
        if len(around) == 2 and around.isalnum():
            chars.append((" ", match.start()))
    return chars + [(text[i], i) for i in range(end, len(text))]


def _stand_ins(chars: _Traced) -> _Traced:
    """Return a text with a word for each placeholder, all of it from where that begins."""
    made: _Traced = []
    end = 0
    for match in _PLACEHOLDER.finditer("".join(char for char, _ in chars)):
        made += chars[end : match.start()]
        word = _STAND_INS[is_number(match.group())]
        made += [(char, chars[match.start()][1]) for char in word]
        end = match.end()
    return list(_spaced(made + chars[end:]))


def _spaced(chars: _Traced) -> Iterator[tuple[str, int]]:
    """Yield a text with a blank between a word and marks that small tokenisers leave at it."""
    before = ""
    for char, origin in chars:
        opened = before in ("¡", "¿") and char.isalpha()
        if opened or (char in "!?" and before.isalpha()):
            yield " ", origin
        yield char, origin
        before = char


def _restored(tree: Sentence, text: str, chars: _Traced) -> Sentence:
    """Return the tree with the placeholders of a text in it, and its tags in MISC."""
    plain = _without_tags(text)
    position = {origin: n for n, (_, origin) in reversed(list(enumerate(plain)))}
    words: list[Word] = []
    offset = 0
    for word in tree.surface():
        offset = tree.text.index(word.form, offset)
        first, end = chars[offset][1], offset + len(word.form)
        behind = chars[end][1] if end < len(chars) else len(text)
        # Up to what comes next, less the tags and blanks between.
        stop = position.get(behind, len(plain))
        while plain[stop - 1][0].isspace():
            stop -= 1
        start = position[first]
        ids = (word.start, word.end) if isinstance(word, MultiwordToken) else (word.id, word.id)
        tokens = tree.tokens[ids[0] - 1 : ids[1]]
        if match := _PLACEHOLDER.match("".join(char for char, _ in plain[start:])):
            tokens = (_symbol(tokens[0], match.group()), *tokens[1:])
        words.append(Word(start, stop, tokens))
        offset = end
    try:
        made = build_sentence("".join(char for char, _ in plain), words)
    except ValueError as error:
        raise InputError(
            "tree.placeholder-not-a-word",
            f"the placeholders of {text!r} are no words to the parser",
        ) from error
    return _with_tags(made, text, [(plain[w.start][1], plain[w.end - 1][1] + 1) for w in words])


def _symbol(token: Token, form: str) -> Token:
    """Return the word of a placeholder; that of a number goes on to be one."""
    number = token.upos == "NUM"
    upos, feats = ("NUM", token.feats) if number else ("SYM", NO_FIELDS)
    return token.changed(form=form, lemma=form, upos=upos, feats=feats)


def _with_tags(tree: Sentence, text: str, spans: Sequence[tuple[int, int]]) -> Sentence:
    """Return the tree with the tags between the spans of its surface words in MISC."""
    tokens = list(tree.tokens)
    end = 0
    for word, (start, stop) in zip(tree.surface(), spans, strict=True):
        first = word.start if isinstance(word, MultiwordToken) else word.id
        _mark(tokens, first, "Markup", text[end:start])
        end = stop
    _mark(tokens, len(tokens), "MarkupAfter", text[end:])
    return Sentence(tuple(tokens), tree.multiwords, (f"text = {tree.text}",))


def _mark(tokens: list[Token], position: int, name: str, between: str) -> None:
    if between.strip():
        token = tokens[position - 1]
        tokens[position - 1] = token.changed(misc={**token.misc, name: between})


def markup(tree: Sentence) -> list[str]:
    """Return the tags of a tree, with the blanks around, in order."""
    items = (
        token.misc.get(name, "") for token in tree.tokens for name in ("Markup", "MarkupAfter")
    )
    return [item for item in items if item]


def with_markup(tree: Sentence) -> Sentence:
    """Return a sentence that is written as the tree, with its tags: each is a word.

    The ids of surface words are twice those of the tree. To be written, not to be analysed.
    """
    words: list[Token] = []
    for word in tree.surface():
        first = word.start if isinstance(word, MultiwordToken) else word.id
        before = tree.tokens[first - 1].misc.get("Markup", "")
        if before:
            _put_tag(words, 2 * first - 1, before)
        words.append(Token(2 * first, word.form, "_", "X", misc=word.misc))
    after = tree.tokens[-1].misc.get("MarkupAfter", "") if tree.tokens else ""
    if after:
        _put_tag(words, 2 * len(tree.tokens) + 1, after)
    return Sentence(tuple(words))


def _put_tag(words: list[Token], position: int, tag: str) -> None:
    """Add a tag with the blanks behind it; before it there is a blank, or none, as in the text."""
    if words:
        elided = words[-1].form[-1:] in "'\u2019" and not words[-1].space_after
        blank = tag[:1].isspace() and not elided
        words[-1] = words[-1].changed(misc=NO_FIELDS if blank else {"SpaceAfter": "No"})
        tag = tag.lstrip()
    words.append(Token(position, tag, "_", "X", misc={"SpaceAfter": "No"}))


class Offsets:
    """Where the characters of a tree's text are in the text with its tags, and back."""

    def __init__(self, tree: Sentence) -> None:
        marked = with_markup(tree)
        with_tags = word_starts(marked, marked.text)
        #: By surface word where it begins without and with the tags.
        self._starts = [
            (start, with_tags[2 * first][0])
            for first, (start, _) in word_starts(tree, tree.text).items()
        ]

    def marked(self, offset: int) -> int:
        """Return where a character of a word is among the tags."""
        return offset + max((m - p for p, m in self._starts if p <= offset), default=0)

    def plain(self, offset: int) -> int:
        """Return where a character of a word is without the tags."""
        return offset - max((m - p for p, m in self._starts if m <= offset), default=0)
