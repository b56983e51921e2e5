"""French subjects behind their verb as words of their own: "Est-elle" is "Est" and "-elle"."""

from __future__ import annotations

import re
from dataclasses import replace

from cdaflow.trees import Sentence, Token

_JOINED = re.compile(r"(\w+)((?:-t)?-(il|elle))", re.IGNORECASE)
_BE = frozenset({"est", "était", "fut", "sera", "serait", "soit"})


def parted(tree: Sentence) -> Sentence:
    """Return the tree with each verb and the singular subject behind it as two words.

    The same tree where there is none in one word. Before a predicate "être" is its copula.
    """
    for token in tree.tokens:
        match = _JOINED.fullmatch(token.form.replace("’", "'"))
        covered = any(span.start <= token.id <= span.end for span in tree.multiwords)
        if match is not None and not covered:
            return parted(_part(tree, token, match))
    return tree


def _part(tree: Sentence, word: Token, match: re.Match[str]) -> Sentence:
    def moved(place: int) -> int:
        return place + (place > word.id)

    tokens = [t.changed(id=moved(t.id), head=moved(t.head)) for t in tree.tokens]
    told = {} if word.upos in ("ADJ", "NOUN", "PROPN", "X") else dict(word.feats)
    feats = {"Number": "Sing", "Person": "3", "VerbForm": "Fin"} | told
    copula = match[1].lower() in _BE
    head = next((t.id for t in tree.tokens if t.head == word.id and t.id > word.id
                 and t.upos in ("ADJ", "NOUN", "VERB")), 0) if copula else 0  # fmt: skip
    verb = word.changed(
        form=match[1], lemma="être" if copula else word.lemma.partition("-")[0].lower(),
        upos="AUX" if copula else "VERB", feats=feats, head=tokens[word.id - 1].head,
        misc={"SpaceAfter": "No"},
    )  # fmt: skip
    gender = "Fem" if match[3].lower() == "elle" else "Masc"
    above = moved(head) if head else word.id
    subject = Token(
        word.id + 1, match[2], "lui", "PRON",
        {"Gender": gender, "Number": "Sing", "Person": "3", "PronType": "Prs"},
        above, "nsubj", misc=word.misc,
    )  # fmt: skip
    if head:
        # The predicate takes the place of what was taken for the head of all.
        tokens = [t.changed(head=above) if t.head == word.id else t for t in tokens]
        tokens[head - 1] = tokens[head - 1].changed(head=verb.head, deprel=word.deprel)
        verb = verb.changed(head=above, deprel="cop")
    tokens[word.id - 1 : word.id] = [verb, subject]
    spans = tuple(s._replace(start=moved(s.start), end=moved(s.end)) for s in tree.multiwords)
    return replace(tree, tokens=tuple(tokens), multiwords=spans, empty_nodes=())
