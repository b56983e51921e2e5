"""What an edit makes stale in the demo, in two of its languages: each job."""

from collections import Counter

import pytest
import yaml

from .conftest import ROOT, copy_with_package
from .forks import dry_runs

LANGUAGES = ("es", "fr")
SYSTEMS = ("baseline", "gb-random")

#: What is made of all languages at once, `languages x systems`.
TABLES = Counter({
    (rule, ""): 1
    for rule in (
        "table_agreement", "table_annotators", "table_bleu", "table_corpus",
        "table_counterfactual", "table_datasets", "table_examples", "table_funnel",
        "table_inflection", "table_pronouns", "table_secondary", "table_winomt",
        "figure_accuracy_bleu", "figure_confusion", "figure_funnel", "figure_gains",
        "figure_pro_anti", "write_report",
    )
})  # fmt: skip
#: One for each table, and one more for the funnel by profession.
TABLES["write_provenance", ""] = 13

#: From a language's text on: how often for each system, and once.
OF_A_SYSTEM = {"prepare_training": 1, "train_model": 1, "translate": 2, "align_challenge": 1,
               "score_winomt": 1, "score_bleu": 1}  # fmt: skip
OF_A_LANGUAGE = {
    "write_demo": 1, "write_demo_treebank": 1, "check_corpus": 3, "build_corpus": 3,
    "train_agreement": 4, "choose_method": 6, "evaluate_agreement": 6, "train_inflection": 1,
    "evaluate_inflection": 1,
    "train_annotator": 1, "evaluate_annotator": 1, "annotate_shard": 3, "gather_trees": 3,
    "select_gendered": 1, "select_tagged": 1, "select_professions": 1, "make_counterfactuals": 2,
    "evaluate_counterfactuals": 2, "balance_counterfactuals": 2, "write_handcrafted": 1,
    "select_random": 1, "figure_gaps": 1,
}  # fmt: skip
#: English has an annotator of its own, and the challenge set is the same for all languages.
OF_ENGLISH = Counter({
    ("write_demo_treebank", "en"): 1, ("train_annotator", "en"): 1, ("evaluate_annotator", "en"): 1,
    ("write_demo_challenge", ""): 1, ("extract_challenge", ""): 1,
})  # fmt: skip


def of_systems(systems, *languages):
    """The jobs of a number of systems in some languages."""
    return Counter({
        (rule, lang): number * systems for lang in languages for rule, number in OF_A_SYSTEM.items()
    })  # fmt: skip


def of_language(*languages):
    """All jobs of some languages."""
    jobs = {(rule, lang): n for lang in languages for rule, n in OF_A_LANGUAGE.items()}
    return Counter(jobs) + of_systems(len(SYSTEMS), *languages)


def without_language(*rules):
    return Counter({(rule, ""): 1 for rule in rules})


@pytest.fixture(scope="module")
def stale(tmp_path_factory):
    """The jobs that follow from each edit, by its name."""
    folder = copy_with_package(tmp_path_factory.mktemp("demo"))
    config = yaml.safe_load((ROOT / "config/config.yaml").read_text())
    config["languages"] = list(LANGUAGES)
    config["systems"] = {name: config["systems"][name] for name in SYSTEMS}

    def configured(**changes):
        return {"config/test.yaml": yaml.safe_dump(config | changes)}

    def appended(path, text, mark=""):
        return {mark + path: (folder / path).read_text() + text}

    (folder / "config/test.yaml").write_text(yaml.safe_dump(config))
    lists, line = "config/wordlists/professions", "nurse\t{0}\t{0}\t{0}s\t{0}s\tvariant\n"
    tuned = config["systems"]["gb-random"]
    edits = {
        "nothing": appended("config/wordlists/stereotypes.tsv", "")
        | appended("src/cdaflow/demo/corpus.py", "\n# A remark.\n"),
        "Spanish": appended(f"{lists}.es.tsv", line.format("cuidante")),
        # As by `cp -p` or `rsync -a` of a file that is older than what was made.
        "French": appended(f"{lists}.fr.tsv", line.format("garde"), "@"),
        "English": appended(f"{lists}.tsv", "beekeeper\tbeekeepers\t\t\n"),
        "key": configured(align_with=300),
        "weight": configured(
            systems=config["systems"] | {"gb-random": tuned | {"data": {"gb": 3, "random": 1}}}
        ),
    }
    return {
        name: sum((Counter({(rule, lang): n}) for rule, lang, _, n in found["jobs"]), Counter())
        for name, found in dry_runs(folder, edits).items()
    }


def test_nothing_is_stale_after_a_touch_and_a_comment(stale):
    assert stale["nothing"] == {}


@pytest.mark.parametrize(("edit", "language"), [("Spanish", "es"), ("French", "fr")])
def test_profession_of_a_language_is_for_that_language_alone(stale, edit, language):
    """Beside it only what shows all languages side by side."""
    assert stale[edit] == of_language(language) + TABLES


def test_english_profession_is_for_all_languages(stale):
    assert stale["English"] == of_language(*LANGUAGES) + OF_ENGLISH + TABLES


def test_key_of_the_aligner(stale):
    jobs = Counter({
        (rule, lang): number
        for lang in LANGUAGES
        for rule, number in {"align_challenge": 2, "score_winomt": 2, "figure_gaps": 1}.items()
    })  # fmt: skip
    shown = without_language(
        "table_winomt", "table_pronouns", "table_secondary", "table_examples",
        "figure_accuracy_bleu", "figure_confusion", "figure_gains",
        "figure_pro_anti", "write_report", "save_config",
    )  # fmt: skip
    assert stale["key"] == jobs + shown + Counter({("write_provenance", ""): 4})


def test_weight_of_a_data_set(stale):
    """It stands in a parameter that is computed from inputs, which Snakemake does not compare."""
    jobs = of_systems(1, *LANGUAGES)
    jobs += Counter({("figure_gaps", x): 1 for x in LANGUAGES})
    shown = without_language(
        "table_bleu", "table_winomt", "table_pronouns", "table_secondary", "table_examples",
        "figure_accuracy_bleu", "figure_confusion", "figure_gains",
        "figure_pro_anti", "write_report", "save_config",
    )  # fmt: skip
    assert stale["weight"] == jobs + shown + Counter({("write_provenance", ""): 5})
