"""From text to tables on the embedded corpus: every step is the real one, Marian alone is faked.

One run makes what all tests here look at: models of agreement and inflection, counterfactuals and
self-training, one system that is trained on all of their data sets, and a report of all of it. The
provenance of tables is made in test_identity.py and, of counterfactuals, by `make demo`.
"""

import copy
import csv
import json
import os

import pytest
import yaml

from cdaflow.agreement.model import load_model

from .conftest import ROOT, SMALL_DEMO, copy_project

pytestmark = pytest.mark.slow

TREEBANK = "{results}/demo/treebanks/{lang}/%s.conllu.gz"
TRAINED = {"recipe": "tiny"}

#: Data sets of counterfactuals: the grammar knows each of them.
COUNTERFACTUALS = {
    "handcrafted": {"handcrafted": {}},
    "random": {"random": {"size": 20}},
    "gb-guard": {"counterfactual": {"guard": "repair"}},
    "gb-back": {"back": TRAINED | {"guard": "none"}},
    "gb-forward": {"forward": {"guard": "repair"}},
}

#: Data sets of self-training: translations show the gender that the parallel text shows most.
SELF_TRAINING = {
    "gfst": {"gfst": {"max": 5}},
    "fem": {"gfst": {"genders": "fem"}},
    "src": {"gfst": {"target_filter": False, "size_of": "gfst"}},
    "bt": {"gfst": TRAINED | {"direction": "back"}},
    "randst": {"self_training": {"size_of": "gfst"}},
    "original": {"random": {"size_of": "gfst"}},
}

DATASETS = COUNTERFACTUALS | SELF_TRAINING
CONFIG = {
    "demo": SMALL_DEMO | {"mono": 1500, "mono_skew": 0.5},
    "monolingual": {
        "source": [{"name": "demo", "text": "{results}/demo/mono/en.txt"}],
        "target": [{"name": "demo", "text": "{results}/demo/mono/{lang}.txt"}],
    },
    "annotators": {"backend": "gold"},
    # Each further model costs 13 seconds of a processor and differs in its name alone; the demo
    # has all three.
    "agreement": {
        "models": ["linear"],
        "recipe": "tiny",
        "tune": {"trees": TREEBANK % "dev", "changes": "tags"},
    },
    "counterfactual": {"candidates": 0, "per_profession": 3},
    "gfst": {"shards": 2, "analyser": "lexicon"},
    "lexicons": {},
    "datasets": DATASETS,
    "systems": {
        "baseline": TRAINED | {"data": {"parallel": 1}},
        "tuned": {
            "base": "baseline",
            "recipe": "tiny-finetune",
            "data": dict.fromkeys(DATASETS, 1) | {"gb-forward": 2},
        },
    },
    "published": "naik2023",
}

AGREEMENT = ["results/tables/agreement.csv", "results/tables/inflection.csv"]
TARGETS = [
    "results/report.html",
    *AGREEMENT,
    *(
        f"results/tables/{name}.csv"
        for name in ("counterfactual", "datasets", "examples", "funnel", "gfst", "pronouns",
                     "secondary", "shares", "naik2023.winomt")
    ),
]  # fmt: skip

#: Both sides of the development text.
TREES = ["results/trees/es/dev.en.conllu.gz", "results/trees/es/dev.es.conllu.gz"]

