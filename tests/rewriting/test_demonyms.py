"""Demonyms are nouns, adjectives and languages in one: who is open, and what changes with them."""

from pathlib import Path

import pytest
from handmade import tree

from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.inflection.sources import read_word_list
from cdaflow.rewriting.english import English, read_english_persons, read_names_of_persons
from cdaflow.rewriting.rewriter import Rewriter

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
MP, FP = "Gender=Masc|Number=Plur", "Gender=Fem|Number=Plur"


@pytest.fixture(scope="module")
def english(pronouns, nouns, professions):
    persons, demonyms = (
        read_english_persons(WORDLISTS / f"{kind}.en.tsv") for kind in ("persons", "demonyms")
    )
    return English(pronouns, nouns, professions, persons, demonyms)


@pytest.fixture(scope="module")
def rewrite(english):
    made = {}

    def offered(language, target, source, gender="Fem"):
        if language not in made:
            kinds = ("professions", "persons", "demonyms")
            lists = [WORDLISTS / f"{kind}.{language}.tsv" for kind in kinds]
            entries = [entry for path in lists for entry in read_word_list(path)]
            words = SentenceInflector(Inflector(language, Lexicon(entries)))
            pipeline = InterventionPipeline(base_model(language), words=words, determiners="all")
            made[language] = Rewriter(pipeline, english, read_names_of_persons(lists))
        (found,) = made[language].rewrite([tree(target)], [tree(source)], gender)
        return found.text

    return offered


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("The/DET/2/det Haitians/PROPN/3/nsubj sleep/VERB/0/root", ["haitian"]),
        ("The/DET/2/det Dutch/PROPN/3/nsubj sleep/VERB/0/root", ["dutch"]),
        ("Two/NUM/2/nummod Swiss/PROPN/3/nsubj sleep/VERB/0/root", ["swiss"]),
        ("The/DET/3/det Dutch/ADJ/3/amod guard/NOUN/4/nsubj sleeps/VERB/0/root", ["guard"]),
        ("We/PRON/2/nsubj speak/VERB/0/root Dutch/PROPN/2/obj", []),
        ("The/DET/3/det magnetic/ADJ/3/amod poles/NOUN/0/root", []),
        ("An/DET/2/det australian/NOUN/3/nsubj sleeps/VERB/0/root", ["australian"]),
    ],
)
def test_english_demonyms(english, words, named):
    assert [name for person in english.persons(tree(words)) for name in person.names] == named


def test_of_an_equal_plural_the_number_is_open():
    demonyms = read_english_persons(WORDLISTS / "demonyms.en.tsv")
    assert demonyms["swiss"] == ("swiss", "")
    assert demonyms["haitians"] == ("haitian", "Plur")


def test_forms_of_demonyms_are_known_by_their_list():
    names = read_names_of_persons(
        [WORDLISTS / f"{kind}.fr.tsv" for kind in ("persons", "demonyms")]
    )
    assert "haïtiens" in names.demonyms
    assert "voisins" in names
    assert "voisins" not in names.demonyms


def test_a_capital_noun_taken_for_a_name(rewrite):
    target = (f"Les=le/DET/2/det/Number=Plur Haïtiens=Haïtiens/PROPN/3/nsubj/{MP} "
              "dorment=dormir/VERB/0/root/Number=Plur|Person=3|VerbForm=Fin")  # fmt: skip
    source = "The/DET/2/det Haitians/PROPN/3/nsubj/P sleep/VERB/0/root"
    assert rewrite("fr", target, source) == "Les Haïtiennes dorment"


def test_an_adjective_of_a_thing_stays(rewrite):
    target = "Un/DET/2/det/M libro/NOUN/0/root/M alemán/NOUN/2/amod/M"
    assert rewrite("es", target, "A/DET/3/det German/ADJ/3/amod book/NOUN/0/root/S") == ""


def test_an_adjective_goes_with_the_person(rewrite):
    target = (f"Expertos=experto/NOUN/3/nsubj/{MP} haitianos=haitiano/NOUN/1/appos/{MP} "
              "duermen=dormir/VERB/0/root/Number=Plur|Person=3|VerbForm=Fin")  # fmt: skip
    source = "Haitian/ADJ/2/amod experts/NOUN/3/nsubj/P sleep/VERB/0/root"
    assert rewrite("es", target, source) == "Expertas haitianas duermen"
