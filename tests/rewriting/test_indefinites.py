"""Pronouns that stand alone for persons: where they do, and what changes with them."""

import pytest
from handmade import tree

from cdaflow.rewriting.indefinites import indefinites, pronouns_of_several, with_pronouns

MP = "Gender=Masc|Number=Plur"
SLEEP = "dorment=dormir/VERB/{}/{}/Number=Plur|Person=3|VerbForm=Fin"


def test_a_pronoun_counts_where_the_english_verb_is_taken_for_a_noun(rewrite):
    target = f"Certains=certain/PRON/2/nsubj/{MP} " + SLEEP.format(0, "root")
    assert rewrite("fr", target, "Some/DET/2/det sleep/NOUN/0/root/S") == "Certaines dorment"


def test_a_determiner_in_french_is_none(rewrite):
    target = f"Certains=certain/DET/2/det/{MP} trains=train/NOUN/3/nsubj/{MP} "
    target += "partent=partir/VERB/0/root/Number=Plur|Person=3|VerbForm=Fin"
    source = "Some/DET/2/det trains/NOUN/3/nsubj/P leave/VERB/0/root"
    assert rewrite("fr", target, source) == ""


@pytest.mark.parametrize(("who", "text"), [("who", "Celles qui dorment"), ("that", "")])
def test_those_who_sleep_are_persons_beside_a_noun(rewrite, who, text):
    target = (f"Ceux=celui/PRON/0/root/{MP} qui/PRON/3/nsubj {SLEEP.format(1, 'acl')} "
              f"et/CCONJ/6/cc les=le/DET/6/det/P élèves=élève/NOUN/1/conj/P")  # fmt: skip
    source = (f"Those/PRON/0/root/P {who}/PRON/3/nsubj sleep/VERB/1/acl "
              "and/CCONJ/6/cc the/DET/6/det pupils/NOUN/1/conj/P")  # fmt: skip
    assert rewrite("fr", target, source).startswith(text)
    assert bool(rewrite("fr", target, source)) is bool(text)


def test_somebody_is_written_in_one_word(rewrite):
    target = ("J'=je/PRON/2/nsubj/Person=1 aide=aider/VERB/0/root/Person=1|VerbForm=Fin "
              "quelqu'=quelque/PRON/4/nmod+ un/PRON/2/obj/M")  # fmt: skip
    source = "I/PRON/2/nsubj help/VERB/0/root someone/PRON/2/obj"
    assert rewrite("fr", target, source).endswith("quelqu'une")


@pytest.mark.parametrize(
    ("rest", "text"),
    [
        ("de/ADP/4/case Paris/PROPN/1/nmod", "Aucune de Paris"),
        ("de/ADP/5/case ces=ce/DET/5/det/P trains=train/NOUN/1/nmod/P", ""),
    ],
)
def test_some_of_several_go_with_their_noun(rewrite, rest, text):
    target = f"Aucun/PRON/0/root/M {rest}".replace("/4/", "/3/").replace("/5/", "/4/")
    assert rewrite("fr", target, "None/PRON/0/root from/ADP/3/case Paris/PROPN/1/nmod") == text


def test_what_is_said_of_a_pronoun_goes_with_it(rewrite):
    target = ("Aucun/DET/3/det/M n'=ne/ADV/4/advmod est=être/AUX/4/aux/V "
              "arrivé=arriver/VERB/0/root/PPM")  # fmt: skip
    source = "None/PRON/2/nsubj arrived/VERB/0/root"
    assert rewrite("fr", target, source) == "Aucune n' est arrivée"


