"""Trees to spaCy's documents and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cdaflow.trees.fields import FieldCache, pack
from cdaflow.trees.sentence import MultiwordToken, Sentence, Token

#: The parser's mark of a word without a head, and relations of such words beyond the first.
_ROOT = "ROOT"
_LOOSE = {"PUNCT": "punct"}

_FEATS = FieldCache()


def make_doc(nlp: Any, words: Sequence[str], spaces: Sequence[bool]) -> Any:
    """Return spaCy's document of the syntactic words of one sentence."""
    from spacy.tokens import Doc

    starts: list[bool | int | None] = [position == 0 for position in range(len(words))]
    return Doc(nlp.vocab, words=list(words), spaces=list(spaces), sent_starts=starts)


def doc_of(nlp: Any, tree: Sentence) -> Any:
    """Return the document of a tree's words, without the rest of the tree."""
    return make_doc(nlp, [token.form for token in tree.tokens], spaces_after(tree))


def spaces_after(tree: Sentence) -> list[bool]:
    """Return for each syntactic word whether a space follows; none does inside a surface word."""
    spaces: list[bool] = []
    for piece in tree.surface():
        inner = piece.end - piece.start if isinstance(piece, MultiwordToken) else 0
        spaces += [False] * inner + [piece.space_after]
    return spaces


def example(nlp: Any, tree: Sentence) -> Any:
    """Return a tree as spaCy's training example, with its syntactic words given."""
    from spacy.tokens import Doc
    from spacy.training import Example

    words, spaces = [token.form for token in tree.tokens], spaces_after(tree)
    reference = Doc(
        nlp.vocab,
        words=words,
        spaces=spaces,
        pos=[token.upos for token in tree.tokens],
        morphs=[pack(token.feats) if token.feats else "" for token in tree.tokens],
        lemmas=[token.lemma for token in tree.tokens],
        heads=[(token.head or token.id) - 1 for token in tree.tokens],
        deps=[token.deprel if token.head else _ROOT for token in tree.tokens],
    )
    return Example(make_doc(nlp, words, spaces), reference)


def tokens_of(doc: Any) -> list[Token]:
    """Return the words of an annotated document, with one root."""
    heads, relations = _one_root(doc)
    return [
        Token(
            id=place + 1,
            form=token.text,
            lemma=token.lemma_ or token.text,
            upos=token.pos_ or "X",
            feats=_FEATS[str(token.morph) or "_"],
            head=heads[place],
            deprel=relations[place],
        )
        for place, token in enumerate(doc)
    ]


def _one_root(doc: Any) -> tuple[list[int], list[str]]:
    """Return head (0 for the root) and relation of each word.

    Words that the parser left without a head hang on the first of them that is no punctuation,
    as its `parataxis` (punctuation as `punct`).
    """
    loose = [token.i for token in doc if token.head.i == token.i]
    root = next((i for i in loose if doc[i].pos_ != "PUNCT"), loose[0])
    heads, relations = [], []
    for token in doc:
        if token.i == root:
            heads.append(0)
            relations.append("root")
        elif token.head.i == token.i:
            heads.append(root + 1)
            relations.append(_LOOSE.get(token.pos_, "parataxis"))
        else:
            heads.append(token.head.i + 1)
            relations.append("dep" if token.dep_ in ("", _ROOT) else token.dep_)
    return heads, relations
