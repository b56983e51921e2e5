"""Nouns of agents that no lexicon has in both genders."""

import pytest
from handmade import tree

from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.rewriting.agents import agent_form, with_agents


@pytest.mark.parametrize(
    ("form", "gender", "made"),
    [
        ("tatoueur", "Fem", "tatoueuse"),
        ("tatoueuses", "Masc", "tatoueurs"),
        ("apicultrice", "Masc", "apiculteur"),
        ("recruteurs", "Fem", "recruteuses"),
        ("profiteurs", "Fem", "profiteuses"),
        ("exploiteur", "Fem", "exploiteuse"),
        ("auditeur", "Fem", "auditrice"),
        ("mannequins", "Fem", "mannequins"),
        ("camionnières", "Masc", "camionniers"),
        ("Tatoueur", "Masc", "tatoueur"),
        ("moteurs", "Fem", None),
        ("ordinateur", "Fem", None),
        ("table", "Masc", None),
        ("peur", "Fem", None),
    ],
)
def test_forms_by_the_ending(form, gender, made):
    assert agent_form(form, gender, "fr") == made


@pytest.mark.parametrize(
    ("form", "made"), [("cacciatore", "cacciatrice"), ("corridori", "corritrici"), ("motori", None)]
)
def test_italian(form, made):
    assert agent_form(form, "Fem", "it") == made


def test_a_language_without_a_table_has_none():
    assert agent_form("lehrer", "Fem", "de") is None


def test_endings_make_forms_but_do_not_say_what_may_change():
    masculine = {"Gender": "Masc", "Number": "Sing"}
    entries = [Entry("tatoueur", "tatoueur", "NOUN", masculine, "unimorph:t")]
    words = with_agents(SentenceInflector(Inflector("fr", Lexicon(entries))))
    (noun,) = tree("tatoueur/NOUN/0/root/M").tokens
    assert words.inflector.inflect(noun, {**masculine, "Gender": "Fem"}).form == "tatoueuse"
    assert not words.may_change(noun)


def test_a_person_whom_no_lexicon_has_in_both_genders(rewrite):
    target = "Le=le/DET/2/det/M tatoueur/NOUN/3/nsubj/M dort=dormir/VERB/0/root/V"
    source = "The/DET/2/det tattooer/NOUN/3/nsubj/S sleeps/VERB/0/root"
    assert rewrite("fr", target, source) == "La tatoueuse dort"


def test_a_thing_stays_though_a_person_is_named_in_english(rewrite):
    target = "Le=le/DET/2/det/M moteur/NOUN/3/nsubj/M dort=dormir/VERB/0/root/V"
    source = "The/DET/2/det tattooer/NOUN/3/nsubj/S sleeps/VERB/0/root"
    assert rewrite("fr", target, source) == ""


def test_a_noun_of_common_gender_has_that_of_its_participle(rewrite):
    # "Vocalistes" is feminine to the annotator, for whatever reason.
    target = ("Des=un/DET/2/det/P vocalistes=vocaliste/NOUN/0/root/Gender=Fem|Number=Plur "
              "fatigués=fatiguer/VERB/2/acl/Gender=Masc|Number=Plur|VerbForm=Part")  # fmt: skip
    source = "Tired/ADJ/2/amod vocalists/NOUN/0/root/P"
    assert rewrite("fr", target, source) == "Des vocalistes fatiguées"


@pytest.mark.parametrize(
    ("lemma", "english"), [("hombre", "man"), ("hermano", "brother"), ("padre", "father")]
)
def test_a_noun_that_says_a_gender_in_english_stays_in_the_plural(rewrite, lemma, english):
    """Where its English is taken for a singular: "men" of the lemma "man"."""
    plural = {"man": "men"}.get(english, f"{english}s")
    target = (f"Los=el/DET/2/det/Gender=Masc|Number=Plur {lemma}s={lemma}/NOUN/3/nsubj/"
              "Gender=Masc|Number=Plur duermen=dormir/VERB/0/root/V")  # fmt: skip
    source = f"{plural}={english}/NOUN/4/nsubj/S supporters/NOUN/1/conj/P sleep/VERB/0/root"
    source = source.replace("/4/", "/3/")
    assert rewrite("es", target, source) == ""


def test_any_parent_is_no_mother(rewrite):
    target = "Todo=todo/DET/2/det/M padre/NOUN/3/nsubj/M duerme=dormir/VERB/0/root/V"
    source = "Every/DET/2/det parent/NOUN/3/nsubj/S sleeps/VERB/0/root"
    assert rewrite("es", target, source) == ""
