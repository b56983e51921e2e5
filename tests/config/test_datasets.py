"""The keys counterfactual, datasets and systems: what comes out, what a user can get wrong."""

import pytest

from cdaflow.counterfactual.datasets import templates
from cdaflow.errors import ConfigError
from cdaflow.languages import person_pronouns

from ..errors import raises
from .configs import CORPORA, loaded

TUNED = {"base": "baseline", "recipe": "mine.yaml", "data": {"gb": 1}}
CONFIG = {
    "languages": ["es", "fr"],
    "corpora": CORPORA,
    "annotators": {"models": "fetch"},
    "agreement": {},
    "counterfactual": {},
    "datasets": {
        "gb": {"counterfactual": {"guard": "none"}},
        "random": {"random": {"size": {"es": 20, "fr": 50}}},
        "handcrafted": {"handcrafted": {}},
        "tagged": {"tagged": {"file": "mine.{lang}.jsonl"}},
    },
    "systems": {"baseline": {"recipe": "mine.yaml", "data": {"parallel": 1}}, "gb": TUNED},
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "mine.yaml").write_text("train: {}\n")
    for name in (
        "mine.es.tsv",
        "es.spm",
        "fr.spm",
        "es.yml",
        "fr.yml",
        "mine.es.jsonl",
        "mine.fr.jsonl",
    ):
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)


def load(changes=(), without=()):
    """Return CONFIG with some keys, given by path, changed."""
    return loaded(CONFIG, changes, without)


def test_what_is_loaded():
    config = load()
    counterfactual, datasets = config.counterfactual, config.datasets
    assert (counterfactual.candidates, counterfactual.per_profession) == (10, 10)
    assert counterfactual.selection.max_tokens == 20
    assert config.demo_gold()["fr"] == "results/demo/en-fr/train.gold.tsv.gz"
    kinds = {name: each.kind for name, each in datasets.items()}
    assert kinds == {"gb": "counterfactual", "random": "random", "handcrafted": "handcrafted",
                     "tagged": "tagged"}  # fmt: skip
    assert datasets["tagged"].settings.file["fr"] == "mine.fr.jsonl"
    assert datasets["tagged"].settings.mixes == 3
    assert datasets["gb"].settings.guard == "none"
    assert datasets["random"].settings.size == {"es": 20, "fr": 50}
    assert datasets["random"].settings.max_tokens == 100


def test_defaults():
    config = load(
        {
            "datasets.forth": {"forward": {}},
            "datasets.back": {"back": {"recipe": "mine.yaml"}},
            "datasets.random": {"random": {"size": 7}},
            "datasets.plain": {"counterfactual": {}},
        }
    )
    datasets = config.datasets
    assert config.translator_of("forth") == datasets["forth"].settings.system == "baseline"
    assert datasets["back"].recipe == "mine.yaml"
    assert datasets["random"].settings.size == {"es": 7, "fr": 7}
    assert {datasets[name].settings.guard for name in ("forth", "back", "plain")} == {"repair"}


def test_the_bias_score_as_a_filter_has_a_random_control():
    scores = {"scores": "mine.{lang}.jsonl", "drop": 30}
    datasets = load(
        {
            "datasets.fair": {"bias": scores | {"criterion": "consistent"}},
            "datasets.control": {"bias": scores | {"criterion": "random"}},
        }
    ).datasets
    assert datasets["fair"].settings.scores == {"es": "mine.es.jsonl", "fr": "mine.fr.jsonl"}
    assert (datasets["fair"].settings.criterion, datasets["fair"].settings.drop) == (
        "consistent",
        30,
    )


@pytest.mark.parametrize(
    ("given", "method", "guard"),
    [
        ({"guard": "none"}, "paper", "none"),
        ({"method": "paper"}, "paper", "none"),
        ({"guard": "drop"}, "full", "drop"),
        ({"method": "full"}, "full", "repair"),
        ({"method": "full", "guard": "none"}, "full", "none"),
    ],
)
def test_method_and_guard(given, method, guard):
    made = load({"datasets.gb": {"counterfactual": given}}).datasets["gb"].settings
    assert (made.method, made.guard) == (method, guard)


