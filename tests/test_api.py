"""The Python API: the same results as the commands of the same names."""

import doctest
import json
import re
import sys
import textwrap
from importlib import import_module
from pathlib import Path

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


@pytest.mark.parametrize("to", ["Masc", "m", "Masculine", "msc"])
def test_the_command_rewrites_by_the_same_defaults(to, open_source, trees, target, tmp_path):
    (tmp_path / "en.conllu").write_text(OPEN)
    (tmp_path / "es.conllu").write_text(ES)
    files = [f"--{side}-trees={tmp_path}/{lang}.conllu"
             for side, lang in (("english", "en"), ("target", "es"))]  # fmt: skip
    output = tmp_path / "out.txt"
    command = ["counterfactual", "rewrite", "--lang", "es", *files, "--output", str(output)]
    assert main([*command, "--to", to]) == 0
    (made,) = api.rewrite(open_source, target, "es", "Masc")
    assert output.read_text() == f"{made.text}\n" == "El enfermero llegó.\n"
    with pytest.raises(SystemExit):
        main([*command, "--to", "neuter"])


def test_what_does_not_fit_is_an_error(open_source, target):
    with raises("translations.sentence-count", "1", "2"):
        api.rewrite(open_source, [*target, *target], "es", "Fem")
    with raises("option.models-or-gold"):
        api.annotate(["text"], "es")
    with raises("pair.none-passes-filters"):
        api.counterfactual(open_source, target, "es")


def test_the_example_of_the_module_runs():
    lines = [line for line in api.__doc__.splitlines() if line.startswith("    ")]
    names = {}
    exec(textwrap.dedent("\n".join(lines)), names)  # noqa: S102
    assert names["better"].scores["chrf"].value == 100


@pytest.mark.parametrize("module", ["scores", "comparisons", "texts"])
def test_the_examples_of_the_functions_run(module):
    found = import_module(f"cdaflow.api.{module}")
    functions = [
        name
        for name, one in vars(found).items()
        if getattr(one, "__module__", "") == found.__name__
    ]
    examples = doctest.DocTestFinder().find(found, extraglobs=vars(api))
    shown = {one.name.rpartition(".")[2] for one in examples if one.examples}
    assert shown == {name for name in functions if name in api.__all__ and name.islower()}
    runner = doctest.DocTestRunner()
    for example in examples:
        assert not runner.run(example).failed, example.name


def test_the_page_runs():
    """Each line with a comment has the value that this says."""
    page = (Path(__file__).parents[1] / "docs/api.md").read_text(encoding="utf-8")
    assert len(page.split()) < 350
    assert [name for name in api.__all__ if name.islower() and f"`{name}" not in page] == []
    names = {}
    stated = 0
    for block in re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            code, _, value = line.partition("  # ")
            exec(f"_ = {code}" if value else code, names)  # noqa: S102
            if value and not value.startswith("a row"):
                assert repr(names["_"]) == value
                stated += 1
    assert stated == 2


def winomt(text, **options):
    rows = ["female\t1\tThe doctor said that she came.\tdoctor"]
    return api.score_winomt([text], "es", challenge=rows, aligner="none", **options)


def test_values_are_checked_as_those_of_the_command():
    for options in ({"aligner": "foo"}, {"bootstrap": "many"}, {"training": 0}, {"lang": None}):
        with raises("option.wrong-value"):
            api.score_winomt(["La médica."], **{"lang": "es", "challenge": ["x"], **options})
    with raises("bootstrap.too-few"):
        winomt("La médica llegó.", bootstrap=5)
    with raises("option.wrong-value", "file"):
        api.score_geneval(["a"], ["b"], "es", context=True)
    for call in (lambda: winomt("La médica.", alinger=1), lambda: api.select(["a"], ["b"], to="f")):
        with pytest.raises(TypeError, match="no option of cdaflow"):
            call()
    with raises("translations.line-end", "2"):
        api.score_bleu(["a", "b"], ["a", "b\nc"], "es")
    with raises("file.line-count"):
        api.score_bleu(["a", "b"], ["a"], "es")


