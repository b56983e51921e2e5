"""Relative pronouns and possessives of the person, in languages where they show a gender.

"Der Arzt, der seinen Hut nahm" | "Die Ärztin, die ihren Hut nahm"; "врач, который"; "его, её".
Elsewhere a possessive agrees with what is possessed ("sa femme") and a relative has one form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from cdaflow.agreement.subjects import relation
from cdaflow.counterfactual.target.pronoun_forms import Form, written
from cdaflow.trees import Sentence, Token

Forms = Mapping[str, tuple[Form, ...]]


def antecedent(tree: Sentence, pronoun: Token) -> Token | None:
    """Return the word that a relative pronoun looks back to, None if it is within no clause of
    such."""
    token = pronoun
    for _ in tree.tokens:
        if not token.head:
            return None
        above = tree.tokens[token.head - 1]
        if relation(token) == "acl" and above.id < pronoun.id:
            return above
        token = above
    return None


def relatives(tree: Sentence, gender: str, forms: Forms) -> Iterator[tuple[Token, Token | None]]:
    """Yield the relative pronouns of a gender, in the singular, with what they look back to."""
    for token in tree.tokens:
        entries = [e for e in forms.get(token.form.lower(), ()) if e.role == "relative"]
        if token.upos not in ("PRON", "DET") or not entries:
            continue
        if relation(token) in ("det", "case") and "Rel" not in token.feats.get("PronType", ""):
            continue
        if token.feats.get("Number") == "Plur" or token.feats.get("Gender") != gender:
            continue
        if any(entry.gender == gender for entry in entries):
            yield token, antecedent(tree, token)


def is_possessive(token: Token, forms: Forms) -> bool:
    """Whether a word is a possessive that shows its owner's gender and agrees in none itself."""
    entries = forms.get(token.form.lower(), ())
    if all(entry.role != "possessive" for entry in entries):
        return False
    determines = relation(token) == "det" or token.deprel == "nmod:poss"
    return token.upos == "DET" or (token.upos == "PRON" and determines and token.head > token.id)


def other_nouns(tree: Sentence, gender: str, group: Collection[int]) -> bool:
    """Whether another noun of the sentence may own, or be meant, for a pronoun of a gender.

    A masculine possessive of German or Russian is a neuter noun's as well.
    """
    wanted = (gender, "Neut") if gender == "Masc" else (gender,)
    return any(
        token.upos in ("NOUN", "PROPN")
        and token.id not in group
        and token.feats.get("Gender", gender) in wanted
        and token.feats.get("Number", "Sing") == "Sing"
        for token in tree.tokens
    )


def is_plural_subject(tree: Sentence, pronoun: Token) -> bool:
    """Whether the verb of a subject, or an auxiliary of it, is in the plural: "sie sind"."""
    if not pronoun.head or relation(pronoun) != "nsubj":
        return False
    verb = tree.tokens[pronoun.head - 1]
    helpers = (child for child in tree.children(verb.id) if child.upos == "AUX")
    return any(
        word.feats.get("Number") == "Plur" and word.feats.get("VerbForm", "Fin") == "Fin"
        for word in (verb, *helpers)
        if word.upos in ("AUX", "VERB")
    )


def form_of(token: Token, forms: Forms, gender: str, roles: Collection[str]) -> Form | None:
    """Return the entry of a form that has a gender and one of some roles."""
    entries = forms.get(written(token.form), ())
    return next((e for e in entries if e.gender == gender and e.role in roles), None)
