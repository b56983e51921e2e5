"""A system of which one model is trained for all languages, in the workflow."""

import pytest

from .steps import OWN, check_options, make_project

CONFIG = {key: value for key, value in OWN.items() if key != "annotators"} | {
    "languages": ["es", "fr"],
    "datasets": {"some": {"random": {"size": 5}}},
    "systems": {
        "shared": {"recipe": "mine/base.yaml", "multilingual": True, "trainings": [1, 4],
                   "data": {"parallel": 1, "some": {"es": 0.5, "fr": 0}}},
        "tuned": {"recipe": "mine/base.yaml", "multilingual": True, "base": "shared",
                  "data": {"some": {"es": 1, "fr": 0}}},
    },
}  # fmt: skip
FILES = ("base.yaml", "fr.train.tsv", "fr.test.tsv")
CORPUS = ("check_corpus", "build_corpus", "hold_out")
TRANSLATED = [
    f"results/translations/{lang}/{run}/mine.txt"
    for lang in ("es", "fr")
    for run in ("shared", "shared.4", "tuned")
]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("multilingual") / "project"
    return make_project(folder, CONFIG, FILES, targets=(*TRANSLATED, "results/tables/datasets.csv"))


def test_a_model_is_trained_once_for_all_languages(made):
    check_options(made)
    trained = [" ".join(call) for call in made.calls() if call[:2] == ["nmt", "train"]]
    assert len(trained) == 3
    folder = "results/multilingual"
    call = made.call("nmt", "train", "--output-dir results/models/multilingual/shared.4")
    sets = f"{folder}/es/parallel.parquet:1 {folder}/fr/parallel.parquet:1 {folder}/es/some.parquet"
    assert f"--train {sets}:0.5 --dev {folder}/dev.parquet --symbols >>es<< >>fr<<" in call
    assert "--prepared results/prepared/multilingual/shared.4" in call
    call = made.call("nmt", "prepare", "--output-dir results/prepared/multilingual/tuned")
    assert "--base results/models/multilingual/shared --symbols >>es<< >>fr<<" in call
    assert "--target-lang" not in call
    made.call("nmt", "train", f"--train {folder}/es/some.parquet:1", "--base results/models/multi")
    made.call("nmt", "join-languages", f"fr=results/corpora/fr/train.parquet --output {folder}/fr/")
    dev = " ".join(f"{lang}=results/corpora/{lang}/dev.parquet" for lang in ("es", "fr"))
    made.call("nmt", "join-languages", dev)


def test_what_is_left_out_is_not_made(made):
    assert made.call("dataset", "random").startswith("dataset random results/corpora/es/")
    labels = made.call("tables", "datasets")
    assert "es/some" in labels
    assert "fr/some" not in labels


def test_it_translates_into_each_language(made):
    for lang in ("es", "fr"):
        call = made.call("nmt", "translate", f"--output results/translations/{lang}/shared/")
        assert f"--model-dir results/models/multilingual/shared --lang {lang}" in call


def test_what_is_stale(made):
    assert made.jobs(*TRANSLATED) == {}
    # The corpus of one language changes the model of both.
    changed = made.edited("mine/fr.train.tsv", "x\ty\n", *TRANSLATED)
    assert {name: number for name, number in changed.items() if name not in CORPUS} == {
        "tag_languages": 1, "join_dev": 1, "prepare_multilingual": 3,
        "train_multilingual": 3, "translate": 6,
    }  # fmt: skip
