"""The setups of Naik (2023), Choubey (2021) and Zmigrod (2019), in dry runs with small files."""

import re
import shlex

import pytest

from cdaflow.cli import commands

from ..layouts import lay_out

pytestmark = pytest.mark.slow


def dry_run(project, configs, *arguments):
    """Return the cdaflow commands of a dry run of configurations of `config`, each parsed.

    The files in {data} are those of public repositories, with a few lines. Every command
    must be one that its parser takes.
    """
    lay_out(project.folder / "data")
    run = project.snakemake(
        *("--dry-run", "--printshellcmds", *arguments, "--config", "data=data"),
        options=["--cores", "2", "--configfile", *(f"config/{name}" for name in configs)],
    )
    said = run.stdout + run.stderr
    assert run.returncode == 0, said[-3000:]
    calls = sorted(set(re.findall(r"Shell command: (cdaflow .*?) > ", said)))
    for call in calls:
        commands.check(shlex.split(call)[1:])
    return calls


def called(calls, *words):
    found = [call for call in calls if all(word in call for word in words)]
    assert found, words
    return found


def test_naik(project):
    calls = dry_run(project, ["papers/naik2023.yaml"])
    rows = {
        "handcrafted": ["handcrafted"],
        "handcrafted-random": ["handcrafted", "random"],
        "gb": ["gb"],
        "gb-random": ["gb", "random"],
        "gb-random-handcrafted": ["gb", "random", "handcrafted"],
        "gb-forward": ["gb-forward"],
        "gb-back": ["gb-back"],
    }
    for lang in ("es", "fr", "it"):
        of = f"results/naik2023/models/{lang}"
        called(calls, "nmt train", "recipes/paper.yaml", f"corpora/{lang}/train.parquet:1", of)
        for system, sets in rows.items():
            mixture = " ".join(
                f"results/naik2023/datasets/{lang}/{name}.parquet:1" for name in sets
            )
            (call,) = called(calls, "nmt train", f"--output-dir {of}/{system} ")
            assert f"--train {mixture} --dev" in call
            assert "recipes/paper-finetune.yaml" in call
            assert f"--base {of}/baseline " in call
        called(calls, "nmt train", "recipes/paper.yaml", "--reverse", f"--source-lang {lang}")
        size = 200 if lang == "es" else 500
        called(calls, "dataset random", f"--size {size}", f"naik2023/datasets/{lang}/")
        called(calls, "dataset handcrafted", f"gender-debias/data/handcrafted/handcrafted.en{lang}")
    # The text of each language is cut by its size: 2 % of its pairs, 20,000 in a shard.
    for lang, number in {"es": 77, "fr": 135, "it": 36}.items():
        text = f"naik2023/counterfactual/{lang}/gendered.parquet"
        assert len(called(calls, "trees annotate", text)) == number
    called(calls, "tables published naik2023 winomt")
    called(calls, "tables published naik2023 bleu")


def test_naik_has_the_test_sets_of_each_language(project):
    calls = dry_run(project, ["papers/naik2023.yaml"], "results/naik2023/tables/bleu.csv")
    paper = {
        "es": ["wmt09", "wmt10", "wmt13", "wmt19"],
        "fr": ["wmt09", "wmt10", "wmt11", "wmt15"],
        "it": ["wmt09", "wmt19"],
    }
    for lang, names in paper.items():
        translated = called(calls, "nmt translate", f"translations/{lang}/gb/")
        found = [re.search(r"gb/(\w+)\.txt", call)[1] for call in translated]
        assert sorted(found) == names
        scored = called(calls, "score bleu", f"scores/{lang}/gb/")
        assert sorted(re.search(r"bleu\.(\w+)\.json", call)[1] for call in scored) == names
        (built,) = called(calls, "text build", f"corpora/{lang}/train.parquet")
        held_out = set(re.findall(rf"corpora/{lang}/test-(\w+)\.parquet", built))
        assert held_out == set(names)
    (table,) = called(calls, "tables bleu", "tables/bleu.csv")
    assert len(re.findall(r"scores/\w\w/baseline/bleu", table)) == 10


