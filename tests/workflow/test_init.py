"""What `cdaflow init` writes, and config/repair.yaml, in dry runs with files without content."""

import gzip
import re
import shlex
from pathlib import Path

from cdaflow.cli import commands, main

from .conftest import FAKE_MARIAN, ROOT


def test_what_init_writes_dry_runs(project, monkeypatch):
    monkeypatch.chdir(project.folder)
    Path("model").mkdir()
    for name in ("model/model.npz", "model/vocab.spm", "en.txt", "en_pro.txt", "en_anti.txt"):
        Path(name).write_text("")
    for name in ("text.en", "text.pt", "more.en", "pt_x-ud-train.conllu", "pt_x-ud-dev.conllu"):
        Path(name).write_text("A line.\n" * 100)
    words = [
        "init", "--model", "model", "--lang", "pt", "--corpus", "text.en", "text.pt", "--challenge",
        "en.txt", "--english", "more.en",
        "--treebanks", "pt_x-ud-train.conllu", "pt_x-ud-dev.conllu",
    ]  # fmt: skip
    assert main([*words, "--output", "my.yaml"]) == 0
    calls = planned(project, "my.yaml")
    (training,) = [call for call in calls if call.startswith("cdaflow nmt train ")]
    assert "--base results/imported/pt/base" in training
    assert "--train results/datasets/pt/" in training
    assert any("tables report" in call for call in calls)
    # The English of the user becomes text in the words of the model.
    (own,) = [call for call in calls if "--output results/pseudo/pt/shards/english" in call]
    assert "--model-dir results/imported/pt/base" in own
    assert_corrected(calls, "results")


def test_the_repair_of_a_model_of_firefox(project, monkeypatch):
    monkeypatch.chdir(project.folder)
    text = (ROOT / "config/repair.yaml").read_text()
    names = re.findall(r"\{data\}/([\w./-]+\.(?:gz|txt|conllu))", text)
    sides = [f"mt-geneval/sentences/dev/geneval-sentences-{gender}-dev.en_pt.{side}"
             for gender in ("feminine", "masculine") for side in ("en", "pt")]  # fmt: skip
    for name in [*names, *sides]:
        path = Path("data", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(b"A line.\n") if path.suffix == ".gz" else b"A line.\n")
    config = str(ROOT / "config/repair.yaml")
    calls = planned(project, config, "data=data")
    assert any(call.startswith("cdaflow nmt fetch-firefox en-pt ") for call in calls)
    (training,) = [call for call in calls if call.startswith("cdaflow nmt train ")]
    assert "student-finetune-int8" in training
    assert_corrected(calls, "results/repair")


def planned(project, config, *more):
    """Return the commands that a dry run shows, each of them known."""
    options = ["--configfile", config, "--config", f"marian={FAKE_MARIAN}", *more, "--cores", "1"]
    run = project.snakemake("--dry-run", "--printshellcmds", options=options)
    shown = run.stdout + run.stderr
    assert run.returncode == 0, shown[-3000:]
    calls = set(re.findall(r"Shell command: (cdaflow .*?) > ", shown))
    for call in calls:
        commands.check(shlex.split(call)[1:])
    return calls


def assert_corrected(calls, results):
    """Situations are written, people chosen of the text; both are corrected."""
    folder = f"{results}/corrected/pt"
    written = [call for call in calls if f"--output {folder}/situations.persons.parquet" in call]
    chosen = [call for call in calls if f"--output {folder}/people.persons.parquet" in call]
    assert [call.split()[1:3] for call in written] == [["select", "situations"]]
    assert [call.split()[1:3] for call in chosen] == [["select", "persons"]]
    assert sum(call.startswith("cdaflow counterfactual correct ") for call in calls) == 2
