"""Spanish nouns of persons that name things, nouns of one gender for all, husbands and men."""

import pytest

from cdaflow.inflection.dictionary import is_fixed
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.realise import realise
from cdaflow.syntax.names import inanimate_nouns, is_inanimate
from cdaflow.trees import parse_block


def tree(text):
    rows = [line.split() for line in text.strip().splitlines()]
    lines = [
        "\t".join([str(i), form, lemma, upos, "_", feats, head, relation, "_", "_"])
        for i, (form, lemma, upos, feats, head, relation) in enumerate(rows, 1)
    ]
    return parse_block("\n".join(lines), 1, "test")


M, F = "Gender=Masc|Number=Sing", "Gender=Fem|Number=Sing"

ABROAD = f"en en ADP _ 3 case\nel el DET {M} 3 det\nextranjero extranjero NOUN {M} 0 root"
STRANGER = f"Un uno DET {M} 2 det\nextranjero extranjero NOUN {M} 0 root"
MUSIC = f"escucha escuchar VERB _ 0 root\nmúsica música NOUN {F} 1 obj"
SHE = f"""
    Ella él PRON PronType=Prs|{F} 3 nsubj
    es ser AUX _ 3 cop
    música músico NOUN {F} 0 root
"""
ADJECTIVE = f"""
    El el DET {M} 2 det
    científico científico NOUN {M} 0 root
    inglés inglés NOUN {M} 2 appos
"""


@pytest.mark.parametrize(
    ("text", "word", "thing"),
    [(ABROAD, 3, True), (STRANGER, 2, False), (MUSIC, 2, True), (SHE, 3, False),
     (ADJECTIVE, 3, False)],
)  # fmt: skip
def test_where_a_noun_names_a_thing(text, word, thing):
    sentence = tree(text)
    assert is_inanimate(sentence, sentence.tokens[word - 1], inanimate_nouns("es")) is thing


def entries(source, upos, *forms):
    return [Entry(forms[0][0], form, upos, {"Gender": g, "Number": "Sing"}, source)
            for form, g in forms]  # fmt: skip


PARTNERS = Lexicon([
    *entries("wordlist:x", "NOUN", ("pareja", "Fem")),
    *entries("wordlist:x", "NOUN", ("amigo", "Masc"), ("amiga", "Fem")),
    *entries("unimorph:x", "ADJ", ("parejo", "Masc"), ("pareja", "Fem")),
])  # fmt: skip


class Guess:
    """A model that knows everything."""

    def inflect(self, items):
        return [("parejo", 0.0) for _ in items]


@pytest.mark.parametrize("model", [None, Guess()])
def test_what_the_word_lists_have_in_one_gender_alone_has_no_other(model):
    sentence = tree(f"mi mi DET _ 2 det\npareja pareja NOUN {F} 0 root")
    made = realise(sentence, {2: {"Gender": "Masc"}}, Inflector("es", PARTNERS, model))
    assert made.doubts
    partner, friend = tree(f"pareja pareja NOUN {F} 2 x\namiga amiga NOUN {F} 0 root").tokens
    wanted = {"Gender": "Masc", "Number": "Sing"}
    assert is_fixed(partner, wanted, PARTNERS)
    assert not is_fixed(friend, wanted, PARTNERS)
    assert not is_fixed(partner.changed(upos="ADJ"), wanted, PARTNERS)


@pytest.mark.parametrize(
    ("determiner", "poss", "wanted"),
    [("la", "", "el hombre"), ("su", "|Poss=Yes", "su marido")],
)
def test_a_woman_is_a_wife_if_she_is_somebodys(determiner, poss, wanted):
    spouses = Lexicon(entries("wordlist:x", "NOUN", ("marido", "Masc"), ("mujer", "Fem")))
    sentence = tree(f"{determiner} el DET {F}{poss} 2 det\nmujer mujer NOUN {F} 0 root")
    changes = {2: {"Gender": "Masc"}} | ({} if poss else {1: {"Gender": "Masc"}})
    assert realise(sentence, changes, Inflector("es", spouses)).sentence.text == wanted


@pytest.mark.parametrize(
    ("form", "lemma", "changes", "wanted"),
    [
        ("vestida", "vestidar", {"Gender": "Masc"}, "vestido"),
        ("escrito", "escribir", {"Gender": "Fem"}, "escrita"),
        ("impresos", "imprimir", {"Gender": "Fem"}, "impresas"),
    ],
)
def test_participles_need_no_lexicon(form, lemma, changes, wanted):
    feats = "|".join(
        (
            "Gender=Fem" if form.endswith("a") else "Gender=Masc",
            "Number=Plur" if form.endswith("s") else "Number=Sing",
            "VerbForm=Part",
        )
    )
    sentence = tree(f"{form} {lemma} VERB {feats} 0 root")
    assert realise(sentence, {1: changes}, Inflector("es", Lexicon([]))).sentence.text == wanted
