"""The commands `cdaflow agreement ...` as a user types them."""

import json
import os
from pathlib import Path

import pytest
from trees import DOCTOR, both

from cdaflow.agreement.model import load_model
from cdaflow.cli import main
from cdaflow.trees import Sentence, read_conllu, write_conllu

WORDS = "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\n"


@pytest.fixture
def treebank(tmp_path):
    """Return a file of 40 pairs, on which a model learns what agrees."""
    path = tmp_path / "pairs.conllu"
    write_conllu(path, [side for n in range(40) for side in both(DOCTOR, f"s{n}")])
    return path


@pytest.fixture
def dev(tmp_path):
    path = tmp_path / "dev.conllu"
    write_conllu(path, [side for n in range(4) for side in both(DOCTOR, f"d{n}")])
    return path


@pytest.fixture
def word_list(tmp_path):
    path = tmp_path / "words.es.tsv"
    path.write_text(WORDS + "doctor\tmédico\tmédica\tmédicos\tmédicas\n", encoding="utf-8")
    return path


def run(*arguments):
    return main(["agreement", *map(str, arguments)])


def test_train_and_evaluate(tmp_path, treebank, dev, word_list, capsys):
    model, scores = tmp_path / "es.npz", tmp_path / "scores.json"
    shared = ("--lang", "es", "--word-list", word_list, "--treebank", treebank)
    trained = run(
        "train", "--train", treebank, "--dev", dev, "--dev-pairs", dev, "--max-epochs", 150,
        "--work-dir", tmp_path / "work", "--output", model, *shared,
    )  # fmt: skip
    assert trained == 0
    assert (tmp_path / "work" / "es.state.npz").is_file()
    first = model.read_bytes()
    errors = tmp_path / "errors.tsv"
    evaluate = ("evaluate", "--pairs", treebank, "--output", scores, "--errors", errors, *shared)
    assert run(*evaluate, "--model", model, "--tune", dev) == 0
    report = json.loads(scores.read_text("utf-8"))
    assert report["system"] == "linear"
    assert report["pairs"]["read"] == 40
    assert report["pairs"]["used"] == {"Fem": 40, "Masc": 40}
    for to in ("Fem", "Masc", "both"):
        part = report["directions"][to]
        assert part["counts"]["must_change"] == (240 if to == "both" else 120)
        assert part["scores"]["f1"]["value"] == 100
        assert part["scores"]["form_accuracy"]["value"] == 100
    assert report["signature"].startswith("agreement|data:")
    assert report["log_alpha"]["chosen_on"] is not None
    assert report["outcomes"]["Fem"].split() == ["3/0/0/0"] * 40
    assert errors.read_text("utf-8").count("\n") == 1
    assert "form_accuracy" in capsys.readouterr().out
    # The same command gives the same bytes.
    again = scores.read_bytes()
    assert run(*evaluate, "--model", model, "--tune", dev) == 0
    assert scores.read_bytes() == again
    assert model.read_bytes() == first


def test_the_baseline_alone_misses_what_no_rule_relates(tmp_path, treebank, capsys):
    scores, errors = tmp_path / "s.json", tmp_path / "e.tsv"
    plain = ("evaluate", "--lang", "es", "--model", "base", "--pairs", treebank)
    assert (
        run(*plain, "--method", "paper", "--log-alpha", 1, "--output", scores, "--errors", errors)
        == 0
    )
    part = json.loads(scores.read_text("utf-8"))["directions"]["Fem"]
    assert part["counts"] | {"right": 80, "missed": 40, "over": 0, "words": 200} == part["counts"]
    rows = errors.read_text("utf-8").splitlines()
    assert len(rows) == 81
    assert rows[1].split("\t")[:5] == ["s0", "Fem", "missed", "cansado", "cansada"]
    assert "form_accuracy" not in capsys.readouterr().out


def test_half_of_the_pairs_choose_log_alpha(tmp_path, treebank):
    scores = tmp_path / "s.json"
    command = ("evaluate", "--lang", "es", "--model", "base", "--pairs", treebank)
    assert run(*command, "--tune-half", "--output", scores) == 0
    report = json.loads(scores.read_text("utf-8"))
    assert report["pairs"]["read"] == 40
    assert 0 < report["pairs"]["used"]["Fem"] < 40
    assert report["log_alpha"]["pairs"] == 2 * (40 - report["pairs"]["used"]["Fem"])


