"""Rewriting: who is open, and what changes with them, on trees written by hand."""

from functools import cache

import pytest
from trees import tree

from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.rewriting.choices import choices
from cdaflow.rewriting.rewriter import Rewriter, read_pairs, reason_lines, rewrites
from cdaflow.trees import write_conllu

from ..errors import raises

ADJECTIVES = {
    "es": [("cansado", "cansada"), ("bonito", "bonita"), ("famoso", "famosa"), ("alto", "alta")],
    "fr": [("fatigué", "fatiguée")],
    "it": [("stanco", "stanca")],
}


@pytest.fixture(scope="module")
def rewriter(make_rewriter):
    return cache(lambda language: make_rewriter(language, ADJECTIVES[language]))


DOCTOR_ES = """
    El el DET 2 det Gender=Masc|Number=Sing|PronType=Art
    médico médico NOUN 4 nsubj Gender=Masc|Number=Sing
    está estar AUX 4 cop Number=Sing|Person=3|VerbForm=Fin
    cansado cansado ADJ 0 root Gender=Masc|Number=Sing
"""
DOCTOR_EN = """
    The the DET 2 det
    doctor doctor NOUN 4 nsubj Number=Sing
    is be AUX 4 cop
    tired tired ADJ 0 root
"""


def offered(rewriter, language, target, source, gender="Fem"):
    (found,) = rewriter(language).rewrite([tree(target)], [tree(source)], gender)
    return found


def test_a_person_whom_english_leaves_open_changes_with_what_is_said(rewriter):
    assert offered(rewriter, "es", DOCTOR_ES, DOCTOR_EN).text == "La médica está cansada"


def test_back_again(rewriter):
    feminine = DOCTOR_ES.replace("El el", "La el").replace("médico médico", "médica médico")
    feminine = feminine.replace("cansado cansado", "cansada cansado").replace("Masc", "Fem")
    assert offered(rewriter, "es", feminine, DOCTOR_EN, "Masc").text == "El médico está cansado"


def test_who_has_the_gender_already_is_no_offer(rewriter):
    found = offered(rewriter, "es", DOCTOR_ES, DOCTOR_EN, "Masc")
    assert (found.text, found.cause) == ("", "unchanged")


@pytest.mark.parametrize(("noun", "text"), [("brother", ""), ("sibling", "Mi hermana")])
def test_a_gendered_noun_of_english_tells(rewriter, noun, text):
    target = DOCTOR_ES.replace("El el DET 2 det Gender=Masc|", "Mi mi DET 2 det ")
    target = target.replace("médico médico", "hermano hermano")
    source = DOCTOR_EN.replace("The the", "My my").replace("doctor doctor", f"{noun} {noun}")
    found = offered(rewriter, "es", target, source)
    assert found.text.startswith(text)
    assert bool(found.text) is bool(text)
    assert found.cause == ("" if text else "nobody-open")


def test_what_he_or_she_is_said_to_be_is_told(rewriter):
    target = """
        Es ser AUX 3 cop Number=Sing|Person=3|VerbForm=Fin
        un uno DET 3 det Gender=Masc|Number=Sing
        médico médico NOUN 0 root Gender=Masc|Number=Sing
    """
    source = """
        {} he PRON 4 nsubj
        are be AUX 4 cop
        a a DET 4 det
        doctor doctor NOUN 0 root Number=Sing
    """
    assert offered(rewriter, "es", target, source.format("He")).text == ""
    assert offered(rewriter, "es", target, source.format("You")).text == "Es una médica"


def test_a_named_person_stays(rewriter):
    target = """
        El el DET 2 det Gender=Masc|Number=Sing
        médico médico NOUN 4 nsubj Gender=Masc|Number=Sing
        Sasha Sasha PROPN 2 appos
        duerme dormir VERB 0 root Number=Sing|Person=3|VerbForm=Fin
    """
    source = """
        Doctor doctor NOUN 2 compound Number=Sing
        Sasha Sasha PROPN 3 nsubj
        sleeps sleep VERB 0 root
    """
    assert offered(rewriter, "es", target, source).text == ""


