"""The keys monolingual and gfst, and the data sets that are made of them."""

from pathlib import Path

import pytest
import yaml

from cdaflow.config import load_config
from cdaflow.config.trainings import runs_of

from ..errors import raises, raises_fault
from .configs import CORPORA, loaded

ROOT = Path(__file__).parents[2]

TRAINED = {"recipe": "mine.yaml", "data": {"parallel": 1}}
CONFIG = {
    "languages": ["es", "it"],
    "corpora": CORPORA,
    "monolingual": {
        "source": [{"name": "news", "text": "news.en.gz"}, {"name": "more", "tsv": "more.tsv"}],
        "target": [{"name": "news", "text": "news.{lang}.gz", "weight": 0.5}],
    },
    "annotators": {"models": "fetch"},
    "gfst": {},
    "datasets": {
        "gfst": {"gfst": {}},
        "back": {"gfst": {"direction": "back", "recipe": "mine.yaml"}},
        "src": {"gfst": {"target_filter": False, "size_of": "gfst"}},
        "randst": {"self_training": {"size_of": "gfst"}},
        "original": {"random": {"size_of": "gfst"}},
    },
    "systems": {
        "baseline": TRAINED,
        "gfst": {"recipe": "mine.yaml", "data": {"parallel": 1, "gfst": 1}},
    },
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    for name in ("mine.yaml", "news.en.gz", "more.tsv", "news.es.gz", "news.it.gz", "news.de.gz"):
        (tmp_path / name).write_text("train: {}\n")
    monkeypatch.chdir(tmp_path)


def load(changes=(), without=()):
    """Return CONFIG with some keys, given by path, changed."""
    return loaded(CONFIG, changes, without)


def test_what_is_loaded():
    config = load()
    gfst, datasets = config.gfst, config.datasets
    assert (gfst.system, gfst.decoder) == ("baseline", "marian")
    assert (gfst.max_source, gfst.max_target) == (0, 0)
    assert gfst.analyser == {"es": "annotator", "it": "annotator"}
    english, italian = (config.monolingual.texts(lang) for lang in ("en", "it"))
    assert [each.files("en") for each in english] == [["news.en.gz"], ["more.tsv"]]
    assert [each.files("it") for each in italian] == [["news.it.gz"]]
    assert italian[0].spec("it")["weight"] == 0.5
    translators = {name: config.translator_of(name) for name in datasets}
    assert translators == {"gfst": "baseline", "back": "", "src": "baseline",
                           "randst": "baseline", "original": ""}  # fmt: skip
    assert (datasets["gfst"].recipe, datasets["back"].recipe) == ("", "mine.yaml")
    assert (datasets["src"].settings.target_filter, datasets["src"].size_of) == (False, "gfst")
    assert (datasets["original"].settings.size, datasets["original"].size_of) == (None, "gfst")


def test_without_the_keys():
    keys = ("gfst", "monolingual", "datasets", "annotators")
    config = load({"systems.gfst": TRAINED}, without=keys)
    assert config.gfst is None
    assert config.datasets == {}


def test_analyser_of_each_language():
    assert load({"gfst.analyser": {"it": "lexicon"}}).gfst.analyser == {
        "es": "annotator",
        "it": "lexicon",
    }
    assert set(load(without=["annotators"]).gfst.analyser.values()) == {"lexicon"}


MONO = {"source": CONFIG["monolingual"]["source"]}
DEMO_MONO = {"source": [{"name": "demo", "text": "{results}/demo/mono/en.txt"}]}
FT = {"base": "baseline", "recipe": "mine.yaml", "data": {"original": 1}}


@pytest.mark.parametrize(
    ("changes", "without", "expected"),
    [
        ({"gfst.sytem": "a"}, (), "gfst: 'sytem', did you mean 'system'? [key.unknown]"),
        ({"gfst.system": "basline"}, (), "gfst.system: 'basline' [system.unknown]"),
        ({"gfst.analyser": "lexicons"}, (), "'lexicons' [value.literal-error]"),
        (
            {"gfst.analyser": "annotator"},
            ("annotators",),
            "gfst.analyser.es: [analyser.no-annotator]",
        ),
        (
            {"gfst.analyser": {"it": "annotator"}, "annotators": {"backend": "gold"}},
            (),
            "gfst.analyser.it: [analyser.translations-without-gold-trees]",
        ),
        ({}, ("monolingual",), "gfst: [monolingual.no-english]"),
        ({}, ("gfst",), "monolingual: [monolingual.not-used]"),
        ({}, ("gfst", "monolingual"), "datasets.gfst.gfst: [dataset.no-monolingual]"),
        (
            {"monolingual": MONO},
            (),
            "datasets.back.gfst: 'es' [monolingual.none-in-target-language]",
        ),
        (
            {"monolingual.target": [{"name": "a", "text": "news.es.gz"}]},
            (),
            "monolingual.target[0].text: (es, it) [file.one-for-several-languages]",
        ),
        (
            {"monolingual.source": [{"name": "a", "text": "absent.gz"}]},
            (),
            "monolingual.source[0].text: absent.gz [file.missing]",
        ),
        (
            {"monolingual.source": [{"name": "a"}]},
            (),
            "monolingual.source[0]: [corpus.not-one-way]",
        ),
        ({"monolingual": MONO | DEMO_MONO}, (), "[monolingual.not-in-demo]"),
        (
            {"datasets.gfst": {"gfst": {"recipe": "mine.yaml"}}},
            (),
            "recipe: [recipe.without-back-translation]",
        ),
        ({"datasets.back": {"gfst": {"direction": "back"}}}, (), "[back-translation.no-recipe]"),
        (
            {
                "datasets.back": {
                    "gfst": {"direction": "back", "recipe": "mine.yaml", "target_filter": False}
                }
            },
            (),
            "datasets.back.gfst.target_filter: [back-translation.without-target-filter]",
        ),
        (
            {"datasets.src": {"gfst": {"max": 3, "size_of": "gfst"}}},
            (),
            "datasets.src.gfst: [filtered.max-and-size-of]",
        ),
        (
            {"datasets.randst": {"self_training": {"size": 3, "size_of": "gfst"}}},
            (),
            "datasets.randst.self_training: [sample.not-one-size]",
        ),
        (
            {"datasets.randst": {"self_training": {"size_of": "gsft"}}},
            (),
            "datasets.randst.self_training.size_of: 'gsft' [data-set.unknown]",
        ),
        (
            {
                "datasets.randst": {"self_training": {"size_of": "original"}},
                "datasets.original": {"random": {"size_of": "randst"}},
            },
            (),
            "randst <- original <- randst [dataset.size-circular]",
        ),
        ({"gfst.system": "gfst"}, (), "gfst <- gfst [system.trained-before-itself]"),
        (
            {"gfst.system": "tuned", "systems.tuned": FT},
            (),
            "tuned <- tuned [system.trained-before-itself]",
        ),
    ],
)
def test_faults(changes, without, expected):
    with raises_fault(expected):
        load(changes, without)


def test_the_embedded_corpus_is_not_written_in_german():
    text = {
        "source": MONO["source"],
        "target": [{"name": "a", "text": "{results}/demo/mono/{lang}.txt"}],
    }
    changes = {"monolingual": text, "demo": {"mono": 9}, "languages": ["de"]}
    corpora = {"train": [{"name": "a", "tsv": "more.tsv"}], "dev": {"held_out": 1}}
    corpora["test"] = {"a": corpora["train"]}
    with raises("demo.language-unsupported", "'de'", "es, fr"):
        load(changes | {"corpora": corpora})


@pytest.mark.parametrize(("mono", "works"), [(0, False), (9, True)])
def test_monolingual_text_of_the_embedded_corpus(mono, works):
    changes = {"monolingual": {**CONFIG["monolingual"], **DEMO_MONO}, "demo": {"mono": mono}}
    if works:
        assert load(changes).monolingual.texts("en")[0].files("en") == ["results/demo/mono/en.txt"]
        return
    with raises("monolingual.not-in-demo"):
        load(changes)


def test_the_configuration_of_the_paper(monkeypatch):
    """The systems of Choubey et al. on the embedded corpus: equal amounts, its hyperparameters."""
    monkeypatch.chdir(ROOT)
    raw = yaml.safe_load((ROOT / "config/gfst.yaml").read_text(encoding="utf-8"))
    config = load_config(raw)
    assert config.languages == ["es", "fr", "it"]
    added = {name: set(system.data) - {"parallel"} for name, system in config.systems.items()}
    assert added.pop("baseline") == set()
    assert added.pop("gfst-ft") == {"gfst", "gfst-original"}
    assert config.systems["gfst-ft"].base == "baseline"
    of = {name: config.datasets[data.pop()].settings for name, data in added.items()}
    assert [*of] == ["randst", "gfst", "gfst-fem", "gfst-msc", "gfst-src", "gfst-bt"]
    # Whatever is added has as many pairs as "gfst".
    assert all(most > 0 for most in of.pop("gfst").max.values())
    assert {made.size_of for made in of.values()} == {"gfst"}
    assert config.datasets["gfst-original"].settings.size_of == "gfst"
    assert (of["gfst-fem"].genders, of["gfst-msc"].genders) == ("fem", "msc")
    assert not of["gfst-src"].target_filter
    assert of["gfst-bt"].direction == "back"
    # Three trainings of each, as `make replicate-gfst` asks for.
    three = load_config(raw | {"trainings": 3})
    assert {len(runs_of(three, system)) for system in config.systems} == {3}
    # Appendix A: updates in proportion to the data, ten checkpoints averaged.
    recipes = {one for system in config.systems.values() for one in system.recipe.values()}
    recipes.add(of["gfst-bt"].recipe)
    for name in recipes:
        recipe = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
        assert recipe["average"] == 10
        assert "after-epochs" in recipe["train"]
        assert "after-batches" not in recipe["train"]
