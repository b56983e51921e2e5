"""Whose an English pronoun is: each rule of the guard with sentences of its own."""

import pytest
from handmade import question

from cdaflow.counterfactual.guard import load_resolver
from cdaflow.rewriting.english_rules import EnglishRules
from cdaflow.wordlists.english_lists import read_persons

from ..errors import raises

DOCTOR = "The/DET/2/det doctor/NOUN/3/nsubj/S"

#: Sentence, pronoun, noun, its case.
SAME = {
    "possessive of the subject's": (
        f"{DOCTOR} finished/VERB/0/root/V his/PRON/5/nmod:poss work/NOUN/3/obj/S",
        "his", "doctor", "possessive",
    ),
    "what somebody is": (
        "He/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det nurse/NOUN/0/root/S", "He", "nurse", "subject",
    ),
    "what somebody becomes": (
        "He/PRON/2/nsubj became=become/VERB/0/root a/DET/4/det nurse/NOUN/2/obj/S",
        "He", "nurse", "subject",
    ),
    "as what somebody works": (
        "He/PRON/2/nsubj works=work/VERB/0/root as/ADP/5/case a/DET/5/det nurse/NOUN/2/obl/S",
        "He", "nurse", "subject",
    ),
    "what they make somebody": (
        "They/PRON/2/nsubj/P made=make/VERB/0/root him/PRON/2/obj captain/NOUN/2/xcomp/S",
        "him", "captain", "object",
    ),
    "to what somebody was elected": (
        "He/PRON/3/nsubj:pass was=be/AUX/3/aux:pass elected=elect/VERB/0/root mayor/NOUN/3/xcomp/S",
        "He", "mayor", "subject",
    ),
    "like whom somebody behaves": (
        "He/PRON/2/nsubj behaves=behave/VERB/0/root like/ADP/5/case a/DET/5/det child/NOUN/2/obl/S",
        "He", "child", "subject",
    ),
    "whose dream it is": (
        "His/PRON/2/nmod:poss dream/NOUN/3/nsubj/S is=be/VERB/0/root to/PART/6/mark be/AUX/7/cop "
        "a/DET/7/det pilot/NOUN/3/xcomp/S",
        "His", "pilot", "possessive",
    ),
    "subject of a clause that is said": (
        f"{DOCTOR} said=say/VERB/0/root that/SCONJ/7/mark he/PRON/7/nsubj was=be/AUX/7/cop "
        "tired/ADJ/3/ccomp",
        "he", "doctor", "subject",
    ),
    "a fronted clause looks ahead": (
        "When/ADV/4/advmod he/PRON/4/nsubj is=be/AUX/4/cop tired/ADJ/8/advcl ,/PUNCT/8/punct "
        "the/DET/7/det doctor/NOUN/8/nsubj/S sleeps=sleep/VERB/0/root",
        "he", "doctor", "subject",
    ),
    "a fronted phrase looks ahead": (
        "In/ADP/3/case his/PRON/3/nmod:poss office/NOUN/6/obl/S the/DET/5/det "
        "doctor/NOUN/6/nsubj/S sleeps=sleep/VERB/0/root",
        "his", "doctor", "possessive",
    ),
    "a relative clause about the noun": (
        "The/DET/2/det nurse/NOUN/7/nsubj/S who/PRON/4/nsubj lost=lose/VERB/2/acl:relcl "
        "his/PRON/6/nmod:poss keys=key/NOUN/4/obj/P left=leave/VERB/0/root",
        "his", "nurse", "possessive",
    ),
    "a reflexive is the subject": (
        f"{DOCTOR} hurt/VERB/0/root/V himself/PRON/3/obj", "himself", "doctor", "reflexive",
    ),
    "himself right behind the noun": (
        "I/PRON/2/nsubj met=meet/VERB/0/root the/DET/4/det king/NOUN/2/obj/S himself/PRON/2/obl",
        "himself", "king", "reflexive",
    ),
    "the object of an infinitive of somebody else": (
        f"{DOCTOR} asked=ask/VERB/0/root me/PRON/3/obj to/PART/6/mark help/VERB/3/xcomp "
        "him/PRON/6/obj",
        "him", "doctor", "object",
    ),
    "a place beside the subject": (
        f"{DOCTOR} looked=look/VERB/0/root behind/ADP/5/case him/PRON/3/obl",
        "him", "doctor", "object",
    ),
    "what the subject carries along": (
        f"{DOCTOR} carries=carry/VERB/0/root a/DET/5/det gun/NOUN/3/obj/S with/ADP/7/case "
        "him/PRON/3/obl",
        "him", "doctor", "object",
    ),
    "a person who is said to be the noun": (
        f"{DOCTOR.replace('3', '5')} was=be/AUX/5/cop a/DET/5/det vegetarian/NOUN/0/root/S "
        "but/CCONJ/8/cc he/PRON/8/nsubj ate=eat/VERB/5/conj meat/NOUN/8/obj/S",
        "he", "doctor", "subject",
    ),
    "a person of the other gender": (
        f"{DOCTOR} told=tell/VERB/0/root the/DET/5/det woman/NOUN/3/iobj/S that/SCONJ/9/mark "
        "he/PRON/9/nsubj was=be/AUX/9/cop tired/ADJ/3/ccomp",
        "he", "doctor", "subject",
    ),
}  # fmt: skip

