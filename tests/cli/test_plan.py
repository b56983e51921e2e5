"""The estimate of a run: its rates are those of docs/scale.md, its jobs those of a dry run."""

import json
import re
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.cli.plan import OTHER, estimated, plan, read_jobs, read_rates, table_lines
from cdaflow.config.loading import load_config

from ..errors import raises

ROOT = Path(__file__).parents[2]

SAID = """
Job stats:
train_model    2
rule build_corpus:
    input: a.tsv
    wildcards: lang=es, part=train
    resources: tmpdir=/tmp, mem_mb=8000, mem_mib=7630

localrule save_config:
    output: results/config.json

    rule train_model:
        wildcards: lang=es, system=baseline
        resources: tmpdir=/tmp, gpu={gpu}, mem_mb=64000
rule train_model:
    wildcards: lang=es, system=tuned
    resources: tmpdir=/tmp, gpu={gpu}, mem_mb=32000
rule annotate_shard:
    wildcards: lang=es, shard=1-of-4
rule never_heard_of:
    resources: mem_mb=500
rule all:
    input: results/report.html
"""


@pytest.fixture
def config(tmp_path):
    """A configuration with 36 million pairs."""
    (tmp_path / "a.tsv").write_text("a\ta\n")
    own = [{"name": "mine", "tsv": str(tmp_path / "a.tsv"), "sentences": 36_000_000}]
    return load_config(
        {
            "languages": ["es"],
            "corpora": {"train": own, "dev": own, "test": {"mine": own}},
            "systems": {
                "baseline": {"recipe": "small", "data": {"parallel": 1}},
                "tuned": {"base": "baseline", "recipe": "small-finetune", "data": {"parallel": 1}},
            },
        }
    )


def test_the_rates_are_those_of_the_page():
    page = (ROOT / "docs/scale.md").read_text(encoding="utf-8").partition("## What it costs")[2]
    rows = re.findall(r"^\| (.+) \|$", page, re.MULTILINE)
    for rate in read_rates().values():
        (row,) = [row for row in rows if row.startswith(rate.step)]
        megabytes = f"{float(rate.memory_gb or 0) * 1000:.0f} MB"
        assert not rate.memory_gb or f"{rate.memory_gb} GB" in row or megabytes in row, row
        if rate.rate:
            assert re.search(rf"\b{int(rate.rate):,}\b", row), row
        if rate.gpu_hours:
            low, high = rate.gpu_hours.split()
            assert (f"{low} to {high} each" if int(low) else f"under {high} each") in row, row
        if rate.bytes in ("43", "206"):
            assert f"{rate.bytes} bytes" in row
        assert bool(rate.estimate) <= ("estimate" in row), row
    assert read_rates()["text and vocabulary of a training"].hours == "0.04"  # 82 s * 1.85


@pytest.mark.parametrize("gpu", [0, 4])
def test_jobs_are_those_of_their_steps(gpu, config):
    steps = {one.step: one for one in estimated(read_jobs(SAID.format(gpu=gpu)), config)}
    built = steps["clean, drop duplicates and test sentences"]
    assert built.cpu_hours == pytest.approx(36e6 / 42_500 / 3600)
    assert built.disk_gb == pytest.approx(36e6 * 43 / 1e9)
    assert (built.memory_gb, built.estimate) == (8, False)
    assert steps[OTHER].jobs == 1
    if gpu:
        assert steps["train on GPUs"].gpu_hours == (100, 300)
        assert steps["fine-tune on GPUs"].gpu_hours == (0, 1)
        assert steps["train on GPUs"].estimate
    else:
        # 8,000 updates of 500 words, and 400 of 1,000.
        assert steps["train on CPUs"].cpu_hours == pytest.approx(4.4e6 / 1750 / 3600)
        assert steps["train on CPUs"].memory_gb == 64


def test_figures_have_one_digit_and_lines_fit(config):
    lines = list(table_lines(estimated(read_jobs(SAID.format(gpu=4)), config)))
    assert max(map(len, lines)) <= 100
    (row,) = [line for line in lines if line.startswith("train on GPUs*")]
    assert row.split()[3:] == ["1", "-", "100", "to", "300", "60", "GB", "1", "GB"]
    (total,) = [line for line in lines if line.startswith("all ")]
    assert total.split()[:2] == ["all", "6"]
    assert not re.search(r"[1-9]\d*[1-9]\b(?! *=)", total.partition(" 6 ")[2]), total


def test_a_run_that_snakemake_cannot_plan(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text("languages: [es]\n")
    with raises("plan.dry-run-failed", "none"):
        plan([Path("mine.yaml")], snakefile=tmp_path / "none")


def test_the_demo_is_planned(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command = ["plan", str(ROOT / "config/config.yaml"), "--snakefile", str(ROOT / "Snakefile")]
    assert main([*command, "--json"]) == 0
    steps = {one["step"]: one for one in json.loads(capsys.readouterr().out)["steps"]}
    assert steps["train on CPUs"]["jobs"] > 3
    assert 0 < steps["train on CPUs"]["cpu_hours"] < 1
    assert steps["train on CPUs"]["gpu_hours"] == [0, 0]
