"""Copulas that small annotators take for nouns, with their subjects."""

import pytest
from handmade import tree

from cdaflow.rewriting.copulas import behind_as, with_copulas

PRONOUNS = frozenset({"un", "une"})


def repaired(text, language="fr"):
    return with_copulas(tree(text), language, PRONOUNS)


@pytest.mark.parametrize(
    "text",
    [
        "Quand/SCONJ/2/case tu/NOUN/0/root es/NOUN/2/nmod fâché/VERB/2/acl/M",
        "Quand/SCONJ/4/mark es/X/4/nsubj -tu/X/2/flat fâché/VERB/0/root/M",
        "Ou/CCONJ/2/cc un/DET/3/det/M est/NOUN/0/root/M vraiment/ADV/5/advmod fâché/ADJ/3/amod/M",
    ],
)
def test_what_is_said_is_on_top_of_its_subject_and_copula(text):
    tokens = repaired(text).tokens
    said = tokens[-1]
    relations = {t.deprel: t.upos for t in tokens[1:-1] if t.head == said.id and t.upos != "ADV"}
    assert relations == {"nsubj": "PRON", "cop": "AUX"}
    assert (said.head, said.deprel) == (0, "root")
    assert tokens[0].head in (said.id, 2)


@pytest.mark.parametrize(
    "text",
    [
        "L'=le/DET/2/det est/NOUN/0/root/M froid/ADJ/2/amod/M",
        "Tu/PRON/3/nsubj es/AUX/3/cop fâché/ADJ/0/root/M",
        "Tu/NOUN/0/root es/NOUN/1/nmod ,/PUNCT/1/punct",
    ],
)
def test_the_others_stay(text):
    assert repaired(text) == tree(text)


def test_a_language_without_the_words():
    text = "Tu/NOUN/0/root es/NOUN/1/nmod fâché/VERB/1/acl/M"
    assert repaired(text, "es") == tree(text)


def test_a_noun_behind_as():
    def genders(token):
        return {"Masc"} if (token.form, token.upos) == ("correspondant", "NOUN") else set()

    words = "Parler/VERB/0/root en/ADP/5/mark tant/ADV/2/fixed que/SCONJ/2/fixed "
    assert behind_as(tree(words + "correspondant/VERB/1/acl"), "fr", genders) == [5]
    assert behind_as(tree(words + "dort/VERB/1/acl"), "fr", genders) == []
