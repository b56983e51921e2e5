"""Who is said to be what, in sentences of four languages' grammar, read by hand."""

import pytest
from trees import tree

from cdaflow.syntax.coreference import (
    coreference_cluster,
    coreference_clusters,
    genders_of_conjuncts,
)
from cdaflow.syntax.tree import shown_gender

THINGS = ("mesa", "casa", "téléphone")


def person(token):
    return token.form not in THINGS


def tied(lines, noun, language="es", is_person=person):
    sentence = tree(lines)
    found = coreference_cluster(sentence, noun, language, is_person)
    return [sentence.tokens[place - 1].form for place in sorted(found - {noun})]


def test_several_nouns_have_what_each_has_alone():
    sentence = tree("""
        El el DET 2 det Gender=Masc|Number=Sing
        actor actor NOUN 3 nsubj Gender=Masc|Number=Sing
        duerme dormir VERB 0 root Number=Sing
        y y CCONJ 9 cc
        el el DET 6 det Gender=Masc|Number=Sing
        actor actor NOUN 9 nsubj Gender=Masc|Number=Sing
        es ser AUX 9 cop Number=Sing
        un uno DET 9 det Gender=Masc|Number=Sing
        amigo amigo NOUN 3 conj Gender=Masc|Number=Sing
        cansado cansado ADJ 9 amod Gender=Masc|Number=Sing
    """)
    found = coreference_clusters(sentence, [2, 6, 9], "es", person)
    assert found == {n: coreference_cluster(sentence, n, "es", person) for n in (2, 6, 9)}
    assert found[2] == {2, 6, 9}


F, M = "Gender=Fem|Number=Sing", "Gender=Masc|Number=Sing"


@pytest.mark.parametrize(
    ("lines", "noun", "wanted"),
    [
        pytest.param(
            f"""
            jefa jefa NOUN 2 nsubj {F}
            llegó llegar VERB 0 root Number=Sing
            cansada cansado ADJ 2 xcomp {F}
            """,
            1,
            ["cansada"],
            id="control",
        ),
        pytest.param(
            f"""
            jefa jefe NOUN 2 nsubj {F}
            dejó dejar VERB 0 root Number=Sing
            testigo testigo NOUN 2 obj {F}
            cansada cansado ADJ 2 xcomp {F}
            """,
            3,
            ["cansada"],
            id="an xcomp is said of the object",
        ),
        pytest.param(
            f"""
            jefa jefe NOUN 2 nsubj {F}
            dejó dejar VERB 0 root Number=Sing
            testigo testigo NOUN 2 obj {F}
            cansada cansado ADJ 2 xcomp {F}
            """,
            1,
            [],
            id="and not of the subject, though both agree",
        ),
        pytest.param(
            f"""
            Cuando cuando SCONJ 3 mark
            jefa jefa NOUN 3 nsubj {F}
            salió salir VERB 4 advcl Number=Sing
            contenta contento ADJ 0 root {F}
            """,
            2,
            ["contenta"],
            id="dropped pronoun of the main clause",
        ),
        pytest.param(
            f"""
            filósofa filósofo NOUN 2 nsubj {F}
            criticó criticar VERB 0 root Number=Sing
            doctor doctor NOUN 2 obj {M}
            porque porque SCONJ 5 mark
            perezoso perezoso ADJ 2 advcl {M}
            """,
            3,
            ["perezoso"],
            id="the subject does not agree",
        ),
        pytest.param(
            f"""
            sastra sastre NOUN 2 nsubj {F}
            criticó criticar VERB 0 root Number=Sing
            doctora doctor NOUN 2 obj {F}
            porque porque SCONJ 5 mark
            perezosa perezoso ADJ 2 advcl {F}
            """,
            1,
            [],
            id="of who is judged, not of who judges",
        ),
        pytest.param(
            f"""
            jefa jefe NOUN 2 nsubj {F}
            ayudó ayudar VERB 0 root Number=Sing
            doctora doctor NOUN 2 obj {F}
            la él PRON 5 obj {F}|PronType=Prs|Person=3
            invitó invitar VERB 2 conj Number=Sing
            """,
            3,
            ["la"],
            id="an object is not its subject",
        ),
        pytest.param(
            f"""
            doctora doctor NOUN 2 nsubj {F}
            compró comprar VERB 0 root Number=Sing
            casa casa NOUN 2 obj {F}
            la él PRON 5 obj {F}|PronType=Prs|Person=3
            pintó pintar VERB 2 conj Number=Sing
            """,
            1,
            [],
            id="a thing",
        ),
        pytest.param(
            f"""
            amiga amigo NOUN 4 nsubj {F}
            es ser AUX 4 cop Number=Sing
            una uno DET 4 det {F}
            criminal criminal NOUN 0 root Number=Sing
            """,
            1,
            ["una"],
            id="by a noun without gender",
        ),
        pytest.param(
            f"""
            una uno DET 2 det {F}
            ingeniera ingeniero NOUN 0 root {F}
            y y CCONJ 4 cc
            escritora escritor NOUN 2 conj {F}
            """,
            2,
            ["escritora"],
            id="the paper's conjunction",
        ),
        pytest.param(
            f"""
            su su DET 2 det Number=Sing
            hermana hermano NOUN 5 nsubj {F}
            y y CCONJ 4 cc
            escritora escritor NOUN 2 conj {F}
            cansadas cansado ADJ 0 root Gender=Fem|Number=Plur
            """,
            4,
            [],
            id="a plural is not said of one",
        ),
    ],
)
def test_what_is_said_of_a_person(lines, noun, wanted):
    assert tied(lines, noun) == wanted


