from collections import Counter

import pytest
from trees import DOCTOR, both, tree

from cdaflow.agreement.gold import GoldPair, TreePair, gold, gold_pair, match, paired

from ..errors import raises


def pair(lines, name="s"):
    return TreePair(name, both(lines, name), ("Masc", "Fem"))


def test_the_first_differing_noun_is_intervened_on_and_the_rest_changes():
    to_fem, to_masc = (gold_pair(pair(DOCTOR), side) for side in (0, 1))
    assert isinstance(to_fem, GoldPair)
    assert (to_fem.noun, to_fem.gender, to_fem.changed) == (2, "Fem", {1, 3, 5})
    assert isinstance(to_masc, GoldPair)
    assert (to_masc.noun, to_masc.gender, to_masc.changed) == (2, "Masc", {1, 3, 5})
    assert to_fem.counterpart(5).form == "cansada"


def test_capitals_and_apostrophes_are_no_difference():
    lines = """
        L'/l’ le DET 2 det Number=Sing
        avocat/avocate avocat NOUN 0 root Gender=?|Number=Sing
    """
    found = gold_pair(pair(lines), 0)
    assert isinstance(found, GoldPair)
    assert not found.changed


def test_what_differs_for_the_sound_is_no_change():
    lines = """
        padre/madre padre NOUN 0 root Gender=?
        y/e y CCONJ 3 cc
        abuelo/abuela abuelo NOUN 1 conj Gender=?
        de/d' de ADP 5 case
        lui/elle lui PRON 1 nmod Gender=?
    """
    found = gold_pair(pair(lines), 0)
    assert isinstance(found, GoldPair)
    assert found.changed == {3, 5}
    assert found.euphonic == {2, 4}


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("Hola hola INTJ 0 root", "nothing differs"),
        ("Cansado/Cansada cansado ADJ 0 root Gender=?", "no noun differs"),
    ],
)
def test_pairs_that_cannot_be_used_tell_why(lines, reason):
    assert gold_pair(pair(lines), 0) == reason


def test_left_out_pairs_are_counted_for_each_direction():
    found = gold([pair(DOCTOR), pair("Solo/Sola solo ADJ 0 root Gender=?"), pair(DOCTOR)])
    assert {to: len(pairs) for to, pairs in found.directions.items()} == {"Fem": 2, "Masc": 2}
    assert found.read == 3
    assert len(found) == 4
    assert found.left_out == {
        "Fem": Counter({"no noun differs": 1}),
        "Masc": Counter({"no noun differs": 1}),
    }


def test_without_genders_told_those_of_the_noun_count():
    masculine, feminine = both(DOCTOR)
    found = gold([TreePair("s", (feminine, masculine))])
    assert {to: [p.gender for p in pairs] for to, pairs in found.directions.items()} == {
        "Masc": ["Masc"],
        "Fem": ["Fem"],
    }


def test_gold_trees_show_changes_that_forms_do_not():
    lines = """
        El/La el DET 2 det Gender=?
        estudiante estudiante NOUN 0 root Gender=?
        inteligente inteligente ADJ 2 amod Gender=?
    """
    by_tags = gold_pair(pair(lines), 0, "tags")
    assert isinstance(by_tags, GoldPair)
    assert (by_tags.noun, by_tags.changed) == (2, {1, 3})
    assert gold_pair(pair(lines), 0, "forms") == "no noun differs"
    epicene = gold_pair(pair(lines), 0, "forms", "epicene")
    assert isinstance(epicene, GoldPair)
    assert (epicene.noun, epicene.changed) == (2, {1})


def test_the_gender_of_an_epicene_noun_is_that_of_what_agrees_with_it():
    lines = "El/La el DET 2 det Gender=?\njuez juez NOUN 0 root"
    sides = both(lines)
    found = gold_pair(TreePair("s", sides), 0, "tags", "epicene")
    assert isinstance(found, GoldPair)
    assert (found.noun, found.gender, found.changed) == (2, "Fem", {1})


def test_all_nouns_that_differ_may_be_intervened_on():
    lines = """
        El/La el DET 2 det Gender=?
        jefe/jefa jefe NOUN 0 root Gender=?
        y y CCONJ 4 cc
        amigo/amiga amigo NOUN 2 conj Gender=?
    """
    first, every = (gold_pair(pair(lines), 0, "forms", which) for which in ("first", "all"))
    assert isinstance(first, GoldPair)
    assert (first.nouns, first.changed) == ({2}, {1, 4})
    assert isinstance(every, GoldPair)
    assert (every.nouns, every.changed) == ({2, 4}, {1})


def test_a_word_more_without_gender_is_matched_with_nothing():
    lines = "{} el DET 2 det\n{} jefe NOUN 3 nsubj Gender={}\nentra entrar VERB 0 root"
    one = tree(lines.format("la", "jefa", "Fem") + "\nya ya ADV 3 advmod")
    two = tree(lines.format("el", "jefe", "Masc"))
    matched = match(one, two)
    assert matched is not None
    assert [token and token.form for token in matched] == ["el", "jefe", "entra", None]
    assert [token and token.form for token in match(two, one)] == ["la", "jefa", "entra"]


def test_words_with_gender_that_have_no_counterpart_are_not_matched():
    one = tree("a a ADP 3 case\nla el DET 3 det\njefa jefa NOUN 0 root Gender=Fem")
    two = tree("al al ADP 2 case\njefe jefe NOUN 0 root Gender=Masc")
    assert match(one, two) is None
    assert gold_pair(TreePair("s", (one, two), ("Fem", "Masc")), 0).startswith("words that have no")


def test_pairs_of_a_file():
    alone = tree("Hola hola INTJ 0 root", "a")
    (first, second) = both(DOCTOR, "b")
    (found,) = paired([alone, first, second, alone])
    assert (found.name, found.genders) == ("b", ("Masc", "Fem"))
    assert found.trees == (first, second)


def test_a_counterfactual_without_its_sentence_is_an_error():
    with raises("pair.counterfactual-does-not-follow", "x-cf", "x"):
        list(paired([tree("Hola hola INTJ 0 root", "x-cf")]))