def test_without_the_keys():
    keys = ("counterfactual", "datasets", "agreement", "annotators")
    config = load({"systems.gb.data": {"parallel": 2}}, without=keys)
    assert config.counterfactual is None
    assert config.datasets == {}


def test_only_the_embedded_corpus_has_gold():
    mixed = [*CONFIG["corpora"]["train"], {"name": "mine", "tsv": "{lang}.yml"}]
    treebanks = {"train": "{lang}.yml", "dev": "{lang}.yml"}
    config = load({"corpora.train": mixed, "agreement": {"treebanks": treebanks}})
    assert config.demo_gold() == {}


@pytest.mark.parametrize(
    ("changes", "without", "expected"),
    [
        ({"counterfactual": {"modle": "base"}}, (), "unknown key 'modle', did you mean 'model'?"),
        (
            {"counterfactual": {"selection": {"max_pronuons": 1}}},
            (),
            "counterfactual.selection: unknown key 'max_pronuons', did you mean 'max_pronouns'?",
        ),
        ({}, ("agreement",), "counterfactual: counterfactuals need models of agreement"),
        ({}, ("counterfactual",), "datasets.gb: it is made of counterfactuals, and none are made"),
        ({}, ("datasets",), "systems.gb.data: there is no data set 'gb'"),
        ({"counterfactual": {"per_profession": 30}}, (), "30 pairs of each profession cannot be"),
        (
            {"counterfactual": {"alignments": True}, "align_with": 0},
            (),
            "counterfactual.alignments: there are too few candidates",
        ),
        (
            {"counterfactual": {"swap": {"names": "absent.tsv"}}},
            (),
            "counterfactual.swap.names: absent.tsv",
        ),
        ({"datasets.gb": {"counterfactual": {"guard": "mend"}}}, (), "guard: 'mend' is not one of"),
        (
            {"datasets.gb": {"counterfactual": {"per_profession": 11}}},
            (),
            "gb.counterfactual.per_profession: 11 pairs of each profession cannot be had of 10",
        ),
        (
            {"datasets.gb": {"counterfactual": {"method": "paper", "guard": "repair"}}},
            (),
            "datasets.gb.counterfactual: the method of the paper has no guard",
        ),
        ({"agreement": {"methods": ["plain"]}}, (), "agreement.methods"),
        ({"datasets.gb": {}}, (), "datasets.gb: a data set is of one kind, this is of none"),
        (
            {"datasets.gb": {"random": {"size": 3}, "forward": {}}},
            (),
            "datasets.gb: a data set is of one kind, this is of forward, random",
        ),
        ({"datasets.parallel": {"random": {"size": 3}}}, (), "datasets.parallel: this is the name"),
        # A cycle that does not go through the data set from which it is reached.
        (
            {
                "datasets.a": {"random": {"size_of": "b"}},
                "datasets.b": {"random": {"size_of": "c"}},
                "datasets.c": {"random": {"size_of": "b"}},
            },
            (),
            "datasets.a: nothing says how large it is: a <- b <- c <- b",
        ),
        ({"datasets.random": {"random": {}}}, (), "datasets.random.random: a sample has either"),
        (
            {"datasets.random": {"random": {"size": {"es": 3}}}},
            (),
            "datasets.random.random.size: there is none for 'fr'",
        ),
        (
            {"datasets.gb": {"forward": {"system": "baselin"}}},
            (),
            "datasets.gb.forward.system: there is no system 'baselin'",
        ),
        (
            {"datasets.gb": {"back": {"recipe": "absent"}}},
            (),
            "datasets.gb.back.recipe: no recipe `absent`",
        ),
        (
            {"datasets.tagged": {"tagged": {}}},
            (),
            "datasets.tagged.tagged: tagged sources are made of a file of alternatives",
        ),
        (
            {"datasets.fair": {"bias": {"drop": 5}}},
            (),
            "datasets.fair.bias: pairs are left out by their bias scores: name the file",
        ),
        (
            {"datasets.fair": {"bias": {"scores": "mine.{lang}.jsonl", "drop": 100}}},
            (),
            "datasets.fair.bias: drop 100: more than 0 and less than 100",
        ),
        (
            {
                "datasets.fair": {"bias": {"scores": "mine.{lang}.jsonl", "drop": 5}},
                "datasets.control": {
                    "bias": {"scores": "mine.{lang}.jsonl", "drop": 6, "criterion": "random"}
                },
            },
            (),
            "datasets.fair.bias: without its random control",
        ),
        (
            {"datasets.handcrafted": {"handcrafted": {"file": "mine.{lang}.tsv"}}},
            (),
            "datasets.handcrafted.handcrafted.file: mine.fr.tsv",
        ),
        (
            {"datasets.handcrafted": {"handcrafted": {"file": "mine.es.tsv"}}},
            (),
            "one file for several languages (es, fr)",
        ),
        (
            {
                "datasets.handcrafted": {
                    "handcrafted": {"file": "{lang}.yml", "all_templates": True}
                }
            },
            (),
            "datasets.handcrafted.handcrafted: templates are not used where a file gives the pairs",
        ),
        ({"datasets.a b": {"random": {"size": 3}}}, (), "datasets.a b: a name has letters, digits"),
        ({"systems.gb": TUNED | {"base": "basline"}}, (), "systems.gb.base: there is no system"),
        ({"systems.gb": TUNED | {"data": {"randon": 1}}}, (), "did you mean 'random'?"),
        (
            {"systems.gb": TUNED | {"data": {"gb": 0}}},
            (),
            "systems.gb.data.gb: a weight is above 0",
        ),
        (
            {"systems.own": {"model": "{lang}.yml"}},
            (),
            "systems.own: the model es.yml has no vocabularies",
        ),
        (
            {"systems.own": {"model": "{lang}.yml", "vocabs": ["{lang}.spm", "{lang}.yml"]}},
            (),
            "systems.own: nothing says how text is segmented for the vocabulary es.yml",
        ),
        (
            {
                "systems.own": {
                    "model": "{lang}.yml",
                    "vocabs": ["{lang}.spm"],
                    "spm": ["{lang}.spm"],
                }
            },
            (),
            "systems.own.spm: it goes with vocabularies in YAML",
        ),
        ({"systems.gb": TUNED | {"recipe": "absent"}}, (), "systems.gb.recipe: no recipe `absent`"),
        ({"systems.gb": TUNED | {"base": "gb"}}, (), "before itself: gb <- gb"),
        (
            {"systems.a": TUNED | {"base": "gb"}, "systems.gb": TUNED | {"base": "a"}},
            (),
            "it would have to be trained before itself: gb <- a <- gb",
        ),
        (
            {"datasets.gb": {"forward": {"system": "gb"}}},
            (),
            "it would have to be trained before itself: gb <- gb",
        ),
    ],
)
def test_faults(changes, without, expected):
    with pytest.raises(ConfigError) as error:
        load(changes, without)
    assert expected in str(error.value)


