"""Trees that their own words' agreement shows to be wrong."""

import pytest
from trees import tree

from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.syntax.coreference import coreference_cluster
from cdaflow.syntax.predicates import predicates_of_speakers
from cdaflow.syntax.repairs import repair_genders, repair_heads

M, F = "Gender=Masc|Number=Sing", "Gender=Fem|Number=Sing"
MP = "Gender=Masc|Number=Plur"


def test_an_attribute_goes_with_the_noun_beside_it_that_it_agrees_with():
    lines = f"""
        presidente presidente NOUN 4 nsubj {M}
        eletto eletto ADJ 3 amod {M}
        nomina nomina NOUN 1 nmod {F}
        revoca revocare VERB 0 root Number=Sing
    """
    assert [t.head for t in repair_heads(tree(lines), "it").tokens] == [4, 1, 1, 0]
    right = tree(lines.replace("ADJ 3 amod", "ADJ 1 amod"))
    assert repair_heads(right, "it") is right
    agreeing = tree(lines.replace("nmod Gender=Fem", "nmod Gender=Masc"))
    assert repair_heads(agreeing, "it") is agreeing


def test_a_noun_below_the_attribute_cannot_become_its_head():
    sentence = tree(f"""
        presidente presidente NOUN 2 nmod {M}
        eletto eletto ADJ 3 amod {M}
        nomina nomina NOUN 0 root {F}
    """)
    assert repair_heads(sentence, "it") is sentence


@pytest.mark.parametrize(
    ("determiner", "noun"), [("5 obl", "2 obj"), ("2 obl", "4 nsubj")], ids=["beside", "below"]
)
def test_a_possessive_taken_for_a_noun_is_a_determiner(determiner, noun):
    lines = f"""
        detto dire VERB 2 csubj {M}
        avete avere VERB 0 root Number=Plur
        i il DET 4 det {MP}
        vostri vostro NOUN {determiner} {MP}
        amici amico NOUN {noun} {MP}
    """
    tokens = repair_heads(tree(lines), "it").tokens
    assert [(t.upos, t.head) for t in tokens[2:4]] == [("DET", 5), ("DET", 5)]
    assert (tokens[4].upos, tokens[4].head) == ("NOUN", 2)
    # Two nouns that are no determiners stay.
    other = tree(lines.replace("vostri vostro", "giovani giovane"))
    assert repair_heads(other, "it") is other


@pytest.mark.parametrize(("ending", "gender"), [("?", None), (".", "Masc")])
def test_a_tag_question_agrees_with_nothing(ending, gender):
    sentence = tree(f"""
        musicista musicista NOUN 0 root {M}
        , , PUNCT 3 punct
        vero vero ADJ 1 amod {M}
        {ending} {ending} PUNCT 1 punct
    """)
    assert repair_heads(sentence, "it").tokens[2].feats.get("Gender") == gender


def test_a_participle_behind_have_is_of_the_perfect_whatever_have_is_taken_for():
    lines = f"""
        avete avere VERB 0 root Number=Plur
        detto dire VERB 1 csubj {M}|VerbForm=Part
    """
    assert "Gender" not in repair_genders(tree(lines), "it").tokens[1].feats
    other = tree(lines.replace("avete avere", "siete essere"))
    assert repair_genders(other, "it").tokens[1].feats["Gender"] == "Masc"


@pytest.mark.parametrize(
    ("language", "have", "participle"),
    [
        ("fr", "as-tu as-tir VERB", "dégoté dégoter VERB"),
        ("fr", "avez-vous avozivrer VERB", "appris apprendre VERB"),
        ("es", "haberte habertir VERB", "escuchado escuchar ADJ"),
        ("es", "habiéndolos habiéndolos VERB", "visto ver VERB"),
        ("it", "averla avere VERB", "detto dire VERB"),
    ],
)
def test_a_pronoun_behind_have_hides_it_from_no_participle(language, have, participle):
    lines = f"""
        {have} 0 root Number=Sing
        {participle} 1 xcomp {M}|VerbForm=Part
    """
    assert "Gender" not in repair_genders(tree(lines), language).tokens[1].feats


