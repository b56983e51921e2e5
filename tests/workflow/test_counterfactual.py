"""Counterfactuals, data sets and fine-tuning in the workflow: what each change makes stale."""

import copy
import csv
import json

import pytest

from .conftest import ROOT, copy_project

FAKES = ROOT / "tests/fakes/steps"

TREEBANK = {role: f"mine/{{lang}}.{role}.conllu" for role in ("train", "dev", "test")}
TUNED = {"base": "baseline", "recipe": "mine/tune.yaml"}
#: A project on the user's own text, treebanks and challenge set, so that the word lists are read
#: by no grammar.
OWN = {
    "corpora": {
        "train": [{"name": "mine", "tsv": "mine/train.tsv"}],
        "dev": {"held_out": 2},
        "test": {"mine": [{"name": "mine", "tsv": "mine/test.tsv"}]},
    },
    "challenge": {"sentences": "mine/en.txt", "pro": "mine/pro.txt", "anti": "mine/anti.txt"},
    "annotators": {"recipe": "tiny", "treebanks": TREEBANK},
    "agreement": {"models": ["linear"], "pairs": {"mine": {"trees": "mine/{lang}.test.conllu"}}},
    "counterfactual": {},
    "datasets": {
        "handcrafted": {"handcrafted": {}},
        "random": {"random": {"size": 5}},
        "gb": {"counterfactual": {"guard": "none"}},
        "gb-guard": {"counterfactual": {"guard": "repair"}},
        "gb-back": {"back": {"guard": "none", "recipe": "mine/base.yaml"}},
    },
    "systems": {
        "baseline": {"recipe": "mine/base.yaml", "data": {"parallel": 1}},
        "handcrafted": TUNED | {"data": {"handcrafted": 1}},
        "gb-random": TUNED | {"data": {"gb": 1, "random": 1}},
        "gb-guard": TUNED | {"data": {"gb-guard": 1, "random": 1}},
        "gb-back": TUNED | {"data": {"gb-back": 1}},
    },
}

#: What is done for one system, and what is done once for all of them.
SYSTEM = ("train_model", "align_challenge", "score_winomt", "score_bleu")
ALL = ("compare_bleu", "table_winomt", "table_bleu", "figure_pro_anti", "figure_accuracy_bleu",
       "figure_gaps", "figure_confusion", "figure_gains", "table_pronouns", "table_examples",
       "write_report")  # fmt: skip


def systems(number):
    """Return the jobs that follow where the data of a number of systems changes."""
    each = dict.fromkeys(SYSTEM, number) | {"translate": 2 * number}
    return each | dict.fromkeys(ALL, 1)


def once(*rules):
    return dict.fromkeys(rules, 1)


#: From the pairs with counterfactuals to the data sets made of them, and to what is said of them.
MADE = {"make_counterfactuals": 2, "balance_counterfactuals": 2, "translate_counterfactuals": 1,
        "join_translations": 1, "table_datasets": 1}  # fmt: skip
#: From the gendered pairs to the trees of the candidates.
SELECTED = {"select_gendered": 1, "annotate_shard": 3, "gather_trees": 3, "select_tagged": 1,
            "select_professions": 1, "table_funnel": 1, "figure_funnel": 1}  # fmt: skip


def own_project(folder):
    project = copy_project(folder)
    project.programs = (FAKES,)
    (folder / "mine").mkdir()
    names = ["train.tsv", "test.tsv", "en.txt", "pro.txt", "anti.txt", "base.yaml", "tune.yaml"]
    names += [f"{lang}.{role}.conllu" for lang in ("en", "es") for role in TREEBANK]
    for name in names:
        (folder / "mine" / name).write_text(f"{name}\n")
    project.configure(**OWN)
    return project


