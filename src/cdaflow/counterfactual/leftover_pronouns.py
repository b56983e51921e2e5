"""The pronouns of the old gender that are left in a finished target, whatever their tags.

The guard goes by the annotator's tags; a pronoun that is tagged as something else ("Est-elle" as a
name, "la encontré" as an article and a noun) slips through. Here the written forms count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.counterfactual.target.mentions import Forms, hidden_clitics, number_of_subject
from cdaflow.languages.closed_classes import closed_table
from cdaflow.languages.person_pronouns import pronoun_forms, written
from cdaflow.languages.word_sets import pattern
from cdaflow.syntax.tree import relation
from cdaflow.trees import Sentence, Token


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
