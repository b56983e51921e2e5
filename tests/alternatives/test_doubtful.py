"""People of whose words many are wrong are not offered where rules say who is open."""

from functools import cache

import pytest
from trees import tree

from cdaflow.alternatives.making import make_alternatives
from cdaflow.alternatives.structures import marked

MASC = "Gender=Masc|Number=Sing"
PLURAL = "Gender=Masc|Number=Plur"
ANGRY_EN = """
    The the DET 2 det
    secretary secretary NOUN 4 nsubj Number=Sing
    was be AUX 4 cop
    angry angry ADJ 0 root
"""
ANGRY = f"""
    El el DET 2 det {MASC}|PronType=Art
    secretario secretario NOUN 4 nsubj {MASC}
    estaba estar AUX 4 cop Number=Sing|Person=3|VerbForm=Fin
    enojado enojado ADJ 0 root {MASC}
"""
NAME_EN = """\
    with with ADP 7 case
    the the DET 7 det
    bosses boss NOUN 4 obl Number=Plur
    of of ADP 9 case
    Berlin Berlin PROPN 7 nmod Number=Sing
"""
NAME = f"""\
    con con ADP 7 case
    los el DET 7 det {PLURAL}|PronType=Art
    jefes jefe NOUN 4 obl {PLURAL}
    de de ADP 9 case
    Berlín Berlín PROPN 7 nmod
"""
JOINED_EN = """\
    with with ADP 7 case
    the the DET 7 det
    boss boss NOUN 4 obl Number=Sing
    and and CCONJ 9 cc
    cook cook NOUN 7 conj Number=Sing
"""
JOINED = f"""\
    con con ADP 7 case
    el el DET 7 det {MASC}|PronType=Art
    jefe jefe NOUN 4 obl {MASC}
    y y CCONJ 10 cc
    el el DET 10 det {MASC}|PronType=Art
    cocinero cocinero NOUN 7 conj {MASC}
"""
FAR = f"""
    El el DET 2 det {MASC}|PronType=Art
    secretario secretario NOUN 7 nsubj {MASC}
    estaba estar AUX 7 cop Number=Sing|Person=3|VerbForm=Fin
    hoy hoy ADV 7 advmod
    ya ya ADV 7 advmod
    muy muy ADV 7 advmod
    enojado enojado ADJ 0 root {MASC}
"""
THEY_EN = """
    They they PRON 3 nsubj Number=Plur|Person=3|PronType=Prs
    are be AUX 3 cop
    angry angry ADJ 0 root
"""
THEY = f"""
    Ellos él PRON 3 nsubj {PLURAL}|Person=3|PronType=Prs
    están estar AUX 3 cop Number=Plur|Person=3|VerbForm=Fin
    enojados enojado ADJ 0 root {PLURAL}
"""

SAID_EN = """
    The the DET 2 det
    cooks cook NOUN 0 root Number=Plur
    are be AUX 4 cop
    bosses boss NOUN 2 conj Number=Plur
"""
SAID = f"""
    Los el DET 2 det {PLURAL}|PronType=Art
    cocineros cocinero NOUN 4 nsubj {PLURAL}
    son ser AUX 4 cop Number=Plur|Person=3|VerbForm=Fin
    jefes jefe NOUN 0 root {PLURAL}
"""
THEM_EN = """
    The the DET 2 det
    bosses boss NOUN 3 nsubj Number=Plur
    buy buy VERB 0 root
    books book NOUN 3 obj Number=Plur
    and and CCONJ 6 cc
    see see VERB 3 conj
    them they PRON 6 obj Number=Plur|Person=3|PronType=Prs
"""
THEM = f"""
    Los el DET 2 det {PLURAL}|PronType=Art
    jefes jefe NOUN 3 nsubj {PLURAL}
    compran comprar VERB 0 root Number=Plur|Person=3|VerbForm=Fin
    libros libro NOUN 3 obj {PLURAL}
    y y CCONJ 7 cc
    los él PRON 7 obj {PLURAL}|Person=3|PronType=Prs
    ven ver VERB 3 conj Number=Plur|Person=3|VerbForm=Fin
"""
FEM = "Gender=Fem|Number=Plur"
#: "Unas" may be women bosses, also where the English has no "they".
SOME_EN = THEM_EN.replace("them they PRON", "some some DET")
SOME = THEM.replace(PLURAL, FEM).replace("jefes", "jefas").replace("Los el", "Las el")
SOME = SOME.replace("los él PRON", "unas uno DET")

