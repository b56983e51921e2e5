"""Corpora and test sets that are fetched, in a dry run: each by a job of its own."""

import re
import shlex

from cdaflow.cli import commands


def test_each_is_fetched_by_a_job_of_its_own(project):
    opus = {"name": "tatoeba", "opus": "Tatoeba/v1", "sha256": "a" * 64, "fetch": True}
    project.configure(
        corpora={
            "train": [opus],
            "dev": {"held_out": 9},
            "test": {"wmt": [{"name": "wmt", "sacrebleu": "wmt13", "fetch": True}]},
        },
    )
    run = project.snakemake("results/corpora/es/train.parquet", "--dry-run", "--printshellcmds")
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    calls = sorted(set(re.findall(r"Shell command: (cdaflow text fetch.*?) > ", said)))
    folder = "results/fetched"
    assert calls == [
        f"cdaflow text fetch-opus Tatoeba/v1 --lang es --sha256 {'a' * 64} "
        f"--source {folder}/opus/Tatoeba/v1/es/source.txt.gz "
        f"--target {folder}/opus/Tatoeba/v1/es/target.txt.gz",
        "cdaflow text fetch-sacrebleu wmt13 --lang es "
        f"--source {folder}/sacrebleu/wmt13/es/source.txt.gz "
        f"--target {folder}/sacrebleu/wmt13/es/target.txt.gz",
    ]
    for call in calls:
        commands.check(shlex.split(call)[1:])


def test_test_sets_are_fetched_where_they_are_asked_for(project):
    folder = "results/fetched"
    gate = {"es": "{results}/fetched/gate/ES/ES_2_variants.tsv"}
    project.configure(
        geneval={"fetch": True},
        annotators={},
        agreement={"pairs": {"gate": {"gate": gate}}},
        bias={"tests": ["{results}/fetched/seat/sent-weat6.jsonl"]},
    )
    targets = [
        "results/scores/es/baseline/geneval.json",
        "results/agreement/pairs/es.gate.conllu.gz",
        "results/bias/scores/original.1.seat.json",
    ]
    run = project.snakemake(*targets, "--dry-run", "--printshellcmds")
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    calls = sorted(set(re.findall(r"Shell command: (cdaflow \w+ fetch.*?) +> ", said)))
    assert calls == [
        f"cdaflow bias fetch-seat --tests sent-weat6 --output {folder}/seat",
        f"cdaflow score fetch-gate --lang es --output {folder}/gate",
        f"cdaflow score fetch-geneval --lang es --split test --output {folder}/mt-geneval",
    ]
    for call in calls:
        commands.check(shlex.split(call)[1:])
