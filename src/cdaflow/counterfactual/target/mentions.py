"""What may stand for a person on both sides of a pair: pronouns, relatives, possessives, clitics.

Relative pronouns and possessives only in languages where they show a gender: "Der Arzt, der seinen
Hut nahm" | "Die Ärztin, die ihren Hut nahm"; "врач, который"; "его, её". Elsewhere a possessive
agrees with what is possessed ("sa femme") and a relative has one form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.languages.person_pronouns import Form, written
from cdaflow.languages.word_sets import pattern, word_set
from cdaflow.syntax.tree import Tree, relation
from cdaflow.trees import Sentence, Token

#: The pronouns of a language, see `pronoun_forms`.
Forms = Mapping[str, tuple[Form, ...]]

#: The cases of English pronouns that a role of the target may stand for: "у него есть", he has.
CASES = {
    "subject": frozenset({"subject"}),
    "object": frozenset({"object"}),
    "dative": frozenset({"object", "possessive", "subject"}),
    "stressed": frozenset({"object", "possessive", "independent", "reflexive", "subject"}),
    "possessive": frozenset({"possessive", "independent"}),
}


class English(NamedTuple):
    """The English pronouns, from the left.

    `cases`: those of the gendered ones that stand for the profession; `things`: of "it" and the
    like the case each ("subject" or "object"); `sequence`: both together in their order, as
    ("person" or "thing", case). `polite`, `plural`, `its`: whether there is a "you", a "they", an
    "its" in any case.
    """

    cases: tuple[str, ...]
    sequence: tuple[tuple[str, str], ...]
    polite: bool = False
    plural: bool = False
    its: bool = False

    @property
    def things(self) -> tuple[str, ...]:
        """The cases of "it" and the like."""
        return tuple(case for kind, case in self.sequence if kind == "thing")


def english_pronouns(tree: Sentence, persons: Sequence[tuple[int, str]]) -> English:
    """Return the pronouns of an English tree; `persons`: ids and cases of the gendered ones."""
    cases = dict(persons)
    sequence: list[tuple[str, str]] = []
    polite = plural = its = False
    before = ""
    for token in tree.tokens:
        form = token.form.lower()
        polite |= form in word_set("en", "second_person_any")
        plural |= form in word_set("en", "plural_person")
        its |= form in word_set("en", "thing_possessive")
        nobody = form == "one" and before in word_set("en", "quantifier")
        before = form
        if token.id in cases:
            sequence.append(("person", cases[token.id]))
        elif (
            form in word_set("en", "thing") and not nobody and token.upos in ("PRON", "NOUN", "ADV")
        ):
            subject = token.deprel.startswith(("nsubj", "expl"))
            sequence.append(("thing", "subject" if subject else "object"))
    return English(tuple(case for _, case in persons), tuple(sequence), polite, plural, its)


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
            yield token, Tree(tree).antecedent(token, before=True)


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


def hidden_clitics(
    tree: Sentence, gender: str, forms: Forms, words: SentenceInflector
) -> Iterator[int]:
    """Yield what may be the clitic that is looked for, and is not known as a pronoun.

    What is taken for an article, but stands before a word that is not known as a noun ("la hice mi
    secretaria"), and verbs with a clitic that was not parted from them.
    """
    enclitic = pattern(words.inflector.language, "enclitic_ending")
    for token in tree.tokens:
        match = enclitic.search(token.form.lower()) if enclitic is not None else None
        entries = forms.get(match[1], ()) if match else ()
        if token.upos in ("VERB", "X") and any(entry.gender == gender for entry in entries):
            yield token.id
    for token, following in zip(tree.tokens, tree.tokens[1:], strict=False):
        entries = forms.get(token.form.lower(), ())
        if token.upos != "DET" or all((e.role, e.gender) != ("object", gender) for e in entries):
            continue
        if not entries[0].is_word:
            continue
        known = {entry.upos for entry in words.inflector.lexicon.by_form(following.form)}
        if following.upos in ("NOUN", "VERB", "AUX", "X") and not known & {"ADJ", "NOUN"}:
            yield token.id