ANOTHER = {
    "the profession is the pronoun's own": (
        "His/PRON/2/nmod:poss doctor/NOUN/3/nsubj/S left=leave/VERB/0/root",
        "His", "doctor", "possessive",
    ),
    "his mother is the profession": (
        "His/PRON/2/nmod:poss mother/NOUN/5/nsubj/S is=be/AUX/5/cop a/DET/5/det "
        "nurse/NOUN/0/root/S",
        "His", "nurse", "possessive",
    ),
    "a subject above the noun (table 5 of the paper)": (
        "He/PRON/2/nsubj waited=wait/VERB/0/root for/ADP/5/case the/DET/5/det "
        "reporter/NOUN/2/obl/S",
        "He", "reporter", "subject",
    ),
    "a clause behind its subject": (
        "He/PRON/2/nsubj left=leave/VERB/0/root when/ADV/6/advmod the/DET/5/det "
        "doctor/NOUN/6/nsubj/S came=come/VERB/2/advcl",
        "He", "doctor", "subject",
    ),
    "the object of the noun's own clause": (
        f"{DOCTOR} saw=see/VERB/0/root him/PRON/3/obj", "him", "doctor", "object",
    ),
    "the object of the noun's infinitive": (
        f"{DOCTOR} wants=want/VERB/0/root to/PART/5/mark see/VERB/3/xcomp him/PRON/5/obj",
        "him", "doctor", "object",
    ),
    "with whom the subject went": (
        f"{DOCTOR} went=go/VERB/0/root with/ADP/5/case him/PRON/3/obl",
        "him", "doctor", "object",
    ),
    "a relative clause with another subject": (
        "The/DET/2/det doctor/NOUN/6/nsubj/S he/PRON/4/nsubj visited=visit/VERB/2/acl:relcl "
        "is=be/AUX/6/cop famous/ADJ/0/root",
        "he", "doctor", "subject",
    ),
    "spoken to": (
        "Doctor/NOUN/5/vocative/S ,/PUNCT/5/punct he/PRON/5/nsubj is=be/AUX/5/aux "
        "bleeding=bleed/VERB/0/root",
        "he", "Doctor", "subject",
    ),
    "beside the noun": (
        "He/PRON/5/nsubj and/CCONJ/4/cc the/DET/4/det doctor/NOUN/1/conj/S left=leave/VERB/0/root",
        "He", "doctor", "subject",
    ),
    "compared with": (
        f"{DOCTOR} works=work/VERB/0/root harder=hard/ADV/3/advmod than/ADP/6/case him/PRON/4/obl",
        "him", "doctor", "object",
    ),
    "not as a profession, but as much as one": (
        "He/PRON/2/nsubj works=work/VERB/0/root as/ADV/4/advmod hard/ADV/2/advmod as/ADP/7/case "
        "any/DET/7/det student/NOUN/4/obl/S",
        "He", "student", "subject",
    ),
    "a reflexive of another subject": (
        "I/PRON/2/nsubj saw=see/VERB/0/root a/DET/4/det man/NOUN/2/obj/S washing=wash/VERB/4/acl "
        "himself/PRON/5/obj near/ADP/9/case the/DET/9/det doctor/NOUN/5/obl/S",
        "himself", "doctor", "reflexive",
    ),
    "another person": (
        f"{DOCTOR} told=tell/VERB/0/root the/DET/5/det boy/NOUN/3/iobj/S that/SCONJ/9/mark "
        "he/PRON/9/nsubj was=be/AUX/9/cop ill/ADJ/3/ccomp",
        "he", "doctor", "subject",
    ),
    "somebody": (
        f"{DOCTOR} told=tell/VERB/0/root somebody/PRON/3/iobj/S that/SCONJ/8/mark "
        "he/PRON/8/nsubj was=be/AUX/8/cop ill/ADJ/3/ccomp",
        "he", "doctor", "subject",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def rules(nouns):
    return EnglishRules(nouns, {"vegetarian", "guest"})


@pytest.mark.parametrize("name", SAME)
def test_the_professions_own(rules, name):
    [answer] = rules.resolve([question(*SAME[name])])
    assert answer.same, answer.why


@pytest.mark.parametrize("name", ANOTHER)
def test_another_s(rules, name):
    [answer] = rules.resolve([question(*ANOTHER[name])])
    assert not answer.same
    assert answer.cause == "pronoun-of-another"
    assert answer.why


def test_a_noun_that_says_the_gender(rules):
    words = (
        "My/PRON/2/nmod:poss brother/NOUN/5/nsubj/S is=be/AUX/5/cop a/DET/5/det "
        "doctor/NOUN/0/root/S and/CCONJ/8/cc he/PRON/8/nsubj sings=sing/VERB/5/conj"
    )
    [answer] = rules.resolve([question(words, "he", "doctor", "subject")])
    assert (answer.same, answer.why, answer.cause) == (False, "brother", "gendered-noun")


@pytest.mark.parametrize(
    "like",
    [
        "are=be/AUX/9/cop like/ADP/9/case brothers=brother/NOUN/4/parataxis/P",
        "are=be/AUX/8/aux like/VERB/4/parataxis brothers=brother/NOUN/8/obj/P",
    ],
)
def test_a_plural_that_says_the_gender_of_the_person_and_others(rules, like):
    head = 9 if "cop" in like else 8
    words = (
        "He/PRON/4/nsubj is=be/AUX/4/cop my/PRON/4/nmod:poss doctor/NOUN/0/root/S ;/PUNCT/4/punct "
        f"we/PRON/{head}/nsubj/P {like}"
    )
    [answer] = rules.resolve([question(words, "He", "doctor", "subject")])
    assert (answer.same, answer.why, answer.cause) == (False, "brothers", "gendered-noun")


def test_a_noun_that_says_the_gender_of_whom_the_pronoun_may_be(rules):
    words = (
        "The/DET/2/det boy/NOUN/3/nsubj/S thinks=think/VERB/0/root he/PRON/7/nsubj is=be/AUX/7/cop "
        "a/DET/7/det doctor/NOUN/3/ccomp/S"
    )
    [answer] = rules.resolve([question(words, "he", "doctor", "subject")])
    assert (answer.same, answer.why, answer.cause) == (False, "boy", "gendered-noun")
    words = (
        "The/DET/2/det doctor/NOUN/3/nsubj/S talks=talk/VERB/0/root as/SCONJ/9/mark "
        "if/SCONJ/9/mark he/PRON/9/nsubj were=be/AUX/9/cop a/DET/9/det man/NOUN/3/advcl/S"
    )
    [answer] = rules.resolve([question(words, "he", "doctor", "subject")])
    assert (answer.same, answer.why, answer.cause) == (False, "man", "gendered-noun")


def test_answers_come_in_order(rules):
    answers = rules.resolve([question(*ANOTHER["spoken to"]), question(*SAME["what somebody is"])])
    assert [answer.same for answer in answers] == [False, True]


def test_resolvers_by_name(nouns, monkeypatch):
    class Point:
        name, value = "mine", "package:Mine"

        def load(self):
            return lambda: self.made

        made = EnglishRules

    monkeypatch.setattr("cdaflow.counterfactual.guard.entry_points", lambda group: [Point()])
    assert isinstance(load_resolver("rules", nouns, ()), EnglishRules)
    assert load_resolver("mine", nouns, ()) is EnglishRules
    monkeypatch.setattr(Point, "made", object())
    with raises("resolver.no-method"):
        load_resolver("mine", nouns, ())
    with raises("resolver.unknown", "rules, mine"):
        load_resolver("neural", nouns, ())


def test_lists_of_persons(tmp_path):
    (tmp_path / "one.tsv").write_text("person\tplural\nGuest\tguests\n\nrabbi\trabbis\n")
    assert read_persons([tmp_path / "one.tsv"]) == {"guest", "rabbi"}