def test_log_alpha_is_never_chosen_on_what_is_scored(tmp_path, treebank, capsys):
    copy = tmp_path / "copy.conllu"
    copy.write_bytes(treebank.read_bytes())
    command = ("evaluate", "--lang", "es", "--model", "base", "--output", tmp_path / "s.json")
    assert run(*command, "--pairs", treebank, "--tune", copy) == 1
    assert "[log-alpha.chosen-on-scored-pairs]" in capsys.readouterr().err
    assert not (tmp_path / "s.json").exists()


def test_apply_writes_trees_and_tables(tmp_path, dev, capsys):
    output = tmp_path / "cf.conllu"
    command = ("apply", "--lang", "es", "--model", "base", "--trees", dev, "--noun", "médico=Fem")
    assert run(*command, "--output", output) == 0
    found = list(read_conllu(output))
    assert [tree.sent_id for tree in found] == [f"d{n}-cf" for n in range(4)]
    assert "4 of 8 sentences" in capsys.readouterr().err
    assert run(*command, "--show", "words") == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == "sent_id\tresult\tword\tform\tupos\told\tnew"
    assert rows[1] == "d0\t1\t1\tEl\tDET\tGender=Masc\tGender=Fem"


def test_apply_writes_sentences(tmp_path, dev, word_list, treebank, capsys):
    command = ("apply", "--lang", "es", "--model", "base", "--trees", dev, "--show", "text")
    lexicon = ("--word-list", word_list, "--treebank", treebank)
    assert run(*command, "--noun", "médico=Fem", *lexicon) == 0
    assert capsys.readouterr().out.splitlines() == [both(DOCTOR)[1].text] * 4
    assert run(*command, "--noun", "médico=Fem") == 1
    assert "[lexicon.missing]" in capsys.readouterr().err


def test_apply_from_the_standard_input(dev, capsys, monkeypatch):
    with open(dev, encoding="utf-8") as handle:
        monkeypatch.setattr("sys.stdin", handle)
        assert run("apply", "--lang", "es", "--model", "base", "--noun", "2=Fem") == 0
    assert capsys.readouterr().out.count("# interventions = 2=Fem") == 8


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--noun", "reina=Masc"), "request.nothing-in-sentences"),
        (("--noun", "médico=Neut"), "tag.unknown"),
        (("--noun", "=Fem"), "noun.malformed"),
    ],
)
def test_apply_tells_what_is_wrong(tmp_path, dev, capsys, arguments, told):
    output = tmp_path / "out.conllu"
    command = ("apply", "--lang", "es", "--model", "base", "--trees", dev, "--output", output)
    assert run(*command, *arguments) == 1
    assert f"[{told}]" in capsys.readouterr().err


def test_a_model_of_another_language(tmp_path, treebank, dev, capsys):
    model = tmp_path / "es.npz"
    train = ("train", "--lang", "es", "--train", treebank, "--dev", dev, "--max-epochs", 1)
    assert run(*train, "--output", model) == 0
    assert run("apply", "--lang", "fr", "--model", model, "--trees", dev, "--noun", "2") == 1
    assert "[model.other-language]" in capsys.readouterr().err


def test_training_and_dev_must_differ(tmp_path, dev, capsys):
    train = ("train", "--lang", "es", "--train", dev, "--dev", dev, "--output", tmp_path / "m.npz")
    assert run(*train) == 1
    assert "[training.dev-in-train]" in capsys.readouterr().err


def test_files_without_pairs(tmp_path, capsys):
    path = tmp_path / "no.conllu"
    write_conllu(path, [Sentence(both(DOCTOR)[0].tokens, comments=("sent_id = a",))])
    command = ("evaluate", "--lang", "es", "--model", "base", "--output", tmp_path / "s.json")
    assert run(*command, "--pairs", path) == 1
    assert "[pair.no-counterfactual]" in capsys.readouterr().err


@pytest.fixture(scope="module")
def data():
    folder, models = os.environ.get("CDAFLOW_DATA"), os.environ.get("CDAFLOW_MODELS")
    if not (folder and models):
        pytest.skip("CDAFLOW_DATA and CDAFLOW_MODELS are not set (shared data and models)")
    return Path(folder), Path(models)


