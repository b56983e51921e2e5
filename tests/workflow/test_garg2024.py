"""config/papers/garg2024.yaml, the setup of Garg et al. (2024), in a dry run with empty files."""

import re
import shlex

import yaml

from cdaflow.cli import commands

from ..layouts import lay_out
from .conftest import ROOT

LANGUAGES = ("es", "fr", "pt", "de", "ru", "it")


def test_the_setup_of_the_paper(project):
    lay_out(project.folder / "data")
    config = yaml.safe_load((ROOT / "config/papers/garg2024.yaml").read_text())
    # Of 20 million pairs there would be 200 jobs of each step: here of 300,000 pairs.
    bitext, size = config["corpora"]["train"][0], config["alternatives"]["augment"]["shards"]
    assert bitext["sentences"] / size["sentences"] == 200
    bitext["sentences"] = 3 * size["sentences"]
    (project.folder / "config/test.yaml").write_text(yaml.safe_dump(config | {"data": "data"}))
    run = project.snakemake("alternatives", "students", "gate", "--dry-run", "--printshellcmds")
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    calls = sorted(set(re.findall(r"Shell command: (cdaflow .*?) > ", said)))
    for call in calls:
        commands.check(shlex.split(call)[1:])

    def called(*words):
        found = [call for call in calls if all(word in call for word in words)]
        assert found, words
        return found

    learned = "--encoder data/xlm-roberta-large --epochs {} --learning-rate 2e-05 --batch 64"
    (call,) = called("train-tagger", learned.format(2), "--device cuda")
    assert len(re.findall(r"gtag\.\w\w\.jsonl\.gz", call)) == 5
    (call,) = called("train-aligner", learned.format(1))
    assert call.count("gtrans.de.jsonl.gz") == 1
    assert len(called("evaluate-tagger", "--gold", "released/heads.")) == 6
    assert len(called("alternatives fetch", "--only gtag")) == 5
    # Each model is one of all languages, and Italian has no G-Trans.
    of = "results/garg2024/models/multilingual"
    assert len(called("nmt train")) == 4
    (call,) = called("nmt train", "recipes/garg-tagged.yaml", f"--base {of}/baseline")
    assert call.count("/tagged.parquet:1") == 5
    (call,) = called("recipes/garg.yaml", f"--output-dir {of}/supervised ")
    assert (call.count("/gtrans.parquet:1"), call.count("/parallel.parquet:1")) == (5, 6)
    (call,) = called("recipes/garg.yaml", f"--output-dir {of}/augmented ")
    assert call.count("/augmented.parquet:1") == 6
    assert not any("gtrans.en-it" in call for call in calls)
    for lang in LANGUAGES:
        augmented = f"{lang}/augmented.pairs.jsonl.gz"
        corpus = called(
            "alternatives rewrite", augmented, "--beam 5", "--by lattice", f"{of}/tagged"
        )
        assert not any("trees" in call or "--model " in call for call in corpus)
        # The agreement model rewrites no German and no Russian; the lattice does.
        tests = called("alternatives rewrite", f"raw.{lang}.")
        by_field = [call for call in tests if "--by lattice" not in call]
        assert bool(by_field) == (lang not in ("de", "ru"))
        assert all("--target-trees" in call for call in by_field)
        assert not any(f"trees/{lang}/augmented" in call for call in calls)
        # Jobs that read their part alone.
        tagged = called("alternatives tag ", augmented, "--shard ", "--device cuda")
        aligned = called("alternatives align", f"{lang}/augmented.unaligned.jsonl.gz", "--by model",
                         "--shard ", "--device cuda")  # fmt: skip
        assert (len(tagged), len(corpus), len(aligned)) == (3, 3, 3)
        assert all("--gpus 0" in call for call in corpus)
        called("alternatives gather", f"/{lang}/augmented.heads.jsonl.gz")
        (call,) = called(
            "alternatives translate", f"{of}/supervised --lang {lang} ", "--tag", "--check"
        )
        assert (f"gtrans.{lang}." in call) == (lang != "it")
    # Table 5, of the three languages that GATE has.
    assert len(called("score gate ", "--from ", "--data data/GATE/data/")) == 6
    for kind in ("alternatives", "tagger", "students", "bleu", "gate"):
        called(f"tables published garg2024 {kind} --beside")
