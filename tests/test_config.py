"""The configuration is checked before anything runs."""

import copy
from pathlib import Path

import pytest
import yaml

from cdaflow.config import check_config, check_paths, expand
from cdaflow.errors import ConfigError

ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "workflow/schemas/config.schema.yaml"


def load(name="config.yaml"):
    return yaml.safe_load((ROOT / "config" / name).read_text())


@pytest.mark.parametrize("name", [p.name for p in (ROOT / "config").glob("*.yaml")])
def test_shipped_configurations_are_valid(name):
    check_config(load(name), SCHEMA)


def test_each_key_is_described():
    def undescribed(node, place):
        for key, value in node.get("properties", {}).items():
            if "description" not in value and "$ref" not in value and place != "data":
                yield f"{place}.{key}"
            yield from undescribed(value, key)

    assert list(undescribed(yaml.safe_load(SCHEMA.read_text()), "")) == []


def fault(change):
    config = copy.deepcopy(load())
    change(config)
    with pytest.raises(ConfigError) as caught:
        check_config(config, SCHEMA)
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
    assert expand("{results}/x.{lang}", results="r", lang="es", data="") == "r/x.es"
    with pytest.raises(ConfigError, match="--config data=FOLDER"):
        expand("{data}/x", data="", results="r", lang="es")
    with pytest.raises(ConfigError, match="unknown placeholder"):
        expand("{datta}/x", data="d", results="r", lang="es")


def test_absent_files_are_told_with_their_key(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = load() | {"lexicons": {}, "wordlists": "words"}
    config["corpora"]["train"][0] = {"name": "mine", "tsv": "absent.{lang}.tsv"}
    with pytest.raises(ConfigError) as caught:
        check_paths(config, data="", results="results")
    assert "corpora.train[0].tsv: absent.es.tsv" in str(caught.value)
    assert "wordlists: words" in str(caught.value)


def test_challenge_is_three_files_or_fetched():
    fetched = load() | {"challenge": {"fetch": True}}
    check_config(fetched, SCHEMA)
    assert "challenge" in fault(lambda c: c.update(challenge={"sentences": "en.txt"}))
    assert "challenge" in fault(lambda c: c.update(challenge={"fetch": False}))
    assert "challenge" in fault(lambda c: c["challenge"].update(fetch=True))


def test_embedded_corpus_is_there_for_its_languages_only(monkeypatch):
    monkeypatch.chdir(ROOT)
    config = load() | {"languages": ["es", "de"], "lexicons": {}, "wordlists": "config/wordlists"}
    with pytest.raises(ConfigError, match="not written in 'de', only in es, fr, it") as caught:
        check_paths(config, data="", results="results")
    assert "corpora.train[0].tsv" in str(caught.value)
    # Its challenge set is English: it serves any language.
    own = [{"name": "mine", "tsv": str(ROOT / "pyproject.toml")}]
    config["corpora"] = {"train": own, "dev": own, "test": {"mine": own}}
    check_paths(config, data="", results="results")