@pytest.mark.parametrize(
    ("language", "verb"), [("fr", "est-il être"), ("es", "dejarte dejar"), ("it", "tenerla tenere")]
)
def test_a_pronoun_behind_another_verb_leaves_its_participle_alone(language, verb):
    lines = f"""
        {verb} VERB 0 root Number=Sing
        visto ver VERB 1 xcomp {M}|VerbForm=Part
    """
    assert repair_genders(tree(lines), language).tokens[1].feats["Gender"] == "Masc"


def test_a_noun_of_two_genders_has_that_of_two_determiners():
    both = ("musicista", "musicista", "NOUN")
    lexicon = Lexicon(
        [Entry(*both, {"Gender": each, "Number": "Sing"}, "unimorph:t") for each in ("Fem", "Masc")]
    )
    sentence = tree(f"""
        il il DET 3 det {M}
        tuo tuo DET 3 det {M}
        musicista musicista NOUN 0 root {F}
    """)
    genders = SentenceInflector(Inflector("it", lexicon)).genders
    assert repair_genders(sentence, "it", genders).tokens[2].feats["Gender"] == "Masc"


def test_a_participle_that_no_lexicon_has_has_the_gender_of_its_ending():
    sentence = tree("""
        chirurgiens chirurgien NOUN 2 nsubj:pass Gender=Masc|Number=Plur
        licenciés licencier VERB 0 root Gender=Fem|Number=Plur|Tense=Past|VerbForm=Part
    """)
    genders = SentenceInflector(Inflector("fr", Lexicon([]))).genders
    assert repair_genders(sentence, "fr", genders).tokens[1].feats["Gender"] == "Masc"


def test_the_number_tells_which_genders_a_form_may_have():
    entries = [
        Entry("campione", "campione", "NOUN", {"Gender": "Masc", "Number": "Sing"}, "wordlist:t"),
        Entry("campione", "campione", "NOUN", {"Gender": "Fem", "Number": "Plur"}, "wordlist:t"),
    ]
    genders = SentenceInflector(Inflector("it", Lexicon(entries))).genders
    for feats, wanted in (("Number=Sing", {"Masc"}), ("Number=Plur", {"Fem"})):
        noun = tree(f"campione campione NOUN 0 root {feats}").tokens[0]
        assert genders(noun) == wanted


@pytest.mark.parametrize(
    ("subject", "verb", "found"),
    [
        ("Io io PRON 3 nsubj Person=1", "sono essere AUX 3 cop Number=Plur|Person=3", {3}),
        ("Ne ne PRON 3 iobj PronType=Prs", "sono essere AUX 3 cop Number=Plur|Person=3", {3}),
        ("Ne ne PRON 3 iobj PronType=Prs", "sei essere AUX 3 cop Number=Sing|Person=2", {3}),
        ("Lei lei PRON 3 nsubj Person=3", "era essere AUX 3 cop Number=Sing|Person=3", set()),
        ("Lo lo PRON 3 obj Person=3", "ho avere AUX 3 aux Number=Sing|Person=1", set()),
    ],
)
def test_what_is_said_of_a_speaker(subject, verb, found):
    sentence = tree(f"{subject}\n{verb}\nsicura sicuro ADJ 0 root {F}")
    assert predicates_of_speakers(sentence, "it") == found


@pytest.mark.parametrize(("person", "found"), [("1", {3}), ("3", {3, 5})])
def test_a_pronoun_of_the_third_person_is_no_speaker(person, found):
    sentence = tree(f"""
        sono essere AUX 3 cop Number=Sing|Person={person}
        una uno DET 3 det {F}
        attrice attore NOUN 0 root {F}
        con con ADP 5 case
        lei lei PRON 3 nmod {F}|Person=3|PronType=Prs
    """)
    assert coreference_cluster(sentence, 3, "es", lambda noun: True) - {2} == found


@pytest.mark.parametrize(("person", "found"), [("1", {2}), ("2", {2}), ("3", set())])
def test_what_speakers_feel_is_said_of_them(person, found):
    sentence = tree(f"""
        sentivo sentire VERB 0 root Person={person}|VerbForm=Fin
        onorata onorare VERB 1 xcomp {F}|VerbForm=Part
    """)
    assert predicates_of_speakers(sentence, "it") == found
