"""The configuration is checked before anything runs."""

import copy
from pathlib import Path

import pytest
import yaml
from pydantic_core import PydanticCustomError

from cdaflow.config import load_config
from cdaflow.config.fields import Paths
from cdaflow.config.schema import text
from cdaflow.errors import ConfigError

from ..errors import raises

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "workflow/schemas/config.schema.yaml"


def load(name="config.yaml"):
    return yaml.safe_load((ROOT / "config" / name).read_text())


@pytest.mark.parametrize(
    "name",
    [
        "config.yaml",
        "gfst.yaml",
        "alternatives.yaml",
        "fairness.yaml",
        "real.yaml",
        "repair.yaml",
        "papers/garg2024.yaml",
        "papers/dolci2023.yaml",
        "papers/zmigrod2019.yaml",
    ],
)
def test_shipped_configurations_are_valid(name, monkeypatch):
    """As far as files and programs are here: those of real text are the user's."""
    monkeypatch.chdir(ROOT)
    # A short path: of a very long message the middle is left out.
    config = load(name) | {"data": "none"}
    if name not in (
        "real.yaml",
        "repair.yaml",
        "papers/garg2024.yaml",
        "papers/dolci2023.yaml",
        "papers/zmigrod2019.yaml",
    ):
        load_config(config)
        return
    with pytest.raises(ConfigError) as caught:
        load_config(config)
    lines = str(caught.value).splitlines()[1:-1]
    missing = (": no such file [file.missing]", "[program.missing]")
    assert [line for line in lines if not line.endswith(missing)] == []


def test_schema_is_that_of_the_classes():
    """Else: python -m cdaflow.config.schema > workflow/schemas/config.schema.yaml."""
    assert SCHEMA.read_text() == text()


def test_each_key_is_described():
    def undescribed(node, key_path):
        for key, value in node.get("properties", {}).items():
            if "description" not in value and "$ref" not in value and key_path != "data":
                yield f"{key_path}.{key}"
            yield from undescribed(value, key)

    assert list(undescribed(yaml.safe_load(SCHEMA.read_text()), "")) == []


def fault(change):
    config = copy.deepcopy(load())
    change(config)
    with pytest.raises(ConfigError) as caught:
        load_config(config)
    return str(caught.value)


def test_unknown_key_is_named_with_the_likely_one():
    message = fault(lambda c: c.update(langauges=["es"]))
    assert "unknown key 'langauges'" in message
    assert "did you mean 'languages'" in message


def test_unknown_nested_key():
    message = fault(lambda c: c["corpora"]["train"][0].update(wieght=2))
    assert "corpora.train[0]" in message
    assert "did you mean 'weight'" in message


def test_unknown_language():
    message = fault(lambda c: c.update(languages=["es", "xx"]))
    assert "languages[1]" in message
    assert "'xx' is not one of ['es', 'fr', 'it', 'pt', 'de', 'ru', 'he']" in message


def test_all_faults_are_told_at_once():
    message = fault(lambda c: c.update(seed=0, align_with=-1))
    assert "seed" in message
    assert "align_with" in message


def test_system_needs_data_or_a_model():
    assert "systems.baseline" in fault(lambda c: c["systems"].update(baseline={"recipe": "tiny"}))


def test_expand_names_what_is_missing():
    assert Paths(results="r").expand("{results}/x.{lang}", "es") == "r/x.es"
    with pytest.raises(PydanticCustomError, match="is not set") as caught:
        Paths().expand("{data}/x", "es")
    assert "--config data=FOLDER" in caught.value.context["hint"]
    with pytest.raises(PydanticCustomError, match="unknown placeholder"):
        Paths(data="d").expand("{datta}/x", "es")


def test_rules_of_the_original_tool_are_of_some_languages(tmp_path):
    def portuguese(config):
        (tmp_path / "own.tsv").write_text("a\tb\n")
        own = [{"name": "own", "tsv": str(tmp_path / "own.tsv")}]
        baseline = {"baseline": config["systems"]["baseline"]}
        config.clear()
        config.update(
            languages=["pt"],
            compat=2019,
            systems=baseline,
            corpora={"train": own, "dev": own, "test": {"own": own}},
            challenge={"fetch": True},
        )

    message = "compat: the original tool has no rules for pt"
    assert message in fault(portuguese)
    assert "compat: 2021" in fault(lambda c: c.update(compat=2021))


def test_wrong_values_are_said_with_what_is_expected():
    message = fault(
        lambda c: c.update(seed="1", marian=3, cleaning={"max_words": 2.5}, aligner="giza")
    )
    for line in ("seed: ", "not '1'", "marian: ", "cleaning.max_words: ",
                 "'giza' is not one of ['eflomal', 'fast-align']"):  # fmt: skip
        assert line in message


