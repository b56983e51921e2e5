"""Participles that French and Italian make by rule, beside forms that a grammar lists."""

import pytest

from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.inflection.rules import adjective, participle, participle_genders, read_rules
from cdaflow.trees import Token

SLOTS = ("Masc", "Sing"), ("Fem", "Sing"), ("Masc", "Plur"), ("Fem", "Plur")

PARTICIPLES = [
    ("moquer", "moqué moquée moqués moquées"),
    ("créer", "créé créée créés créées"),
    ("réunir", "réuni réunie réunis réunies"),
    ("acquérir", "acquis acquise acquis acquises"),
    ("mettre", "mis mise mis mises"),
    ("asseoir", "assis assise assis assises"),
    ("couvrir", "couvert couverte couverts couvertes"),
    ("mourir", "mort morte morts mortes"),
    ("devoir", "dû due dus dues"),
    ("recevoir", "reçu reçue reçus reçues"),
    ("inclure", "inclus incluse inclus incluses"),
    ("exclure", "exclu exclue exclus exclues"),
    ("suivre", "suivi suivie suivis suivies"),
    ("construire", "construit construite construits construites"),
    ("craindre", "craint crainte craints craintes"),
    ("faire", "fait faite faits faites"),
    ("dissoudre", "dissous dissoute dissous dissoutes"),
    ("naître", "né née nés nées"),
    ("vivre", "vécu vécue vécus vécues"),
    ("éclore", "éclos éclose éclos écloses"),
]


def token(form, lemma, slot, **more):
    feats = {"VerbForm": "Part", "Tense": "Past", "Gender": slot[0], "Number": slot[1], **more}
    return Token(1, form, lemma, "VERB", feats)


@pytest.mark.parametrize(("lemma", "forms"), PARTICIPLES)
def test_each_form_from_each(lemma, forms):
    table = dict(zip(SLOTS, forms.split(), strict=True))
    for old, form in table.items():
        for new in SLOTS:
            if new[1] == old[1]:
                wanted = {"Gender": new[0], "Number": new[1]}
                assert participle(token(form, lemma, old), wanted, "fr") == table[new], (old, new)


@pytest.mark.parametrize(("lemma", "forms"), PARTICIPLES)
def test_the_ending_tells_the_gender_whatever_the_annotator_says(lemma, forms):
    for (gender, number), form in zip(SLOTS, forms.split(), strict=True):
        for guessed in ("Masc", "Fem"):
            word = token(form, lemma, (guessed, number))
            assert participle_genders(word, "fr") == {gender}, (form, number)


def test_a_form_of_no_participle_tells_nothing():
    assert (
        participle_genders(Token(1, "cassé", "casser", "VERB", {"VerbForm": "Inf"}), "fr") == set()
    )
    assert participle_genders(token("licenciés", "licencier", ("Fem", "")), "fr") == set()
    assert participle_genders(token("entlassen", "entlassen", SLOTS[0]), "de") == set()


@pytest.mark.parametrize(
    ("form", "slot", "made"),
    [
        ("rimosso", "Fem Sing", "rimossa"),
        ("viste", "Masc Plur", "visti"),
        ("seduta", "Masc Sing", "seduto"),
        ("assunti", "Fem Plur", "assunte"),
    ],
)
def test_italian_swaps_the_ending_of_irregular_ones_too(form, slot, made):
    gender, number = slot.split()
    other = {"Fem": "Masc", "Masc": "Fem"}[gender]
    # The lemma is a guess, as annotators make it.
    old = token(form, "x", (other, number))
    assert participle(old, {"Gender": gender, "Number": number}, "it") == made


def test_what_is_no_past_participle():
    present = token("mangeant", "manger", SLOTS[0], Tense="Pres")
    assert participle(present, {"Gender": "Fem", "Number": "Sing"}, "fr") is None
    finite = token("fini", "finir", SLOTS[0], VerbForm="Fin")
    assert participle(finite, {"Gender": "Fem", "Number": "Sing"}, "fr") is None


def test_a_language_without_rules():
    assert read_rules("he", "participles") == ()


def test_the_inflector_asks_no_model():
    made = Inflector("fr", Lexicon()).inflect(
        token("Réunis", "réunir", SLOTS[2]),
        {"VerbForm": "Part", "Tense": "Past", "Gender": "Fem", "Number": "Plur"},
    )
    assert made is not None
    assert (made.form, made.source) == ("Réunies", "closed")


@pytest.mark.parametrize(
    ("form", "lemma", "slot", "feminine"),
    [
        ("sortis", "sorti", ("Masc", "Plur"), "sorties"),
        ("fâché", "fâché", ("Masc", "Sing"), "fâchée"),
        ("favoris", "favori", ("Masc", "Plur"), "favorites"),
        ("têtu", "têtu", ("Masc", "Sing"), "têtue"),
        ("gris", "gris", ("Masc", "Sing"), None),
        ("aigu", "aigu", ("Masc", "Sing"), None),
    ],
)
def test_french_adjectives_by_their_lemma(form, lemma, slot, feminine):
    """Beside dictionaries: those that a tagger makes of participles above all."""
    feats = {"Gender": slot[0], "Number": slot[1]}
    word = Token(1, form, lemma, "ADJ", feats)
    wanted = {**feats, "Gender": "Fem"}
    assert adjective(word, wanted, "fr") == feminine
    assert adjective(word.changed(upos="NOUN"), wanted, "fr") is None
    assert adjective(word, wanted, "es") is None
    made = Inflector("fr", Lexicon([])).inflect(word, wanted)
    assert (made and made.form) == feminine
