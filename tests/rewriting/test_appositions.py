"""Nouns between commas that name a person again, by the words."""

import pytest

from cdaflow.rewriting.appositions import appositions
from cdaflow.trees import Sentence, Token

UPOS = {",": "PUNCT", ".": "PUNCT", "and": "CCONJ", "a": "DET", "an": "DET", "the": "DET"}
UPOS |= {"my": "PRON", "former": "ADJ", "retired": "VERB", "is": "AUX", "called": "VERB"}
UPOS |= {"for": "ADP", "of": "ADP", "slept": "VERB", "met": "VERB", "tired": "ADJ"}


def sentence(text):
    tokens = []
    for number, form in enumerate(text.split(), 1):
        feats = {"Number": "Plur" if form.endswith("s") and form != "boss" else "Sing"}
        tokens.append(Token(number, form, form, UPOS.get(form, "NOUN"), feats))
    return Sentence(tuple(tokens))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("my boss , a former athlete , is tired .", {"athlete": "boss"}),
        ("my neighbour , a retired teacher , called .", {"teacher": "neighbour"}),
        ("my friend met the mayor , an expert .", {"expert": "mayor"}),
        ("a warrior for causes , a woman , an MP .", {"woman": "warrior", "MP": "warrior"}),
        ("the boss , the doctor , and the nurse slept .", {}),
        ("the boss and a nurse slept .", {}),
        ("the boss , a nurse slept .", {}),
        ("the bosses , a nurse , slept .", {}),
    ],
)  # fmt: skip
def test_appositions(text, found):
    tree = sentence(text)
    nouns = {token.id for token in tree.tokens if token.upos == "NOUN"} - {
        token.id for token in tree.tokens if token.form in ("causes", "skill")
    }
    forms = {token.id: token.form for token in tree.tokens}
    assert {forms[a]: forms[b] for a, b in appositions(tree, nouns).items()} == found


def test_a_noun_before_that_of_the_same_person():
    forms = ("a", "deputy", "court", "administrator", "slept")
    heads = (4, 4, 4, 5, 0)
    relations = ("det", "compound", "compound", "nsubj", "root")
    tree = Sentence(
        tuple(
            Token(number, form, form, UPOS.get(form, "NOUN"), {}, head, deprel)
            for number, (form, head, deprel) in enumerate(
                zip(forms, heads, relations, strict=True), 1
            )
        )
    )
    assert appositions(tree, {2, 4}) == {2: 4}
