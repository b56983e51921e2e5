"""Self-training in the workflow: from monolingual text to systems; what a change makes stale."""

import re

import pytest

from .steps import OWN, check_options, make_project, systems

RECIPE = {"recipe": "mine/base.yaml"}
CONFIG = OWN | {
    "monolingual": {
        "source": [{"name": "news", "text": "mine/news.en"}],
        "target": [{"name": "news", "text": "mine/news.es"}],
    },
    "gfst": {"shards": 2, "max_target": 50},
    "datasets": {
        "gfst": {"gfst": {"max": 5}},
        "fem": {"gfst": {"genders": "fem"}},
        "src": {"gfst": {"target_filter": False, "size_of": "gfst"}},
        "bt": {"gfst": {"direction": "back"} | RECIPE},
        "randst": {"self_training": {"size_of": "gfst"}},
        "original": {"random": {"size_of": "gfst"}},
    },
    "systems": {
        "baseline": RECIPE | {"data": {"parallel": 1}},
        "randst": RECIPE | {"data": {"parallel": 1, "randst": 1}},
        "gfst": RECIPE | {"data": {"parallel": 1, "gfst": 1, "fem": 2}},
        "src": RECIPE | {"data": {"parallel": 1, "src": 1}},
        "ft": RECIPE | {"base": "baseline", "data": {"gfst": 1, "original": 1}},
        "bt": RECIPE | {"data": {"parallel": 1, "bt": 1}},
    },
}


def added(*jobs):
    """Return jobs together, the numbers of those of one rule added."""
    names = [name for part in jobs for name in part]
    return {name: sum(part.get(name, 0) for part in jobs) for name in names}


#: From the translations of each gender on: trees, the filter, the balance.
FILTERED = {"annotate_shard": 2, "gather_trees": 2, "filter_target": 2}
BALANCED = {"balance_gfst": 3, "table_datasets": 1, "table_gfst": 1}
#: What has the size of a set that is balanced.
SIZED = {"sample_mono": 1, "translate_mono": 2, "gather_random": 1, "select_random": 1}
TRANSLATED = {"translate_mono": 4, "gather_translations": 2}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project of which all has been made, by fakes."""
    files = ("base.yaml", "news.en", "news.es")
    return make_project(tmp_path_factory.mktemp("made") / "project", CONFIG, files)


def test_options_that_are_passed_are_known(made):
    check_options(made)


def test_commands_are_called_with_what_is_configured(made):
    folder = "results/gfst/es"
    assert "--shard 2/2 --decoder marian" in made.call(
        "nmt", "translate", "--model-dir results/models/es/baseline ",
        "--input results/gfst/source.fem.parquet", "fem.2-of-2.txt",
    )  # fmt: skip
    shards = f"{folder}/shards/msc.1-of-2.txt {folder}/shards/msc.2-of-2.txt"
    assert "--translation target" in made.call("nmt", "gather", shards)
    assert "--trees results/trees/es/gfst-fem.es.conllu.gz" in made.call(
        "gfst", "target", f"{folder}/pairs.fem.parquet", "--gender fem"
    )
    assert f"--msc {folder}/kept.msc.parquet --genders both --max 5" in made.call(
        "gfst", "balance", "--output results/datasets/es/gfst.parquet"
    )
    assert f"--fem {folder}/pairs.fem.parquet" in made.call(
        "gfst", "balance", "--size-of results/datasets/es/gfst.parquet"
    )
    assert "--size-of results/datasets/es/gfst.parquet" in made.call(
        "text", "sample", "results/mono/en.parquet"
    )


def test_back_translation_goes_the_other_way(made):
    """First the target filter, then the reverse model, then the source filter."""
    folder = "results/gfst/es"
    assert "--size 50 --at-most" in made.call("text", "sample", "results/mono/es.parquet")
    for gender in ("fem", "msc"):
        made.call(
            "gfst", "target", f"{folder}/target.parquet", "--pronoun", f"--gender {gender}",
            "--trees results/trees/es/gfst-target.es.conllu.gz",
            f"--output {folder}/mono.{gender}.parquet",
        )  # fmt: skip
        made.call(
            "nmt", "translate", "--model-dir results/reverse/es/base",
            f"--input {folder}/mono.{gender}.parquet --column target --shard 1/2",
        )  # fmt: skip
        made.call(
            "gfst", "source", f"{folder}/pairs.back-base.{gender}.parquet",
            f"--output {folder}/kept.back-base.{gender}.parquet",
        )  # fmt: skip
    assert f"--fem {folder}/kept.back-base.fem.parquet" in made.call(
        "gfst", "balance", "datasets/es/bt.parquet"
    )
    assert "--column text" in made.call(
        "trees", "annotate", f"{folder}/target.parquet", "--lang es"
    )


def test_nothing_is_stale_afterwards(made):
    assert made.jobs() == {}


def test_gendered_word(made):
    """From the source filter on, and the one of back-translation; the models stay."""
    jobs = made.edited("config/wordlists/gendered.en.tsv", "x\ty\txs\tys\tperson\t\n")
    back = {"filter_back": 2, "balance_gfst": 1}
    first = {"filter_source": 2, "count_genders": 1, "table_shares": 1}
    assert jobs == added(first, TRANSLATED, FILTERED, BALANCED, SIZED, back, systems(5))


def test_second_training(made):
    """No data is made again: it is translated by the training with the configuration's seed."""
    jobs = made.configured(trainings=2)
    single = [f"table_{name}_trainings" for name in ("winomt", "pronouns", "secondary", "bleu")]
    expected = systems(6) | dict.fromkeys([*single, "save_config"], 1)
    del expected["table_examples"]  # of the first training
    assert jobs == expected


