"""A large dictionary beside the word lists: it adds forms, and makes no person of a thing."""

import pytest
from trees import tree

from cdaflow.cli import main
from cdaflow.inflection.lexicon import Entry
from cdaflow.trees import write_conllu

TARGET = """
    {det} {lemma} DET 2 det Gender=Masc|Number=Plur|PronType=Art
    {noun} {singular} NOUN 3 nsubj Gender=Masc|Number=Plur
    {verb} {verb} VERB 0 root Number=Plur|Person=3
"""
SOURCE = """
    The the DET 2 det
    {person}s {person} NOUN 3 nsubj Number=Plur
    arrive arrive VERB 0 root Number=Plur|Person=3
"""


def entries(noun, singular, feminine, *, also_noun):
    """Return a noun, its adjective in both genders, and the feminine as a noun as well or not."""
    both = (("Masc", noun), ("Fem", feminine))
    rows = [("ADJ", gender, form) for gender, form in both]
    rows += [("NOUN", gender, form) for gender, form in both[: 1 + also_noun]]
    return [
        Entry(singular, form, upos, {"Gender": gender, "Number": "Plur"}, "unimorph:t")
        for upos, gender, form in rows
    ]


@pytest.mark.parametrize(
    ("language", "words", "person"),
    [
        ("it", ("I", "il", "punti", "punto", "aprono", "punte"), "worker"),
        ("it", ("I", "il", "minuti", "minuto", "passano", "minute"), "equaliser"),
        ("es", ("Los", "el", "derechos", "derecho", "llegan", "derechas"), "rescuer"),
        ("fr", ("Les", "le", "personnels", "personnel", "arrivent", "personnelles"), "member"),
    ],
)
@pytest.mark.parametrize("also_noun", [True, False])
def test_a_noun_of_one_gender_is_no_person_for_its_adjective(
    language, words, person, also_noun, make_rewriter
):
    det, lemma, noun, singular, verb, feminine = words
    more = entries(noun, singular, feminine, also_noun=also_noun)
    target = TARGET.format(det=det, lemma=lemma, noun=noun, singular=singular, verb=verb)
    rewriter = make_rewriter(language, entries=more)
    (rewritten,) = rewriter.rewrite([tree(target)], [tree(SOURCE.format(person=person))], "Fem")
    assert (feminine in rewritten.text) is also_noun


def test_the_command_keeps_its_lists_beside_a_lexicon(tmp_path, capsys):
    """Whom the lists name is a person, whatever the lexicon lacks."""
    lexicon = tmp_path / "spa.tsv"
    lexicon.write_text("punto\tpunto\tN;MASC;SG\npunto\tpunta\tADJ;FEM;SG\n", encoding="utf-8")
    target = """
        El el DET 2 det Gender=Masc|Number=Sing|PronType=Art
        médico médico NOUN 3 nsubj Gender=Masc|Number=Sing
        llega llegar VERB 0 root Number=Sing|Person=3
    """
    source = """
        The the DET 2 det
        doctor doctor NOUN 3 nsubj Number=Sing
        arrives arrive VERB 0 root Number=Sing|Person=3
    """
    for name, text in (("es", target), ("en", source)):
        write_conllu(tmp_path / f"{name}.conllu", [tree(text)])
    command = (
        f"counterfactual rewrite --lang es --to Fem --lexicon {lexicon} "
        f"--english-trees {tmp_path / 'en.conllu'} --target-trees {tmp_path / 'es.conllu'} "
        f"--output {tmp_path / 'out.txt'}"
    )
    assert main(command.split()) == 0, capsys.readouterr().err
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == "La médica llega\n"
