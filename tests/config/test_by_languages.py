"""Corpora, test sets and systems of some of the languages."""

import pytest

from ..errors import raises, raises_fault
from .configs import CORPORA, loaded

DEMO = CORPORA["train"][0]
TRAINED = {"recipe": "tiny", "data": {"parallel": 1}}
CONFIG = {
    "languages": ["es", "fr", "it"],
    "corpora": CORPORA
    | {
        "train": [DEMO, DEMO | {"name": "more", "languages": ["it", "fr"], "weight": 2}],
        "test": {
            "all": [DEMO],
            "parts": [DEMO | {"name": "a", "languages": ["it"]},
                      DEMO | {"name": "b", "languages": ["es"]}],
            "held": {"held_out": 5, "of": "more"},
        },
    },
    "systems": {"baseline": TRAINED, "german": TRAINED | {"languages": ["fr"]}},
}  # fmt: skip


def test_a_test_set_is_one_of_the_languages_of_its_corpora():
    config = loaded(CONFIG)
    assert config.testsets() == {
        "all": ["es", "fr", "it"],
        "parts": ["es", "it"],
        "held": ["fr", "it"],
        "winomt": ["es", "fr", "it"],
    }
    assert [corpus.name for corpus in config.corpora.part("test-parts", "es")] == ["b"]
    assert [corpus.name for corpus in config.corpora.part("train", "es")] == ["demo"]
    assert [corpus.name for corpus in config.corpora.part("train", "it")] == ["demo", "more"]


def test_a_file_of_one_language_needs_no_placeholder():
    found = loaded(CONFIG, {"corpora.test.one": [
        {"name": "n", "languages": ["fr"], "tsv": "{results}/demo/en-fr/test.tsv"}
    ]})  # fmt: skip
    (corpus,) = found.corpora.part("test-one", "fr")
    assert corpus.files("fr") == ["results/demo/en-fr/test.tsv"]
    assert "languages" not in corpus.spec("fr")


def test_a_fetched_set_must_be_known_in_its_languages_alone():
    third = [{"name": "w", "sacrebleu": "wmt13", "fetch": True, "languages": ["es"]}]
    assert loaded(CONFIG, {"corpora.test.w": third}).testsets()["w"] == ["es"]
    third[0]["languages"] = ["es", "it"]
    with raises("sacrebleu-testset.no-such-pair", "wmt13", "en-it"):
        loaded(CONFIG, {"corpora.test.w": third})


def test_a_system_translates_what_both_have():
    config = loaded(CONFIG)
    assert config.translates("german", "all", "fr")
    assert not config.translates("german", "all", "es")
    assert not config.translates("german", "parts", "fr")
    assert not config.translates("baseline", "parts", "fr")


def test_values_by_language_are_those_of_the_system():
    system = TRAINED | {
        "languages": ["fr"],
        "recipe": {"fr": "tiny"},
        "data": {"parallel": {"fr": 2}},
    }
    found = loaded(CONFIG, {"systems.german": system}).systems["german"]
    assert found.data == {"parallel": {"fr": 2}}
    assert list(found.recipe) == ["fr"]


def test_a_data_set_is_made_where_a_system_learns_of_it():
    changes = {
        "datasets": {"random": {"random": {"size": 5}}},
        "systems.german.data": {"parallel": 1, "random": 1},
    }
    config = loaded(CONFIG, changes)
    assert [config.is_made("random", lang) for lang in ("es", "fr", "it")] == [False, True, False]


SOME = {"languages": ["es", "fr"]}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"systems.baseline.languages": ["es"]}, "'baseline' [system.language-missing]"),
        (
            {"systems.tuned": TRAINED | {"base": "german"}},
            "systems.tuned: 'german' [system.language-missing]",
        ),
        (
            {"systems.tuned": TRAINED | {"base": "baseline"} | SOME,
             "systems.between": {"interpolate": "tuned", "share": 0.5}},
            "'tuned' [system.language-missing]",
        ),
        (
            {"systems.two": TRAINED | {"multilingual": True} | SOME},
            "systems.two.languages: [multilingual.languages-given]",
        ),
        ({"systems.german.recipe": {"es": "tiny"}}, "'fr' [language.no-value]"),
        ({"corpora.dev": [DEMO | SOME]}, "corpora.dev: 'it' [corpus.none-for-language]"),
        ({"corpora.train": [DEMO | SOME]}, "corpora.train: 'it' [corpus.none-for-language]"),
    ],
)  # fmt: skip
def test_what_lacks_a_language(changes, message):
    with raises_fault(message):
        loaded(CONFIG, changes)


def test_what_a_data_set_is_translated_by_has_its_languages():
    changes = {
        "monolingual": {"source": [{"name": "m", "text": "{results}/demo/mono/en.txt"}],
                        "target": [{"name": "t", "languages": ["fr"],
                                    "text": "{results}/demo/mono/{lang}.txt"}]},
        "demo": {"mono": 50},
        "gfst": {"system": "german"},
        "datasets": {"gfst": {"gfst": {}},
                     "back": {"gfst": {"direction": "back", "recipe": "tiny"}}},
        "systems.german.data": {"parallel": 1, "back": 1},
    }  # fmt: skip
    with raises("system.language-missing", "'german'", "es"):
        loaded(CONFIG, changes)
    # Without a system that learns of it, in a language that has text to translate back: right.
    del changes["datasets"]["gfst"]
    assert loaded(CONFIG, changes).monolingual.texts("es") == []
    del changes["systems.german.data"]
    with raises("monolingual.none-in-target-language", "'es'"):
        loaded(CONFIG, changes)
