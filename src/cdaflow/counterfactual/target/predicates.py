"""What agrees with the subject of which a noun is said: "è diventato marinaio".

Unlike the words within the phrase of the noun, it agrees with a subject that may be dropped.
"""

from __future__ import annotations

from collections.abc import Iterator

from cdaflow.agreement.subjects import relation
from cdaflow.trees import Sentence, Token

#: Words before what somebody is said to be, and the auxiliary of the active perfect.
_AS = frozenset({"como", "comme", "come", "en tant que", "tant"})
_HAVE = frozenset({"haber", "avoir", "avere"})


def predicates(tree: Sentence, noun: int, gender: str) -> Iterator[tuple[Token, Token]]:
    """Yield what agrees with the subject of which the noun is said, and whose subject that is.

    The word above the noun ("è diventato marinaio"), and participles of its copula ("è stato un
    professore").
    """
    above = predicate_above(tree, noun, gender)
    if above is not None:
        yield above, above
    token = tree.tokens[noun - 1]
    for child in tree.children(noun):
        agrees = child.feats.get("Gender") == gender and child.feats.get("VerbForm") == "Part"
        if child.upos == "AUX" and child.id < noun and agrees:
            yield child, token


def predicate_above(tree: Sentence, noun: int, gender: str) -> Token | None:
    """Return the word that says what somebody becomes or is as the noun: "è diventato marinaio".

    It agrees with the subject, which may be dropped, and not with the noun alone. None where there
    is none of the noun's gender.
    """
    token = tree.tokens[noun - 1]
    head = tree.tokens[token.head - 1] if token.head else None
    if head is None or head.upos not in ("ADJ", "VERB", "AUX"):
        return None
    if head.feats.get("Gender") != gender or head.feats.get("Number", "Sing") != "Sing":
        return None
    children = list(tree.children(noun))
    is_as = any(child.lemma in _AS for child in children)
    bare = all(not child.deprel.startswith("case") for child in children)
    kind = relation(token)
    # "orgulloso de ser médico", "fier d'être médecin"
    if head.upos == "ADJ" and head.id < noun and kind != "nsubj" and _is_after_being(tree, noun):
        return head
    auxiliaries = {child.lemma for child in tree.children(head.id) if child.upos == "AUX"}
    if auxiliaries & _HAVE or (head.upos != "ADJ" and not auxiliaries):
        return None
    if (kind in ("ccomp", "xcomp", "obj") and bare) or (
        is_as and kind in ("obl", "advcl", "nmod", "xcomp")
    ):
        return head
    return None


def _is_after_being(tree: Sentence, noun: int) -> bool:
    """Whether an infinitive of a copula stands before a noun and its determiner."""
    for token in reversed(tree.tokens[: noun - 1]):
        if token.upos not in ("ADJ", "DET"):
            return token.upos == "AUX" and token.feats.get("VerbForm") == "Inf"
    return False
