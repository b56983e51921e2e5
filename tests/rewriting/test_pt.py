"""Portuguese in the other gender, on trees written by hand as Bosque has them."""

from pathlib import Path

import pytest
from trees import tree

from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.alternatives.structures import marked, read_alternatives
from cdaflow.cli import main
from cdaflow.inflection.realise import realise
from cdaflow.rewriting.rewriter import Rewriter
from cdaflow.trees import write_conllu

from ..errors import raises

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"

#: What no word list has: adjectives of all the classes.
ADJECTIVES = (
    ("cansado", "cansada"), ("trabalhador", "trabalhadora"), ("inglês", "inglesa"),
    ("são", "sã"), ("europeu", "europeia"), ("cru", "crua"), ("novo", "nova"), ("bom", "boa"),
    ("contente", "contente"), ("chorão", "chorona"),
)  # fmt: skip


@pytest.fixture(scope="module")
def rewriter(make_rewriter):
    return make_rewriter("pt", ADJECTIVES)


def offered(rewriter, target, source, gender):
    (found,) = rewriter.rewrite([tree(target)], [tree(source)], gender)
    return found.text


MS, FS = "Gender=Masc|Number=Sing", "Gender=Fem|Number=Sing"
MP, FP = "Gender=Masc|Number=Plur", "Gender=Fem|Number=Plur"


def both(masculine):
    """Return a tree of which all words are masculine with the features of a feminine one."""
    return masculine.replace(MS, FS).replace(MP, FP)


ENGLISH = """
    The the DET 2 det
    doctor doctor NOUN 4 nsubj Number=Sing
    is be AUX 4 cop
    tired tired ADJ 0 root
"""


@pytest.mark.parametrize(("masculine", "feminine"), ADJECTIVES)
def test_an_adjective_of_each_class_goes_with_its_noun(rewriter, masculine, feminine):
    target = f"""
        O o DET 2 det {MS}|PronType=Art
        médico médico NOUN 4 nsubj {MS}
        é ser AUX 4 cop Number=Sing|Person=3|VerbForm=Fin
        {masculine} {masculine} ADJ 0 root {MS}
    """
    assert offered(rewriter, target, ENGLISH, "Fem") == f"A médica é {feminine}"
    back = both(target).replace("O o DET", "A o DET").replace("médico médico", "médica médico")
    back = back.replace(f"{masculine} {masculine}", f"{feminine} {masculine}")
    assert offered(rewriter, back, ENGLISH, "Masc") == f"O médico é {masculine}"


@pytest.mark.parametrize(
    ("contraction", "parts", "other"),
    [
        ("do", "de o", "da"), ("no", "em o", "na"), ("ao", "a o", "à"), ("pelo", "por o", "pela"),
        ("dum", "de um", "duma"), ("num", "em um", "numa"), ("deste", "de este", "desta"),
        ("naquele", "em aquele", "naquela"), ("àquele", "a aquele", "àquela"),
        ("doutro", "de outro", "doutra"), ("nalgum", "em algum", "nalguma"),
        ("Ao", "A o", "À"), ("AO", "A O", "À"), ("DO", "DE O", "DA"),
    ],
)  # fmt: skip
def test_a_contraction_goes_with_its_noun(rewriter, contraction, parts, other):
    first, second = parts.split()
    target = f"""
        ={contraction} 2
        {first} {first.lower()} ADP 3 case
        {second} {second.lower()} DET 3 det {MS}
        médico médico NOUN 4 obl {MS}
        falei falar VERB 0 root Number=Sing|Person=1|VerbForm=Fin
    """
    assert offered(rewriter, target, ENGLISH, "Fem") == f"{other} médica falei"


def test_what_was_written_apart_stays_apart(rewriter):
    target = f"""
        em em ADP 3 case
        um um DET 3 det {MS}
        médico médico NOUN 4 obl {MS}
        confio confiar VERB 0 root Number=Sing|Person=1|VerbForm=Fin
    """
    assert offered(rewriter, target, ENGLISH, "Fem") == "em uma médica confio"


@pytest.mark.parametrize("preposition", ["ADP", "SCONJ"])
def test_the_preposition_of_an_infinitive(rewriter, preposition):
    """Bosque has the preposition before the subject of an infinitive as a conjunction."""
    target = f"""
        Ri rir VERB 0 root Number=Sing|Person=1|VerbForm=Fin
        =ao 2
        a a {preposition} 5 mark
        o o DET 4 det {MS}|PronType=Art
        médico médico NOUN 5 nsubj {MS}
        sair sair VERB 1 advcl VerbForm=Inf
    """
    assert offered(rewriter, target, ENGLISH, "Fem") == "Ri à médica sair"


