"""The file of a method: scores and data are made with one and the same."""

import json
from dataclasses import replace

import pytest
from trees import DOCTOR, both

from cdaflow.agreement.evaluation import tuned
from cdaflow.agreement.gold import TreePair, gold
from cdaflow.agreement.intervention import Options
from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import (
    METHODS,
    STEPS,
    InterventionPipeline,
    read_pipeline,
    write_pipeline,
)
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.cli import main
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.trees import write_conllu

from ..errors import raises

MODEL = base_model("es")
WORDS = SentenceInflector(Inflector("es", Lexicon([])))


def method(name, **changes):
    steps = {step: step in METHODS[name] for step in STEPS}
    return replace(InterventionPipeline(MODEL, Options(), WORDS, "all", **steps), **changes)


@pytest.mark.parametrize("name", METHODS)
def test_what_is_written_is_read(tmp_path, name):
    pairs = gold([TreePair("d", both(DOCTOR), ("Masc", "Fem"))])
    chosen = tuned(method(name, tree_features="udify"), pairs, "pairs", ["abc"])
    write_pipeline(tmp_path / "m.json", chosen)
    read = read_pipeline(tmp_path / "m.json", MODEL, WORDS)
    assert (read.name, read.named(), read.log_alpha) == (name, chosen.named(), chosen.log_alpha)
    assert read.tree_features == "udify"
    assert read.tuning == chosen.tuning
    assert read.tuning["chosen_on"] == "pairs"


def test_a_method_is_of_one_model_and_needs_its_lexicon(tmp_path):
    path = tmp_path / "m.json"
    write_pipeline(path, method("full"))
    with raises("log-alpha.other-model", "base"):
        read_pipeline(path, base_model("fr"), WORDS)
    with raises("method.other-lexicon", "'full'", "'partial'"):
        read_pipeline(path, MODEL, None)


def test_a_model_of_mended_trees_is_not_the_papers(tmp_path):
    mended = replace(MODEL, facts={"prepared": True})
    write_pipeline(tmp_path / "m.json", method("full", model=mended))
    with raises("model.other-preparation", "repaired trees"):
        write_pipeline(tmp_path / "p.json", method("paper", model=mended))


@pytest.mark.parametrize(
    "damage",
    [
        {"format": 2},
        {"method": {}},
        {"log_alpha": {"value": "much"}},
        {"model": 3},
        {"method": {"things": 1}},
        {"method": {"determiners": "some"}},
    ],
)
def test_other_files_are_refused(tmp_path, damage):
    path = tmp_path / "m.json"
    write_pipeline(path, method("full"))
    content = json.loads(path.read_text())
    for key, value in damage.items():
        merged = isinstance(value, dict) and value
        content[key] = content[key] | value if merged else value
    path.write_text(json.dumps(content))
    with raises("method-file.malformed") as error:
        read_pipeline(path, MODEL, WORDS)
    assert str(error.value).startswith(str(path))


@pytest.fixture
def files(tmp_path):
    """Development pairs on which a log alpha other than the model's is chosen, and others."""
    lines = """
        médico/médica médico NOUN 0 root Gender=?|Number=Sing
        alto/alta alto ADJ 1 amod Gender=?|Number=Sing
        y y CCONJ 4 cc
        sabio/sabia sabio NOUN 1 conj Gender=?|Number=Sing
    """
    for name in ("dev", "test"):
        write_conllu(tmp_path / f"{name}.conllu", [t for n in range(4) for t in both(lines, f"{n}")]
                     + list(both(DOCTOR, name)))  # fmt: skip
    header = "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\n"
    (tmp_path / "words.es.tsv").write_text(header + "doctor\tmédico\tmédica\tmédicos\tmédicas\n")
    return tmp_path


def run(folder, command, *arguments):
    shared = ("--lang", "es", "--model", "base", "--word-list", folder / "words.es.tsv")
    return main([*map(str, ("agreement", command, *shared, *arguments))])


def test_scores_are_of_the_chosen_method(files, capsys):
    chosen, scores = files / "m.json", files / "s.json"
    evaluate = ("--method-file", chosen, "--pairs", files / "test.conllu", "--output", scores)
    for name in METHODS:
        choose = ("--method", name, "--determiners", "all", "--tune", files / "dev.conllu")
        assert run(files, "choose", *choose, "--output", chosen) == 0
        assert run(files, "evaluate", *evaluate) == 0
        report, written = json.loads(scores.read_text()), json.loads(chosen.read_text())
        for key in ("language", "method", "log_alpha"):
            assert report[key] == written[key]
        assert report["method"]["name"] == name
        assert report["log_alpha"]["chosen_on"] is not None
    # What it was chosen on cannot be scored with it, and options do not change it.
    again = ("--method-file", chosen, "--pairs", files / "dev.conllu", "--output", scores)
    assert run(files, "evaluate", *again) == 1
    assert "[log-alpha.chosen-on-scored-pairs]" in capsys.readouterr().err
    assert run(files, "evaluate", *evaluate, "--no-things") == 1
    error = capsys.readouterr().err
    assert "--no-things" in error
    assert "[option.set-by-method-file]" in error
    assert run(files, "evaluate", *evaluate, "--tune-half") == 1
    assert "[log-alpha.chosen-and-in-method-file]" in capsys.readouterr().err
    assert run(files, "choose", "--method", "paper", "--no-contrast", "--output", chosen) == 1
    assert "--method paper has no step contrast" in capsys.readouterr().err
