"""Trees put right where the agreement of their own words shows that they are wrong.

Annotators that have learned from little text hang an attribute on the wrong noun, take possessives
for nouns ("ai vostri genitori") and tag questions for attributes ("un musicista, vero?").
"""

from __future__ import annotations

from dataclasses import replace

from cdaflow.inflection.closed import Table, closed_table
from cdaflow.trees import Sentence, Token

#: Relations of what agrees with its head.
_ATTRIBUTES = frozenset({"acl", "amod"})

#: What asks for assent at the end of a sentence; it agrees with nothing.
_TAGS = frozenset({"cierto", "correcto", "verdad", "exact", "vrai", "giusto", "vero"})

_SHOWN = ("Gender", "Number")


def mended(sentence: Sentence, language: str) -> Sentence:
    """Return the sentence with heads and parts of speech that the words' agreement asks for.

    An attribute that agrees not with its head but with the noun beside it goes with that one; a
    word that the tables have as a determiner, taken for a noun right before a noun that agrees with
    it, is its determiner, and so is what hung on it; a tag question has no gender. The same
    sentence comes back where nothing is wrong.
    """
    table = closed_table(language)
    tokens = list(sentence.tokens)
    for token in sentence.tokens:
        noun = _determined(sentence, token, table)
        if noun is not None:
            # The noun takes the place of its determiner.
            tokens[token.id - 1] = token.changed(upos="DET", head=noun.id, deprel="det")
            for child in sentence.children(token.id):
                tokens[child.id - 1] = tokens[child.id - 1].changed(head=noun.id)
            if noun.head == token.id:
                tokens[noun.id - 1] = noun.changed(head=token.head, deprel=token.deprel)
        elif _is_tag(sentence, token):
            feats = {name: value for name, value in token.feats.items() if name != "Gender"}
            tokens[token.id - 1] = token.changed(feats=feats)
        elif (noun := _noun_beside(sentence, token)) is not None:
            tokens[token.id - 1] = token.changed(head=noun.id, deprel="amod")
    same = all(new is old for new, old in zip(tokens, sentence.tokens, strict=True))
    return sentence if same else replace(sentence, tokens=tuple(tokens))


def _determined(sentence: Sentence, token: Token, table: Table) -> Token | None:
    """Return the noun behind a determiner that is taken for a noun."""
    if token.upos != "NOUN" or token.id == len(sentence.tokens):
        return None
    noun = sentence.tokens[token.id]
    below = noun.head != token.id and _is_above(sentence, token, noun)
    if noun.upos != "NOUN" or not _agree(token, noun) or below:
        return None
    known = {
        (gender, number)
        for paradigm, gender, number in table.get(token.form.lower(), ())
        if paradigm.upos == "DET"
    }
    return noun if (token.feats["Gender"], token.feats.get("Number", "")) in known else None


def _is_tag(sentence: Sentence, token: Token) -> bool:
    if token.form.lower() not in _TAGS or "Gender" not in token.feats:
        return False
    around = sentence.tokens[max(token.id - 2, 0) : token.id + 1]
    return [each.form for each in around if each is not token] == [",", "?"]


def _noun_beside(sentence: Sentence, token: Token) -> Token | None:
    """Return the noun that an attribute stands beside and agrees with, if it hangs on another.

    A noun behind it counts only if nothing determines it: "la ministra elegida la tarde".
    """
    if token.upos not in ("ADJ", "VERB") or not token.head or "Gender" not in token.feats:
        return None
    head = sentence.tokens[token.head - 1]
    wrong = any(
        name in head.feats and name in token.feats and head.feats[name] != token.feats[name]
        for name in _SHOWN
    )
    if token.deprel.partition(":")[0] not in _ATTRIBUTES or head.upos != "NOUN" or not wrong:
        return None
    for place in (token.id - 1, token.id + 1):
        if 1 <= place <= len(sentence.tokens):
            noun = sentence.tokens[place - 1]
            if noun.upos == "NOUN" and _agree(token, noun):
                return None if _is_above(sentence, token, noun) else noun
    return None


def _agree(token: Token, noun: Token) -> bool:
    return "Gender" in token.feats and all(
        token.feats.get(name) == noun.feats.get(name) for name in _SHOWN
    )


def _is_above(sentence: Sentence, token: Token, below: Token) -> bool:
    """Return whether a word hangs on another, directly or not; it then cannot be its head."""
    for _ in sentence.tokens:
        if below.head == token.id:
            return True
        if not below.head:
            return False
        below = sentence.tokens[below.head - 1]
    return True