@pytest.mark.parametrize("upos", ["NOUN", "ADJ"])
def test_small_annotators_are_repaired(upos):
    def genders(token):
        return {"Fem"} if token.form == "invitées" else set()

    words = "Celles=celui/PRON/2/nmod/Gender=Fem|Number=Plur "
    found = with_pronouns(tree(f"{words} invitées/{upos}/0/root/P"), "fr", genders)
    assert [(t.upos, t.head, t.deprel) for t in found.tokens] == [
        ("PRON", 0, "root"),
        ("VERB", 1, "acl"),
    ]
    found = with_pronouns(tree("Quiconque/NOUN/2/nsubj/M dort/VERB/0/root"), "fr", genders)
    assert (found.tokens[0].upos, dict(found.tokens[0].feats)) == ("PRON", {})
    found = with_pronouns(tree("Plusieurs/DET/2/det trains/NOUN/0/root/P"), "fr", genders)
    assert found.tokens[0].upos == "DET"


def test_the_determiner_of_all_is_one_whatever_it_is_taken_for(rewrite):
    target = ("Tout=tout/ADV/2/advmod coiffeur/NOUN/3/nsubj/M "
              "dort=dormir/VERB/0/root/V")  # fmt: skip
    source = "Any/DET/2/det hairdresser/NOUN/3/nsubj/S sleeps/VERB/0/root"
    assert rewrite("fr", target, source) == "Toute coiffeuse dort"


@pytest.mark.parametrize(
    ("text", "genders"),
    [
        (f"certains/NOUN/0/root/{MP} de/ADP/3/case discipline/NOUN/1/nmod/F", {1: "Masc"}),
        (f"certains/PRON/0/root/{MP} des/ADP/3/case faits/NOUN/1/nmod/{MP}", {}),
        (f"certains/DET/2/det/{MP} faits/NOUN/0/root/{MP}", {}),
    ],
)
def test_pronouns_of_several(text, genders):
    assert pronouns_of_several(tree(text), "fr") == genders


@pytest.mark.parametrize("language", ["es", "fr", "it", "pt"])
def test_forms_that_are_always_pronouns_are_some_of_all(language):
    for gender in ("Masc", "Fem"):
        assert indefinites(language, gender, always=True) <= indefinites(language, gender)


def test_pronouns_that_are_split_at_a_hyphen(rewrite):
    target = (f"Quelques=quelque/DET/2/det/P -uns/NOUN/3/nsubj/{MP} "
              "dorment=dormir/VERB/0/root/Number=Plur|Person=3|VerbForm=Fin")  # fmt: skip
    source = "A/DET/2/det few/ADJ/3/nsubj sleep/VERB/0/root"
    assert rewrite("fr", target, source) == "Quelques-unes dorment"


def test_whoever_is_never_a_determiner():
    found = with_pronouns(tree("Quiconque/NOUN/0/root/S présent/ADJ/1/amod/M"), "fr", lambda _: ())
    assert found.tokens[0].upos == "PRON"
    found = with_pronouns(tree("Plusieurs/DET/2/det/P juges/NOUN/0/root/P"), "fr", lambda _: ())
    assert found.tokens[0].upos == "DET"


@pytest.mark.parametrize(
    ("source", "theirs", "text"),
    [("theirs", "lui", "à elle"), ("theirs", "il", "à il")],
)
def test_theirs_is_a_persons_beside_a_thing_of_the_same_gender(rewrite, source, theirs, text):
    """The pronoun of "à lui" is never said of a thing, as "il" may be."""
    target = ("Le=le/DET/2/det/M coiffeur/NOUN/3/nsubj/M dit=dire/VERB/0/root/V "
              "que/SCONJ/9/mark le=le/DET/6/det/M vélo/NOUN/9/nsubj/M "
              f"est=être/AUX/9/cop/V à/ADP/9/case {theirs}=lui/PRON/3/ccomp/"
              "Gender=Masc|Number=Sing|Person=3|PronType=Prs")  # fmt: skip
    english = ("The/DET/2/det hairdresser/NOUN/3/nsubj/S says/VERB/0/root "
               "that/SCONJ/8/mark the/DET/6/det "
               f"bicycle/NOUN/8/nsubj/S is/AUX/8/cop {source}/PRON/3/ccomp")  # fmt: skip
    assert rewrite("fr", target, english) == f"La coiffeuse dit que le vélo est {text}"
