"""Demonyms are nouns, adjectives and languages in one: who is open, and what changes with them."""

from pathlib import Path

import pytest
from handmade import tree

from cdaflow.rewriting.english import read_english_persons, read_names_of_persons

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
MP, FP = "Gender=Masc|Number=Plur", "Gender=Fem|Number=Plur"


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
def test_english_demonyms(english_lists, words, named):
    assert [name for person in english_lists.persons(tree(words)) for name in person.names] == named


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


def test_a_country_is_no_person(rewrite):
    target = (
        "Duermen=dormir/VERB/0/root/Number=Plur|Person=3|VerbForm=Fin en/ADP/3/case "
        "Indonesia=Indonesia/PROPN/1/obl/F"
    )
    assert rewrite("es", target, "Indonesians/PROPN/2/nsubj/P sleep/VERB/0/root", "Masc") == ""


def test_an_adjective_of_a_thing_stays(rewrite):
    target = "Un/DET/2/det/M libro/NOUN/0/root/M alemán/NOUN/2/amod/M"
    assert rewrite("es", target, "A/DET/3/det German/ADJ/3/amod book/NOUN/0/root/S") == ""


def test_an_adjective_goes_with_the_person(rewrite):
    target = (f"Expertos=experto/NOUN/3/nsubj/{MP} haitianos=haitiano/NOUN/1/appos/{MP} "
              "duermen=dormir/VERB/0/root/Number=Plur|Person=3|VerbForm=Fin")  # fmt: skip
    source = "Haitian/ADJ/2/amod experts/NOUN/3/nsubj/P sleep/VERB/0/root"
    assert rewrite("es", target, source) == "Expertas haitianas duermen"
