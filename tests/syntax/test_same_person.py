"""Nouns and pronouns beside a noun that name the same person: titles, predicates, parts."""

import pytest
from trees import tree

from cdaflow.agreement.intervention import InterventionRequest
from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.syntax.coreference import coreference_cluster

F, M = "Gender=Fem|Number=Sing", "Gender=Masc|Number=Sing"
FS, MS = "Gender=Fem|Number=Plur", "Gender=Masc|Number=Plur"

TITLE = f"""
    Madame monsieur NOUN 0 root {F}
    la le DET 3 det {F}
    Présidente président NOUN 1 nmod {F}
"""
OF = f"""
    collègue collègue NOUN 0 root {F}
    de de ADP 4 case
    la le DET 4 det {F}
    voisine voisin NOUN 1 nmod {F}
"""
PREDICATE = f"""
    La le DET 2 det {F}
    cheffe chef NOUN 4 nsubj {F}
    est être AUX 4 cop Number=Sing
    reine roi NOUN 0 root {F}
"""
BESIDE = f"""
    avec avec ADP 2 case
    représentant représentant NOUN 0 root {M}
    local local NOUN 5 obj {M}
    du de ADP 5 case
    voisin voisin NOUN 2 nmod {M}
"""
TWO = f"""
    son son DET 2 det Number=Sing
    amie ami NOUN 5 nsubj {F}
    et et CCONJ 4 cc
    cousine cousin NOUN 2 conj {F}
    arrivent arriver VERB 0 root Number=Plur
"""
ONE = TWO.replace("Plur", "Sing")


@pytest.mark.parametrize(
    ("lines", "noun", "wanted"),
    [
        pytest.param(TITLE, 1, {1, 3}, id="a title"),
        pytest.param(TITLE, 3, {1, 3}, id="a title, from behind"),
        pytest.param(OF, 1, {1}, id="a preposition: another person"),
        pytest.param(OF, 4, {4}, id="the other person"),
        pytest.param(PREDICATE, 2, {2, 4}, id="what the subject is"),
        pytest.param(PREDICATE, 4, {2, 4}, id="who it is said of"),
        pytest.param(BESIDE, 2, {2, 3}, id="an adjective taken for a noun"),
        pytest.param(ONE, 4, {2, 4}, id="one determiner, one person"),
        pytest.param(TWO, 4, {4}, id="one determiner, but a plural verb"),
    ],
)
def test_nouns_of_one_person(lines, noun, wanted):
    assert coreference_cluster(tree(lines), noun, "es", lambda token: True) == wanted


def test_what_is_said_of_a_name_goes_with_what_it_is_said_to_be():
    sentence = tree(f"""
        Anne Anne PROPN 5 nsubj Number=Sing
        née naître VERB 1 acl {F}|VerbForm=Part
        est être AUX 5 cop Number=Sing
        une un DET 5 det {F}
        boxeuse boxeur NOUN 0 root {F}
    """)
    assert coreference_cluster(sentence, 5, "es", lambda token: True) == {2, 5}


def test_what_somebody_has_become():
    sentence = tree(f"""
        Vous vous PRON 3 nsubj Person=2|PronType=Prs
        êtes être AUX 3 aux Number=Plur
        devenue devenir VERB 0 root {F}|VerbForm=Part
        reine roi NOUN 3 xcomp {F}
    """)
    assert coreference_cluster(sentence, 4, "es", lambda token: True) == {3, 4}


def test_whom_somebody_is_like_is_another():
    sentence = tree(f"""
        Elle il PRON 3 nsubj {F}|PronType=Prs|Person=3
        est être AUX 3 cop Number=Sing
        belle beau ADJ 0 root {F}
        comme comme ADP 6 case
        sa son DET 6 det {F}|Poss=Yes
        mère mère NOUN 3 obl {F}
    """)
    assert coreference_cluster(sentence, 6, "es", lambda token: True) == {6}


def test_a_speaker_is_not_she():
    sentence = tree(f"""
        cheffe chef NOUN 2 obj {F}
        prie prier VERB 0 root Number=Sing
        espérant espérer VERB 2 advcl VerbForm=Part
        elle il PRON 5 nsubj {F}|PronType=Prs|Person=3
        viendra venir VERB 3 ccomp Number=Sing
        je moi PRON 2 nsubj Number=Sing|Person=1|PronType=Prs
    """)
    assert coreference_cluster(sentence, 1, "es", lambda token: True) == {1, 4}


def test_an_inanimate_subject_is_no_person():
    assert coreference_cluster(tree(PREDICATE), 4, "es", lambda token: token.form != "cheffe") == {
        4
    }


def test_what_is_said_of_one_of_several():
    sentence = tree(f"""
        médecins médecin NOUN 2 obj {MS}
        soupçonne soupçonner VERB 0 root Number=Sing
        un un PRON 7 nsubj:pass {M}|PronType=Ind
        d' de ADP 5 case
        eux lui PRON 3 nmod {MS}|PronType=Prs|Person=3
        est être AUX 7 aux:pass Number=Sing
        accusé accuser VERB 2 conj {M}|VerbForm=Part
    """)
    assert coreference_cluster(sentence, 1, "es", lambda token: True) == {1, 3, 5, 7}


def test_that_of_somebody_is_none_of_them():
    sentence = tree(f"""
        celui celui PRON 0 root {M}|PronType=Dem
        de de ADP 4 case
        les le DET 4 det Number=Plur
        voisins voisin NOUN 1 nmod {MS}
    """)
    assert coreference_cluster(sentence, 4, "es", lambda token: True) == {4}


@pytest.mark.parametrize(
    ("head", "wanted"), [("Fem", [1, 2]), ("Masc", [2])], ids=["hangs wrong", "hangs right"]
)
def test_a_determiner_goes_with_what_it_agrees_with(head, wanted):
    sentence = tree(f"""
        le le DET 3 det {M}
        second second ADJ 0 root {M}
        ligne ligne NOUN 2 obl Gender={head}|Number=Sing
    """)
    method = InterventionPipeline(base_model("fr"), determiners="gendered", prepare=False)
    (result,) = method.intervene([InterventionRequest(sentence, {2: "Fem"}, [3])])
    assert [change.position for change in result.changes] == wanted


@pytest.mark.parametrize("number", ["Plur", "Sing"])
def test_a_pronoun_of_another_number_is_somebody_else(number):
    feats = f"Gender=Fem|Number={number}"
    sentence = tree(f"""
        amies ami NOUN 3 nsubj {feats}
        sont être AUX 3 aux Number={number}
        moquées moquer VERB 0 root {feats}|VerbForm=Part
        d' de ADP 5 case
        elle lui PRON 3 nmod {F}|PronType=Prs|Person=3
    """)
    method = InterventionPipeline(base_model("fr"), prepare=False)
    kept = method.expand(sentence, InterventionRequest(sentence, {1: "Masc"})).keep
    assert (5 in kept) is (number == "Plur")
