"""COMET by a fake module and a fake program: the real one is an option of the user."""

import json
import stat
import sys

import pytest

from cdaflow.cli import main
from cdaflow.scoring.bleu import CometOptions, score_testset
from cdaflow.scoring.comet import check_language
from cdaflow.scoring.report import ScoreOptions
from cdaflow.statistics import SACREBLEU_SEED

from ..errors import raises

# Scores a sentence by the length of its translation; writes down how it was called.
MODULE = """
import json

class Prediction:
    def __init__(self, scores):
        self.scores = scores

class Model:
    def __init__(self, path):
        self.path = path

    def predict(self, samples, batch_size, gpus, accelerator, progress_bar):
        with open(LOG, "w") as log:
            json.dump({"path": self.path, "samples": samples, "gpus": gpus,
                       "accelerator": accelerator}, log)
        return Prediction([len(sample["mt"]) / 10 for sample in samples])

def download_model(name):
    if name == "unknown":
        raise KeyError("Model 'unknown' not supported by COMET.")
    return "/fetched/" + name

def load_from_checkpoint(path):
    return Model(str(path))
"""

PROGRAM = """#!{python}
import json, sys
a = dict(zip(sys.argv[1::1], sys.argv[2::1]))
if a["--model"] == "unknown":
    sys.exit("no such model")
sides = [open(a[o], encoding="utf-8").read().split("\\n")[:-1] for o in ("-s", "-t", "-r")]
rows = [dict(zip(("src", "mt", "ref"), row), COMET=len(row[1]) / 10) for row in zip(*sides)]
json.dump({{a["-t"]: rows}}, open(a["--to_json"], "w"))
"""


@pytest.fixture
def files(tmp_path):
    for name, text in (("src", "one\ntwo\n"), ("mt", "un\ndeux\n"), ("ref", "un\ndouze\n")):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def module(files, monkeypatch):
    folder = files / "path"
    folder.mkdir()
    (folder / "comet.py").write_text(f"LOG = {str(files / 'log')!r}\n{MODULE}")
    monkeypatch.syspath_prepend(folder)
    yield files
    sys.modules.pop("comet", None)


def score(folder, model="Unbabel/some", **options):
    comet = CometOptions(model, (folder / "src",), **options)
    options = ScoreOptions(bootstrap=100, seed=SACREBLEU_SEED)
    return score_testset(folder / "mt", folder / "ref", "fr", options, comet=comet)


def test_scores_of_the_module(module):
    report = score(module)
    found = report.scores["comet"]
    assert found.value == pytest.approx(100 * (0.2 + 0.4) / 2)
    # Resamples of two sentences have one twice, or both: 20, 30 or 40.
    assert (found.low, found.high) == pytest.approx((20, 40))
    assert "COMET|model:Unbabel/some|lang:en-fr" in found.signature
    log = json.loads((module / "log").read_text())
    assert log["path"] == "/fetched/Unbabel/some"
    assert log["samples"][1] == {"src": "two", "mt": "deux", "ref": "douze"}
    assert (log["gpus"], log["accelerator"]) == (0, "cpu")
    assert set(report.inputs) == {"translation", "reference", "source"}


def test_checkpoint_file_and_unknown_model(module):
    (module / "model.ckpt").write_text("weights")
    signature = score(module, str(module / "model.ckpt")).scores["comet"].signature
    assert "model:model.ckpt@" in signature
    assert json.loads((module / "log").read_text())["path"] == str(module / "model.ckpt")
    with raises("comet.model-not-loadable", "'unknown'"):
        score(module, "unknown")


def test_program_of_another_environment(files):
    program = files / "comet-score"
    program.write_text(PROGRAM.format(python=sys.executable))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    assert score(files, comet_program=str(program)).scores["comet"].value == pytest.approx(30)
    with raises("comet.failed"):
        score(files, "unknown", comet_program=str(program))
    with raises("comet.missing", "no such program"):
        score(files, comet_program=str(files / "nothing"))


def test_not_installed(files, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(files))
    command = ["score", "bleu", "--lang", "fr", "--reference", str(files / "ref")]
    command += [str(files / "mt"), "--comet", "Unbabel/some"]
    assert main([*command, "--source", str(files / "src")]) == 1
    told = capsys.readouterr().err
    assert "COMET is not installed" in told
    assert "[comet.missing]" in told
    assert "pip" in told
    assert main(command) == 1
    assert "--source" in capsys.readouterr().err


def test_languages_that_comet_never_saw_are_refused(files):
    for language in ("es", "fr", "it", "de", "ru", "he", "pt"):
        check_language(language)
    with raises("comet.unsupported-language", "'mt'"):
        check_language("mt")