@pytest.mark.parametrize(
    ("language", "target", "source", "text"),
    [
        ("es", "Estoy estar AUX 2 cop Person=1|Number=Sing\ncansado cansado", "I", "Estoy cansada"),
        ("es", "Está estar AUX 2 cop Person=3|Number=Sing\ncansado cansado", "He", ""),
        ("es", "Está estar AUX 2 cop Person=3|Number=Sing\ncansado cansado", "You", "Está cansada"),
        ("it", "Sono essere AUX 2 cop Person=3|Number=Plur\nstanco stanco", "I", "Sono stanca"),
    ],
)
def test_speakers_and_hearers_are_open(rewriter, language, target, source, text):
    target += " ADJ 0 root Gender=Masc|Number=Sing"
    source = f"{source} i PRON 3 nsubj\nam be AUX 3 cop\ntired tired ADJ 0 root"
    assert offered(rewriter, language, target, source).text == text


def test_things_stay(rewriter):
    target = """
        El el DET 2 det Gender=Masc|Number=Sing
        médico médico NOUN 3 nsubj Gender=Masc|Number=Sing
        tiene tener VERB 0 root Number=Sing|Person=3|VerbForm=Fin
        un uno DET 5 det Gender=Masc|Number=Sing
        coche coche NOUN 3 obj Gender=Masc|Number=Sing
        bonito bonito ADJ 5 amod Gender=Masc|Number=Sing
    """
    source = """
        The the DET 2 det
        doctor doctor NOUN 3 nsubj Number=Sing
        has have VERB 0 root
        a a DET 6 det
        pretty pretty ADJ 6 amod
        car car NOUN 3 obj Number=Sing
    """
    found = offered(rewriter, "es", target, source)
    assert found.text == "La médica tiene un coche bonito"


def test_a_predicate_noun_changes_with_its_determiner(rewriter):
    # The English names nobody "famous", so that the word is said of the friend.
    target = """
        Mi mi DET 2 det Number=Sing|Person=1
        amigo amigo NOUN 5 nsubj Gender=Masc|Number=Sing
        es ser AUX 5 cop Number=Sing|Person=3|VerbForm=Fin
        un uno DET 5 det Gender=Masc|Number=Sing
        famoso famoso NOUN 0 root Gender=Masc|Number=Sing
    """
    source = """
        My my PRON 2 nmod:poss Poss=Yes
        friend friend NOUN 4 nsubj Number=Sing
        is be AUX 4 cop
        famous famous ADJ 0 root
    """
    assert offered(rewriter, "es", target, source).text == "Mi amiga es una famosa"


def test_a_copula_of_a_fact_stays(rewriter):
    target = """
        è essere AUX 3 cop Number=Sing|Person=3|VerbForm=Fin
        stato essere AUX 3 cop Gender=Masc|Number=Sing|VerbForm=Part
        bello bello ADJ 0 root Gender=Masc|Number=Sing
        chiamare chiamare VERB 3 csubj VerbForm=Inf
        il il DET 6 det Gender=Masc|Number=Sing
        medico medico NOUN 4 obj Gender=Masc|Number=Sing
    """
    source = """
        Calling call VERB 3 csubj
        helped help VERB 0 root
        the the DET 4 det
        doctor doctor NOUN 2 obj Number=Sing
    """
    assert offered(rewriter, "it", target, source).text == "è stato bello chiamare la medica"


def test_a_noun_taken_for_an_adjective_and_its_determiner_for_a_pronoun(rewriter):
    # "Nuestro" has no gender and "médico" is its attribute: a tree such as small annotators make.
    target = """
        Nuestro nuestro PRON 3 nsubj Number=Sing|Person=1|PronType=Prs
        médico médico ADJ 1 amod Gender=Masc|Number=Sing
        duerme dormir VERB 0 root Number=Sing|Person=3|VerbForm=Fin
    """
    source = """
        Our our PRON 2 nmod:poss Poss=Yes
        doctor doctor NOUN 3 nsubj Number=Sing
        sleeps sleep VERB 0 root
    """
    assert offered(rewriter, "es", target, source).text == "Nuestra médica duerme"


@pytest.mark.parametrize(
    ("pronoun", "text"), [("it", "La médica quiere verlo"), ("them", "La médica quiere verla")]
)
def test_english_tells_whether_a_clitic_is_a_person(rewriter, pronoun, text):
    target = """
        El el DET 2 det Gender=Masc|Number=Sing
        médico médico NOUN 3 nsubj Gender=Masc|Number=Sing
        quiere querer VERB 0 root Number=Sing|Person=3|VerbForm=Fin
        verlo verlo ADJ 3 xcomp Gender=Masc|Number=Sing
    """
    source = f"""
        The the DET 2 det
        doctor doctor NOUN 3 nsubj Number=Sing
        wants want VERB 0 root
        seeing see VERB 3 xcomp
        {pronoun} {pronoun} PRON 4 obj
    """
    assert offered(rewriter, "es", target, source).text == text


