"""config/papers/garg2024.yaml, the setup of Garg et al. (2024), in a dry run with empty files."""

import re
import shlex

import yaml

from cdaflow.cli import commands

from .conftest import ROOT

LANGUAGES = ("es", "fr", "pt", "it")
#: As the public repositories call them.
TREEBANKS = {"Spanish-AnCora": "es_ancora", "French-GSD": "fr_gsd",
             "Portuguese-Bosque": "pt_bosque", "Italian-ISDT": "it_isdt"}  # fmt: skip
FILES = [
    *(f"xlm-roberta-large/{name}" for name in ("config.json", "model.safetensors")),
    *(f"parallel/bitext.en-{lang}.{side}.gz" for lang in LANGUAGES for side in ("en", lang)),
    *(f"flores/devtest.{lang}" for lang in ("en", *LANGUAGES)),
    *(f"UD_{treebank}/{name}-ud-{part}.conllu" for treebank, name in TREEBANKS.items()
      for part in ("train", "dev")),
    *(f"unimorph/{name}/{name}" for name in ("spa", "fra", "por", "ita")),
    *(f"GATE/data/{lang}/{lang}_2_variants.tsv" for lang in ("ES", "FR", "IT")),
]  # fmt: skip


def test_the_setup_of_the_paper(project):
    for name in FILES:
        path = project.folder / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    config = yaml.safe_load((ROOT / "config/papers/garg2024.yaml").read_text())
    (project.folder / "config/test.yaml").write_text(yaml.safe_dump(config | {"data": "data"}))
    run = project.snakemake("alternatives", "students", "--dry-run", "--printshellcmds")
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
    assert call.count("/tagged.parquet:1") == 3
    (call,) = called("recipes/garg.yaml", f"--output-dir {of}/supervised ")
    assert (call.count("/gtrans.parquet:1"), call.count("/parallel.parquet:1")) == (3, 4)
    (call,) = called("recipes/garg.yaml", f"--output-dir {of}/augmented ")
    assert call.count("/augmented.parquet:1") == 4
    assert not any("gtrans.en-it" in call for call in calls)
    for lang in LANGUAGES:
        augmented = f"{lang}/augmented.pairs.jsonl.gz"
        called("alternatives rewrite", augmented, "--beam 5", "--by lattice", f"{of}/tagged")
        called("alternatives rewrite", f"raw.{lang}.", "--open-by tags", "--by mrf+lattice")
        called("alternatives align", f"{lang}/augmented.unaligned.jsonl.gz", "--by model")
        (call,) = called(
            "alternatives translate", f"{of}/supervised --lang {lang} ", "--tag", "--check"
        )
        assert (f"gtrans.{lang}." in call) == (lang != "it")
    for kind in ("alternatives", "tagger", "students", "bleu"):
        called(f"tables published garg2024 {kind} --beside")
