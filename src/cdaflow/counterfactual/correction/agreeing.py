"""Words of a translation that seem to agree with a person and do not, and the reverse.

Small annotators take adverbs and participles for adjectives, and "mesmo" for an adverb.
"""

from __future__ import annotations

from dataclasses import replace

from cdaflow.languages.closed_classes import closed_table
from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.tree import Tree, relation
from cdaflow.trees import Sentence


def fixed_words(tree: Sentence, noun: int, gender: str, language: str) -> set[int]:
    """Return the words that must not change though the person gets a gender.

    Participles behind "have", and what hangs in the clause of a pronoun that has the gender
    already: whatever agrees with it does so, and "rápido" in "ela dirige rápido" is an adverb.
    """
    return _behind_have(tree, language) | _of_right_pronouns(tree, noun, gender)


def _behind_have(tree: Sentence, language: str) -> set[int]:
    """Return the participles behind "have", which agree with nobody: "Ela havia prescrito".

    None in French and Italian, where they may agree with an object.
    """
    if word_set(language, "perfect_of_object"):
        return set()
    have = word_set(language, "have_forms")
    found = set()
    behind = False
    for token in tree.tokens:
        if behind and token.upos in ("ADJ", "AUX", "VERB"):
            found.add(token.id)
        # "Ela havia se esquecido"
        between = token.upos in ("ADV", "PRON") and behind
        behind = token.form.lower() in have or between
    return found


def _of_right_pronouns(tree: Sentence, noun: int, gender: str) -> set[int]:
    """Return the clauses, without their subjects' pronouns, of pronouns that have the gender."""
    links = Tree(tree)
    found: set[int] = set()
    for token in tree.tokens:
        personal = token.upos == "PRON" and token.feats.get("PronType") == "Prs"
        if not personal or relation(token) != "nsubj" or token.feats.get("Gender") != gender:
            continue
        clause = links.head(token)
        if clause is None or links.is_within(links.token(noun), clause):
            continue
        found |= {each.id for each in tree.tokens if links.is_within(each, clause)}
    return found


def with_selves(tree: Sentence, language: str) -> Sentence:
    """Return the tree with words for "self" behind a reflexive as determiners with their gender.

    "Olhou para si mesmo".
    """
    selves, reflexives = word_set(language, "self"), word_set(language, "reflexive")
    tokens = list(tree.tokens)
    for before, token in zip(tree.tokens, tree.tokens[1:], strict=False):
        if before.form.lower() not in reflexives or "Gender" in token.feats:
            continue
        genders = {
            gender
            for _, gender, number in closed_table(language).get(token.form.lower(), ())
            if number != "Plur" and gender
        }
        if token.lemma.lower() in selves and len(genders) == 1:
            feats = {"Gender": genders.pop(), "Number": "Sing"}
            tokens[token.id - 1] = token.changed(upos="DET", feats=feats)
    return replace(tree, tokens=tuple(tokens))
