"""The keys counterfactual, datasets and systems: what comes out, what a user can get wrong."""

import pytest

from cdaflow.counterfactual.datasets import templates
from cdaflow.languages import person_pronouns

from ..errors import raises, raises_fault
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
        ({"counterfactual": {"modle": "base"}}, (), "'modle', did you mean 'model'? [key.unknown]"),
        (
            {"counterfactual": {"selection": {"max_pronuons": 1}}},
            (),
            "counterfactual.selection: 'max_pronuons', did you mean 'max_pronouns'? [key.unknown]",
        ),
        ({}, ("agreement",), "counterfactual: [counterfactual.no-agreement]"),
        ({}, ("counterfactual",), "datasets.gb: [dataset.no-counterfactuals]"),
        ({}, ("datasets",), "systems.gb.data: 'gb' [data-set.unknown]"),
        ({"counterfactual": {"per_profession": 30}}, (), "[counterfactual.too-few-candidates]"),
        (
            {"counterfactual": {"alignments": True}, "align_with": 0},
            (),
            "counterfactual.alignments: [candidate.too-few-to-align]",
        ),
        (
            {"counterfactual": {"swap": {"names": "absent.tsv"}}},
            (),
            "counterfactual.swap.names: absent.tsv [file.missing]",
        ),
        (
            {"datasets.gb": {"counterfactual": {"guard": "mend"}}},
            (),
            "guard: 'mend' [value.literal-error]",
        ),
        (
            {"datasets.gb": {"counterfactual": {"per_profession": 11}}},
            (),
            "gb.counterfactual.per_profession: 11 [dataset.too-many-per-profession]",
        ),
        (
            {"datasets.gb": {"counterfactual": {"method": "paper", "guard": "repair"}}},
            (),
            "datasets.gb.counterfactual: [guard.with-paper-method]",
        ),
        ({"agreement": {"methods": ["plain"]}}, (), "[value.literal-error]"),
        ({"datasets.gb": {}}, (), "datasets.gb: none [dataset.not-one-kind]"),
        (
            {"datasets.gb": {"random": {"size": 3}, "forward": {}}},
            (),
            "datasets.gb: forward, random [dataset.not-one-kind]",
        ),
        (
            {"datasets.parallel": {"random": {"size": 3}}},
            (),
            "datasets.parallel: [dataset.name-reserved]",
        ),
        # A cycle that does not go through the data set from which it is reached.
        (
            {
                "datasets.a": {"random": {"size_of": "b"}},
                "datasets.b": {"random": {"size_of": "c"}},
                "datasets.c": {"random": {"size_of": "b"}},
            },
            (),
            "datasets.a: a <- b <- c <- b [dataset.size-circular]",
        ),
        ({"datasets.random": {"random": {}}}, (), "datasets.random.random: [sample.not-one-size]"),
        (
            {"datasets.random": {"random": {"size": {"es": 3}}}},
            (),
            "datasets.random.random.size: 'fr' [language.no-value]",
        ),
        (
            {"datasets.gb": {"forward": {"system": "baselin"}}},
            (),
            "datasets.gb.forward.system: 'baselin' [system.unknown]",
        ),
        (
            {"datasets.gb": {"back": {"recipe": "absent"}}},
            (),
            "datasets.gb.back.recipe: [recipe.unknown]",
        ),
        (
            {"datasets.tagged": {"tagged": {}}},
            (),
            "datasets.tagged.tagged: [tagged.no-file]",
        ),
        (
            {"datasets.fair": {"bias": {"drop": 5}}},
            (),
            "datasets.fair.bias: [bias.no-score-file]",
        ),
        (
            {"datasets.fair": {"bias": {"scores": "mine.{lang}.jsonl", "drop": 100}}},
            (),
            "datasets.fair.bias: [bias.drop-out-of-range]",
        ),
        (
            {
                "datasets.fair": {"bias": {"scores": "mine.{lang}.jsonl", "drop": 5}},
                "datasets.control": {
                    "bias": {"scores": "mine.{lang}.jsonl", "drop": 6, "criterion": "random"}
                },
            },
            (),
            "datasets.fair.bias: [dataset.no-random-control]",
        ),
        (
            {"datasets.handcrafted": {"handcrafted": {"file": "mine.{lang}.tsv"}}},
            (),
            "datasets.handcrafted.handcrafted.file: mine.fr.tsv [file.missing]",
        ),
        (
            {"datasets.handcrafted": {"handcrafted": {"file": "mine.es.tsv"}}},
            (),
            "(es, fr) [file.one-for-several-languages]",
        ),
        (
            {
                "datasets.handcrafted": {
                    "handcrafted": {"file": "{lang}.yml", "all_templates": True}
                }
            },
            (),
            "datasets.handcrafted.handcrafted: [template.with-file-of-pairs]",
        ),
        ({"datasets.a b": {"random": {"size": 3}}}, (), "datasets.a b: [name.bad-characters]"),
        ({"systems.gb": TUNED | {"base": "basline"}}, (), "systems.gb.base: [system.unknown]"),
        (
            {"systems.gb": TUNED | {"data": {"randon": 1}}},
            (),
            "did you mean 'random'? [data-set.unknown]",
        ),
        (
            {"systems.gb": TUNED | {"data": {"gb": 0}}},
            (),
            "systems.gb.data.gb: [weight.not-positive]",
        ),
        (
            {"systems.own": {"model": "{lang}.yml"}},
            (),
            "systems.own: [model.no-vocabulary]",
        ),
        (
            {"systems.own": {"model": "{lang}.yml", "vocabs": ["{lang}.spm", "{lang}.yml"]}},
            (),
            "systems.own: [vocabulary.no-segmentation]",
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
            "systems.own.spm: [vocabulary.spm-given-twice]",
        ),
        ({"systems.gb": TUNED | {"recipe": "absent"}}, (), "systems.gb.recipe: [recipe.unknown]"),
        ({"systems.gb": TUNED | {"base": "gb"}}, (), "gb <- gb [system.trained-before-itself]"),
        (
            {"systems.a": TUNED | {"base": "gb"}, "systems.gb": TUNED | {"base": "a"}},
            (),
            "gb <- a <- gb [system.trained-before-itself]",
        ),
        (
            {"datasets.gb": {"forward": {"system": "gb"}}},
            (),
            "gb <- gb [system.trained-before-itself]",
        ),
    ],
)
def test_faults(changes, without, expected):
    with raises_fault(expected):
        load(changes, without)


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