@pytest.mark.slow
def test_pairs_of_real_text(tmp_path, data):
    folder, models = data
    table = tmp_path / "doublets.tsv"
    table.write_text(
        "english\tmasculine\tfeminine\n"
        "My friend is tired.\tMi amigo está cansado.\tMi amiga está cansada.\n",
        encoding="utf-8",
    )
    pairs, scores = tmp_path / "pairs.conllu", tmp_path / "s.json"
    assert run("pairs", "--lang", "es", "--tsv", table, "--models", models, "--output", pairs) == 0
    found = list(read_conllu(pairs))
    assert [tree.sent_id for tree in found] == ["doublets-2", "doublets-2-cf"]
    assert [tree.text for tree in found] == ["Mi amigo está cansado.", "Mi amiga está cansada."]
    evaluate = ("evaluate", "--lang", "es", "--model", "base", "--pairs", pairs)
    assert run(*evaluate, "--output", scores) == 0
    assert json.loads(scores.read_text("utf-8"))["pairs"]["used"] == {"Fem": 1, "Masc": 1}
    gate = folder / "gate" / "gate.en-es.4variants.dev.tsv.gz"
    wrong = ("pairs", "--lang", "es", "--gate", gate, "--models", models, "--output", pairs)
    assert run(*wrong) == 1


def test_several_nouns_without_genders_give_every_combination(dev, tmp_path):
    """Each combination but the one that stands there is a result: 3 of 4 for two nouns."""
    trees = tmp_path / "out.conllu"
    shared = ("apply", "--lang", "es", "--model", "base", "--trees", dev, "--output", trees)
    assert run(*shared, "--noun", "médico", "--noun", "mesa") == 0
    found = [sentence.comment("interventions") for sentence in read_conllu(trees)]
    assert found[:3] == ["2=Fem 8=Fem", "2=Fem 8=Masc", "2=Masc 8=Masc"]
    assert len(found) == 3 * 4


@pytest.mark.parametrize(
    ("nouns", "expected"),
    [
        (("médico=Fem", "mesa"), ["2=Fem 8=Fem", "2=Fem 8=Masc"]),
        (("médico=Masc", "mesa"), ["2=Masc 8=Masc"]),
        (("médico", "mesa=Masc"), ["2=Fem 8=Masc", "2=Masc 8=Masc"]),
        (("médico",), ["2=Fem"]),
    ],
)
def test_nouns_with_and_without_genders(dev, tmp_path, nouns, expected):
    """Left out is the sentence as it stands: a man, and "mesa", which is feminine; nothing else."""
    trees = tmp_path / "out.conllu"
    asked = [part for noun in nouns for part in ("--noun", noun)]
    shared = ("apply", "--lang", "es", "--model", "base", "--trees", dev, "--output", trees)
    assert run(*shared, *asked) == 0
    found = [sentence.comment("interventions") for sentence in read_conllu(trees)]
    assert found[: len(expected)] == expected
    assert len(found) == len(expected) * 4


def test_the_objective_and_the_sizes_are_options(treebank, dev, tmp_path):
    base = ["train", "-l", "es", "--train", treebank, "--dev", dev, "--max-epochs", 3]
    plain, other = tmp_path / "plain.npz", tmp_path / "other.npz"
    assert run(*base, "--output", plain) == 0
    options = ["--all-tags", "--no-subtypes", "--learning-rate", 0.01, "--weight-decay", 0]
    sizes = ["--parameterisation", "neural", "--n1", 4, "--n2", 2]
    assert run(*base, *options, *sizes, "--output", other) == 0
    settings = load_model(plain).facts["settings"]
    assert (settings["presence"], settings["subtypes"]) == (True, True)
    model = load_model(other)
    settings = model.facts["settings"]
    assert (settings["presence"], settings["subtypes"]) == (False, False)
    assert (settings["learning_rate"], settings["weight_decay"]) == (0.01, 0)
    assert model.parameters["v"].shape == (4, 6)
    assert run(*base, "--learning-rate", 0, "--output", tmp_path / "no.npz") == 1
