"""A candidate whose noun was found, and what its tree tells of that noun."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from cdaflow.agreement.words import Words
from cdaflow.counterfactual.making.candidates import Candidate
from cdaflow.counterfactual.making.english_side import Swapped
from cdaflow.trees import Sentence
from cdaflow.wordlists.english_lists import OPPOSITE

#: Words that stand for everybody, whatever they are taken for.
_ALL = frozenset({"todo", "tout", "tutto"})


class Work(NamedTuple):
    """A candidate whose noun was found: the tree with its gender, and the gender."""

    candidate: Candidate
    english: Swapped
    tree: Sentence
    noun: int
    gender: str
    shown: bool


def listed(work: Work, tree: Sentence) -> Sentence:
    """Return a tree with the profession as a noun, whatever it is tagged: to look its form up.

    As in the paper (section 4.2), that is in the word list.
    """
    noun = tree.tokens[work.noun - 1]
    if noun.upos == "NOUN":
        return tree
    tokens = list(tree.tokens)
    tokens[noun.id - 1] = noun.changed(upos="NOUN")
    return replace(tree, tokens=tuple(tokens))


def plurals(work: Work) -> set[int]:
    """Return what names several people, who are others: "amica di tutti"."""
    if work.tree.tokens[work.noun - 1].feats.get("Number", "Sing") != "Sing":
        return set()
    return {
        token.id
        for token in work.tree.tokens
        if token.feats.get("Number") == "Plur"
        and (token.upos in ("NOUN", "PRON") or token.lemma.lower() in _ALL)
    }


def tagged_gender(candidate: Candidate, noun: int) -> str:
    """Return the gender of a noun by its tag, by the English pronoun where it has none."""
    gender = candidate.tree.tokens[noun - 1].feats.get("Gender", "")
    return gender if gender in OPPOSITE else candidate.gender


def gender_of(tree: Sentence, noun: int, words: Words) -> str:
    """Return the gender of a noun as its form, its determiners or its adjectives show it.

    "" where none does ("l'artiste"): what its features say is then a guess of the annotator.
    """
    token = tree.tokens[noun - 1]
    around = [child for child in tree.children(noun) if child.upos in ("DET", "ADJ", "NUM")]
    around.sort(key=lambda child: child.upos == "ADJ")
    for word in (token, *around):
        known = words.genders(word)
        if len(known) == 1 and (gender := next(iter(known))) in OPPOSITE:
            return gender
    return ""
