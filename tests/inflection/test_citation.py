"""Forms of lemmata out of a lexicon."""

import pytest

from cdaflow.inflection.dictionary import citation_form
from cdaflow.inflection.lexicon import Entry, Lexicon

MS = {"Gender": "Masc", "Number": "Sing"}
FS = {"Gender": "Fem", "Number": "Sing"}
FP = {"Gender": "Fem", "Number": "Plur"}
PART = {"VerbForm": "Part", "Tense": "Past"}
TREES, TABLE, OTHER = "treebank:t", "unimorph:a", "unimorph:b"

LEXICON = Lexicon([
    Entry("rojo", "roja", "ADJ", FS, TREES),
    Entry("rouge", "rouges", "ADJ", {"Number": "Plur"}, TREES),
    Entry("rojo", "rojo", "ADJ", MS, TABLE),
    Entry("rojo", "rojas", "ADJ", FP, TABLE),
    Entry("enfermero", "enfermera", "NOUN", FS, TABLE),
    Entry("enfermero", "enfermeras", "NOUN", FP, TABLE),
    Entry("gramo", "g", "NOUN", MS, TABLE),
    Entry("gramo", "gramo", "NOUN", MS, TABLE),
    Entry("gramo", "gramo", "NOUN", MS, OTHER),
    Entry("hachís", "hachises", "NOUN", {**MS, "Number": "Plur"}, TABLE),
    Entry("hachís", "hachís", "NOUN", MS, TABLE),
    Entry("vicino", "vicina", "ADJ", FS, TABLE),
    Entry("amare", "amante", "ADJ", FS, TABLE),
    Entry("amare", "amata", "VERB", {**FS, **PART}, TABLE),
    Entry("yad", "yadayim", "NOUN", {"Number": "Plur", "Definite": "Ind"}, TABLE),
    Entry("yad", "yedey", "NOUN", {"Number": "Plur", "Definite": "Cons"}, TABLE),
    Entry("yad", "yadeha", "NOUN", {"Number": "Plur", "Person[psor]": "3"}, TABLE),
    Entry("tov", "tovim", "ADJ", {"Number": "Plur"}, TABLE),
])  # fmt: skip


@pytest.mark.parametrize(("lemma", "upos", "feats", "form"), [
    ("rojo", "ADJ", FS, "roja"),
    ("Rojo", "ADJ", FP, "rojas"),  # the treebank comes first, but has no plural
    ("rojo", "ADJ", {"Gender": "Masc", "Number": "Plur"}, None),
    ("rouge", "ADJ", FP, "rouges"),  # a treebank does not say what is not shown
    ("enfermera", "NOUN", FP, "enfermeras"),  # the lemma is a form here
    ("gramo", "NOUN", MS, "gramo"),  # two sources have it, one the abbreviation
    ("hachís", "NOUN", {"Gender": "Masc"}, "hachís"),  # no number is said
    ("vicino", "NOUN", FS, "vicina"),  # listed as an adjective alone
    ("amare", "VERB", {**FS, **PART}, "amata"),  # not the adjective under the verb's lemma
    ("amare", "VERB", {**FS, "VerbForm": "Part"}, "amata"),
    ("yad", "NOUN", {"Gender": "Fem", "Number": "Plur"}, "yadayim"),  # no noun here has gender
    ("yad", "NOUN", {"Gender": "Fem", "Number": "Plur", "Definite": "Cons"}, "yedey"),
    ("tov", "ADJ", {"Gender": "Fem", "Number": "Plur"}, None),  # an adjective would have one
    ("yadeha", "NOUN", {"Gender": "Fem", "Number": "Plur"}, None),  # "her hands" is no lemma
    ("rojas", "ADJ", FP, "rojas"),  # a plural lemma, wanted in the plural
    ("rojas", "ADJ", FS, None),
    ("azul", "ADJ", FS, None),
])  # fmt: skip
def test_citation_form(lemma, upos, feats, form):
    assert citation_form(lemma, upos, feats, LEXICON) == form
