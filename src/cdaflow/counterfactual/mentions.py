"""What may stand for a person on both sides of a pair: pronouns, relatives, possessives, clitics.

Relative pronouns and possessives only in languages where they show a gender: "Der Arzt, der seinen
Hut nahm" | "Die Ärztin, die ihren Hut nahm"; "врач, который"; "его, её". Elsewhere a possessive
agrees with what is possessed ("sa femme") and a relative has one form.

The guard goes by the annotator's tags; a pronoun that is tagged as something else ("Est-elle" as a
name, "la encontré" as an article and a noun) slips through. `leftover_pronouns` therefore looks at
the written forms of the finished target.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.languages.closed_classes import closed_table
from cdaflow.languages.person_pronouns import Form, pronoun_forms, written
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


class EnglishPronouns(NamedTuple):
    """The English pronouns, from the left.

    `cases`: those of the gendered ones that stand for the profession; `it_cases`: of "it" and the
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
    def it_cases(self) -> tuple[str, ...]:
        """The cases of "it" and the like."""
        return tuple(case for kind, case in self.sequence if kind == "thing")


def english_pronouns(tree: Sentence, persons: Sequence[tuple[int, str]]) -> EnglishPronouns:
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
    return EnglishPronouns(tuple(case for _, case in persons), tuple(sequence), polite, plural, its)


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
    english: EnglishPronouns,
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


def leftover_pronouns(
    tree: Sentence, noun: int, gender: str, known: Collection[int], words: SentenceInflector
) -> list[Token]:
    """Return the words of a finished target that seem to be the person's pronouns as they were.

    `gender`: before the change; `known`: ids of the pronouns that the guard decided on, those that
    it changed and those that are others'. Among the words is an article of the noun that stayed.
    """
    forms = pronoun_forms(words.inflector.language)
    found = {token.id for token in tree.tokens if _is_left(tree, token, gender, known, forms)}
    found |= {token.id for token in _attached(tree, gender, forms, words.inflector.language)}
    if not known:
        # Nothing stands for the English pronoun: what looks like an article may.
        found |= {
            position
            for position in hidden_clitics(tree, gender, forms, words)
            if _is_before_verb(tree, position, words.inflector.language)
        }
    found |= set(_articles(tree, noun, gender, words.inflector.language))
    return [tree.tokens[position - 1] for position in sorted(found - set(known))] + [
        token for token in tree.tokens if token.id in known and _is_stressed(tree, token, gender)
    ]


def _is_before_verb(tree: Sentence, position: int, language: str) -> bool:
    """Whether a word is a verb itself, or the next one is, or ends like a finite one."""
    around = tree.tokens[position - 1 : position + 1]
    if any(token.upos in ("AUX", "VERB", "X") for token in around):
        return True
    ending = pattern(language, "finite_ending")
    return ending is not None and ending.search(around[-1].form.lower()) is not None


def _is_left(
    tree: Sentence, token: Token, gender: str, known: Collection[int], forms: Forms
) -> bool:
    """Whether a form that is nothing but a pronoun of the gender was not decided on."""
    entries = [e for e in forms.get(written(token.form), ()) if e.role != "relative"]
    if token.id in known or not entries or any(entry.is_word for entry in entries):
        return False
    if _is_function_word(tree, token):
        return False
    if any(entry.may_be_plural for entry in entries) and (
        token.feats.get("Number") == "Plur" or number_of_subject(tree, token) == "Plur"
    ):
        return False
    return all(entry.gender == gender for entry in entries)


def _is_function_word(tree: Sentence, token: Token) -> bool:
    """Whether a word begins a function word of several: "il y a deux jours", two days ago."""
    fixed = any(child.deprel == "fixed" for child in tree.children(token.id))
    return fixed and relation(token) in ("advmod", "case", "cc", "mark")


def _attached(tree: Sentence, gender: str, forms: Forms, language: str) -> Iterator[Token]:
    """Yield the words that end in a pronoun that the tree has not split off."""
    hyphenated = pattern(language, "hyphenated_pronoun")
    if hyphenated is None:
        return
    for token in tree.tokens:
        match = hyphenated.search(token.form.lower())
        if match is not None and any(e.gender == gender for e in forms.get(match[1], ())):
            yield token


def _articles(tree: Sentence, noun: int, gender: str, language: str) -> Iterator[int]:
    """Yield what is written as a determiner of the gender alone right before the noun."""
    if noun == 1:
        return
    before = tree.tokens[noun - 2]
    rows = [
        (paradigm, shown)
        for paradigm, shown, _ in closed_table(language).get(before.form.lower(), ())
        if paradigm.upos == "DET" and paradigm.fits(before)
    ]
    if before.upos in ("DET", "PRON") and rows and all(shown == gender for _, shown in rows):
        yield before.id


def _is_stressed(tree: Sentence, token: Token, gender: str) -> bool:
    """Whether "lui" is no dative: it then stands neither before nor behind its verb."""
    if token.form.lower() != "lui" or gender != "Masc":
        return False
    following = tree.tokens[token.id] if token.id < len(tree.tokens) else None
    verb = following is not None and following.upos in ("ADV", "AUX", "PRON", "VERB")
    before = tree.tokens[token.id - 2] if token.id > 1 else None
    return not verb and (before is None or before.upos not in ("AUX", "VERB"))