@pytest.mark.parametrize(("noun", "other"), [("patrão", "patroa"), ("cirurgião", "cirurgiã"),
                                             ("capitão", "capitã"), ("juiz", "juíza")])  # fmt: skip
@pytest.mark.parametrize(
    ("determiner", "lemma", "feminine"),
    [
        ("o", "o", "a"), ("um", "um", "uma"), ("este", "este", "esta"), ("meu", "meu", "minha"),
        ("seu", "seu", "sua"), ("nosso", "nosso", "nossa"), ("algum", "algum", "alguma"),
        ("nenhum", "nenhum", "nenhuma"), ("todo", "todo", "toda"), ("outro", "outro", "outra"),
        ("cada", "cada", "cada"), ("qualquer", "qualquer", "qualquer"),
    ],
)  # fmt: skip
def test_determiners(rewriter, determiner, lemma, feminine, noun, other):
    gender = "" if determiner == feminine else MS
    target = f"""
        {determiner} {lemma} DET 2 det {gender}
        {noun} {noun} NOUN 3 nsubj {MS}
        dorme dormir VERB 0 root Number=Sing|Person=3|VerbForm=Fin
    """
    english = {"patrão": "boss", "cirurgião": "surgeon", "capitão": "captain", "juiz": "judge"}
    source = ENGLISH.replace("doctor", english[noun])
    assert offered(rewriter, target, source, "Fem") == f"{feminine} {other} dorme"


def test_participles_of_the_copulas_agree_and_that_of_the_perfect_does_not(rewriter):
    target = f"""
        Os o DET 2 det {MP}|PronType=Art
        médicos médico NOUN 4 nsubj:pass {MP}
        foram ser AUX 4 aux:pass Number=Plur|Person=3|VerbForm=Fin
        contratados contratar VERB 0 root {MP}|VerbForm=Part
        e e CCONJ 7 cc
        têm ter AUX 7 aux Number=Plur|Person=3|VerbForm=Fin
        trabalhado trabalhar VERB 4 conj {MS}|VerbForm=Part
    """
    source = ENGLISH.replace("doctor doctor NOUN 4 nsubj Number=Sing",
                             "doctors doctor NOUN 4 nsubj Number=Plur")  # fmt: skip
    expected = "As médicas foram contratadas e têm trabalhado"
    assert offered(rewriter, target, source, "Fem") == expected


@pytest.mark.parametrize(("verb", "clitic", "other"), [("contratá-lo", "lo", "contratá-la"),
                                                       ("viram-no", "no", "viram-na"),
                                                       ("vejo-o", "o", "vejo-a")])  # fmt: skip
def test_a_pronoun_behind_its_verb(rewriter, verb, clitic, other):
    target = f"""
        Sim sim ADV 2 advmod
        ={verb} 2
        {verb.split("-")[0]} ver VERB 0 root VerbForm=Fin
        {clitic} ele PRON 2 obj {MS}|Case=Acc|Person=3|PronType=Prs
    """
    source = """
        They they PRON 2 nsubj Number=Plur|Person=3|PronType=Prs
        see see VERB 0 root
        them they PRON 2 obj Number=Plur|Person=3|PronType=Prs
    """
    assert offered(rewriter, target, source, "Fem") == f"Sim {other}"


def test_her_own_pronoun_stays(rewriter):
    """The owner in "dele" is another person, whose gender the English shows."""
    target = f"""
        O o DET 2 det {MS}|PronType=Art
        médico médico NOUN 5 nsubj {MS}
        =dele 2
        de de ADP 4 case
        ele ele PRON 2 nmod {MS}|Person=3|PronType=Prs
        dorme dormir VERB 0 root Number=Sing|Person=3|VerbForm=Fin
    """
    source = ENGLISH.replace("The the DET 2 det", "His he PRON 2 nmod:poss Gender=Masc|Poss=Yes")
    assert offered(rewriter, target, source, "Fem") == "A médica dele dorme"


@pytest.mark.parametrize("language", ["de", "ru", "he"])
def test_a_language_that_cannot_be_written(language):
    """The error comes before anything is read, and says what can be rewritten."""
    with raises("language.not-written", str(language)) as error:
        Rewriter(InterventionPipeline(base_model(language)), None, {})
    assert "es, fr, it, pt" in error.value.hint


