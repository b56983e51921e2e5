"""The English grammar: sentences written out by hand, trees, a and an."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.demo.corpus import load_grammar
from cdaflow.demo.grammar import Grammar
from cdaflow.demo.lexicon import load_inventory
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Scene, Tense, Thing
from cdaflow.demo.scenes import CONSTRUCTIONS, scenes
from cdaflow.languages import get
from cdaflow.languages.en import PRONOUNS, takes_an
from cdaflow.trees import Token
from cdaflow.wordlists.english_lists import load_stereotypes

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
M, F = Gender.MASCULINE, Gender.FEMININE
PLURAL, PRESENT = Number.PLURAL, Tense.PRESENT
D = Determiner


@pytest.fixture(scope="module")
def english() -> Grammar:
    return load_grammar("en", WORDLISTS)


nurse, doctor, cook = Person("nurse", F), Person("doctor", M), Person("cook", M)
lawyer, king = Person("lawyer", F), Person("king", F)
they = replace(nurse, neutral=True)
car, bottle = Thing("car"), Thing("bottle")


EXPECTED = [
    (Scene("simple", (replace(nurse, adjective="old"),), verbs=("work",), place="hospital",
           time="every_day", tense=PRESENT), "The old nurse works at the hospital every day."),
    (Scene("simple", (replace(nurse, number=PLURAL, determiner=D.ALL),), verbs=("sleep",),
           place="front_of_church", time="two_days_ago"),
     "All the nurses slept in front of the church two days ago."),
    (Scene("simple", (Person("child", M, PLURAL, D.TWO),), verbs=("sing",), time="often",
           tense=PRESENT), "Two children often sing."),
    (Scene("motion", (Person("salesperson", M, PLURAL, D.THIS),), verbs=("come_in",),
           time="this_morning"), "These salespeople came in this morning."),
    (Scene("transitive", (Person("engineer", F, determiner=D.A),),
           (Thing("watch", PLURAL, D.A, "old"),), ("sell",), time="on_monday"),
     "An engineer sold some old watches on Monday."),
    (Scene("predicate", (lawyer,), adjectives=("tired",), very=True, tense=PRESENT),
     "The lawyer is very tired."),
    (Scene("predicate", (Person("king", F, PLURAL, D.OUR),), adjectives=("rich",)),
     "Our queens were rich."),
    (Scene("passive", (nurse,), verbs=("invite",), time="yesterday"),
     "The nurse was invited yesterday."),
    (Scene("passive-agent", (nurse, Person("director", M)), verbs=("recognise",)),
     "The nurse was recognized by the director."),
    (Scene("relative-subject", (doctor,), verbs=("work",), adjectives=("old",), place="theatre",
           tense=PRESENT), "The doctor who works at the theater is old."),
    (Scene("relative-object", (doctor, lawyer), verbs=("know",), adjectives=("famous",)),
     "The doctor that the lawyer knew was famous."),
    (Scene("coordinated-people", (doctor, nurse), adjectives=("tired",), tense=PRESENT),
     "The doctor and the nurse are tired."),
    (Scene("coordinated-people-motion", (doctor, king), verbs=("go_out",), time="last_week"),
     "The doctor and the queen went out last week."),
    (Scene("coordinated-verbs", (nurse,), (Thing("window"),), ("arrive", "break")),
     "The nurse arrived and broke the window."),
    (Scene("of-person", (Person("writer", F),), (car,), adjectives=("red",), tense=PRESENT),
     "The writer's car is red."),
    (Scene("of-person", (Person("writer", F, PLURAL),), (Thing("key", PLURAL),),
           adjectives=("small",)), "The writers' keys were small."),
    (Scene("of-person", (Person("child", F, PLURAL, D.MY),), (car,), adjectives=("red",)),
     "My children's car was red."),
    (Scene("to-person", (Person("waiter", M), nurse), (bottle,)),
     "The waiter gave the bottle to the nurse."),
    (Scene("there-is", (replace(doctor, determiner=D.A, adjective="Italian"),), place="rome",
           tense=PRESENT), "There is an Italian doctor in Rome."),
    (Scene("we-verb", (Person("guard", F, adjective="tired"),), verbs=("see",), place="station"),
     "We saw the tired guard at the station."),
    (Scene("question", (nurse,), adjectives=("tired",), tense=PRESENT), "Is the nurse tired?"),
    (Scene("question-where", (doctor,), verbs=("live",)), "Where did the doctor live?"),
    (Scene("negation", (replace(doctor, number=PLURAL),), verbs=("eat",), place="kitchen",
           tense=PRESENT), "The doctors do not eat in the kitchen."),
    (Scene("comparison", (cook, nurse), adjectives=("lazy",)),
     "The cook was lazier than the nurse."),
    (Scene("comparison", (cook, nurse), adjectives=("patient",), tense=PRESENT),
     "The cook is more patient than the nurse."),
    (Scene("own-thing", (nurse,), (Thing("report"),), ("finish",), referent=0),
     "The nurse finished her report."),
    (Scene("own-thing", (replace(nurse, number=PLURAL),), (Thing("bus", PLURAL),), ("sell",),
           referent=0), "The nurses sold their buses."),
    (Scene("profession", (replace(lawyer, determiner=D.A, adjective="honest"),), referent=0,
           tense=PRESENT), "She is an honest lawyer."),
    (Scene("profession", (replace(they, determiner=D.A),), referent=0), "They were a nurse."),
    (Scene("become", (replace(cook, determiner=D.A),), time="last_year", referent=0),
     "He became a cook last year."),
    (Scene("work-as", (Person("accountant", F, determiner=D.A),), place="hotel", referent=0,
           tense=PRESENT), "She works as an accountant at the hotel."),
    (Scene("said", (nurse,), adjectives=("ready",), referent=0),
     "The nurse said that she was ready."),
    (Scene("said", (they,), adjectives=("ready",), referent=0),
     "The nurse said that they were ready."),
    (Scene("when", (doctor,), verbs=("leave",), adjectives=("sad",), referent=0),
     "When the doctor left, he was sad."),
    (Scene("reflexive", (nurse,), verbs=("hurt",), time="yesterday", referent=0),
     "The nurse hurt herself yesterday."),
    (Scene("reflexive", (they,), verbs=("defend_self",), referent=0),
     "The nurse defended themselves."),
    (Scene("hers", (cook,), (Thing("car", PLURAL, D.THAT),), referent=0),
     "The cook said that those cars were his."),
    (Scene("hers", (nurse,), (car,), referent=0), "The nurse said that the car was hers."),
    (Scene("because-adjective", (lawyer, cook), verbs=("hire",), adjectives=("patient",),
           referent=1), "The lawyer hired the cook because he was patient."),
    (Scene("because-adjective", (lawyer, cook), verbs=("apologise_to",), adjectives=("sick",),
           referent=0), "The lawyer apologized to the cook because she was sick."),
    (Scene("because-adjective", (they, cook), verbs=("ask_for_help",), adjectives=("tired",),
           referent=0), "The nurse asked the cook for help because they were tired."),
    (Scene("because-verb", (lawyer, cook), verbs=("hire", "speak_french"), referent=1),
     "The lawyer hired the cook because he spoke French well."),
    (Scene("because-verb", (lawyer, cook), verbs=("call", "lose_keys"), referent=0),
     "The lawyer called the cook because she had lost the keys."),
    (Scene("because-verb", (they, cook), verbs=("argue_with", "have_no_time"), referent=0),
     "The nurse argued with the cook because they did not have time."),
    (Scene("because-verb", (they, cook), verbs=("shout_at", "be_in_a_hurry"), referent=0),
     "The nurse shouted at the cook because they were in a hurry."),
    (Scene("object-pronoun", (cook, nurse), verbs=("recognise", "greet"), referent=1),
     "The cook recognized the nurse and greeted her."),
    (Scene("object-pronoun", (cook, they), verbs=("meet", "help"), referent=1),
     "The cook met the nurse and helped them."),
    (Scene("thank-for", (cook, nurse), (Thing("advice"),), referent=1),
     "The cook thanked the nurse for her advice."),
    (Scene("promise", (cook, nurse), (car,), ("repair",), referent=0),
     "The cook promised the nurse to repair his car."),
    (Scene("thing-predicate", (), (Thing("box", PLURAL, D.THIS),), adjectives=("heavy",),
           tense=PRESENT), "These boxes are heavy."),
    (Scene("thing-place", (), (replace(car, adjective="red"),), place="front_of_church",
           tense=PRESENT), "The red car is in front of the church."),
    (Scene("thing-motion", (), (Thing("train"),), ("arrive",), time="always", tense=PRESENT),
     "The train always arrives."),
    (Scene("thing-passive", (), (Thing("door"),), ("forget",), time="yesterday"),
     "The door was forgotten yesterday."),
    (Scene("weather", time="often", tense=PRESENT), "It often rains."),
    (Scene("thing-pronoun", (cook,), (car,), ("buy", "sell")),
     "The cook bought the car and sold it."),
    (Scene("thing-pronoun", (cook,), (Thing("key", PLURAL),), ("lose", "find")),
     "The cook lost the keys and found them."),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "expected"), EXPECTED, ids=lambda value: str(value)[:40])
def test_sentences_as_written_by_hand(scene: Scene, expected: str, english: Grammar) -> None:
    tree = english.tree(scene)
    assert tree.text == expected
    assert tree.comment("text") == expected


def test_every_construction_is_written_out() -> None:
    assert {scene.construction for scene, _ in EXPECTED} == set(CONSTRUCTIONS)


def _drawn(english: Grammar, count: int) -> list[Scene]:
    shares = load_stereotypes(WORDLISTS / "stereotypes.tsv", english.lexicon.professions)
    return list(itertools.islice(scenes(shares, 7, "test"), count))


def _sanity(tokens: tuple[Token, ...]) -> None:
    assert [token.id for token in tokens] == list(range(1, len(tokens) + 1))
    assert [token.deprel for token in tokens if token.head == 0] == ["root"]
    for token in tokens:
        seen, at = set(), token
        while at.head:
            assert at.id not in seen, "a cycle"
            seen.add(at.id)
            at = tokens[at.head - 1]
    arcs = [(min(t.id, t.head), max(t.id, t.head)) for t in tokens if t.head]
    for (a, b), (c, d) in itertools.combinations(arcs, 2):
        crossing = a < c < b < d or c < a < d < b
        assert not crossing


def test_trees_are_trees(english: Grammar) -> None:
    for scene in _drawn(english, 600):
        _sanity(english.tree(scene).tokens)


def test_relations_of_a_pronoun_sentence(english: Grammar) -> None:
    scene = Scene("because-adjective", (lawyer, cook), verbs=("call",), adjectives=("sick",),
                  referent=0)  # fmt: skip
    words = [(t.form, t.upos, t.head, t.deprel) for t in english.tree(scene).tokens]
    assert words == [
        ("The", "DET", 2, "det"), ("lawyer", "NOUN", 3, "nsubj"), ("called", "VERB", 0, "root"),
        ("the", "DET", 5, "det"), ("cook", "NOUN", 3, "obj"), ("because", "SCONJ", 9, "mark"),
        ("she", "PRON", 9, "nsubj"), ("was", "AUX", 9, "cop"), ("sick", "ADJ", 3, "advcl"),
        (".", "PUNCT", 3, "punct"),
    ]  # fmt: skip


def test_features_are_those_of_ewt(english: Grammar) -> None:
    scene = Scene("reflexive", (nurse,), verbs=("hurt",), referent=0)
    tokens = english.tree(scene).tokens
    assert tokens[3].feats == {
        "Case": "Acc", "Gender": "Fem", "Number": "Sing", "Person": "3", "PronType": "Prs",
        "Reflex": "Yes",
    }  # fmt: skip
    owner = english.tree(EXPECTED[15][0]).tokens  # The writers' keys were small.
    assert [(t.form, t.lemma, t.deprel) for t in owner[1:3]] == [
        ("writers", "writer", "nmod:poss"), ("'", "'s", "case"),
    ]  # fmt: skip


def test_only_pronouns_and_suppletive_nouns_change_with_the_gender(english: Grammar) -> None:
    """Each word that differs between a sentence and its counterfactual shows the gender."""
    pairs = {frozenset(p) for p in (("he", "she"), ("him", "her"), ("his", "her"),
             ("his", "hers"), ("himself", "herself"))}  # fmt: skip
    suppletive = {
        frozenset((forms[i], forms[i + 1]))
        for forms in english.lexicon.professions.values()
        for i in (0, 2)
        if forms[i] != forms[i + 1]
    }
    for scene in _drawn(english, 600):
        if scene.focus is None:
            continue
        one = english.tree(scene).tokens
        other = english.tree(scene.counterfactual()).tokens
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            if a.form != b.form:
                assert frozenset((a.form.lower(), b.form.lower())) in pairs | suppletive
            assert (a.upos, a.head, a.deprel) == (b.upos, b.head, b.deprel)


def test_no_key_is_without_english_words(english: Grammar) -> None:
    inventory = load_inventory()
    tables = english.lexicon.tables
    assert set(inventory.nouns) == set(tables["nouns"])
    assert set(inventory.adjectives) == set(tables["adjectives"])
    assert set(inventory.places) == set(tables["places"])
    assert set(inventory.times) == set(tables["times"])
    for frame, keys in inventory.verbs.items():
        table = "reasons" if frame.startswith("vp-") else "verbs"
        assert set(keys) <= set(tables[table]), frame


@pytest.mark.parametrize("word", [
    "actor", "engineer", "hour", "heir", "honest", "honor", "uncle", "umbrella", "unimportant",
    "uninteresting", "MP", "8th", "11", "18-year-old", "X-ray", "SMS", "L",
    "onion", "herb", "only", "apple",
])  # fmt: skip
def test_an(word: str) -> None:
    assert takes_an(word)


@pytest.mark.parametrize("word", [
    "nurse", "university", "European", "one", "once", "user", "useful", "unit", "unique", "union",
    "house", "hero", "hairdresser", "1st", "110", "180", "euro", "ukulele",
    "herbivore", "", "yacht", "utility", "uranium",
])  # fmt: skip
def test_a(word: str) -> None:
    assert takes_an(word) is False


@pytest.mark.parametrize("word", ["CEO", "UK", "NGO", "NEW"])
def test_capitals_that_may_be_a_word_are_left_alone(word: str) -> None:
    assert takes_an(word) is None
    forms = [t.form for t in get("en").apply_contractions(_tokens(["an", word, "a", word])).tokens]
    assert forms[::2] == ["an", "a"]


def _tokens(words: list[str]) -> list[Token]:
    upos = {"a": "DET", "an": "DET", '"': "PUNCT"}
    return [
        Token(i, word, word, upos.get(word.lower(), "NOUN"), head=i - 1)
        for i, word in enumerate(words, 1)
    ]


WORDS = st.lists(st.sampled_from(["a", "An", "A", "an", "hour", "nurse", "one", '"', "FBI"]))


@given(WORDS)
def test_settling_twice_changes_nothing(words: list[str]) -> None:
    apply_contractions = get("en").apply_contractions
    once = apply_contractions(_tokens(words))
    assert apply_contractions(once.tokens) == once


def test_settling_keeps_capitals_and_looks_past_quotes() -> None:
    forms = [
        t.form
        for t in get("en").apply_contractions(_tokens(["A", '"', "hour", "an", "nurse"])).tokens
    ]
    assert forms == ["An", '"', "hour", "a", "nurse"]


def test_pronouns_have_both_readings_of_her_and_his() -> None:
    readings = {(p.form, p.case) for p in PRONOUNS}
    assert {("her", "object"), ("her", "possessive"), ("his", "possessive"),
            ("his", "independent"), ("themself", "object")} <= readings  # fmt: skip
