"""Relations that the words of a closed class show to be wrong, and the agreement that follows."""

import pytest
from trees import tree

from cdaflow.syntax.coreference import coreference_cluster
from cdaflow.syntax.relations import repair_relations

MS = "Gender=Masc|Number=Sing"
FS = "Gender=Fem|Number=Sing"
HE = MS + "|Person=3|PronType=Prs"
SHE = FS + "|Person=3|PronType=Prs"


def relations(lines, language="pt"):
    return [token.deprel for token in repair_relations(tree(lines), language).tokens]


CLITIC = (
    f"interesse interesse NOUN 3 nsubj {MS}\no o PRON 3 nsubj {HE}\nmotivou motivar VERB 0 root"
)


def test_a_clitic_before_its_verb_is_an_object():
    assert relations(CLITIC) == ["nsubj", "obj", "root"]
    assert relations(CLITIC.replace("o o PRON", "ele ele PRON")) == ["nsubj", "nsubj", "root"]
    assert relations(CLITIC, "fr") == ["nsubj", "nsubj", "root"]


BECAME = f"""
    ele ele PRON 3 nsubj {HE}
    se se PRON 3 expl PronType=Prs
    tornou tornar VERB 0 root
    um um DET 5 det {MS}|PronType=Art
    gerente gerente NOUN 3 obj {MS}
"""


def test_what_somebody_becomes_is_said_of_the_subject():
    sentence = tree(BECAME)
    repaired = repair_relations(sentence, "pt")
    assert [token.deprel for token in repaired.tokens][-1] == "xcomp"
    assert coreference_cluster(sentence, 1, "pt", lambda noun: True) == {1}
    # The noun, whose article the field sets with it.
    assert 5 in coreference_cluster(repaired, 1, "pt", lambda noun: True)


@pytest.mark.parametrize(
    ("old", "new"),
    [("se se PRON 3 expl PronType=Prs", "lhe lhe PRON 3 iobj"), ("tornar", "comprar")],
)
def test_an_object_stays_an_object(old, new):
    assert relations(BECAME.replace(old, new))[-1] == "obj"


ELECTED = f"""
    ele ele PRON 3 nsubj:pass {HE}
    foi ser AUX 3 aux:pass
    eleito eleger VERB 0 root {MS}|VerbForm=Part
    presidente presidente NOUN 3 nsubj:pass {MS}
"""


def test_what_somebody_is_elected():
    assert relations(ELECTED) == ["nsubj:pass", "aux:pass", "root", "xcomp"]
    with_article = ELECTED + f"    o o DET 4 det {MS}\n"
    assert relations(with_article)[3] == "nsubj:pass"
    assert relations(ELECTED.replace("eleger", "convidar"))[3] == "nsubj:pass"


def test_self_is_an_adjective_of_its_pronoun():
    lines = f"ele ele PRON 3 nsubj {HE}\nmesmo mesmo ADV 3 advmod\ngosta gostar VERB 0 root"
    himself = repair_relations(tree(lines), "pt").tokens[1]
    assert (himself.upos, himself.head, himself.deprel) == ("ADJ", 1, "amod")
    assert himself.feats["Gender"] == "Masc"
    # "Even": it does not agree with the pronoun.
    even = lines.replace(f"ele ele PRON 3 nsubj {HE}", f"ela ela PRON 3 nsubj {SHE}")
    assert repair_relations(tree(even), "pt").tokens[1].upos == "ADV"


def test_a_right_tree_comes_back_as_it_is():
    sentence = tree(CLITIC.replace("PRON 3 nsubj", "PRON 3 obj"))
    assert repair_relations(sentence, "pt") is sentence


PAST = MS + "|Tense=Past|VerbForm=Part"


@pytest.mark.parametrize(
    ("language", "lines", "wanted"),
    [
        ("fr", f"""acteur acteur NOUN 0 root {MS}
            que que PRON 4 obj PronType=Rel
            j' moi PRON 4 nsubj
            avais avoir VERB 1 acl:relcl VerbForm=Fin
            rencontré rencontrer VERB 4 xcomp {PAST}""",
         [(0, "root"), (5, "obj"), (5, "nsubj"), (5, "aux"), (1, "acl:relcl")]),
        ("fr", f"""Nous nous PRON 3 nsubj
            l' lui PRON 3 obj
            avons avoir VERB 0 root VerbForm=Fin
            élu élire VERB 3 xcomp {PAST}
            président président NOUN 4 obj {MS}""",
         [(4, "nsubj"), (4, "obj"), (4, "aux"), (0, "root"), (4, "obj")]),
        ("it", f"""li lo PRON 2 obj
            abbiamo avere VERB 0 root VerbForm=Fin
            sempre sempre ADV 4 advmod
            ammirati ammirare VERB 2 xcomp {PAST}""",
         [(4, "obj"), (4, "aux"), (4, "advmod"), (0, "root")]),
        # A noun stands between: "we have the door closed".
        ("fr", f"""avons avoir VERB 0 root
            porte porte NOUN 1 obj {FS}
            fermé fermer VERB 1 xcomp {PAST}""", [(0, "root"), (1, "obj"), (1, "xcomp")]),
        ("fr", f"""acteur acteur NOUN 5 nsubj {MS}
            qu' que SCONJ 4 mark PronType=Rel
            ils eux PRON 4 nsubj
            choisi choisir VERB 5 advcl {PAST}
            dort dormir VERB 0 root""",
         [(5, "nsubj"), (4, "obj"), (4, "nsubj"), (5, "advcl"), (0, "root")]),
    ],
)  # fmt: skip
def test_have_before_a_participle_is_its_auxiliary(language, lines, wanted):
    repaired = repair_relations(tree(lines), language).tokens
    assert [(token.head, token.deprel) for token in repaired] == wanted


@pytest.mark.parametrize(
    ("language", "lines", "upos"),
    [
        ("it", "vive vivere VERB 0 root\nda da ADP 3 case\nsolo solo ADV 1 advmod", "ADJ"),
        ("it", "Da da ADP 2 case\nsoli solo ADV 3 advmod\nvivono vivere VERB 0 root", "ADJ"),
        ("it", "da da ADP 2 case\nsola solo ADV 0 root\n, , PUNCT 2 punct", "ADJ"),
        ("it", "da da ADP 3 case\nsolo solo ADV 3 advmod\nanni anno NOUN 0 root", "ADV"),
        ("it", "dorme dormire VERB 0 root\nsolo solo ADV 1 advmod", "ADV"),
        ("es", "de de ADP 2 case\nsolo solo ADV 0 root", "ADV"),
    ],
)
def test_alone_behind_its_preposition_is_an_adjective(language, lines, upos):
    repaired = repair_relations(tree(lines), language).tokens
    assert [token.upos for token in repaired if token.lemma == "solo"] == [upos]
