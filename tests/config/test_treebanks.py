"""Which treebanks annotators and agreement are learned from where a configuration names none."""

import copy
from pathlib import Path

import pytest
import yaml

from cdaflow.errors import ConfigError

from .configs import loaded

ROOT = Path(__file__).parents[2]
DEFAULT = yaml.safe_load((ROOT / "config/config.yaml").read_text())
EMBEDDED = DEFAULT["corpora"]["train"]


@pytest.fixture
def config(tmp_path, monkeypatch):
    """The default configuration without its treebanks and pairs."""
    monkeypatch.chdir(ROOT)
    bare = copy.deepcopy(DEFAULT)
    for section in ("annotators", "agreement"):
        for key in ("treebanks", "tune", "pairs"):
            bare[section].pop(key, None)
    return bare


@pytest.fixture
def own(tmp_path):
    """Training text of the user's, and treebanks."""
    for language in ("en", *DEFAULT["languages"]):
        for name in (language, f"{language}.conllu", f"{language}.dev.conllu"):
            (tmp_path / f"own.{name}").write_text("")
    return {"name": "own", "source": f"{tmp_path}/own.en", "target": f"{tmp_path}/own.{{lang}}"}


def test_the_embedded_text_has_its_own(config):
    agreement = loaded(config).agreement
    assert "demo/treebanks/es/train" in agreement.treebanks.train["es"][0]
    assert list(agreement.pairs) == ["demo"]


@pytest.mark.parametrize("others", [[], EMBEDDED])
@pytest.mark.parametrize("section", ["annotators", "agreement"])
def test_other_text_is_not_learned_from_the_grammar(config, own, others, section):
    config["corpora"]["train"] = [own, *others]
    if section == "agreement":  # the models of the trees are there
        config["annotators"] = {"models": "fetch"}
    with pytest.raises(ConfigError) as error:
        loaded(config)
    assert f"{section}.treebanks: no treebanks are named" in str(error.value)
    assert "name train and dev, in CoNLL-U" in str(error.value)


@pytest.mark.parametrize(
    ("section", "key"),
    [
        ("annotators", "treebanks"),
        ("agreement", "treebanks"),
        ("agreement", "tune"),
        ("agreement", "pairs"),
    ],
)
def test_nor_where_a_copied_configuration_names_its_treebanks(config, own, tmp_path, section, key):
    config["corpora"]["train"] = [own]
    stem = f"{tmp_path}/own.{{lang}}"
    named = {"train": [f"{stem}.conllu"], "dev": f"{stem}.dev.conllu"}
    config["annotators"]["treebanks"] = config["agreement"]["treebanks"] = named
    loaded(config)
    config[section][key] = DEFAULT[section].get(key, DEFAULT["annotators"]["treebanks"])
    with pytest.raises(ConfigError, match="of the embedded corpus, and the training text") as error:
        loaded(config)
    assert f"{section}.{key}: {{results}}/demo/treebanks" in str(error.value)


def test_nor_is_its_agreement_scored_on_pairs_of_the_grammar(config, own, tmp_path):
    config["corpora"]["train"] = [own]
    stem = f"{tmp_path}/own.{{lang}}"
    named = {"train": [f"{stem}.conllu"], "dev": f"{stem}.dev.conllu"}
    config["annotators"] = {"models": "fetch"}
    config["agreement"]["treebanks"] = named
    agreement = loaded(config).agreement
    assert (agreement.pairs, agreement.tune, agreement.scored()) == (None, None, [])


@pytest.mark.parametrize(
    "changes",
    [
        {"target": "{results}/demo/en-{lang}/train.es"},  # one side of the grammar alone
        {"source": "results/demo/en.txt"},
        "old",  # a folder whose name ends as that of the results
    ],
)
def test_text_that_lies_near_the_grammar_is_not_the_grammar(config, own, tmp_path, changes):
    if changes == "old":
        folder = tmp_path / "old-results/demo"
        folder.mkdir(parents=True)
        for path in tmp_path.glob("own.*"):
            (folder / path.name).write_text("")
        changes = {"source": f"{folder}/own.en", "target": f"{folder}/own.{{lang}}"}
    config["corpora"]["train"] = [own | changes]
    with pytest.raises(ConfigError, match="no treebanks are named"):
        loaded(config)
