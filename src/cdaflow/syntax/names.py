"""Names beside a noun: whoever is named has a gender that no swap of pronouns changes."""

from __future__ import annotations

from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.tree import relation
from cdaflow.trees import Sentence, Token

#: Relations of words that name one person together.
_BESIDE = frozenset({"appos", "compound", "flat", "nmod"})


def name_of(tree: Sentence, noun: int, language: str, other_side: str) -> str:
    """Return the name of the person that a noun speaks of, "" where it has none.

    "Doctor Smith", "Smith, the doctor", "Maria is a nurse", "Maria became a nurse" and "Maria
    works as a nurse" have one; "Maria saw a nurse" has none. `other_side`: the text of the other
    language. Annotators take many a first word for a name; names mostly begin alike in both.
    """
    token = tree.tokens[noun - 1]
    head = tree.tokens[token.head - 1] if token.head else None
    for child in tree.children(noun):
        if _is_name(child, other_side) and (_is_beside(tree, child) or relation(child) == "nsubj"):
            return child.form
    if head is None:
        return ""
    if _is_name(head, other_side) and _is_beside(tree, token):
        return head.form
    words = word_set(language, "as")
    is_as = any(child.lemma.lower() in words for child in tree.children(noun))
    # What somebody becomes, remains or is called; "Maria works as a nurse".
    if relation(token) == "xcomp" or (is_as and relation(token) in ("obl", "advcl", "nmod")):
        for child in tree.children(head.id):
            if _is_name(child, other_side) and relation(child) == "nsubj":
                return child.form
    return ""


def _is_name(token: Token, other_side: str) -> bool:
    if token.upos != "PROPN":
        return False
    if token.id > 1 and token.form[:1].isupper():
        return True
    return len(token.form) > 2 and token.form[:3].lower() in other_side.lower()


def _is_beside(tree: Sentence, token: Token) -> bool:
    bare = all(relation(child) != "case" for child in tree.children(token.id))
    return relation(token) in _BESIDE and bare
