"""Languages with cases, and words that show two genders: German, Russian and Hebrew forms."""

from pathlib import Path

import pytest

import cdaflow.languages
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.inflection.realise import realise
from cdaflow.inflection.rules import OWNER
from cdaflow.inflection.sources import read_word_list
from cdaflow.trees import MultiwordToken, Sentence, Token

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"


@pytest.fixture(scope="module")
def inflector():
    made = {}

    def get(code):
        if code not in made:
            path = WORDLISTS / f"professions.{code}.tsv"
            entries = read_word_list(path, cdaflow.languages.get(code))
            made[code] = Inflector(code, Lexicon(entries))
        return made[code]

    return get


def feats(gender, case="", **more):
    told = {"Gender": gender, "Number": "Sing"} | ({"Case": case} if case else {})
    return told | more


FIN = {"Tense": "Past", "VerbForm": "Fin"}


@pytest.mark.parametrize(
    ("code", "upos", "form", "lemma", "old", "gender", "wanted"),
    [
        ("de", "DET", "die", "der", feats("Fem", "Nom"), "Masc", "der"),
        ("de", "DET", "die", "der", feats("Fem", "Acc"), "Masc", "den"),
        ("de", "DET", "der", "der", feats("Fem", "Dat"), "Masc", "dem"),
        ("de", "DET", "einem", "ein", feats("Masc", "Dat"), "Fem", "einer"),
        ("de", "PRON", "sie", "er", feats("Fem", "Nom"), "Masc", "er"),
        ("de", "PRON", "sie", "er", feats("Fem", "Acc"), "Masc", "ihn"),
        ("de", "PRON", "sie", "er", feats("Fem"), "Masc", None),
        ("de", "NOUN", "Ärztin", "Ärztin", feats("Fem", "Gen"), "Masc", "Arztes"),
        ("de", "NOUN", "Studenten", "Student", feats("Masc", "Dat"), "Fem", "Studentin"),
        ("ru", "NOUN", "учителя", "учитель", feats("Masc", "Acc"), "Fem", "учительницу"),
        ("ru", "NOUN", "учительнице", "учительница", feats("Fem", "Dat"), "Masc", "учителю"),
        ("ru", "PRON", "ней", "она", feats("Fem", "Ins"), "Masc", "ним"),
        ("ru", "PRON", "ней", "она", feats("Fem", "Loc"), "Masc", "нём"),
        ("ru", "VERB", "устал", "устать", feats("Masc", **FIN), "Fem", "устала"),
        ("ru", "VERB", "пришла", "прийти", feats("Fem", **FIN), "Masc", "пришёл"),
        ("ru", "ADJ", "новому", "новый", feats("Masc", "Dat"), "Fem", "новой"),
        ("he", "NOUN", "רופא", "רופא", feats("Masc"), "Fem", "רופאה"),
    ],
)
def test_forms_in_their_case(inflector, code, upos, form, lemma, old, gender, wanted):
    made = inflector(code).inflect(Token(1, form, lemma, upos, old), {**old, "Gender": gender})
    assert (made.form if made else None) == wanted


@pytest.mark.parametrize(
    ("code", "form", "gender", "wanted"),
    [("de", "Sein", "Fem", "Ihr"), ("de", "ihren", "Masc", "seinen"), ("ru", "её", "Masc", "его"),
     ("de", "mein", "Fem", None)],
)  # fmt: skip
def test_possessives_of_an_owner(inflector, code, form, gender, wanted):
    token = Token(1, form, form.lower(), "DET", feats("Masc", "Acc"))
    made = inflector(code).inflect(token, {**token.feats, OWNER: gender})
    assert (made.form if made else None) == wanted


@pytest.mark.parametrize(
    ("form", "preposition", "pronoun", "gender", "wanted"),
    [("שלו", "של_", "_הוא", "Masc", "שלה"), ("עליה", "על", "ה", "Fem", "עליו"),
     ("כמוה", "כמו_", "_היא", "Fem", "כמוהו"), ("שהוא", "ש", "הוא", "Masc", "שהיא")],
)  # fmt: skip
def test_hebrew_pronouns_at_the_end_of_a_word(
    inflector, form, preposition, pronoun, gender, wanted
):
    told = {"Gender": gender, "Number": "Sing", "Person": "3", "PronType": "Prs"}
    tokens = Token(1, preposition, preposition, "ADP", {}, 2, "case"), Token(2, pronoun, "הוא",
                                                                          "PRON", told)  # fmt: skip
    sentence = Sentence(tokens, (MultiwordToken(1, 2, form),))
    other = "Fem" if gender == "Masc" else "Masc"
    made = realise(sentence, {2: {"Gender": other}}, inflector("he"))
    assert (made.sentence.text, made.doubts) == (wanted, {})
