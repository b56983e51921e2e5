"""Heads, dependents and neighbours of the words of a tree, and where they stand in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from cdaflow.errors import InputError
from cdaflow.trees import MultiwordToken, Sentence, Token


def relation(token: Token) -> str:
    """Return the relation of a word to its head without its subtype."""
    return token.deprel.partition(":")[0]


def straight(form: str) -> str:
    """Return a form in lower case with a straight apostrophe."""
    return form.lower().replace("’", "'")


def agree(token: Token, other: Token) -> bool:
    """Whether a word shows no gender or number different from that of another."""
    return all(
        token.feats.get(key, value) == value
        for key in ("Gender", "Number")
        if (value := other.feats.get(key)) is not None
    )


def shown_gender(noun: Token, dependents: Iterable[Token], feature: str = "Gender") -> str:
    """Return the gender of a noun, by what stands beside it ("la soldado"); "" where nothing says.

    Treebanks leave it out of nouns that are the same for men and women.
    """
    beside = [token for token in dependents if token.upos in ("ADJ", "DET")]
    genders = {token.feats[feature] for token in beside if feature in token.feats}
    return noun.feats.get(feature) or (genders.pop() if len(genders) == 1 else "")


def following(tree: Sentence, token: Token) -> Token | None:
    """Return the next word, None behind the last."""
    return tree.tokens[token.id] if token.id < len(tree.tokens) else None


def preceding(tree: Sentence, token: Token) -> Token | None:
    """Return the word before, None before the first."""
    return tree.tokens[token.id - 2] if token.id > 1 else None


def is_acyclic(tokens: Sequence[Token]) -> bool:
    """Return whether every word has the root above it, and no word itself.

    What changes heads word by word may end in a circle where the tree was a bad one; then the tree
    is better left as it was.
    """
    ends = {0}
    for token in tokens:
        path = {token.id}
        above = token.head
        while above not in ends:
            if above in path:
                return False
            path.add(above)
            above = tokens[above - 1].head
        ends |= path
    return True


class Tree:
    """A sentence with its dependents by head."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence, self.tokens = sentence, sentence.tokens

    @cached_property
    def _children(self) -> dict[int, list[Token]]:
        children: dict[int, list[Token]] = {}
        for token in self.tokens:
            children.setdefault(token.head, []).append(token)
        return children

    def token(self, number: int) -> Token:
        """Return a word by its id."""
        return self.tokens[number - 1]

    def head(self, token: Token) -> Token | None:
        """Return the head of a word, None for the root."""
        return self.tokens[token.head - 1] if token.head else None

    def children(self, token: Token) -> list[Token]:
        """Return the dependents of a word, in order."""
        return self._children.get(token.id, [])

    def has(self, token: Token, *relations: str) -> bool:
        """Whether a word has a dependent with one of some relations."""
        return any(relation(child) in relations for child in self.children(token))

    def above(self, token: Token) -> Iterator[Token]:
        """Yield the words above one, from below."""
        for _ in self.tokens:
            above = self.head(token)
            if above is None:
                return
            yield above
            token = above

    def is_within(self, token: Token, top: Token) -> bool:
        """Whether a word is another or hangs somewhere below it."""
        return token.id == top.id or any(above.id == top.id for above in self.above(token))

    def path(self, token: Token, top: Token) -> list[Token]:
        """Return the words from one up to another, that one excluded."""
        words = [token]
        for above in self.above(token):
            if above.id == top.id:
                break
            words.append(above)
        return words

    def own_subject(self, predicate: Token) -> Token | None:
        """Return the subject that a predicate has itself, clausal ones apart."""
        return next((c for c in self.children(predicate) if relation(c) == "nsubj"), None)

    def antecedent(self, relative: Token, *, before: bool = False) -> Token | None:
        """Return the word that a relative pronoun looks back to, None outside such a clause.

        `before`: only one that stands before the pronoun.
        """
        for word in (relative, *self.above(relative)):
            head = self.head(word)
            if relation(word) == "acl" and head and not (before and head.id >= relative.id):
                return head
        return None


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
    spans: list[WordSpan] = []
    end = 0
    for token in tree.surface():
        start = text.find(token.form, end)
        if start < 0 or text[end:start].strip():
            raise ValueError(f"{token.form!r} does not follow at {end} in {text!r}")
        end = start + len(token.form)
        if isinstance(token, MultiwordToken):
            words = tree.tokens[token.start - 1 : token.end]
            spans += _inner(words, token.form, start)
        else:
            spans.append(WordSpan(start, end, token))
    if text[end:].strip():
        raise ValueError(f"no word of the tree for {text[end:]!r}")
    return spans


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


class TreesOfTexts:
    """The trees of texts, one for each in order, with the spans of their words.

    `texts`: what the texts are, and `hint` how their trees are made, for messages.
    """

    def __init__(self, trees: Iterable[Sentence], texts: str, hint: str) -> None:
        self._trees = iter(trees)
        self._texts, self._hint = texts, hint
        self._read = 0

    def next(self, text: str, number: int | None = None) -> tuple[Sentence, list[WordSpan]]:
        """Return the tree of the next text and its words; `number`: the `sent_id` wanted.

        Raises InputError where there is none, or it is of another text.
        """
        self._read += 1
        tree = next(self._trees, None)
        if tree is None or (number is not None and tree.sent_id != str(number)):
            problem = (
                "the trees end" if tree is None else f"the next tree belongs to {tree.sent_id!r}"
            )
            name = self._read if number is None else number
            raise InputError(
                "tree.missing" if tree is None else "tree.other-id",
                f"no tree for {self._texts} number {name}, {text!r}: {problem}",
                hint=self._hint,
            )
        try:
            return tree, word_spans(tree, text)
        except ValueError:
            raise InputError(
                "tree.other-text",
                f"tree {self._read} ({tree.sent_id!r}) does not belong to {self._texts} {text!r}",
                hint=self._hint,
            ) from None

    def finish(self) -> None:
        """Raise InputError where there are more trees than texts."""
        if next(self._trees, None) is not None:
            raise InputError(
                "tree.too-many",
                f"there are more trees than the {self._read} of {self._texts}",
                hint=self._hint,
            )