def test_frames_have_numbers():
    base, new = winomt("El médico llegó.", system="base"), winomt("La médica llegó.", system="new")
    scores = new.to_frame().set_index("score")
    assert scores.loc["accuracy", ["value", "high"]].tolist() == [100, 100]
    assert set(new.to_frame()["system"]) == {"new"}
    compared = api.compare(base, new, bootstrap=100)
    frame = compared.to_frame().set_index("score")
    assert frame.loc["accuracy", "difference"] == 100
    assert repr(compared).startswith("<winomt es against base: new accuracy +100.0 (p=1)")
    assert api.table(base, new).to_frame()["system"].tolist() == ["base", "new"]
    assert repr(api.table(base, new)).startswith("WinoMT: gender of the professions")
    chosen = api.select(["The doctor lost her keys."], ["La doctora perdió sus llaves."])
    assert chosen.to_frame()["profession"].tolist() == ["doctor"]


def test_trainings_are_compared_together():
    sides = [
        [winomt(text + "." * seed, system=name, training=seed) for seed in (1, 2)]
        for name, text in (("base", "El médico llegó"), ("new", "La médica llegó"))
    ]
    (found,) = api.compare(*sides, correction="holm").report["comparisons"]
    assert found["trainings"] == [1, 2]
    assert "p_corrected" in found["scores"]["accuracy"]
    assert api.table(*sides).to_frame()["trainings"].tolist() == ["2", "2"]


def test_bleu_is_compared_as_all_scores():
    sides = [
        api.score_bleu([text], ["La jefa llegó."], "es", system=name)
        for name, text in (("base", "La jefa vino."), ("new", "La jefa llegó."))
    ]
    compared = api.compare(*sides, bootstrap=100)
    assert [row["score"] for row in compared.rows] == ["bleu", "chrf"]
    assert repr(compared).startswith("<bleu es against base: new bleu +")


def test_what_cannot_be_compared_is_an_error():
    with raises("report.one-system"):
        api.compare(winomt("La médica llegó."))
    with raises("metric.unknown"):
        api.load("comet", "es")
    for predictions in (["La jefa."], [["La jefa."]]):
        with raises("metric.no-pair"):
            api.load("geneval", "es").compute(predictions=predictions)


def test_an_object_as_that_of_evaluate_gives_the_same_scores():
    rows = [["La jefa."], ["El jefe."]]
    pair = [["La jefa vino."], ["El jefe vino."]]
    names = ("reference_feminine", "reference_masculine")
    scores = api.score_geneval(*pair, "es", **dict(zip(names, rows, strict=True)))
    found = api.load("geneval", "es").compute(predictions=pair, references=rows)
    assert found == {n: one.value for n, one in scores.scores.items()} | {
        "signature": scores.signature
    }
    gate = ["labels\tsource\tf\tm", "SUBJ\tThe boss came.\tVino la jefa.\tVino el jefe."]
    for to in ("m", "Masc", "male"):
        metric = api.load("gate", "es", to=to)
        assert metric.compute(predictions=["Vino el jefe."], references=gate)["f05"] == 100
    bleu = api.load("bleu", "es", lowercase=True)
    found = bleu.compute(predictions=["la jefa vino hoy."], references=["La jefa vino hoy."])
    assert found["bleu"] == pytest.approx(100)
    assert "case:lc" in found["signature"]


def test_without_the_extra_of_tables_it_is_named(monkeypatch):
    scores = winomt("La médica llegó.")
    for name in [name for name in sys.modules if name.startswith("cdaflow.tables.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pandas", None)
    for call in (scores.to_frame, lambda: api.table(scores)):
        with raises("extra.missing", "cdaflow[tables]"):
            call()