#: What chooses and scores a method of agreement, and what scores inflection.
AGREE = {"choose_method", "evaluate_agreement", "table_agreement"}
SCORE = AGREE | {"evaluate_inflection", "table_inflection"}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project in which the tables and the report have been made."""
    project = copy_project(tmp_path_factory.mktemp("made") / "project")
    project.configure(**CONFIG)
    run = project.snakemake(*TARGETS)
    assert run.returncode == 0, run.stdout + run.stderr
    return project


@pytest.fixture
def annotated(made):
    """A function that annotates files of TREES with other annotators; returns texts and trees."""
    from cdaflow.io.parquet import read_texts
    from cdaflow.trees import read_conllu

    def annotate(targets, **annotators):
        made.configure(**CONFIG | {"annotators": annotators})
        run = made.snakemake(*targets)
        assert run.returncode == 0, run.stdout + run.stderr
        assert made.stale(*targets) == set()
        texts = list(read_texts(made.folder / "results/corpora/es/dev.parquet"))
        return texts, [list(read_conllu(made.folder / name)) for name in targets]

    yield annotate
    made.configure(**CONFIG)


def rows(project, name):
    path = project.folder / f"results/tables/{name}.csv"
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def sizes(project):
    return {row["dataset"]: row for row in rows(project, "datasets")}


def test_nothing_is_stale_afterwards(made):
    assert made.jobs(*TARGETS) == {}


def test_report(made):
    assert "<html" in (made.folder / "results/report.html").read_text("utf-8")


def test_counterfactuals(made):
    compared = {(row["guard"], row["gender"]): row for row in rows(made, "counterfactual")}
    assert int(compared["repair", "all"]["made"]) > 10
    assert float(compared["repair", "all"]["right_of_made"]) >= 90
    of = sizes(made)
    assert of["gb-guard"]["masculine"] == of["gb-guard"]["feminine"] != "0"
    assert of["random"]["pairs"] == "20"
    assert int(of["gb-forward"]["pairs"]) <= int(of["gb-guard"]["pairs"])
    assert {row["system"] for row in rows(made, "pronouns")} == {"baseline", "tuned"}
    assert all(rows(made, name) for name in ("examples", "funnel", "naik2023.winomt"))


def test_self_training(made):
    of = sizes(made)
    assert of["gfst"]["pairs"] == "10"
    for name in ("gfst", "src", "bt"):
        assert of[name]["masculine"] == of[name]["feminine"] != "0"
    assert (of["fem"]["masculine"], of["fem"]["feminine"]) == ("0", of["fem"]["pairs"])
    assert {of[name]["pairs"] for name in ("src", "randst", "original")} == {"10"}
    counts = json.loads((made.folder / "results/gfst/source.fem.json").read_text())
    assert counts["labels"]["fem"] > 100
    assert rows(made, "gfst")
    assert rows(made, "shares")


def test_agreement_and_inflection(made):
    scores = rows(made, "agreement")
    assert [(row["system"], row["method"], row["to"]) for row in scores] == [
        ("linear", method, to) for to in ("Fem", "Masc", "both") for method in ("paper", "full")
    ]
    # Forty sentences are enough to learn that articles agree, not for more.
    assert all(float(row["f1"]) > 50 for row in scores)
    results = made.folder / "results"
    assert load_model(results / "agreement/es/linear.npz").name == "linear"
    assert {row["words"] for row in rows(made, "inflection")} >= {"all"}
    assert not list(results.rglob("*.work"))


def test_edited_persons_and_another_key_of_agreement(made):
    names = made.folder / "config/wordlists/persons.es.tsv"
    before = names.read_text(encoding="utf-8")
    try:
        names.write_text(before.replace("amigo\t", "amigacho\t", 1), encoding="utf-8")
        assert made.stale(*AGREEMENT) == {"train_inflection"} | SCORE
    finally:
        names.write_text(before, encoding="utf-8")
    other = copy.deepcopy(CONFIG)
    other["agreement"]["determiners"] = "none"
    made.configure(**other)
    try:
        assert made.stale(*AGREEMENT) == AGREE
    finally:
        made.configure(**CONFIG)


def test_gold_trees_of_both_sides(annotated):
    """The sentences are looked up, the shards gathered in order."""
    texts, found = annotated(TREES, backend="gold", shards=3)
    assert len(texts) == 30
    for side, trees in enumerate(found):
        assert [tree.text for tree in trees] == [pair[side] for pair in texts]
        assert all(len(tree.tokens) > 1 and tree.tokens[0].upos != "X" for tree in trees)


def test_trained_annotator(made, annotated):
    """Stanza, trained for some steps on the embedded treebank, annotates the development text.

    Its layers are as small as they may be: what it has learned is not looked at. Each of its five
    programs begins with seconds of imports.
    """
    recipe = yaml.safe_load((ROOT / "config/recipes/trees/small.yaml").read_text())
    small = {"hidden_dim": 16, "char_hidden_dim": 16, "char_emb_dim": 8, "transformed_dim": 16,
             "deep_biaff_hidden_dim": 16}  # fmt: skip
    recipe["tokenize"] |= {"steps": 60, "eval_steps": 60}
    recipe["mwt"] |= {"num_epoch": 1}
    recipe["pos"] |= small | {"max_steps": 10, "eval_interval": 10}
    recipe["lemma"] |= {"num_epoch": 1}
    recipe["depparse"] |= small | {"max_steps": 10, "eval_interval": 10}
    (made.folder / "quick.yaml").write_text(yaml.safe_dump(recipe))
    texts, (trees,) = annotated(TREES[1:], recipe="quick.yaml")
    assert [tree.text for tree in trees] == [pair[1] for pair in texts]
    # Gold trees are not kept in it.
    assert any(os.scandir(made.folder / "results/trees/store"))