CASHIER_EN = """
    She she PRON 3 nsubj Number=Sing|Person=3|PronType=Prs
    saw see VERB 0 root
    that that DET 4 det
    cashier cashier NOUN 2 obj Number=Sing
"""
#: A plural to an annotator, by a form that is the masculine singular as well.
CASHIER = """
    Vide vedere VERB 0 root Mood=Ind|Number=Sing|Person=3|VerbForm=Fin
    poi poi ADV 1 advmod
    cassiere cassiere NOUN 1 obj Gender=Fem|Number=Plur
"""

SECRETARY = "[[El secretario/La secretaria]] estaba [[enojado/enojada]]"


@pytest.fixture(scope="module")
def rewriter(make_rewriter):
    return cache(lambda: make_rewriter("es", [("enojado", "enojada")]))


def offered(rewriter, target, source, by):
    (made,) = make_alternatives(rewriter(), [tree(target)], [tree(source)], by=by)
    return marked(made.alternatives), made.cause


@pytest.mark.parametrize(
    ("target", "source", "sure", "rules"),
    [
        (ANGRY, ANGRY_EN, SECRETARY, ""),
        # Whose name it is, trees show badly; several have none. So they do whether two are one.
        (
            ANGRY + NAME,
            ANGRY_EN + NAME_EN,
            "El secretario estaba enojado con [[los jefes/las jefas]] de Berlín",
            f"{SECRETARY} con [[los jefes/las jefas]] de Berlín",
        ),
        (
            ANGRY + NAME.replace("Berlín", "Dresden"),
            ANGRY_EN + NAME_EN.replace("Berlin Berlin PROPN", "Dresden dresden NOUN"),
            "El secretario estaba enojado con [[los jefes/las jefas]] de Dresden",
            f"{SECRETARY} con [[los jefes/las jefas]] de Dresden",
        ),
        (
            SAID,
            SAID_EN,
            "Los cocineros son jefes",
            "[[Los cocineros/Las cocineras]] son [[jefes/jefas]]",
        ),
        (
            THEM,
            THEM_EN,
            "Los jefes compran libros y los ven",
            "[[Los jefes/Las jefas]] compran libros y los ven",
        ),
        (
            SOME,
            SOME_EN,
            "Las jefas compran libros y unas ven",
            "[[Los jefes/Las jefas]] compran libros y unas ven",
        ),
        (
            ANGRY + JOINED,
            ANGRY_EN + JOINED_EN,
            "El secretario estaba enojado con el jefe y el cocinero",
            f"{SECRETARY} con [[el jefe/la jefa]] y [[el cocinero/la cocinera]]",
        ),
        (
            FAR,
            ANGRY_EN,
            "El secretario estaba hoy ya muy enojado",
            "[[El secretario/La secretaria]] estaba hoy ya muy [[enojado/enojada]]",
        ),
        (
            THEY,
            THEY_EN,
            "Ellos están enojados",
            "[[Ellos/Ellas]] están [[enojados/enojadas]]",
        ),
    ],
    ids=["sure", "name", "mistagged-name", "said", "them", "some", "joined", "far", "pronoun"],
)
def test_doubtful_people_keep_their_words(rewriter, target, source, sure, rules):
    cause = "doubtful" if rules else ""
    assert offered(rewriter, target, source, "sure") == (sure, cause)
    assert offered(rewriter, target, source, "rules") == (rules or sure, "")


def test_a_doubtful_woman_of_the_translation_stays_one(rewriter):
    target = ANGRY.replace("Masc", "Fem").replace("El el", "La el")
    target = target.replace("secretario s", "secretaria s").replace("enojado e", "enojada e")
    text, _ = offered(rewriter, target + NAME, ANGRY_EN + NAME_EN, "sure")
    assert text == "La secretaria estaba enojada con [[los jefes/las jefas]] de Berlín"


def test_a_plural_that_may_be_the_singular_of_the_english(make_rewriter):
    italian = cache(lambda: make_rewriter("it"))
    assert offered(italian, CASHIER, CASHIER_EN, "sure")[1] == "doubtful"
    plural = CASHIER_EN.replace("NOUN 2 obj Number=Sing", "NOUN 2 obj Number=Plur")
    plural = plural.replace("cashier cashier", "cashiers cashier")
    text, _ = offered(italian, CASHIER, plural, "sure")
    assert text == "Vide poi [[cassieri/cassiere]]"
