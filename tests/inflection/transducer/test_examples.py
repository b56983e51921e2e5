"""What of lexicon entries the transducer learns from."""

import math

import numpy as np

from cdaflow.inflection.lexicon import Entry
from cdaflow.inflection.transducer.examples import (
    Example,
    Item,
    changes,
    from_forms,
    from_lemmas,
    is_nominal,
    normal,
    of_item,
    of_lemma,
    readings,
    select,
)

FEM_SING = {"Gender": "Fem", "Number": "Sing"}
MASC_SING = {"Gender": "Masc", "Number": "Sing"}
MASC_PLUR = {"Gender": "Masc", "Number": "Plur"}


def test_lemma_examples_name_part_of_speech_and_features():
    entries = [Entry("Rojo", "ROJA", "ADJ", {**FEM_SING, "Person": "3"}, "treebank:x")]
    assert from_lemmas(entries) == [
        Example("rojo", ("ADJ", "Gender=Fem", "Number=Sing", "<lemma"), "roja", "rojo")
    ]


def test_forms_under_a_lemma_that_is_no_form_of_theirs_are_not_made_of_it():
    entries = [
        Entry("amare", "amante", "ADJ", FEM_SING, "unimorph:x"),
        Entry("amare", "amata", "VERB", {**FEM_SING, "VerbForm": "Part"}, "unimorph:x"),
        Entry("rosso", "rosso", "ADJ", MASC_SING, "unimorph:x"),
        Entry("rosso", "rossa", "ADJ", FEM_SING, "unimorph:x"),
    ]
    assert [example.target for example in from_lemmas(entries)] == ["amata", "rosso", "rossa"]


def test_form_examples_change_gender_or_number_but_not_both():
    entries = [
        Entry("rojo", "rojo", "ADJ", MASC_SING, "unimorph:x"),
        Entry("rojo", "roja", "ADJ", FEM_SING, "unimorph:x"),
        Entry("rojo", "rojos", "ADJ", MASC_PLUR, "unimorph:x"),
        Entry("rojo", "rojo", "NOUN", MASC_SING, "unimorph:x"),
    ]
    found = from_forms(entries)
    assert {(e.source, e.target) for e in found} == {
        ("rojo", "roja"), ("roja", "rojo"), ("rojo", "rojos"), ("rojos", "rojo"),
    }  # fmt: skip
    one = next(e for e in found if (e.source, e.target) == ("roja", "rojo"))
    assert set(one.symbols) == {
        "ADJ", "Gender=Masc", "Number=Sing", "<form", "<Gender=Fem", "<Number=Sing",
    }  # fmt: skip


def test_of_several_forms_for_one_question_only_a_treebank_s_first_counts():
    lexicon = [
        Entry("grande", "grande", "ADJ", MASC_SING, "unimorph:x"),
        Entry("grande", "gran", "ADJ", MASC_SING, "unimorph:x"),
        Entry("grande", "grandes", "ADJ", MASC_PLUR, "unimorph:x"),
    ]
    assert [example.target for example in from_lemmas(lexicon)] == ["grandes"]
    assert from_forms(lexicon) == []
    trees = [Entry("grande", "gran", "ADJ", MASC_SING, "treebank:x")]
    assert [example.target for example in from_lemmas([*trees, *lexicon])] == ["gran", "grandes"]


def test_gender_and_number_are_not_mistaken_for_each_other():
    entries = [
        Entry("x", "xa", "NOUN", {"Gender": "Fem"}, "unimorph:x"),
        Entry("x", "xs", "NOUN", {"Number": "Plur"}, "unimorph:x"),
    ]
    assert from_forms(entries) == []


def test_features_that_a_treebank_does_not_show_stand_for_any_value():
    number = {"Number": "Sing"}
    assert readings(Entry("rouge", "rouge", "ADJ", number, "unimorph:x")) == [number]
    found = readings(Entry("rouge", "rouge", "ADJ", number, "treebank:x"))
    assert len(found) == 3
    assert all(reading["Number"] == "Sing" for reading in found)
    assert [reading.get("Gender") for reading in found] == [None, "Fem", "Masc"]
    either = readings(Entry("x", "x", "NOUN", {"Gender": "Fem,Masc", **number}, "unimorph:x"))
    assert [reading["Gender"] for reading in either] == ["Fem", "Masc"]


