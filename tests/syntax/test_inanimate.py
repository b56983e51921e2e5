"""Nouns of persons that name things, and nouns that do not show their number."""

from pathlib import Path

import pytest

import cdaflow.languages
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.realise import realise
from cdaflow.syntax.names import inanimate_nouns, is_inanimate, read_inanimate_nouns
from cdaflow.trees import parse_block

from ..errors import raises

M, F = "Gender=Masc|Number=Sing", "Gender=Fem|Number=Sing"


def tree(text):
    rows = [line.split() for line in text.strip().splitlines()]
    lines = [
        "\t".join([str(i), form, lemma, upos, "_", feats, head, relation, "_", "_"])
        for i, (form, lemma, upos, feats, head, relation) in enumerate(rows, 1)
    ]
    return parse_block("\n".join(lines), 1, "test")


def table(tmp_path, *rows):
    path = tmp_path / "things.tsv"
    path.write_text("\n".join(["form\tgender\twhen\tnote", *rows]) + "\n", encoding="utf-8")
    return read_inanimate_nouns(path)


KIND = tree(f"""
    un un DET {M} 2 det
    type type NOUN {M} 0 root
    de de ADP _ 4 case
    moteur moteur NOUN {M} 2 nmod
""")
GUY = tree(f"""
    un un DET {M} 2 det
    type type NOUN {M} 0 root
    drôle drôle ADJ Number=Sing 2 amod
""")
GENERALLY = tree(f"""
    en en ADP _ 2 case
    général général NOUN {M} 0 root
""")
A_GENERAL = tree(f"""
    un un DET {M} 2 det
    général général NOUN {M} 0 root
""")
DRUG = tree(f"""
    d' de ADP _ 2 case
    héroïne héros NOUN {F} 0 root
""")
HEROINE = tree(f"""
    de de ADP _ 3 case
    l' le DET Number=Sing 3 det
    héroïne héros NOUN {F} 0 root
""")


@pytest.mark.parametrize(
    ("sentence", "word", "thing"),
    [(KIND, 2, True), (GUY, 2, False), (GENERALLY, 2, True), (A_GENERAL, 2, False),
     (DRUG, 2, True), (HEROINE, 3, False)],
)  # fmt: skip
def test_where_a_noun_names_a_thing(sentence, word, thing):
    assert is_inanimate(sentence, sentence.tokens[word - 1], inanimate_nouns("fr")) is thing


def test_a_thing_by_its_gender(tmp_path):
    things = table(tmp_path, "garde/gardes\tFem\t\t")
    guard, custody = (tree(f"garde garde NOUN {feats} 0 root") for feats in (M, F))
    assert not is_inanimate(guard, guard.tokens[0], things)
    assert is_inanimate(custody, custody.tokens[0], things)


@pytest.mark.parametrize("row", ["mort\tFem\tnear=de\t", "mort\tFem\tnmod\t", "mort\t\t\t"])
def test_faulty_rows(tmp_path, row):
    with raises("inanimate-noun.malformed", "things.tsv", "2"):
        table(tmp_path, row)


def test_no_table_no_things(tmp_path):
    assert read_inanimate_nouns(tmp_path / "things.tsv") == {}


@pytest.mark.parametrize("code", ["es", "fr", "it"])
def test_the_tables_are_read(code):
    assert (Path(cdaflow.languages.__file__).parent / code / "things.tsv").is_file()
    assert {gender for _, gender in inanimate_nouns(code)} <= {"Fem", "Masc"}


def noun(source, *forms):
    return [
        Entry(forms[0][0], form, "NOUN", {"Gender": g, "Number": n}, source) for form, g, n in forms
    ]


SONS = Lexicon(
    noun("wordlist:x", ("fils", "Masc", "Sing"), ("fille", "Fem", "Sing"),
         ("fils", "Masc", "Plur"), ("filles", "Fem", "Plur"))
)  # fmt: skip


@pytest.mark.parametrize(("determiner", "told", "text"), [("mon", "Plur", "ma fille"),
                                                        ("mes", "Sing", "mes filles")])  # fmt: skip
def test_the_determiner_tells_the_number_that_a_noun_does_not_show(determiner, told, text):
    sentence = tree(f"""
        {determiner} mon DET Number={told}|Poss=Yes 2 det
        fils fils NOUN Gender=Masc|Number={told} 0 root
    """)
    made = realise(sentence, {2: {"Gender": "Fem"}}, Inflector("fr", SONS))
    assert made.sentence.text == text


def test_a_noun_for_everybody_is_no_pronoun():
    person = Lexicon(noun("unimorph:x", ("personne", "Fem", "Sing")))
    sentence = tree(f"personne personne NOUN {F} 0 root")
    assert realise(sentence, {1: {"Gender": "Masc"}}, Inflector("fr", person)).doubts


@pytest.mark.parametrize(
    ("verb", "doubtful"), [("peut-elle", True), ("peut-il", False), ("peut-elles", False)]
)
def test_a_subject_on_its_verb_is_told(verb, doubtful):
    sentence = tree(f"""
        cette ce DET {F} 2 det
        fille fille NOUN {F} 3 nsubj
        {verb} pouvoir VERB Number=Sing 0 root
        rester rester VERB _ 3 xcomp
    """)
    made = realise(sentence, {2: {"Gender": "Masc"}}, Inflector("fr", SONS))
    assert (3 in made.doubts) is doubtful
