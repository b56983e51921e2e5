"""The Python API: the same results as the commands of the same names."""

import json
import textwrap

import pytest

from cdaflow import api
from cdaflow.alternatives.structures import marked
from cdaflow.cli import main

from .errors import raises

EN = """\
1\tThe\tthe\tDET\tDT\tDefinite=Def|PronType=Art\t2\tdet\t_\t_
2\tnurse\tnurse\tNOUN\tNN\tNumber=Sing\t3\tnsubj\t_\t_
3\tsaid\tsay\tVERB\tVBD\tTense=Past|VerbForm=Fin\t0\troot\t_\t_
4\tthat\tthat\tSCONJ\tIN\t_\t7\tmark\t_\t_
5\t{0}\t{0}\tPRON\tPRP\tCase=Nom|Gender={1}|Number=Sing|Person=3|PronType=Prs\t7\tnsubj\t_\t_
6\twas\tbe\tAUX\tVBD\tTense=Past|VerbForm=Fin\t7\tcop\t_\t_
7\ttired\ttired\tADJ\tJJ\t_\t3\tccomp\t_\tSpaceAfter=No
8\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

"""
ES = """\
1\tLa\tel\tDET\t_\tDefinite=Def|Gender=Fem|Number=Sing|PronType=Art\t2\tdet\t_\t_
2\tenfermera\tenfermera\tNOUN\t_\tGender=Fem|Number=Sing\t3\tnsubj\t_\t_
3\tllegó\tllegar\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t_\tSpaceAfter=No
4\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

"""
OPEN = """\
1\tThe\tthe\tDET\tDT\tDefinite=Def|PronType=Art\t2\tdet\t_\t_
2\tnurse\tnurse\tNOUN\tNN\tNumber=Sing\t3\tnsubj\t_\t_
3\tarrived\tarrive\tVERB\tVBD\tTense=Past|VerbForm=Fin\t0\troot\t_\tSpaceAfter=No
4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

"""


@pytest.fixture
def trees(tmp_path):
    """Return trees of texts that the fixture knows."""

    def annotated(text, lang, conllu):
        (tmp_path / "trees.conllu").write_text(conllu, encoding="utf-8")
        return api.annotate([text], lang, gold=[tmp_path / "trees.conllu"])

    return annotated


@pytest.fixture
def source(trees):
    text = "The nurse said that she was tired."
    return trees(text, "en", EN.format("she", "Fem"))


@pytest.fixture
def target(trees):
    return trees("La enfermera llegó.", "es", ES)


@pytest.fixture
def open_source(trees):
    return trees("The nurse arrived.", "en", OPEN)


def test_the_scores_are_those_of_the_command(tmp_path, capsys):
    (tmp_path / "en.txt").write_text("female\t1\tThe nurse left because she was late.\tnurse\n")
    (tmp_path / "es.txt").write_text("La enfermera salió porque llegaba tarde.\n")
    en, es = str(tmp_path / "en.txt"), str(tmp_path / "es.txt")
    options = ["--challenge", en, "--aligner", "none", "--bootstrap", "0", "--json"]
    assert main(["score", "winomt", "--lang", "es", *options, es]) == 0
    theirs = json.loads(capsys.readouterr().out)
    lines = (tmp_path / "es.txt").read_text().splitlines()
    for given in (lines, es, tmp_path / "es.txt"):
        ours = api.score_winomt(given, "es", challenge=en, aligner="none", bootstrap=0)
        assert json.loads(json.dumps(ours.as_json())) == theirs
    assert ours.signature.startswith("winomt|")
    with raises("translations.line-end", "1"):
        api.score_winomt(["La\nenfermera"], "es", challenge=en, aligner="none")


def test_a_counterfactual_has_both_sides(source, target):
    (made,) = api.counterfactual(source, target, "es")
    assert (made.id, made.outcome) == (0, "kept")
    assert made.counterfactual_source == "The nurse said that he was tired."
    assert made.counterfactual_target == "El enfermero llegó."


def test_what_is_open_is_rewritten_and_offered(open_source, trees, target):
    (made,) = api.rewrite(open_source, target, "es", "Masc")
    assert made.text == "El enfermero llegó."
    (offered,) = api.alternatives(open_source, target, "es")
    assert marked(offered.alternatives) == "[[El enfermero/La enfermera]] llegó."
    closed_source = trees("The queen arrived.", "en", OPEN.replace("nurse", "queen"))
    (closed,) = api.alternatives(closed_source, target, "es")
    assert closed.cause == "nobody-open"


def test_what_does_not_fit_is_an_error(open_source, target):
    with raises("translations.sentence-count", "1", "2"):
        api.rewrite(open_source, [*target, *target], "es", "Fem")
    with raises("option.models-or-gold"):
        api.annotate(["text"], "es")
    with raises("pair.none-passes-filters"):
        api.counterfactual(open_source, target, "es")


def test_the_example_of_the_module_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "en.txt").write_text("female\t1\tThe doctor said that she came.\tdoctor\n")
    (tmp_path / "trees.conllu").write_text(
        "# text = El médico llegó.\n"
        "1\tEl\tel\tDET\t_\t_\t2\tdet\t_\t_\n"
        "2\tmédico\tmédico\tNOUN\t_\t_\t3\tnsubj\t_\t_\n"
        "3\tllegó\tllegar\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n"
        "4\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_\n\n",
        encoding="utf-8",
    )
    lines = [line for line in api.__doc__.splitlines() if line.startswith("    ")]
    *statements, value = textwrap.dedent("\n".join(lines)).splitlines()
    names = {}
    exec("\n".join(statements), names)  # noqa: S102
    assert [token.form for token in names["trees"][0].tokens][:2] == ["El", "médico"]
    assert eval(value, names) == 100  # noqa: S307
