"""Words that stay as they are, whoever is spoken of: set phrases, languages, what is said of facts.

Annotators take many of them for adjectives or nouns of persons.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice, pairwise

from cdaflow.languages.word_sets import pattern, word_set
from cdaflow.syntax.repairs import is_tag_question
from cdaflow.syntax.tree import preceding, relation, straight
from cdaflow.trees import Sentence, Token


def unchanging(tree: Sentence, language: str, demonyms: Collection[str]) -> set[int]:
    """Return the ids of the words that never change with a person.

    Of set phrases ("un peu"), verbs behind "en" ("en sortant"), adjectives behind a neuter article
    ("lo complicado"), adjectives that are adverbs ("trabajó duro"), nouns for a man and a woman
    together ("mis padres"), tag questions, and `demonyms` (forms in lower case) that name a
    language.
    """
    speak = word_set(language, "speak")
    found = {token.id for token in tree.tokens if _is_language(tree, token, demonyms, speak)}
    phrases = word_set(language, "set_phrase")
    couple = word_set(language, "couple")
    for token in tree.tokens:
        couples = straight(token.form) in couple and token.upos == "NOUN"
        if couples or is_tag_question(tree, token, language):
            found.add(token.id)
        before = preceding(tree, token)
        # "Sain et sauf" is said of somebody.
        if straight(token.form) in phrases and (before is None or before.upos != "CCONJ"):
            found.add(token.id)
    for one, other in pairwise(tree.tokens):
        if f"{straight(one.form)} {straight(other.form)}" in phrases:
            found |= {one.id, other.id}
        if _is_fixed_behind(one, other, language):
            found.add(other.id)
        if one.upos == "CCONJ" and _shares_have(tree, other, language):
            found.add(other.id)
        # "Sobre todo las jefas": a determiner has the number of what it stands before.
        other_number = one.upos == other.upos == "DET" and not _same_number(one, other)
        if other_number or _has_dative(tree, one, other, language):
            found.add(one.id)
        if one.upos == "ADV" and other.lemma in word_set(language, "self"):
            found.add(other.id)  # "Ahora mismo"
        if other.lemma in word_set(language, "dative_verb") and _is_perfect(tree, other, language):
            found.add(other.id)
        # "Stavo giusto pensando"
        if one.upos == "ADJ" and other.feats.get("VerbForm") == "Ger":
            found.add(one.id)
    return found


def _is_fixed_behind(one: Token, other: Token, language: str) -> bool:
    """Whether a word is a gerund, an adverb or neuter behind another: "en sortant"."""
    form, behind = straight(one.form), straight(other.form)
    if behind in word_set(language, "adverb_behind_verb"):
        return one.upos == "VERB" and one.lemma not in word_set(language, "become")
    if form in word_set(language, "before_gerund"):
        gerund = pattern(language, "gerund")
        return gerund is not None and gerund.fullmatch(behind) is not None
    return form in word_set(language, "neuter_article") and other.upos in ("ADJ", "NOUN")


def _has_dative(tree: Sentence, participle: Token, after: Token, language: str) -> bool:
    """Whether a participle with "être" has its object behind it: "elle s'est fait des amis"."""
    form = participle.feats.get("VerbForm") == "Part"
    be = preceding(tree, participle)
    reflexive = word_set(language, "reflexive_dative")
    if not form or be is None or be.lemma not in word_set(language, "be"):
        return False
    behind = tree.tokens[after.id : after.id + 1]
    contracted = bool(behind) and after.upos == "ADP" and behind[0].upos == "DET"
    of = after.lemma in word_set(language, "of")
    article = after.upos == "DET" or (contracted and of)
    words = reversed(tree.tokens[: be.id - 1])
    return article and any(straight(t.form) in reflexive for t in islice(words, 3))


def _same_number(token: Token, other: Token) -> bool:
    number = other.feats.get("Number")
    return number is None or token.feats.get("Number", number) == number


def _is_perfect(tree: Sentence, participle: Token, language: str) -> bool:
    """Whether a participle stands behind "have": "il m'a manqué"."""
    have = preceding(tree, participle)
    while have is not None and have.upos == "ADV":
        have = preceding(tree, have)
    return have is not None and straight(have.form) in word_set(language, "have_forms")


def _shares_have(tree: Sentence, participle: Token, language: str) -> bool:
    """Whether a participle has the "have" of another: "a tué deux peintres et blessé un marin"."""
    behind = [t for t in tree.tokens[participle.id : participle.id + 2] if t.upos != "ADP"]
    have = next((t for t in reversed(tree.tokens[: participle.id]) if t.upos == "AUX"), None)
    has_object = participle.upos in ("ADJ", "VERB") and bool(behind) and behind[0].upos == "DET"
    return (
        has_object and have is not None and straight(have.form) in word_set(language, "have_forms")
    )


def _is_language(
    tree: Sentence, token: Token, demonyms: Collection[str], speak: Collection[str]
) -> bool:
    """Whether a demonym is a language: "profesor de inglés", "il parle bien français"."""
    if token.form not in demonyms or token.feats.get("Gender") != "Masc":
        return False
    if token.feats.get("Number", "Sing") != "Sing":
        return False
    if any(relation(child) in ("cop", "det") for child in tree.children(token.id)):
        return False
    words = reversed(tree.tokens[: token.id - 1])
    before = next((word for word in words if word.upos != "ADV"), None)
    return before is not None and (before.upos == "ADP" or before.lemma in speak)