def changed(**keys):
    """Return OWN with the keys of a part of it changed; a name without a value is taken out."""
    config = copy.deepcopy(OWN)
    for part, values in keys.items():
        config[part] |= values
    return config


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project of which all has been made, by fakes."""
    project = own_project(tmp_path_factory.mktemp("made") / "project")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAKE_STEPS_CALLS", str(project.folder / "calls.jsonl"))
        run = project.snakemake()
    assert run.returncode == 0, run.stdout + run.stderr
    return project


def calls(project):
    return [json.loads(line) for line in (project.folder / "calls.jsonl").open(encoding="utf-8")]


def call(project, group, command, *words):
    """Return the one call of a command that has the words, as text."""
    found = [" ".join(each) for each in calls(project) if each[:2] == [group, command]]
    (only,) = [text for text in found if all(word in text for word in words)]
    return only


def test_options_that_are_passed_are_known(made):
    """The fakes take anything: the real parser has the last word."""
    from cdaflow.cli import build_parser

    for each in calls(made):
        build_parser().parse_args(each)


def test_commands_are_called_with_what_is_configured(made):
    assert "--train results/datasets/es/gb.parquet:1 results/datasets/es/random.parquet:1" in call(
        made, "nmt", "train", "models/es/gb-random ", "--base results/models/es/baseline "
    )
    assert "--base" not in call(made, "nmt", "train", "--output-dir results/models/es/baseline ")
    for words in ("--word-list config/wordlists/professions.es.tsv config/wordlists/persons.es.tsv",
                  "--model results/agreement/es/linear.npz", "--per-profession 10",
                  "--english-trees results/trees/es/candidates.en.conllu.gz",
                  "--target-trees results/trees/es/candidates.es.conllu.gz",
                  "--persons config/wordlists/persons.en.tsv config/wordlists/professions.tsv",
                  ):  # fmt: skip
        assert words in call(made, "counterfactual", "make", "--guard repair")
    assert "--column counterfactual_target" in call(
        made, "nmt", "translate", "--model-dir results/reverse/es/base "
    )


def test_nothing_is_stale_afterwards(made):
    assert made.jobs() == {}


def edited(project, path, text):
    """Return the jobs that an added line makes stale; the edit is undone."""
    path = project.folder / path
    before = path.read_bytes()
    try:
        path.write_bytes(before + text.encode())
        return project.jobs()
    finally:
        path.write_bytes(before)


def configured(project, config):
    """Return the jobs that another configuration makes stale."""
    project.configure(**config)
    try:
        return project.jobs()
    finally:
        project.configure(**OWN)


def test_profession_of_a_language(made):
    """No trees are made anew, nothing is selected anew; the baseline stays, and its scores go."""
    line = "zookeeper\tcuidador\tcuidadora\tcuidadores\tcuidadoras\t\n"
    jobs = edited(made, "config/wordlists/professions.es.tsv", line)
    lexicon = once("train_inflection", "evaluate_inflection", "table_inflection")
    lexicon |= once("evaluate_agreement", "table_agreement")
    assert jobs == MADE | lexicon | systems(4) | {
        "score_winomt": 5,
    } | once("write_handcrafted")


@pytest.mark.slow
def test_person_in_english(made):
    """The guard asks who else is meant: nothing is selected anew."""
    jobs = edited(made, "config/wordlists/persons.en.tsv", "zookeeper\tzookeepers\n")
    assert jobs == MADE | systems(3)


@pytest.mark.slow
def test_profession_in_english(made):
    jobs = edited(made, "config/wordlists/professions.tsv", "zookeeper\tzookeepers\t\t\n")
    assert jobs == SELECTED | MADE | systems(4) | once("write_handcrafted")


@pytest.mark.slow
def test_pronoun(made):
    line = "hisself\the\tMasc\t3\treflexive\therself\tPRP\t_\n"
    jobs = edited(made, "config/wordlists/pronouns.en.tsv", line)
    assert jobs == SELECTED | MADE | systems(3)


@pytest.mark.slow
def test_gendered_noun(made):
    """It tells the guard of persons, though it is not swapped."""
    jobs = edited(made, "config/wordlists/gendered.en.tsv", "x\ty\txs\tys\tperson\t\n")
    assert jobs == MADE | systems(3)


@pytest.mark.slow
def test_list_that_no_rule_reads(made):
    assert edited(made, "config/wordlists/professions.fr.tsv", "x\ty\ty\tys\tys\t\n") == {}


@pytest.mark.slow
def test_touch_without_a_change(made):
    for name in ("professions.es.tsv", "professions.tsv", "pronouns.en.tsv"):
        (made.folder / "config/wordlists" / name).touch()
    assert made.jobs() == {}


@pytest.mark.slow
def test_pairs_of_each_profession(made):
    jobs = configured(made, changed(counterfactual={"per_profession": 5}))
    assert jobs == MADE | systems(3) | once("save_config")


def test_guard_of_one_data_set(made):
    jobs = configured(made, changed(datasets={"gb": {"counterfactual": {"guard": "drop"}}}))
    own = once("make_counterfactuals", "balance_counterfactuals", "table_datasets", "save_config")
    assert jobs == own | systems(1)


@pytest.mark.slow
def test_added_system(made):
    jobs = configured(made, changed(systems={"gb": TUNED | {"data": {"gb": 1}}}))
    assert jobs == systems(1) | once("save_config")


@pytest.mark.slow
def test_added_data_set(made):
    sample = {"random": {"size": 9}}
    jobs = configured(made, changed(datasets={"more": sample}))
    assert jobs == once("select_random", "table_datasets", "save_config", "write_report")


def test_added_language(made):
    """Nothing of the other language, and nothing of English, is made anew."""
    for role in TREEBANK:
        (made.folder / f"mine/fr.{role}.conllu").write_text("")
    jobs = configured(made, {**OWN, "languages": ["es", "fr"]})
    corpora = {"build_corpus": 2, "check_corpus": 2} | once("hold_out", "table_corpus")
    learned = {"train_reverse": 1}
    for what in ("annotator", "agreement", "inflection"):
        learned |= once(f"train_{what}", f"evaluate_{what}")
    learned |= once("table_annotators", "table_agreement", "table_inflection")
    sets = once("select_random", "write_handcrafted", "save_config")
    assert jobs == MADE | SELECTED | systems(5) | corpora | learned | sets


@pytest.mark.slow
def test_users_model_as_a_base(made):
    """It is taken in, and what starts from it is trained anew."""
    for name in ("model.npz", "vocab.spm"):
        (made.folder / "mine" / name).write_text("")
    own = {"model": "mine/model.npz", "vocabs": ["mine/vocab.spm"]}
    jobs = configured(made, changed(systems={"baseline": own}))
    assert jobs["adopt_model"] == 1
    assert jobs["train_model"] == 4


def test_without_the_keys_there_are_no_rules(project):
    run = project.snakemake("--list-rules")
    assert run.returncode == 0
    names = set((run.stdout + run.stderr).split())
    assert names.isdisjoint({*SELECTED, *MADE} - {"annotate_shard", "gather_trees"})


@pytest.mark.slow
def test_from_text_to_tables(project):
    """Only Marian is faked: the trees are gold, and the grammar knows each counterfactual."""
    tuned = {"base": "baseline", "recipe": "tiny-finetune"}
    project.configure(
        annotators={"backend": "gold"},
        agreement={"models": ["linear"], "recipe": "tiny"},
        counterfactual={"candidates": 0, "per_profession": 3},
        datasets=OWN["datasets"]
        | {
            "random": {"random": {"size": 20}},
            "gb-back": {"back": {"guard": "none", "recipe": "tiny"}},
            "gb-forward": {"forward": {"guard": "repair"}},
        },
        systems={
            "baseline": {"recipe": "tiny", "data": {"parallel": 1}},
            "all": tuned | {"data": {"gb-guard": 1, "random": 1, "handcrafted": 1}},
            "translated": tuned | {"data": {"gb-back": 1, "gb-forward": 2}},
        },
        published="naik2023",
    )
    run = project.snakemake()
    assert run.returncode == 0, run.stdout + run.stderr
    tables = {
        path.stem: list(csv.DictReader(path.open(encoding="utf-8", newline="")))
        for path in (project.folder / "results/tables").glob("*.csv")
    }
    compared = {(row["guard"], row["gender"]): row for row in tables["counterfactual"]}
    assert int(compared["repair", "all"]["made"]) > 10
    assert float(compared["repair", "all"]["right_of_made"]) >= 90
    sizes = {row["dataset"]: row for row in tables["datasets"]}
    assert sizes["gb-guard"]["masculine"] == sizes["gb-guard"]["feminine"] != "0"
    assert sizes["random"]["pairs"] == "20"
    assert int(sizes["gb-forward"]["pairs"]) <= int(sizes["gb-guard"]["pairs"])
    assert {row["system"] for row in tables["pronouns"]} == {"baseline", "all", "translated"}
    assert all(tables[name] for name in ("examples", "funnel", "naik2023.winomt"))
    assert "<html" in (project.folder / "results/report.html").read_text("utf-8")
    assert project.jobs() == {}
