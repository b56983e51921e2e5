"""Who is said to be what in Spanish clauses, and pronouns that are determiners."""

import pytest
from trees import tree

from cdaflow.syntax.coreference import coreference_cluster
from cdaflow.syntax.repairs import repair_genders

F, M = "Gender=Fem|Number=Sing", "Gender=Masc|Number=Sing"
MS = "Gender=Masc|Number=Plur"
IT = f"Case=Acc|Person=3|PronType=Prs|{M}"


def tied(lines, noun):
    sentence = tree(lines)
    found = coreference_cluster(sentence, noun, "es", lambda token: token.form != "hospital")
    return [sentence.tokens[place - 1].form for place in sorted(found - {noun})]


@pytest.mark.parametrize(
    ("lines", "noun", "wanted"),
    [
        pytest.param(
            f"""
            Lo él PRON 2 obj {IT}
            conozco conocer VERB 0 root Person=1
            que que SCONJ 6 mark
            era ser AUX 6 cop Person=3
            un uno DET 6 det {M}
            niño niño NOUN 2 ccomp {M}
            """,
            6,
            ["Lo"],
            id="an object before",
        ),
        pytest.param(
            f"""
            hijo hijo NOUN 3 nsubj {M}
            está estar AUX 3 cop Person=3
            enfermo enfermo ADJ 0 root {M}
            y y CCONJ 5 cc
            hay haber AUX 3 conj Person=3
            que que SCONJ 7 mark
            llevar llevar VERB 5 conj VerbForm=Inf
            lo él PRON 7 obj {IT}
            """,
            1,
            ["enfermo", "lo"],
            id="an impersonal verb has no subject that lo would exclude",
        ),
        pytest.param(
            f"""
            niños niño NOUN 2 nsubj {MS}
            jugaban jugar VERB 0 root Number=Plur|Person=3
            juntos junto ADJ 2 obj {MS}
            """,
            1,
            ["juntos"],
            id="together",
        ),
        pytest.param(
            f"""
            profesor profesor NOUN 6 nsubj {M}
            , , PUNCT 5 punct
            que que PRON 5 nsubj PronType=Rel
            es ser AUX 5 cop Person=3
            listo listo ADJ 6 ccomp {M}
            vino venir VERB 0 root Person=3
            """,
            1,
            ["listo"],
            id="a relative clause that hangs on the verb",
        ),
        pytest.param(
            f"""
            Querido querer VERB 0 root VerbForm=Part|{M}
            amigo amigo NOUN 1 obj {M}
            estoy estar AUX 4 cop Person=1
            seguro seguro ADJ 1 advcl {M}
            """,
            2,
            ["Querido"],
            id="an attribute above; the first person is another",
        ),
        pytest.param(
            f"""
            Era ser AUX 3 cop Person=3
            un uno DET 3 det {M}
            escritor escritor NOUN 0 root {M}
            y y CCONJ 6 cc
            un uno DET 6 det {M}
            amigo amigo NOUN 3 conj {M}
            """,
            3,
            ["amigo"],
            id="two predicates",
        ),
        pytest.param(
            f"""
            llegó llegar VERB 0 root Person=3
            un uno DET 3 det {M}
            escritor escritor NOUN 1 nsubj {M}
            y y CCONJ 6 cc
            un uno DET 6 det {M}
            amigo amigo NOUN 3 conj {M}
            """,
            3,
            [],
            id="two subjects",
        ),
        pytest.param(
            f"""
            científico científico NOUN 3 nsubj {M}
            ruso ruso NOUN 3 nsubj {M}
            vino venir VERB 0 root Person=3
            """,
            1,
            ["ruso"],
            id="no verb has two subjects",
        ),
        pytest.param(
            f"""
            él él PRON 2 nsubj PronType=Prs|Person=3|{M}
            llegue llegar VERB 0 root Person=3
            ser ser AUX 4 cop VerbForm=Inf
            médico médico NOUN 2 obj {M}
            """,
            4,
            ["él"],
            id="what has a copula is no object",
        ),
        pytest.param(
            f"""
            hombre hombre NOUN 2 nsubj {M}
            fue irse VERB 0 root Person=3
            vivo vivo ADJ 2 obj {M}
            """,
            1,
            ["vivo"],
            id="a bare adjective is no object",
        ),
        pytest.param(
            f"""
            lo él DET 3 det {M}
            vio ver VERB 0 root Person=3
            viejo viejo ADJ 2 obj {M}
            hombre hombre NOUN 2 nsubj {M}
            """,
            4,
            [],
            id="with a determiner it is",
        ),
        pytest.param(
            f"""
            pintores pintor NOUN 0 root {MS}
            de de ADP 3 case
            graffitis graffiti NOUN 1 nmod Gender=Fem|Number=Plur
            detenidos detenido ADJ 3 amod {MS}
            """,
            1,
            ["detenidos"],
            id="an attribute of the noun before its complement",
        ),
        pytest.param(
            f"""
            pintores pintor NOUN 0 root {MS}
            de de ADP 3 case
            muros muro NOUN 1 nmod {MS}
            altos alto ADJ 3 amod {MS}
            """,
            1,
            [],
            id="an attribute of the complement",
        ),
    ],
)
def test_what_is_said_of_a_person(lines, noun, wanted):
    assert tied(lines, noun) == wanted


def test_a_pronoun_that_doubles_its_noun_is_a_determiner():
    sentence = repair_genders(
        tree(f"""
            Nuestro nuestro PRON 3 nsubj {M}
            profesor profesor NOUN 3 nsubj {M}
            vino venir VERB 0 root Person=3
        """),
        "es",
    )
    first = sentence.tokens[0]
    assert (first.upos, first.head, first.deprel) == ("DET", 2, "det")


def test_an_object_beside_a_subject_stays_a_pronoun():
    sentence = tree(f"""
        lo él PRON 3 obj {IT}
        amigo amigo NOUN 3 nsubj {M}
        vio ver VERB 0 root Person=3
    """)
    assert repair_genders(sentence, "es") is sentence
