"""What its neighbours tell of a word: the number that its form does not show, a possessor."""

from __future__ import annotations

from collections.abc import Mapping

from cdaflow.trees import Sentence, Token

#: Relations of a word that agrees with its head.
_ATTRIBUTES = frozenset({"acl", "amod", "appos", "det", "nummod"})

#: Relations of words that show the number of their head, the verb before one of two subjects.
_WITNESSES = ("cop", "aux", "nsubj", "det", "amod", "nummod")

_DEPTH = 4


def number_around(sentence: Sentence, token: Token, depth: int = _DEPTH) -> str | None:
    """Return the number of the word itself or of what it agrees with, None if nothing tells it.

    That is the noun that it modifies, its subject, determiner or copula, or the word with which
    it is coordinated.
    """
    if "Number" in token.feats:
        return token.feats["Number"]
    if not depth:
        return None
    relation = token.deprel.partition(":")[0]
    head = sentence.tokens[token.head - 1] if token.head else None
    if relation in _ATTRIBUTES and head is not None:
        return number_around(sentence, head, depth - 1)
    children = list(sentence.children(token.id))
    for wanted in _WITNESSES:
        for child in children:
            if child.deprel.partition(":")[0] == wanted and "Number" in child.feats:
                return child.feats["Number"]
    # The subject of "je la rends heureuse" and "ils sont partis heureux" is the head's.
    if relation in ("conj", "xcomp", "advcl") and head is not None:
        return number_around(sentence, head, depth - 1)
    return None


def context(sentence: Sentence, token: Token) -> Mapping[str, str]:
    """Return what the tables of closed classes may ask of a word's neighbours.

    `Possessed=Yes`: a noun with a possessive determiner, or one with a name of whom she or he is
    something ("sa femme", "la fille de Jean"). `Governed=Yes`: a pronoun right behind a
    preposition ("chez elle"), which is no object of a verb behind it ("pour lui parler").
    """
    relation = token.deprel.partition(":")[0]
    if token.upos == "NOUN":
        one = token.feats.get("Number") != "Plur"  # les filles de Paris
        if any(_possesses(child, names=one) for child in sentence.children(token.id)):
            return {"Possessed": "Yes"}
    before = sentence.tokens[token.id - 2].upos if token.id > 1 else ""
    if token.upos == "PRON" and before == "ADP" and relation not in ("expl", "iobj", "obj"):
        return {"Governed": "Yes"}
    return {}


def _possesses(child: Token, *, names: bool) -> bool:
    if child.upos == "DET":
        return child.feats.get("Poss") == "Yes"
    return names and child.upos == "PROPN" and child.deprel.partition(":")[0] == "nmod"
