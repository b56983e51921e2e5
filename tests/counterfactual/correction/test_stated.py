"""Which English sentences state a person's gender, and their copies of the other gender."""

import pyarrow as pa
import pytest
from handmade import tree

from cdaflow.counterfactual.correction.stated import StatedPersons, persons_of_lists
from cdaflow.rewriting.english_rules import EnglishRules
from cdaflow.rewriting.swapper import Swapper
from cdaflow.syntax.tree import word_spans

PERSONS = {"friend": ("friend", "Sing"), "friends": ("friend", "Plur")}


@pytest.fixture
def search(pronouns, nouns, professions):
    known = persons_of_lists(professions, PERSONS)
    rules = EnglishRules(nouns, {" ".join(words) for words in known})
    return StatedPersons(Swapper(pronouns, nouns), known, rules)


def stated(search, *sentences):
    trees = [tree(words) for words in sentences]
    rows = [{"id": n, "source": each.text} for n, each in enumerate(trees, 1)]
    pairs = [(each, word_spans(each, each.text)) for each in trees]
    return list(search.stated(rows, pairs))


LOST = (
    "The/DET/2/det doctor/NOUN/3/nsubj/S lost=lose/VERB/0/root her/PRON/5/nmod:poss/Poss=Yes "
    "keys=key/NOUN/3/obj/P+ ./PUNCT/3/punct"
)
#: The rules do not know whose the pronoun is.
ASKED = (
    "The/DET/2/det doctor/NOUN/3/nsubj/S asked=ask/VERB/0/root the/DET/5/det nurse/NOUN/3/obj/S "
    "to/PART/7/mark help/VERB/3/xcomp her/PRON/7/obj+ ./PUNCT/3/punct"
)
#: They do, since the nurse comes behind it.
CALLED = (
    "The/DET/2/det doctor/NOUN/3/nsubj/S lost=lose/VERB/0/root her/PRON/5/nmod:poss/Poss=Yes "
    "keys=key/NOUN/3/obj/P and/CCONJ/7/cc called=call/VERB/3/conj the/DET/9/det "
    "nurse/NOUN/7/obj/S+ ./PUNCT/3/punct"
)


def test_a_sentence_comes_with_its_copy(search):
    original, copy = stated(search, LOST)
    assert original == ("The doctor lost her keys.", "doctor", "Sing", 4, 10, "Fem", "original", 1)
    assert copy == ("The doctor lost his keys.", "doctor", "Sing", 4, 10, "Masc", "swapped", 1)


def test_two_persons_are_taken_where_the_rules_know_whose_the_pronoun_is(search):
    found = stated(search, ASKED, CALLED)
    assert [each.profession for each in found] == ["doctor", "doctor"]
    assert search.dropped == {"another": 1}


def test_where_the_person_stands_in_a_copy_that_is_longer(search):
    words = (
        "Her/PRON/2/nmod:poss/Poss=Yes aunt/NOUN/5/nsubj/S is=be/AUX/5/cop a/DET/5/det "
        "doctor/NOUN/0/root/S+ ./PUNCT/5/punct"
    )
    she = "She/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det doctor/NOUN/0/root/S+ ./PUNCT/4/punct"
    original, copy = stated(search, she)
    assert (copy.source, copy.gender) == ("He is a doctor.", "Masc")
    for each in (original, copy):
        assert each.source[each.profession_start : each.profession_end] == "doctor"
    assert not stated(search, words)  # The pronoun is not the doctor's.


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        ("Maria/PROPN/2/nsubj calls=call/VERB/0/root herself/PRON/2/obj a/DET/5/det "
         "doctor/NOUN/2/obj/S+ ./PUNCT/2/punct", "name"),
        ("The/DET/2/det waitress/NOUN/3/nsubj/S lost=lose/VERB/0/root "
         "her/PRON/5/nmod:poss/Poss=Yes keys=key/NOUN/3/obj/P+ ./PUNCT/3/punct",
         "gendered-person"),
    ],
)  # fmt: skip
def test_what_is_not_taken(search, words, cause):
    assert not stated(search, words)
    assert sum(search.dropped.values()) == 1
    assert set(search.dropped) <= {cause, "another"}


def test_a_sentence_that_is_there_as_a_copy_is_not_taken_again(search):
    assert len(stated(search, LOST, LOST.replace("her/", "his/"))) == 2
    assert search.dropped == {"duplicate": 1}


def test_given_answers_need_no_tree(search):
    row = {"id": 7, "source": "The nurse called the doctor because she was ill.",
           "profession": "nurse", "gender": "Fem"}  # fmt: skip
    found = list(search.given([row, {**row, "profession": "lawyer"}]))
    assert [(each.profession, each.gender, each.origin) for each in found] == [
        ("nurse", "Fem", 7),
        ("nurse", "Masc", 7),
    ]
    assert found[1].source == "The nurse called the doctor because he was ill."
    assert search.dropped == {"not-there": 1}


def test_candidates_are_found_without_trees(search):
    column = pa.array([
        "The doctor lost her keys.", "The doctor lost her keys.", "He met her and the doctor.",
        "The table lost its legs.", "She sleeps.", "Her friends sleep.",
    ])  # fmt: skip
    assert search.candidates(column) == ["The doctor lost her keys."]
    assert search.dropped == {"pronoun": 2, "no-person": 2, "duplicate": 1}
