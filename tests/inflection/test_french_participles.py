"""French participles whose infinitive the annotator made up."""

import pytest

from cdaflow.inflection.rules import participle
from cdaflow.trees import Token


@pytest.mark.parametrize(
    ("form", "lemma", "number", "feminine"),
    [
        ("ravis", "ravettre", "Plur", "ravies"),
        ("repartis", "reparter", "Plur", "reparties"),
        ("assis", "assir", "Sing", "assise"),
        ("finis", "finir", "Plur", "finies"),
        ("promis", "promettre", "Sing", "promise"),
        ("entrepris", "entreprendre", "Plur", "entreprises"),
        ("conquis", "conquérir", "Sing", "conquise"),
    ],
)
def test_form_goes_before_the_lemma(form, lemma, number, feminine):
    feats = {"Gender": "Masc", "Number": number, "VerbForm": "Part"}
    token = Token(1, form, lemma, "VERB", feats, head=0, deprel="root")
    assert participle(token, {**feats, "Gender": "Fem"}, "fr") == feminine