@pytest.mark.parametrize(
    ("lines", "noun", "wanted"),
    [
        pytest.param(
            f"""
            voisine voisin NOUN 3 nsubj {F}
            a avoir AUX 3 aux Number=Sing
            remercié remercier VERB 0 root {M}|VerbForm=Part
            mère mère NOUN 3 obj {F}
            l' le PRON 7 obj Number=Sing|PronType=Prs|Person=3
            a avoir AUX 7 aux Number=Sing
            invitée inviter VERB 3 conj {F}|VerbForm=Part
            """,
            4,
            ["invitée"],
            id="a participle agrees with the object before it",
        ),
        pytest.param(
            f"""
            Elle il PRON 2 nsubj {F}|PronType=Prs|Person=3
            travaille travailler VERB 0 root Number=Sing
            comme comme ADP 4 case
            chimiste chimiste NOUN 2 obl {F}
            """,
            4,
            ["Elle"],
            id="named after the pronoun",
        ),
    ],
)
def test_what_is_said_of_a_person_in_french(lines, noun, wanted):
    assert tied(lines, noun, "fr") == wanted


def pair_of(one, other, predicate):
    return tree(f"""
        {one} x NOUN 5 nsubj Gender={one}|Number=Sing
        y y CCONJ 3 cc
        {other} x NOUN 1 conj Gender={other}|Number=Sing
        son ser AUX 5 cop Number=Plur
        cansados cansado ADJ 0 root Gender={predicate}|Number=Plur
    """)


@pytest.mark.parametrize(
    ("one", "other", "to", "wanted"),
    [
        ("Masc", "Fem", {1: "Fem"}, "Fem"),
        ("Masc", "Masc", {1: "Fem"}, "Masc"),
        ("Fem", "Fem", {3: "Masc"}, "Masc"),
    ],
)
def test_what_is_said_of_two_is_masculine_if_one_is(one, other, to, wanted):
    found = genders_of_conjuncts(pair_of(one, other, "Masc"), to, "es")
    assert found[5] == wanted
    kept = 3 if 1 in to else 1
    assert found[kept] == (other if kept == 3 else one)


@pytest.mark.parametrize(
    ("beside", "wanted"),
    [
        ({"la": "Fem"}, "Fem"),
        ({"la": "Fem", "valiente": ""}, "Fem"),
        ({"la": "Fem", "malo": "Masc"}, ""),
        ({}, ""),
    ],
)
def test_a_noun_for_both_has_the_gender_of_what_stands_beside_it(beside, wanted):
    rows = [
        f"{form} {form} ADJ 1 amod Number=Sing{f'|Gender={g}' if g else ''}"
        for form, g in beside.items()
    ]
    noun, other, *dependents = tree(
        "\n".join(["soldado soldado NOUN 0 root", "rey rey NOUN 1 nmod Gender=Masc", *rows])
    ).tokens
    assert shown_gender(noun, [other, *dependents]) == wanted
    assert shown_gender(noun.changed(feats={"Gender": "Masc"}), dependents) == "Masc"


def test_one_person_alone_is_not_resolved():
    assert (
        genders_of_conjuncts(
            tree(f"jefa jefa NOUN 2 nsubj {F}\nentra entrar VERB 0 root"), {1: "Masc"}, "es"
        )
        == {}
    )
