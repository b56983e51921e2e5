"""Counterfactuals, data sets and fine-tuning in the workflow: what each change makes stale."""

import pytest

from .steps import OWN, TREEBANK, check_options, make_project, systems

TUNED = {"base": "baseline", "recipe": "mine/tune.yaml"}
CONFIG = OWN | {
    "agreement": {"models": ["linear"], "pairs": {"mine": {"trees": "mine/{lang}.test.conllu"}}},
    "counterfactual": {},
    "datasets": {
        "handcrafted": {"handcrafted": {}},
        "random": {"random": {"size": 5}},
        "gb": {"counterfactual": {"method": "paper", "guard": "none"}},
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


def once(*rules):
    return dict.fromkeys(rules, 1)


#: From the pairs with counterfactuals to the data sets made of them, and to what is said of them.
MADE = {"make_counterfactuals": 2, "balance_counterfactuals": 2, "translate_counterfactuals": 1,
        "join_translations": 1, "table_datasets": 1}  # fmt: skip
#: From the gendered pairs to the trees of the candidates.
SELECTED = {"select_gendered": 1, "annotate_shard": 3, "gather_trees": 3, "select_tagged": 1,
            "select_professions": 1, "table_funnel": 1, "figure_funnel": 1}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project of which all has been made, by fakes."""
    files = ("base.yaml", "tune.yaml")
    return make_project(tmp_path_factory.mktemp("made") / "project", CONFIG, files)


def test_options_that_are_passed_are_known(made):
    check_options(made)


def test_commands_are_called_with_what_is_configured(made):
    assert (
        "--train results/datasets/es/gb.parquet:1 results/datasets/es/random.parquet:1"
        in made.call("nmt", "train", "models/es/gb-random ", "--base results/models/es/baseline ")
    )
    assert "--base" not in made.call("nmt", "train", "--output-dir results/models/es/baseline ")
    for words in ("--word-list config/wordlists/professions.es.tsv config/wordlists/persons.es.tsv",
                  "--model results/agreement/es/linear.npz", "--per-profession 10",
                  "--english-trees results/trees/es/candidates.en.conllu.gz",
                  "--target-trees results/trees/es/candidates.es.conllu.gz",
                  "--persons config/wordlists/persons.en.tsv config/wordlists/professions.tsv",
                  ):  # fmt: skip
        assert words in made.call("counterfactual", "make", "--guard repair")
    # What is scored and what the data are made with is one file.
    for method, guard in (("paper", "none"), ("full", "repair")):
        file = f"--method-file results/agreement/es/linear.{method}.json"
        assert file in made.call("counterfactual", "make", f"--guard {guard}")
        assert file in made.call("agreement", "evaluate", f"linear.{method}.mine.json")
    assert "linear.paper.npz" in made.call("agreement", "choose", "--method paper")
    assert "--column counterfactual_target" in made.call(
        "nmt", "translate", "--model-dir results/reverse/es/base "
    )


def test_nothing_is_stale_afterwards(made):
    assert made.jobs() == {}


def test_profession_of_a_language(made):
    """No trees are made anew, nothing is selected anew; the baseline stays, and its scores go."""
    line = "nurse\tcuidador\tcuidadora\tcuidadores\tcuidadoras\tvariant\n"
    jobs = made.edited("config/wordlists/professions.es.tsv", line)
    lexicon = once("train_inflection", "evaluate_inflection", "table_inflection")
    lexicon |= {"choose_method": 2, "evaluate_agreement": 2, "table_agreement": 1}
    assert jobs == MADE | lexicon | systems(4) | {
        "score_winomt": 5,
    } | once("write_handcrafted")


def test_person_in_english(made):
    """The guard asks who else is meant: nothing is selected anew."""
    jobs = made.edited("config/wordlists/persons.en.tsv", "zymurgist\tzymurgists\n")
    assert jobs == MADE | systems(3)


def test_profession_in_english(made):
    jobs = made.edited("config/wordlists/professions.tsv", "zookeeper\tzookeepers\t\t\n")
    assert jobs == SELECTED | MADE | systems(4) | once("write_handcrafted")


def test_pronoun(made):
    line = "hisself\the\tMasc\t3\treflexive\therself\tPRP\t_\n"
    jobs = made.edited("config/wordlists/pronouns.en.tsv", line)
    assert jobs == SELECTED | MADE | systems(3)


def test_gendered_noun(made):
    """It tells the guard of persons, though it is not swapped."""
    jobs = made.edited("config/wordlists/gendered.en.tsv", "x\ty\txs\tys\tperson\t\n")
    assert jobs == MADE | systems(3)


def test_list_that_no_rule_reads(made):
    assert made.edited("config/wordlists/professions.fr.tsv", "x\ty\ty\tys\tys\t\n") == {}


def test_touch_without_a_change(made):
    for name in ("professions.es.tsv", "professions.tsv", "pronouns.en.tsv"):
        (made.folder / "config/wordlists" / name).touch()
    assert made.jobs() == {}


def test_pairs_of_each_profession(made):
    jobs = made.configured(counterfactual={"per_profession": 5})
    assert jobs == MADE | systems(3) | once("save_config")


def test_pairs_of_each_profession_of_one_data_set(made):
    jobs = made.configured(datasets={"gb": {"counterfactual": {"per_profession": 5}}})
    own = once("balance_counterfactuals", "table_datasets", "save_config")
    assert jobs == own | systems(1)


def test_guard_of_one_data_set(made):
    jobs = made.configured(datasets={"gb": {"counterfactual": {"guard": "drop"}}})
    own = once("make_counterfactuals", "balance_counterfactuals", "table_datasets", "save_config")
    assert jobs == own | systems(1)


def test_added_system(made):
    jobs = made.configured(systems={"gb": TUNED | {"data": {"gb": 1}}})
    assert jobs == systems(1) | once("save_config")


def test_added_data_set(made):
    sample = {"random": {"size": 9}}
    jobs = made.configured(datasets={"more": sample})
    assert jobs == once("select_random", "table_datasets", "save_config", "write_report")


def test_added_language(made):
    """Nothing of the other language, and nothing of English, is made anew."""
    for role in TREEBANK:
        (made.folder / f"mine/fr.{role}.conllu").write_text("")
    for part in ("train", "test"):
        (made.folder / f"mine/fr.{part}.tsv").write_text("")
    jobs = made.configured(languages=["es", "fr"])
    corpora = {"build_corpus": 2, "check_corpus": 2} | once("hold_out", "table_corpus")
    learned = {"prepare_reverse": 1, "train_reverse": 1}
    for what, number in (("annotator", 1), ("agreement", 2), ("inflection", 1)):
        learned |= {f"train_{what}": number, f"evaluate_{what}": number}
    learned |= {"choose_method": 2}
    learned |= once("table_annotators", "table_agreement", "table_inflection")
    sets = once("select_random", "write_handcrafted", "save_config")
    assert jobs == MADE | SELECTED | systems(5) | corpora | learned | sets


def test_users_model_as_a_base(made):
    """It is taken in, and what starts from it is trained anew."""
    for name in ("model.npz", "vocab.spm"):
        (made.folder / "mine" / name).write_text("")
    own = {"model": "mine/model.npz", "vocabs": ["mine/vocab.spm"]}
    jobs = made.configured(systems={"baseline": own})
    assert jobs["import_model"] == 1
    assert jobs["train_model"] == 4


def test_without_the_keys_there_are_no_rules(project):
    run = project.snakemake("--list-rules")
    assert run.returncode == 0
    names = set((run.stdout + run.stderr).split())
    assert names.isdisjoint({*SELECTED, *MADE} - {"annotate_shard", "gather_trees"})
