"""The configuration that `cdaflow init` writes, in a dry run with files without content."""

import re
import shlex
from pathlib import Path

from cdaflow.cli import commands, main

from .conftest import FAKE_MARIAN


def test_what_init_writes_dry_runs(project, monkeypatch):
    monkeypatch.chdir(project.folder)
    Path("model").mkdir()
    for name in ("model/model.npz", "model/vocab.spm", "en.txt", "en_pro.txt", "en_anti.txt"):
        Path(name).write_text("")
    for name in ("text.en", "text.pt", "pt_x-ud-train.conllu", "pt_x-ud-dev.conllu"):
        Path(name).write_text("A line.\n" * 100)
    words = [
        "init", "--model", "model", "--lang", "pt", "--corpus", "text.en", "text.pt", "--challenge",
        "en.txt", "--treebanks", "pt_x-ud-train.conllu", "pt_x-ud-dev.conllu",
    ]  # fmt: skip
    assert main([*words, "--output", "my.yaml"]) == 0
    options = ["--configfile", "my.yaml", "--config", f"marian={FAKE_MARIAN}", "--cores", "1"]
    run = project.snakemake("--dry-run", "--printshellcmds", options=options)
    shown = run.stdout + run.stderr
    assert run.returncode == 0, shown[-3000:]
    calls = set(re.findall(r"Shell command: (cdaflow .*?) > ", shown))
    for call in calls:
        commands.check(shlex.split(call)[1:])
    (training,) = [call for call in calls if call.startswith("cdaflow nmt train ")]
    assert "--base results/imported/pt/base" in training
    assert "--train results/datasets/pt/" in training
    assert any("counterfactual make" in call for call in calls)
    assert any("tables report" in call for call in calls)