def test_monolingual_english(made):
    """Back-translation does without it."""
    jobs = made.edited("mine/news.en", "She left.\n")
    first = {"build_mono": 1, "filter_source": 2}
    assert jobs == added(first, TRANSLATED, FILTERED, BALANCED, SIZED, systems(4))


def test_monolingual_text_of_the_language(made):
    jobs = made.edited("mine/news.es", "Ella se fue.\n")
    trees = {"annotate_shard": 1, "gather_trees": 1}
    back = {"build_mono": 1, "cap_target": 1, "filter_mono": 2, "filter_back": 2}
    balanced = {"balance_gfst": 1, "table_datasets": 1}
    assert jobs == added(trees, back, TRANSLATED, balanced, systems(1))


def test_limit_of_the_english(made):
    """There is a further step, and what was filtered stays."""
    jobs = made.configured(gfst={"max_source": 9})
    first = {"cap_source": 2, "save_config": 1}
    assert jobs == added(first, TRANSLATED, FILTERED, BALANCED, SIZED, systems(4))


def test_limit_of_a_data_set(made):
    """Sets of its size follow; no sentence of a gender is translated or filtered anew."""
    jobs = made.configured(datasets={"gfst": {"gfst": {"max": 6}}})
    balanced = {"balance_gfst": 2, "table_datasets": 1, "table_gfst": 1, "save_config": 1}
    assert jobs == added(balanced, SIZED, systems(4))


def test_analyser(made):
    """The trees are not asked for any more."""
    jobs = made.configured(gfst={"analyser": "lexicon"})
    filtered = {"filter_target": 2, "filter_mono": 2, "filter_back": 2, "save_config": 1}
    back = {"balance_gfst": 1}
    assert jobs == added(filtered, TRANSLATED, BALANCED, back, SIZED, systems(5))


@pytest.mark.slow
def test_the_configuration_of_the_paper(project):
    """Three trainings of eight systems in three languages; all else is made once."""
    options = ["--quiet", "host", "--cores", "1", "--configfile", "config/gfst.yaml"]
    options += ["--config", "trainings=3"]
    run = project.snakemake("--dry-run", "--forceall", options=options)
    assert run.returncode == 0, run.stdout + run.stderr
    jobs = dict(re.findall(r"^(\w+) +(\d+)$", run.stdout + run.stderr, re.MULTILINE))
    assert jobs["train_model"] == str(8 * 3 * 3)
    assert (jobs["train_reverse"], jobs["train_annotator"]) == ("3", "3")
    # Three of one gender or both, one unfiltered, one translated back.
    assert jobs["balance_gfst"] == str(5 * 3)
    assert (jobs["gather_random"], jobs["select_random"]) == ("3", "3")
    assert jobs["score_winomt"] == "72"


def test_without_the_key_there_are_no_rules(project):
    run = project.snakemake("--list-rules")
    assert run.returncode == 0
    names = set((run.stdout + run.stderr).split())
    assert names.isdisjoint({"build_mono", "filter_source", "translate_mono", "balance_gfst"})
