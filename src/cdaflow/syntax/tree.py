"""Heads, dependents and neighbours of the words of a tree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from cdaflow.trees import Sentence, Token


def relation(token: Token) -> str:
    """Return the relation of a word to its head without its subtype."""
    return token.deprel.partition(":")[0]


def straight(form: str) -> str:
    """Return a form in lower case with a straight apostrophe."""
    return form.lower().replace("’", "'")


def agree(one: Token, other: Token) -> bool:
    """Whether a word shows no gender or number different from that of another."""
    return all(
        one.feats.get(key, value) == value
        for key in ("Gender", "Number")
        if (value := other.feats.get(key)) is not None
    )


def following(tree: Sentence, token: Token) -> Token | None:
    """Return the next word, None behind the last."""
    return tree.tokens[token.id] if token.id < len(tree.tokens) else None


def preceding(tree: Sentence, token: Token) -> Token | None:
    """Return the word before, None before the first."""
    return tree.tokens[token.id - 2] if token.id > 1 else None


class Tree:
    """A sentence with its dependents by head."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence, self.tokens = sentence, sentence.tokens

    @cached_property
    def _children(self) -> dict[int, list[Token]]:
        found: dict[int, list[Token]] = {}
        for token in self.tokens:
            found.setdefault(token.head, []).append(token)
        return found

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
        found = [token]
        for above in self.above(token):
            if above.id == top.id:
                break
            found.append(above)
        return found

    def own_subject(self, predicate: Token) -> Token | None:
        """Return the subject that a predicate has itself, clausal ones apart."""
        return next((c for c in self.children(predicate) if relation(c) == "nsubj"), None)

    def antecedent(self, relative: Token, *, before: bool = False) -> Token | None:
        """Return the word that a relative pronoun looks back to, None outside such a clause.

        `before`: only one that stands before the pronoun.
        """
        for each in (relative, *self.above(relative)):
            head = self.head(each)
            if relation(each) == "acl" and head and not (before and head.id >= relative.id):
                return head
        return None
