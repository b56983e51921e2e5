"""Relative pronouns and possessives of the person, in languages where they show a gender.

"Der Arzt, der seinen Hut nahm" | "Die Ärztin, die ihren Hut nahm"; "врач, который"; "его, её".
Elsewhere a possessive agrees with what is possessed ("sa femme") and a relative has one form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from cdaflow.agreement.subjects import relation
from cdaflow.counterfactual.target.english_pronouns import English
from cdaflow.counterfactual.target.pronoun_forms import CASES, Form, written
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


def owned_possessives(
    tree: Sentence,
    gender: str,
    english: English,
    forms: Forms,
    alone: bool,
    others: set[int],
    doubtful: set[int],
) -> frozenset[int]:
    """Return the possessives whose owner the person is; add the rest to `others` or `doubtful`."""
    owned = set()
    for token in tree.tokens:
        if not is_possessive(token, forms):
            continue
        form = form_of(token, forms, gender, ("possessive",))
        if form is None or token.id in others:
            others.add(token.id)
        elif english.its or (form.may_be_plural and (english.plural or english.polite)):
            doubtful.add(token.id)
        elif alone or not CASES["possessive"].isdisjoint(english.cases):
            owned.add(token.id)
        else:
            doubtful.add(token.id)
    return frozenset(owned)


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


def number_of_subject(tree: Sentence, pronoun: Token) -> str:
    """Return the number of a subject by its verb or auxiliary ("sie sind"), "" if unknown."""
    if not pronoun.head or relation(pronoun) != "nsubj":
        return ""
    verb = tree.tokens[pronoun.head - 1]
    helpers = (child for child in tree.children(verb.id) if child.upos == "AUX")
    finite = (
        word.feats.get("Number", "")
        for word in (*helpers, verb)
        if word.upos in ("AUX", "VERB") and word.feats.get("VerbForm", "Fin") == "Fin"
    )
    return next((number for number in finite if number), "")


def form_of(token: Token, forms: Forms, gender: str, roles: Collection[str]) -> Form | None:
    """Return the entry of a form that has a gender and one of some roles."""
    entries = forms.get(written(token.form), ())
    return next((e for e in entries if e.gender == gender and e.role in roles), None)