def test_indefinites_stand_for_persons_where_english_has_no_noun(rewriter):
    target = """
        Certains certain PRON 2 nsubj Gender=Masc|Number=Plur|PronType=Ind
        dorment dormir VERB 0 root Number=Plur|Person=3|VerbForm=Fin
    """
    some = "Some some PRON 2 nsubj\nsleep sleep VERB 0 root"
    cars = "Some some DET 2 det\ncars car NOUN 3 nsubj Number=Plur\nrust rust VERB 0 root"
    assert offered(rewriter, "fr", target, some).text == "Certaines dorment"
    assert offered(rewriter, "fr", target, cars).text == ""


def test_a_doubtful_form_is_no_offer(rewriter):
    target = DOCTOR_ES.replace("cansado cansado", "perplejín perplejín")
    found = offered(rewriter, "es", target, DOCTOR_EN)
    assert (found.text, found.cause) == ("", "inflection")
    assert "perplejín" in found.detail


def test_a_lexicon_is_wanted(english_lists):
    with raises("lexicon.missing"):
        Rewriter(InterventionPipeline(base_model("es")), english_lists, {})


def test_files(rewriter, tmp_path):
    write_conllu(tmp_path / "es.conllu", [tree(DOCTOR_ES)] * 2)
    write_conllu(tmp_path / "en.conllu", [tree(DOCTOR_EN)] * 2)
    paths = (tmp_path / "en.conllu", tmp_path / "es.conllu")
    total, pairs = read_pairs("es", trees=paths)
    found = list(rewrites(pairs, rewriter("es"), "Fem"))
    assert (total, [each.text for each in found]) == (None, ["La médica está cansada"] * 2)
    assert list(reason_lines(found)) == ["line\tcause\tdetail"]


def test_sides_of_different_lengths(tmp_path):
    write_conllu(tmp_path / "es.conllu", [tree(DOCTOR_ES)])
    write_conllu(tmp_path / "en.conllu", [tree(DOCTOR_EN)] * 2)
    _, pairs = read_pairs("es", trees=(tmp_path / "en.conllu", tmp_path / "es.conllu"))
    with raises("translations.too-few-sentences", "1"):
        list(pairs)
    with raises("option.texts-or-trees"):
        read_pairs("es", texts=(tmp_path / "en.txt", None))


PARENTS_EN = """
    My my PRON 2 nmod:poss
    parents parent NOUN 4 nsubj Number=Plur
    are be AUX 4 cop
    tired tired ADJ 0 root
"""


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", """
            Mis mi DET 2 det Number=Plur|Poss=Yes
            padres padre NOUN 4 nsubj Gender=Masc|Number=Plur
            están estar AUX 4 cop Number=Plur|Person=3|VerbForm=Fin
            cansados cansado ADJ 0 root Gender=Masc|Number=Plur
        """),
        ("es", """
            Los el DET 2 det Gender=Masc|Number=Plur
            papás papá NOUN 3 nsubj Gender=Masc|Number=Plur
            duermen dormir VERB 0 root Number=Plur|Person=3|VerbForm=Fin
        """),
        ("it", """
            I il DET 2 det Gender=Masc|Number=Plur
            genitori genitore NOUN 3 nsubj Gender=Masc|Number=Plur
            dormono dormire VERB 0 root Number=Plur|Person=3|VerbForm=Fin
        """),
    ],
)  # fmt: skip
def test_a_man_and_a_woman_are_no_two_women(rewriter, language, text):
    (found,) = rewriter(language).rewrite([tree(text)], [tree(PARENTS_EN)], "Fem")
    assert (found.text, found.cause) == ("", "nobody-open")


def test_what_would_not_agree_is_not_offered(rewriter):
    text = """
        Un uno DET 2 det Gender=Masc|Number=Sing
        médico médico NOUN 4 nsubj Gender=Masc|Number=Sing
        cansado cansar VERB 4 obj Number=Sing
        duerme dormir VERB 0 root Number=Sing|Person=3|VerbForm=Fin
    """
    english = """
        A a DET 2 det
        doctor doctor NOUN 3 nsubj Number=Sing
        sleeps sleep VERB 0 root
    """
    (found,) = rewriter("es").rewrite([tree(text)], [tree(english)], "Fem")
    assert (found.text, found.cause) == ("", "disagreement")
    assert found.detail == "'médica cansado' do not agree"
    assert choices(rewriter("es"), [tree(text)], [tree(english)])[0].cause == "disagreement"