@pytest.mark.parametrize(
    ("determiner", "feats", "noun"), [("A o", FS, "homem"), ("Sua seu", FS + "|Poss=Yes", "marido")]
)
def test_a_woman_is_a_wife_only_beside_a_possessor(rewriter, determiner, feats, noun):
    target = f"""
        {determiner} DET 2 det {feats}
        mulher mulher NOUN 3 nsubj {FS}
        dorme dormir VERB 0 root Number=Sing|Person=3|VerbForm=Fin
    """
    genders = {position: {"Gender": "Masc"} for position in (1, 2)}
    found = realise(tree(target), genders, rewriter.words.inflector)
    assert found.sentence.text == f"{'O' if noun == 'homem' else 'Seu'} {noun} dorme"


def test_things(rewriter):
    """Security, boxes and suspicions are no guards, cashiers and suspects."""
    for noun, lemma in (("segurança", "segurança"), ("caixa", "caixa"), ("suspeita", "suspeito")):
        target = f"""
            A o DET 2 det {FS}|PronType=Art
            {noun} {lemma} NOUN 3 nsubj {FS}
            dorme dormir VERB 0 root Number=Sing|Person=3|VerbForm=Fin
        """
        source = ENGLISH.replace("doctor", "box")
        assert offered(rewriter, target, source, "Masc") == ""


def test_the_command_with_trees(tmp_path, capsys):
    target = f"""
        =Pelo 2
        Por por ADP 3 case
        o o DET 3 det {MS}|PronType=Art
        médico médico NOUN 5 obl:agent {MS}
        fui ser AUX 5 aux:pass Number=Sing|Person=1|VerbForm=Fin
        vista ver VERB 0 root {FS}|VerbForm=Part
    """
    source = """
        The the DET 2 det
        doctor doctor NOUN 3 nsubj Number=Sing
        saw see VERB 0 root
        her she PRON 3 obj Gender=Fem|Number=Sing|Person=3|PronType=Prs
    """
    for name, text in (("pt", target), ("en", source)):
        write_conllu(tmp_path / f"{name}.conllu", [tree(text)])
    command = (
        f"counterfactual rewrite --lang pt --to Fem --model base --determiners all "
        f"--english-trees {tmp_path / 'en.conllu'} --target-trees {tmp_path / 'pt.conllu'} "
        f"--word-list {WORDLISTS / 'professions.pt.tsv'} --output {tmp_path / 'out.txt'}"
    )
    assert main(command.split()) == 0, capsys.readouterr().err
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == "Pela médica fui vista\n"


@pytest.mark.parametrize("language", ["de", "ru"])
def test_the_command_in_a_language_that_cannot_be_written(language, tmp_path, capsys):
    output = tmp_path / "out.txt"
    command = f"counterfactual rewrite --lang {language} --to Fem --model base --output {output}"
    assert main(command.split()) == 1
    error = capsys.readouterr().err
    assert "[language.not-written]" in error
    assert "es, fr, it, pt" in error
    assert not output.exists()


def test_alternatives_of_trees(tmp_path, capsys):
    """Two people, one behind a contraction, which changes with its noun."""
    target = f"""
        O o DET 2 det {MS}|PronType=Art
        médico médico NOUN 3 nsubj {MS}
        falou falar VERB 0 root Number=Sing|Person=3|VerbForm=Fin
        =ao 2
        a a ADP 6 case
        o o DET 6 det {MS}|PronType=Art
        patrão patrão NOUN 3 obl {MS}
    """
    source = """
        The the DET 2 det
        doctor doctor NOUN 3 nsubj Number=Sing
        talked talk VERB 0 root
        to to ADP 6 case
        the the DET 6 det
        boss boss NOUN 3 obl Number=Sing
    """
    for name, text in (("pt", target), ("en", source)):
        write_conllu(tmp_path / f"{name}.conllu", [tree(text)])
    command = (
        f"alternatives rewrite --lang pt --model base --english-trees {tmp_path / 'en.conllu'} "
        f"--target-trees {tmp_path / 'pt.conllu'} --output {tmp_path / 'out.jsonl'}"
    )
    assert main(command.split()) == 0, capsys.readouterr().err
    (found,) = read_alternatives(tmp_path / "out.jsonl")
    assert marked(found) == "[[O médico/A médica]] falou [[ao patrão/à patroa]]"
    assert [structure.entities for structure in found.structures] == [(0,), (1,)]