def test_templates_are_there_or_are_named(tmp_path, monkeypatch):
    german = {
        "languages": ["de"],
        "corpora": {
            "train": [{"name": "a", "tsv": "mine.es.tsv"}],
            "dev": {"held_out": 2},
            "test": {"a": [{"name": "a", "tsv": "mine.es.tsv"}]},
        },
        "datasets": {"handcrafted": {"handcrafted": {}}},
        "systems": {"baseline": {"recipe": "mine.yaml", "data": {"handcrafted": 1}}},
    }
    without = ("annotators", "agreement", "counterfactual")
    assert load(german, without).datasets["handcrafted"].settings.file is None
    monkeypatch.setattr(templates, "__file__", str(tmp_path / "templates.py"))
    with raises("template.language-unsupported", "'de'"):
        load(german, without)
    german["datasets"] = {"handcrafted": {"handcrafted": {"file": "mine.es.tsv"}}}
    assert load(german, without).datasets["handcrafted"].settings.file == {"de": "mine.es.tsv"}


def test_a_guard_needs_the_pronouns_of_each_language(monkeypatch):
    monkeypatch.setattr(person_pronouns, "guarded_languages", lambda: ("es",))
    for name, value in (("gb", {"counterfactual": {}}), ("forth", {"forward": {}})):
        with raises("guard.unsupported-language", str(name), "repair", "'fr'"):
            load({f"datasets.{name}": value})
    load()  # of guard none nothing is asked
