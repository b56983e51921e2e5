"""The test sets of gender that a configuration names are there, or an error says which is not."""

import pytest
from cdaflow.testsets import check_testsets, geneval_files, languages_of

from cdaflow.errors import ConfigError

HALVES = [f"geneval-sentences-{gender}-test.en_es.{side}"
          for gender in ("feminine", "masculine") for side in ("en", "es")]  # fmt: skip


@pytest.fixture
def config(tmp_path):
    """A configuration for two languages, with both test sets in Spanish only."""
    folder = tmp_path / "clone/data/sentences/test"
    folder.mkdir(parents=True)
    for name in HALVES:
        (folder / name).write_text("a\n")
    (tmp_path / "m.es.tsv").write_text("a\n")
    return {
        "languages": ["fr", "es"],
        "geneval": {"data": "{data}/clone", "languages": ["es", "de"]},
        "mustshe": {"data": "{data}/m.{lang}.tsv", "languages": ["es"]},
    }


def check(config, tmp_path):
    check_testsets(config, data=str(tmp_path), results="results")


def test_nothing_is_asked_of_a_configuration_without_them(tmp_path):
    config = {"languages": ["es"]}
    check(config, tmp_path)
    assert languages_of(config, "geneval") == []


def test_languages_are_those_of_the_configuration(config, tmp_path):
    check(config, tmp_path)
    assert languages_of(config, "geneval") == ["es"]
    del config["mustshe"]["languages"]
    assert languages_of(config, "mustshe") == ["fr", "es"]


def test_files_of_a_clone_of_the_repository(config, tmp_path):
    found = geneval_files(config, "es", data=str(tmp_path), results="results")
    folder = tmp_path / "clone/data/sentences/test"
    assert [*found.sources.values(), *found.references.values()] == [
        folder / HALVES[n] for n in (0, 2, 1, 3)
    ]
    with pytest.raises(ConfigError, match="not configured for 'fr'"):
        geneval_files(config, "fr", data=str(tmp_path), results="results")


def test_language_without_files(config, tmp_path):
    del config["geneval"]["languages"]
    with pytest.raises(ConfigError) as caught:
        check(config, tmp_path)
    message = str(caught.value)
    assert "geneval: MT-GenEval is not there for 'fr'" in message
    assert "geneval-sentences-feminine-test.en_fr.fr" in message
    assert "languages of this set" in message
    assert ": es." in message


def test_one_half_missing(config, tmp_path):
    (tmp_path / "clone/data/sentences/test" / HALVES[3]).unlink()
    with pytest.raises(ConfigError, match=r"geneval-sentences-masculine-test\.en_es\.es"):
        check(config, tmp_path)


def test_mustshe_without_a_table(config, tmp_path):
    config["mustshe"]["languages"] = ["fr"]
    with pytest.raises(ConfigError, match=r"not there for .fr., no such file: .*m\.fr\.tsv"):
        check(config, tmp_path)


def test_one_table_cannot_serve_two_languages(config, tmp_path):
    config["mustshe"] = {"data": str(tmp_path / "m.es.tsv")}
    with pytest.raises(ConfigError, match=r"several languages \(fr, es\)"):
        check(config, tmp_path)


def test_data_folder_not_given(config):
    with pytest.raises(ConfigError, match="--config data=FOLDER"):
        check_testsets(config, data="", results="results")