def test_choubey(project):
    calls = dry_run(project, ["papers/choubey2021.yaml"])
    recipes = {"de": "choubey-de", "fr": "choubey-fr", "he": "choubey-he", "it": "choubey"}
    for lang, recipe in {**recipes, "ru": "choubey-ru"}.items():
        of = f"results/choubey2021/models/{lang}"
        corpus = f"corpora/{lang}/train.parquet:1"
        called(calls, "nmt train", f"recipes/{recipe}.yaml", corpus, f"{of}/baseline ")
        weight = 20 if lang == "fr" else 1
        more = f"recipes/{recipe}-more.yaml" if lang in ("de", "fr") else f"recipes/{recipe}.yaml"
        for system, name in {
            "randst": "random-st",
            "gfst": "gfst",
            "gfst-hd": "gfst",
            "gfst-fem": "gfst-fem",
            "gfst-msc": "gfst-msc",
            **({"gfst-src": "gfst-src", "gfst-bt": "gfst-bt"} if lang == "de" else {}),
        }.items():
            (call,) = called(calls, "nmt train", f"--output-dir {of}/{system} ")
            assert f"{corpus} " in call
            assert f"datasets/{lang}/{name}.parquet:{weight} " in call
            assert more in call
            assert ("--source-vectors" in call) == (system == "gfst-hd")
        called(calls, "nmt train", "finetune.yaml", "/original.parquet:1", f"{of}/gfst-ft ")
        (call,) = called(calls, "text build", f"--target-lang {lang}", "bitext")
        assert "--length-ratio 1.5" in call
    # As in the paper, these two are German alone; paired tests have what the languages have.
    of_german = [call for call in calls if "gfst-bt" in call or "gfst-src" in call]
    assert not [call for call in of_german if re.search("/(fr|he|it|ru)/(gfst-bt|gfst-src)", call)]
    (reverse,) = called(calls, "nmt train", "--reverse")
    assert "--source-lang de" in reverse
    assert not re.search(r"mono/(fr|he|it|ru)\.parquet", " ".join(calls))
    for lang, systems in {"de": 10, "fr": 8}.items():
        scored = called(calls, "score bleu", f"--lang {lang} ", "bleu.task.json")
        assert len(scored) == systems
        assert any("gfst-bt" in call for call in scored) == (lang == "de")
    assert len(called(calls, "score mustshe", "/gfst/")) == 2
    called(calls, "tables published choubey2021 winomt")


def test_zmigrod(project):
    calls = dry_run(project, ["papers/zmigrod2019.yaml"], "fairness_lm")
    for lang in ("es", "fr", "he", "it"):
        of = f"results/zmigrod2019/lm/{lang}"
        called(calls, "text mono", f"wiki.{lang}.txt.gz", f"--output {of}/text.parquet")
        called(calls, "text sample", f"{of}/text.parquet --size 1000000 --at-most")
        persons = f"--word-list data/animacy/persons.{lang}.tsv"
        called(calls, "lm animate", f"--lang {lang} {persons}")
        called(calls, "lm phrases", f"--lang {lang} {persons}")
        copies = called(calls, "lm counterfactuals", f"--lang {lang} ", "--kind field")
        assert len(copies) == 64
        for call in copies:
            for words in (
                f"/{lang}/linear.paper.npz",
                f"/{lang}/linear.paper.json",
                "--named",
                persons,
            ):
                assert words in call
        assert len(called(calls, "lm train", f"--lang {lang} ", "large", "--device cuda")) == 9
    (call,) = called(calls, "agreement choose", "--lang he ")
    assert "--method paper --determiners none" in call
    assert not [call for call in calls if "nmt train" in call or "/unused" in call]


def test_the_tables_of_zmigrod(project):
    """Tables 1 and 3 of the paper: three models, inflection on test treebanks."""
    calls = dry_run(project, ["papers/zmigrod2019.yaml"], "agreement_tables")
    for lang in ("es", "fr", "he", "it"):
        called(calls, "inflect evaluate", f"--lang {lang} ", "-ud-test.conllu")
        # GATE has no Hebrew.
        for kind in () if lang == "he" else ("linear", "neural"):
            (call,) = called(calls, "agreement train", f"--lang {lang} ", f"n {kind} ")
            assert "--all-tags" in call
    scored = called(calls, "agreement evaluate", "--testset gate")
    assert len(scored) == 3 * 3
    for model in ("--model base ", "es/linear.paper.npz", "es/neural.paper.npz"):
        called(scored, "--lang es ", model)
    for kind in ("agreement", "inflection"):
        called(calls, f"tables published zmigrod2019 {kind} --beside")