def test_absent_files_are_told_with_their_key(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = load() | {"lexicons": {}, "wordlists": "words"}
    config["corpora"]["train"][0] = {"name": "mine", "tsv": "absent.{lang}.tsv"}
    with pytest.raises(ConfigError) as caught:
        load_config(config)
    assert "corpora.train[0].tsv: absent.es.tsv" in str(caught.value)
    assert "wordlists: words" in str(caught.value)


def test_challenge_is_three_files_or_fetched():
    fetched = load() | {"challenge": {"fetch": True}}
    assert load_config(fetched).challenge.fetch
    assert "challenge" in fault(lambda c: c.update(challenge={"sentences": "en.txt"}))
    assert "challenge" in fault(lambda c: c.update(challenge={"fetch": False}))
    assert "challenge" in fault(lambda c: c["challenge"].update(fetch=True))


def test_embedded_corpus_is_there_for_its_languages_only(monkeypatch):
    monkeypatch.chdir(ROOT)
    config = load() | {"languages": ["es", "de"], "lexicons": {}, "wordlists": "config/wordlists"}
    with raises("demo.language-unsupported", "corpora.train[0].tsv", "'de'", "es, fr, it"):
        load_config(config)
    # Its challenge set is English: it serves any language.
    files = dict.fromkeys(("es", "de"), str(ROOT / "pyproject.toml"))
    own = [{"name": "mine", "tsv": files}]
    config["corpora"] = {"train": own, "dev": own, "test": {"mine": own}}
    for key in ("annotators", "agreement", "counterfactual", "datasets"):
        del config[key]
    config["systems"] = {"baseline": config["systems"]["baseline"]}
    assert load_config(config).corpora.train[0].tsv == files


TWO = {"languages": ["es", "it"], "lexicons": {}}
NAMED = ("annotators", "agreement", "counterfactual", "datasets")
SYSTEM = {"systems": {"baseline": {"recipe": "tiny", "data": {"parallel": 1}}}}


def checked(tmp_path, monkeypatch, **changes):
    """Return the default configuration with some keys changed, in a folder with a few files."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.en", "es.txt", "it.txt", "all.tmx", "stereotypes.tsv"):
        (tmp_path / name).write_text("")
    own = {"wordlists": str(tmp_path), "demo": {"stereotypes": "stereotypes.tsv"}}
    config = load() | TWO | own | SYSTEM | changes
    return load_config({key: value for key, value in config.items() if key not in NAMED})


def corpora(**keys):
    return {"corpora": load()["corpora"] | {"train": [{"name": "mine", **keys}]}}


def own_model(**keys):
    named = {"model": "{lang}.txt", "vocabs": ["{lang}.txt"], "spm": ["{lang}.txt"], **keys}
    return {"systems": {"own": named}}


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        (corpora(tsv="es.txt"), "corpora.train[0].tsv"),
        (corpora(source="a.en", target="es.txt"), "corpora.train[0].target"),
        (own_model(model="es.txt"), "systems.own.model"),
        (own_model(vocabs=["{lang}.txt", "es.txt"]), "systems.own.vocabs[1]"),
        (own_model(decoder="es.txt"), "systems.own.decoder"),
        (own_model(spm=["es.txt", "{lang}.txt"]), "systems.own.spm[0]"),
    ],
)
def test_one_file_for_several_languages_is_refused(tmp_path, monkeypatch, changes, place):
    with raises("file.one-for-several-languages", f"{place}: ", "es.txt", "(es, it)"):
        checked(tmp_path, monkeypatch, **changes)
    checked(tmp_path, monkeypatch, **changes, languages=["es"])


def test_paths_by_language(tmp_path, monkeypatch):
    files = {"es": "es.txt", "it": "it.txt"}
    checked(tmp_path, monkeypatch, **corpora(source="a.en", target=files))
    checked(tmp_path, monkeypatch, **corpora(source=files, target="{lang}.txt"))
    checked(tmp_path, monkeypatch, **corpora(tmx="all.tmx"))
    checked(tmp_path, monkeypatch, **own_model(model=files, vocabs=[files], decoder=files))
    found = checked(tmp_path, monkeypatch, **corpora(tsv=files))
    assert found.corpora.train[0].tsv == files
    with raises("file.none-for-language", "train[0].tsv", "'it'"):
        checked(tmp_path, monkeypatch, **corpora(tsv={"es": "es.txt"}))
    with raises("file.missing", "train[0].tsv: absent.txt"):
        checked(tmp_path, monkeypatch, **corpora(tsv=files | {"it": "absent.txt"}))


@pytest.mark.parametrize("languages", [["es"], ["es", "it"]])
@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"challenge": dict.fromkeys(("sentences", "pro", "anti"), "{lang}.txt")}, "challenge.sen"),
        ({"demo": {"stereotypes": "{lang}.txt"}}, "demo.stereotypes"),
        ({"wordlists": "lists/{lang}"}, "wordlists"),
    ],
)
def test_a_file_of_all_languages_has_no_lang(tmp_path, monkeypatch, changes, place, languages):
    with raises("path.lang-in-shared-file", place):
        checked(tmp_path, monkeypatch, **changes, languages=languages)


def test_lexicons_are_of_known_languages(tmp_path, monkeypatch):
    assert "lexicons: 'esp' is not one of" in fault(lambda c: c.update(lexicons={"esp": ["a"]}))
    checked(tmp_path, monkeypatch, lexicons={"it": ["{lang}.txt"]})
    with raises("file.missing", "lexicons: fr.txt"):
        checked(tmp_path, monkeypatch, lexicons={"it": ["fr.txt"]})
