"""Language models in the workflow: what is called, and what a change makes stale."""

import re

import pytest

from .steps import OWN, check_options, make_project

CONFIG = OWN | {
    "agreement": {"models": ["linear"], "pairs": {"mine": {"trees": "mine/{lang}.test.conllu"}}},
    "lm": {
        "text": [{"name": "wiki", "text": "mine/{lang}.wiki.txt"}],
        "sentences": 50,
        "minimal_pairs": "mine/gold.{lang}.tsv",
        "systems": ["original", "swap", "field"],
        "shards": 2,
        "pieces": 300,
        "recipe": "tiny",
        "updates": 20,
        "trainings": [1, 5],
        "named": True,
        "max_persons": 3,
    },
    "systems": {"baseline": {"recipe": "mine/base.yaml", "data": {"parallel": 1}}},
}
FILES = ("base.yaml", "es.wiki.txt", "gold.es.tsv")
FOLDER = "results/lm/es"

#: With the selection of sentences, the table of the nouns of persons is made again.
SELECTED = {"select_animate": 1, "table_animate": 1}
SHOWN = {"compare_lms": 1, "table_lm": 1, "figure_lm": 1, "figure_lm_nouns": 1, "fairness_lm": 1}
#: What follows from the sentences that are changed.
TREES = {"annotate_shard": 1, "gather_trees": 1}
COPIED = {"make_copies": 4, "gather_copies": 2, "train_lm": 4}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project in which all language models have been made, by fakes."""
    folder = tmp_path_factory.mktemp("made") / "project"
    return make_project(folder, CONFIG, FILES, targets=("fairness_lm",))


def test_options_that_are_passed_are_known(made):
    check_options(made)


def test_nothing_is_stale(made):
    assert made.jobs("fairness_lm") == {}
    # Without it a table cannot be published.
    assert (made.folder / "results/tables/lm.provenance.json").exists()


def test_commands_are_called_with_what_is_configured(made):
    call = made.call("text", "mono", "mine/es.wiki.txt", "--keep-duplicates")
    assert "--max-words 100" in call
    made.call("text", "sample", f"{FOLDER}/text.parquet --size 50 --at-most")
    lists = "--word-list config/wordlists/professions.es.tsv config/wordlists/persons.es.tsv"
    made.call("lm", "animate", f"{FOLDER}/original.txt.gz", lists)
    made.call("trees", "annotate", f"{FOLDER}/animate.jsonl.gz", "--lang es --column text")
    for kind in ("swap", "field"):
        made.call(
            "lm", "counterfactuals", f"--kind {kind}", lists, "--shard 2/2", "--max-persons 3",
            "--named", "--method-file results/agreement/es/linear.full.json",
            "--model results/agreement/es/linear.npz", "--inflection-model",
        )  # fmt: skip
        made.call("lm", "gather", f"{FOLDER}/shards/{kind}.1-of-2.txt.gz", f"{kind}.2-of-2.json")
    learned = f"--pieces {FOLDER}/pieces.model --recipe tiny --updates 20 --seed 5"
    made.call("lm", "train", f"--texts {FOLDER}/original.txt.gz --lang es {learned}")
    made.call("lm", "train", f"{FOLDER}/original.txt.gz {FOLDER}/swap.txt.gz --lang es {learned}")
    made.call(
        "lm",
        "phrases",
        "--word-list config/wordlists/professions.es.tsv --text",
        f"{FOLDER}/original.txt.gz --copies {FOLDER}/swap.txt.gz {FOLDER}/field.txt.gz",
        "--occurrences 1",
    )
    made.call("lm", "minimal-pairs", "--gold mine/gold.es.tsv")
    pairs = f"--minimal-pairs {FOLDER}/minimal-pairs.tsv"
    made.call("lm", "score", f"{FOLDER}/models/field.5.npz", pairs, "--system field")
    call = made.call("lm", "compare", "--base original --lang es")
    assert re.findall(r"--systems (\S+)=\S+\.(\d)\.json", call) == [
        (system, seed) for system in ("original", "swap", "field") for seed in ("1", "5")
    ]


def test_a_person_makes_stale_what_is_changed_and_no_annotator(made):
    """The models of the text itself stay, as do those that were learned from treebanks."""
    line = "namesake\ttocayo\ttocaya\ttocayos\ttocayas\t\n"
    changed = made.edited("config/wordlists/persons.es.tsv", line, "fairness_lm")
    learned = {"train_inflection": 1, "choose_method": 1}
    scored = {"write_minimal_pairs": 1, "write_phrases": 1, "score_lm": 6}
    assert changed == SELECTED | learned | TREES | COPIED | scored | SHOWN


def test_a_minimal_pair(made):
    changed = made.edited("mine/gold.es.tsv", "x\n", "fairness_lm")
    assert changed == {"write_minimal_pairs": 1, "score_lm": 6} | SHOWN


def test_more_updates(made):
    changed = made.configured(lm={"updates": 30})
    assert (changed["train_lm"], changed["score_lm"]) == (6, 6)
    assert changed.keys().isdisjoint({"make_copies", "learn_pieces", "annotate_shard"})


def test_a_table_that_is_missing_is_made_after_a_change_of_the_configuration(made):
    """The change alone makes the configuration be written again, and no table."""
    table = made.folder / "results/tables/lm.csv"
    kept = table.with_suffix(".kept")
    table.rename(kept)
    made.configure(**CONFIG, lowercase=True)
    try:
        changed = made.jobs("fairness_lm")
    finally:
        kept.rename(table)
        made.configure(**CONFIG)
    assert changed.keys() == {"save_config", "table_lm", "fairness_lm"}


def test_without_counterfactuals_there_are_no_trees(tmp_path):
    alone = {"text": CONFIG["lm"]["text"], "systems": ["original"], "trainings": 1}
    config = {key: CONFIG[key] for key in ("corpora", "challenge", "systems")} | {"lm": alone}
    made = make_project(tmp_path / "project", config, FILES, targets=("fairness_lm",))
    check_options(made)
    assert "--minimal-pairs" not in made.call("lm", "score")
    assert made.jobs("fairness_lm") == {}


@pytest.mark.parametrize(
    ("overlays", "models"), [([], "9"), (["config/studies/replicate-fairness.yaml"], "54")]
)
def test_the_embedded_configuration(project, overlays, models):
    configs = ["--configfile", "config/fairness.yaml", *overlays]
    options = ["--quiet", "host", "--cores", "1", *configs]
    run = project.snakemake("fairness_lm", "--dry-run", "--forceall", options=options)
    assert run.returncode == 0, run.stdout + run.stderr
    found = dict(re.findall(r"^(\w+) +(\d+)$", run.stdout + run.stderr, re.MULTILINE))
    assert (found["train_lm"], found["score_lm"], found["make_copies"]) == (models, models, "6")
    assert "train_model" not in found