def test_item_with_a_form_is_asked_of_the_form():
    one = of_item(Item("wrong", "ADJ", FEM_SING, "Rojo", MASC_SING))
    assert (one.source, one.lemma) == ("rojo", "wrong")
    assert "<Gender=Masc" in one.symbols
    assert of_item(Item("Rojo", "ADJ", FEM_SING)).symbols[-1] == "<lemma"


def test_words_are_composed_and_in_lower_case():
    assert normal("E\N{COMBINING ACUTE ACCENT}TÉ") == "été"


def test_nominal_entries():
    def entry(form, upos="NOUN", feats=None):
        return Entry("lemma", form, upos, {"Number": "Sing"} if feats is None else feats)

    assert is_nominal(entry("sous-continent"))
    assert is_nominal(entry('חו"ל'))
    assert not is_nominal(entry("150e"))
    assert not is_nominal(entry("a b"))
    assert not is_nominal(entry("a|b"))
    assert not is_nominal(entry("virus", feats={}))
    assert not is_nominal(entry("x", "PROPN"))
    assert not is_nominal(entry("x", "VERB", {"VerbForm": "Fin", "Number": "Sing"}))
    assert is_nominal(entry("x", "VERB", {"VerbForm": "Part", "Number": "Sing"}))
    assert not is_nominal(entry("x", feats={"Number": "Sing", "Gender[psor]": "Fem"}))


def lexicon(count=400):
    letters = "bcdfglmnprstv"
    stems = [letters[i % 13] + "a" + letters[i // 13 % 13] + "e" + letters[i // 169]
             for i in range(count)]  # fmt: skip
    return [
        Entry(stem + "o", stem + end, "ADJ", feats, "unimorph:x")
        for stem in stems
        for end, feats in (("o", MASC_SING), ("a", FEM_SING))
    ]


def test_what_is_asked_of_a_form_can_be_asked_of_its_lemma():
    item = Item("Bello", "ADJ", MASC_SING, "Belle", {"Gender": "Fem", "Number": "Sing"})
    of_form = of_item(item)
    assert (of_form.source, of_form.lemma, changes(of_form)) == ("belle", "bello", "Gender")
    lemma = of_lemma(of_form)
    assert lemma is not None
    assert lemma._replace(lemma="") == of_item(item._replace(form=""))
    assert (of_lemma(lemma), changes(lemma)) == (None, "")
    assert of_lemma(of_item(item._replace(lemma="_"))) is None
    plural = of_item(item._replace(feats=MASC_PLUR, form_feats=MASC_SING))
    assert changes(plural) == "Number"


def test_forms_in_the_other_gender_are_learned_of_treebank_words_first():
    entries = lexicon()
    last = {entry.lemma for entry in entries[-40:]}
    trees = [entry._replace(source="treebank:x") for entry in entries[-40:]]
    chosen = select([*entries, *trees], size=100, dev_share=0.0)
    genders = [e.lemma for e in chosen.training if changes(e) == "Gender"]
    assert len(genders) == 40
    assert set(genders) == last


def test_selection_keeps_lemmata_together_and_prefers_treebanks():
    entries = lexicon()
    trees = [entry._replace(source="treebank:x") for entry in entries[-40:]]
    chosen = select([*trees, *entries], size=300, dev_share=0.2, seed=1)
    assert len(chosen.training) + len(chosen.dev) == 300
    assert not {e.lemma for e in chosen.training} & {e.lemma for e in chosen.dev}
    lemmas = {e.lemma for e in chosen.training} | {e.lemma for e in chosen.dev}
    assert {entry.lemma for entry in trees} <= lemmas
    kinds = ["<lemma" in e.symbols for e in (*chosen.training, *chosen.dev)]
    assert kinds.count(False) == 120  # the lexicon changes gender, not number
    share = len(chosen.dev) / 300
    assert math.isclose(share, 0.2, abs_tol=0.1)
    assert select([*trees, *entries], size=300, dev_share=0.2, seed=1) == chosen
    assert select([*trees, *entries], size=300, dev_share=0.2, seed=2) != chosen


def test_held_out_lemmata_are_learned_neither_as_lemma_nor_as_form():
    entries = lexicon()
    without = {entries[0].lemma, entries[11].form}
    chosen = select(entries, size=10_000, dev_share=0.1, without=without)
    words = np.array([(e.source, e.target) for e in (*chosen.training, *chosen.dev)])
    assert not without & set(words.ravel().tolist())
    assert chosen.left_out == 3  # both forms of one lemma, and the form of the other
