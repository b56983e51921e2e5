"""English nouns between commas that say who somebody is: "my boss, a former athlete, is tired".

By the words, since small annotators have such a noun for a second subject or an object. Without
"and" or "or" a list of nouns is of one person as well: "a warrior, a woman, an MP".
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import zip_longest

from cdaflow.syntax.tree import relation
from cdaflow.trees import Sentence

#: What a noun's phrase has before the noun, and before or behind it up to a comma.
_BEFORE = frozenset({"ADJ", "ADV", "NOUN", "NUM", "PROPN", "VERB"})
_AROUND = frozenset({"ADJ", "ADP", "DET", "NOUN", "NUM", "PART", "PRON", "PROPN"})

_ARTICLES = frozenset({"a", "an", "the"})


def appositions(tree: Sentence, nouns: Collection[int]) -> dict[int, int]:
    """Return for each of the nouns (ids) in apposition the one before that it says more of."""
    found: dict[int, int] = {}
    for noun in sorted(nouns):
        if _is_modifier(tree, noun) and tree.tokens[noun - 1].head in nouns:
            found[noun] = tree.tokens[noun - 1].head
            continue
        before = _article(tree, noun) - 2
        if before < 0 or tree.tokens[before].form != "," or not _ends(tree, noun):
            continue
        while before and before not in nouns and tree.tokens[before - 1].upos in _AROUND:
            before -= 1
        one, other = (tree.tokens[each - 1].feats.get("Number") for each in (before, noun))
        if before in nouns and one == other:
            found[noun] = found.get(before, before)
    return found


def _is_modifier(tree: Sentence, noun: int) -> bool:
    """Whether a noun stands before that of the same person: "a deputy court administrator"."""
    token = tree.tokens[noun - 1]
    between = tree.tokens[noun : max(token.head - 1, noun)]
    beside = relation(token) in ("amod", "compound") and token.head > noun
    return beside and token.feats.get("Number") != "Plur" and all(t.upos == "NOUN" for t in between)


def _article(tree: Sentence, noun: int) -> int:
    """Return the article that a noun's phrase begins with, 0 for none."""
    for token in reversed(tree.tokens[: noun - 1]):
        if token.form.lower() in _ARTICLES:
            return token.id
        if token.upos not in _BEFORE:
            break
    return 0


def _ends(tree: Sentence, noun: int) -> bool:
    """Whether a comma or the end follows the phrase of a noun, and no "and" that goes on."""
    rest = tree.tokens[noun:]
    for token, after in zip_longest(rest, rest[1:]):
        joined = after is not None and after.upos in ("CCONJ", "DET")
        if token.upos == "PUNCT":
            return token.form != "," or after is None or after.upos != "CCONJ"
        if token.upos not in _AROUND and (token.upos != "CCONJ" or joined):
            return False
    return True
