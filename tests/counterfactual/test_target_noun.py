"""The noun of the target that is the profession."""

import pytest
from handmade import WORDLISTS, find, tree

import cdaflow.languages
from cdaflow.counterfactual.target_noun import NounFinder, Wanted, joined
from cdaflow.wordlists.lexicon import read_professions


@pytest.fixture(scope="module")
def finders():
    def finder(language):
        path = WORDLISTS / f"professions.{language}.tsv"
        professions = read_professions(path, cdaflow.languages.get(language))
        return NounFinder(
            professions,
            lambda token: token.form in ("enfermera", "cabo", "chica"),
            lambda sentence, token: token.form == "técnica",
        )

    return {language: finder(language) for language in ("es", "fr")}


def wanted(profession, gender="Masc", position=0.0, linked=(), number="Sing"):
    return Wanted(profession, number, gender, position, frozenset(linked))


def test_by_form_in_either_gender_and_number(finders):
    sentence = tree("Las/DET/2/det médicas/NOUN/3/nsubj llegan/VERB/0/root")
    assert finders["es"].find(sentence, wanted("doctor"))[:2] == (2, "form")


def test_by_lemma(finders):
    sentence = tree("El/DET/2/det medicucho=médico/NOUN/3/nsubj llega/VERB/0/root")
    assert finders["es"].find(sentence, wanted("doctor"))[:2] == (2, "lemma")


def test_several_words(finders):
    assert joined(["Agent", "d'", "entretien"]) == "agent d entretien"
    sentence = tree(
        "L'/DET/2/det agent/NOUN/6/nsubj de/ADP/4/case police/NOUN/2/nmod est/AUX/6/cop "
        "content/ADJ/0/root"
    )
    assert finders["fr"].find(sentence, wanted("police officer"))[:2] == (2, "form")


def test_an_adjective_may_be_a_noun_that_was_missed_a_finite_verb_not(finders):
    sentence = tree("Il/PRON/3/nsubj est/AUX/3/cop étudiant/ADJ/0/root")
    assert finders["fr"].find(sentence, wanted("student")).token == 3
    sentence = tree("Il/PRON/3/nsubj est/AUX/3/aux étudiant/VERB/0/root/VerbForm=Part")
    assert finders["fr"].find(sentence, wanted("student")).token == 3
    sentence = tree("La/PRON/2/obj guarda/VERB/0/root/V bien/ADV/2/advmod")
    assert finders["es"].find(sentence, wanted("guard")).cause == "noun-not-found"


def test_of_several_the_linked_the_person_the_fitting_and_the_near_one(finders):
    two = tree(
        "El/DET/2/det médico/NOUN/3/nsubj/M llama/VERB/0/root a/ADP/6/case una/DET/6/det "
        "médica/NOUN/3/obj/F"
    )
    find_two = finders["es"].find
    assert find_two(two, wanted("doctor", "Masc")).token == 2
    assert find_two(two, wanted("doctor", "Fem")).token == 6
    assert find_two(two, wanted("doctor", "Masc", linked=[6])).token == 6
    thing = tree(
        "El/DET/2/det técnico/NOUN/3/nsubj/M explica/VERB/0/root la/DET/5/det técnica/NOUN/3/obj/F"
    )
    assert find_two(thing, wanted("technician", "Fem")).token == 2
    far = tree(
        "El/DET/2/det médico/NOUN/3/nsubj/M ve/VERB/0/root a/ADP/6/case otro/DET/6/det "
        "médico/NOUN/3/obj/M"
    )
    assert find_two(far, wanted("doctor", position=1.0)).token == 6
    near = find_two(far, wanted("doctor", position=0.6))
    assert near[2:] == ("noun-ambiguous", "médico médico")


def test_by_link_only_a_noun_that_may_change(finders):
    sentence = tree(
        "La/DET/2/det chica/NOUN/3/nsubj/F cura/VERB/0/root la/DET/5/det mano/NOUN/3/obj"
    )
    find_it = finders["es"].find
    assert find_it(sentence, wanted("nurse", linked=[1, 2]))[:2] == (2, "link")
    assert find_it(sentence, wanted("nurse", linked=[5])).cause == "noun-not-found"
    assert find_it(sentence, wanted("nurse")).detail == "nurse"


def test_a_noun_of_one_gender_for_all(finders):
    sentence = tree("La/DET/2/det victime/NOUN/3/nsubj/F dort/VERB/0/root")
    found = finders["fr"].find(sentence, wanted("victim"))
    assert found[2:] == ("noun-fixed", "victime")
    assert find(sentence, "victime") == 2
