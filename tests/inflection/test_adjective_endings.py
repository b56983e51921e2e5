"""Regular adjectives by the table of endings, and how often it is right of a dictionary's."""

import os
from collections import defaultdict
from pathlib import Path

import pytest

from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.rules import adjective, has_one_masculine, read_rules
from cdaflow.inflection.sources import read_unimorph
from cdaflow.trees import Token

DICTIONARIES = {"es": "spa", "fr": "fra", "it": "ita", "pt": "por"}

#: Rows for participles that annotators take for adjectives, of which no dictionary has the lemma.
PARTICIPLES = ("i", "u", "é")

DATA = os.environ.get("CDAFLOW_DATA")


def word(form, lemma=None, number="Sing", gender="Masc", upos="ADJ"):
    return Token(1, form, lemma or form, upos, {"Gender": gender, "Number": number})


@pytest.mark.parametrize(
    ("language", "form", "lemma", "number", "feminine"),
    [
        ("es", "listo", "listo", "Sing", "lista"),
        ("es", "contentos", "contento", "Plur", "contentas"),
        ("es", "leal", "leal", "Sing", "leal"),
        ("it", "stanco", "stanco", "Sing", "stanca"),
        ("it", "contenti", "contento", "Plur", "contente"),
        ("it", "felici", "felice", "Plur", "felici"),
        ("fr", "heureux", "heureux", "Plur", "heureuses"),
        ("fr", "ancien", "ancien", "Sing", "ancienne"),
        ("fr", "malade", "malade", "Sing", "malade"),
        ("pt", "cansado", "cansado", "Sing", "cansada"),
        ("pt", "portugueses", "português", "Plur", "portuguesas"),
    ],
)
def test_regular_adjectives_need_no_lexicon(language, form, lemma, number, feminine):
    made = Inflector(language, Lexicon([])).inflect(
        word(form, lemma, number), {"Gender": "Fem", "Number": number}
    )
    assert made is not None
    assert made.form == feminine


@pytest.mark.parametrize(
    ("language", "form", "lemma", "number"),
    [
        ("es", "cortés", "cortés", "Sing"),
        ("es", "auto-retrato", "auto-retrato", "Sing"),
        ("it", "simpatici", "simpatico", "Plur"),
        ("fr", "public", "public", "Sing"),
        ("fr", "banals", "banal", "Plur"),
    ],
)
def test_no_rule_where_endings_do_not_tell(language, form, lemma, number):
    feats = {"Gender": "Fem", "Number": number}
    assert adjective(word(form, lemma, number), feats, language) is None


@pytest.mark.parametrize("form", ["miedo", "sueño", "dinero"])
def test_a_noun_of_one_gender_gets_no_feminine(form):
    noun = Entry(form, form, "NOUN", {"Gender": "Masc", "Number": "Sing"}, "unimorph:t")
    inflector = Inflector("es", Lexicon([noun]))
    assert inflector.inflect(word(form), {"Gender": "Fem", "Number": "Sing"}) is None


@pytest.mark.parametrize(
    ("form", "expected"), [("heureux", True), ("furieux", True), ("grand", False), ("têtus", False)]
)
def test_masculines_that_do_not_show_their_number(form, expected):
    assert has_one_masculine(word(form), "fr") is expected


@pytest.mark.skipif(DATA is None, reason="CDAFLOW_DATA (the folder of the shared data) is not set")
@pytest.mark.parametrize("language", sorted(DICTIONARIES))
def test_each_ending_is_right_of_99_per_cent_of_a_dictionary(language):
    path = Path(DATA or "") / "unimorph" / f"{DICTIONARIES[language]}.freeling.tsv.gz"
    cells = defaultdict(lambda: defaultdict(set))
    nouns = set()
    for entry in read_unimorph(path):
        if entry.upos == "NOUN":
            nouns.add(entry.form)
        if entry.upos == "ADJ" and "Degree" not in entry.feats and "-" not in entry.form:
            genders = [entry.feats["Gender"]] if "Gender" in entry.feats else ["Masc", "Fem"]
            for gender in genders:
                cells[entry.lemma][gender, entry.feats.get("Number")].add(entry.form)
    right, all_of = defaultdict(int), defaultdict(int)
    for lemma, forms in cells.items():
        row = next(
            (r for r in read_rules(language, "adjective_endings")
             if lemma.endswith(tuple(r["lemma"].split("/")))), None,
        )  # fmt: skip
        for number in ("Sing", "Plur"):
            for old, new in (("Masc", "Fem"), ("Fem", "Masc")):
                for form in forms[old, number] - nouns if forms[new, number] else ():
                    feats = {"Gender": new, "Number": number}
                    made = adjective(word(form, lemma, number, old), feats, language)
                    if row is not None and made is not None:
                        all_of[row["masculine"], old] += 1
                        right[row["masculine"], old] += made in forms[new, number]
    shares = {
        key: right[key] / count
        for key, count in all_of.items()
        if count >= 10 and key[0] not in PARTICIPLES
    }
    assert len(shares) >= 10
    assert {key: round(share, 4) for key, share in shares.items() if share < 0.99} == {}
