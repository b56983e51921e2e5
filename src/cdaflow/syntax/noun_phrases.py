"""Words that are nouns, whatever they were taken for, as heads of their phrases.

Annotators take nouns of persons for adjectives ("un bravo cantante", "tus médicos") and what stands
before them for something else ("Nuestro médico": a pronoun). Word lists, and the English of a
translation, know better.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.tree import agree, is_acyclic, relation, straight
from cdaflow.trees import Sentence, Token

#: Whether a form can be an adjective.
IsAdjective = Callable[[str], bool]

#: The genders that a word may have by its form.
Genders = Callable[[Token], Collection[str]]

#: How a noun hangs on what is taken for the noun of its phrase.
_WITHIN = frozenset({"amod", "appos", "compound", "conj", "flat", "nmod", "nsubj"})

#: How a noun that is taken for an adjective hangs on whatever is near.
_ASTRAY = frozenset({"acl", "advmod", "amod"})

_UNDER_NOUNS = frozenset({"acl", "advmod", "amod", "aux", "case", "cop", "det"})

#: What stands before a predicate and not before a noun.
_OF_CLAUSES = frozenset({"aux", "cop", "mark", "nsubj"})


def attributes_beyond_edges(tree: Sentence, noun: int, gender: str, language: str) -> set[int]:
    """Return the attributes of a noun that its edges do not reach, by their ids.

    Adjectives joined to one without gender ("un bambino debole e delicato"), and the article of a
    superlative ("le coureur le plus rapide").
    """
    attributes = set()
    own = {t.id for t in tree.children(noun) if t.upos == "ADJ" and t.deprel.startswith("amod")}
    for token in tree.tokens:
        if token.feats.get("Gender") != gender or token.feats.get("Number", "Sing") != "Sing":
            continue
        if token.upos == "ADJ" and token.deprel == "conj" and token.head in own:
            attributes.add(token.id)
        following = tree.tokens[token.id : token.id + 2]
        if token.upos == "DET" and token.id > noun and len(following) == 2:
            more, adjective = following
            attributed = adjective.upos == "ADJ" and adjective.head == noun
            if more.form.lower() in word_set(language, "comparative") and attributed:
                attributes.add(token.id)
    return attributes


def with_head_noun(
    tree: Sentence, noun: int, gender: str, language: str, is_adjective: IsAdjective
) -> Sentence:
    """Return the tree with a word as a noun of a gender and the head of its phrase.

    The determiners and adjectives before it, and an adjective behind it that is taken for the
    noun, hang on it.
    """
    tokens = list(tree.tokens)
    old = tokens[noun - 1]
    members = _modifiers_before(tree, noun, language, is_adjective)
    behind = tokens[noun] if noun < len(tokens) else None
    if (
        behind is not None
        and old.upos != "NOUN"
        and old.head == behind.id
        and relation(old) in _WITHIN
        and (behind.upos == "ADJ" or (behind.upos == "NOUN" and is_adjective(behind.form)))
    ):
        members.append(behind)
    inside = {member.id for member in members}
    head, kind = old.head, old.deprel
    if head in inside:
        above = tokens[head - 1]
        for _ in members:
            if above.head not in inside and above.head != noun:
                break
            above = tokens[above.head - 1]
        head, kind = (above.head, above.deprel) if above.head != noun else (0, "root")
    elif old.upos != "NOUN" and relation(old) in _ASTRAY:
        outside = [m for m in members if m.upos != "ADJ" and m.head not in (*inside, noun)]
        if outside and outside[0].head:
            head = outside[0].head
            kind = "nsubj" if head > noun else "obj"
    for token in tree.tokens:
        if token.head in inside and token.id not in inside and token.id != noun:
            tokens[token.id - 1] = token.changed(head=noun)
    for member in members:
        determiner = member.upos not in ("ADJ", "NOUN") and member.id < noun
        if member.upos == "ADV":
            continue
        tokens[member.id - 1] = member.changed(
            upos="DET" if determiner else "ADJ",
            head=noun,
            deprel="det" if determiner else "amod",
        )
    tokens[noun - 1] = old.changed(
        upos="NOUN", head=head, deprel=kind, feats={**old.feats, "Gender": gender}
    )
    return replace(tree, tokens=tuple(tokens))


def _modifiers_before(
    tree: Sentence, noun: int, language: str, is_adjective: IsAdjective
) -> list[Token]:
    """Return the determiners and adjectives right before a noun; none without a determiner."""
    modifiers: list[Token] = []
    determined = False
    for token in reversed(tree.tokens[: noun - 1]):
        form = straight(token.form)
        article = (token.upos in ("PRON", "NUM") and form in word_set(language, "one")) or (
            token.upos == "PRON" and relation(token) == "det" and token.head == noun
        )
        if token.upos == "DET" or article:
            determined = True
        elif determined:
            break
        elif token.upos == "NOUN":
            taken = tree.tokens[noun - 1].upos != "NOUN" and tree.tokens[noun - 1].head == token.id
            if not (taken or is_adjective(form)):
                break
        elif token.upos not in ("ADJ", "ADV") or (token.upos == "ADV" and not modifiers):
            break
        modifiers.append(token)
    return modifiers[::-1] if determined else []


def with_nouns(
    sentence: Sentence, nouns: Collection[int], language: str, genders: Genders
) -> Sentence:
    """Return the sentence with these words as nouns; what agrees before them is theirs.

    The same sentence where that would make a circle of its heads.
    """
    tokens = list(sentence.tokens)
    for position in sorted(nouns):
        token = tokens[position - 1]
        if token.upos != "NOUN":
            token = as_noun(token)
            own_genders = set(genders(token))
            if len(own_genders) == 1 and "" not in own_genders:
                token = token.changed(feats={**token.feats, "Gender": next(iter(own_genders))})
            if _is_conjunct(sentence, token):
                token = token.changed(deprel="conj")
            elif token.deprel in _UNDER_NOUNS:
                token = token.changed(deprel="obl")
            tokens[position - 1] = token
        _regroup(tokens, position, language, genders)
    return replace(sentence, tokens=tuple(tokens)) if is_acyclic(tokens) else sentence


def _is_conjunct(sentence: Sentence, token: Token) -> bool:
    """Whether a word that hangs on a noun is joined to it: "le soldat et l'enseignant"."""
    noun = sentence.tokens[token.head - 1] if 0 < token.head < token.id else None
    if noun is None or noun.upos not in ("NOUN", "PROPN") or relation(token) not in _UNDER_NOUNS:
        return False
    below = {relation(child) for child in sentence.children(token.id) if child.id < token.id}
    return "cc" in below and below.isdisjoint(_OF_CLAUSES)


def as_noun(token: Token) -> Token:
    """Return a word as a noun with its gender and number."""
    if token.upos == "NOUN":
        return token
    return token.changed(upos="NOUN", feats=_nominal(token))


def _nominal(token: Token) -> dict[str, str]:
    return {name: token.feats[name] for name in ("Gender", "Number") if name in token.feats}


def _regroup(tokens: list[Token], position: int, language: str, genders: Genders) -> None:
    """Hang the determiners and adjectives right before a noun on it."""
    for before in range(position - 1, 0, -1):
        token, noun = tokens[before - 1], tokens[position - 1]
        if token.upos == "ADV" and token.form.lower() in word_set(language, "degree"):
            continue
        kind = _kind_before_noun(token, noun, genders)
        if not kind:
            break
        if noun.head == before:
            # The noun takes the place of its determiner, with what hung on that.
            tokens[position - 1] = noun.changed(head=token.head, deprel=token.deprel)
            for child in tokens:
                if child.head == before:
                    tokens[child.id - 1] = child.changed(head=position)
        deprel = "det" if kind == "DET" else "amod"
        if tokens[before - 1].head != position:
            token = tokens[before - 1].changed(head=position, deprel=deprel)
        if kind != token.upos and "Mood" in token.feats:
            token = token.changed(feats=_nominal(token))
        tokens[before - 1] = token.changed(upos=kind)
        if kind == "DET" and before > 1 and tokens[before - 2].upos not in ("DET", "PRON"):
            break


def _kind_before_noun(token: Token, noun: Token, genders: Genders) -> str:
    """Return DET or ADJ for a word that belongs to a noun behind it, "" for others."""
    if not agree(token, noun):
        return ""
    if token.upos in ("ADJ", "DET"):
        return token.upos
    if token.upos not in ("AUX", "NOUN", "PRON", "PROPN"):
        return ""
    if not genders(token.changed(upos="DET", feats={})):
        return ""
    return "" if genders(token.changed(upos="NOUN")) else "DET"
