"""How many shards a text is cut in, known before it is made."""

import pytest

from cdaflow.config.fields import number_of_shards, shard_names
from cdaflow.config.sizes import FETCHED, TextSizes
from cdaflow.errors import ConfigError

from .configs import CORPORA, loaded

CONFIG = {
    "languages": ["es"],
    "corpora": CORPORA,
    "demo": {"train": 2000, "dev": 30, "test": 400, "mono": 5000},
    "systems": {"baseline": {"recipe": "tiny", "data": {"parallel": 1}}},
}
WITH_TREES = {
    "annotators": {"backend": "gold"},
    "agreement": {},
    "counterfactual": {"candidates": 3, "per_profession": 2},
}
MONO = {
    "monolingual": {
        "source": [{"name": "demo", "text": "{results}/demo/mono/en.txt"}],
        "target": [{"name": "demo", "text": "{results}/demo/mono/{lang}.txt"}],
    },
    "gfst": {"analyser": "rules"},
}


def sizes(changes=(), **keys):
    return TextSizes(loaded(CONFIG | keys, changes))


def test_a_number_stands_and_a_size_is_divided():
    by_size = loaded(CONFIG | WITH_TREES).annotators.shards
    assert by_size.sentences == 20_000
    assert [number_of_shards(by_size, size) for size in (0, 20_000, 20_001)] == [1, 1, 2]
    assert number_of_shards(64, 3) == 64
    assert shard_names(2) == ["1-of-2", "2-of-2"]


@pytest.mark.parametrize("wrong", [0, {"sentences": 0}, {"lines": 5}, "auto", True])
def test_wrong_numbers_of_shards(wrong):
    with pytest.raises(ConfigError, match=r"annotators\.shards"):
        loaded(CONFIG | WITH_TREES, {"annotators.shards": wrong})


def test_sizes_of_the_embedded_corpus_are_those_of_the_configuration(tmp_path, monkeypatch):
    """Whether or not its files are there: else its trees would be stale once they are."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config").mkdir()

    def found():
        known = sizes()
        return [known.part(name, "es") for name in ("train", "dev", "test-demo")]

    before = found()
    folder = tmp_path / "results/demo/en-es"
    folder.mkdir(parents=True)
    (folder / "train.tsv").write_text("one\tuno\n")
    assert before == found() == [2000, 30, 400]


def test_sizes_of_a_users_files_are_counted_or_declared(tmp_path):
    for lang in ("en", "es", "fr"):
        (tmp_path / f"x.{lang}").write_text("a line\n" * 7)
    corpus = {
        "name": "own",
        "source": str(tmp_path / "x.en"),
        "target": str(tmp_path / "x.{lang}"),
        "weight": 2,
    }
    both = {"languages": ["es", "fr"], "corpora.train": [corpus]}
    assert sizes(both).part("train", "es") == 14
    corpus["sentences"] = {"es": 35_000_000, "fr": 10}
    known = sizes(both)
    assert (known.part("train", "es"), known.part("train", "fr")) == (70_000_000, 20)
    # What is declared changes no text.
    assert "sentences" not in known._config.corpora.train[0].spec("es")


def test_what_the_workflow_fetches_is_not_looked_at():
    corpus = {"name": "far", "tsv": "{results}/fetched/far.{lang}.tsv"}
    assert sizes({"corpora.train": [corpus]}).part("train", "es") == FETCHED


def test_sizes_of_what_is_selected():
    known = sizes(**WITH_TREES)
    assert known.gendered("es") == 40  # 2 % of 2000
    assert sizes({"demo.train": 200_000}, **WITH_TREES).candidates("es") < 4000


def test_sizes_of_self_training():
    known = sizes(**MONO)
    assert (known.mono("en"), known.one_gender(), known.one_gender_back("es")) == (5000, 500, 500)
    capped = sizes({"gfst": {"analyser": "rules", "max_source": 70, "max_target": 90}}, **MONO)
    assert (capped.one_gender(), capped.filtered_target("es")) == (70, 90)


def test_sizes_of_random_samples():
    sets = {
        "random": {"self_training": {"size": 60}},
        "other": {"self_training": {"size_of": "random"}},
    }
    known = sizes(datasets=sets, **MONO)
    assert known.dataset("random", "es") == 60
    assert known.dataset("other", "es") == 1000


def test_held_out_text_has_the_size_that_is_asked_for():
    known = sizes({"corpora.dev": {"held_out": 100}})
    assert known.part("dev", "es") == 100
