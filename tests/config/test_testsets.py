"""The test sets of gender that a configuration names are there, or an error says which is not."""

import pytest

from cdaflow.config.loading import check_testsets
from cdaflow.errors import ConfigError, InputError

from ..errors import raises
from .configs import loaded

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
    own = [{"name": "mine", "tsv": {lang: str(tmp_path / "m.es.tsv") for lang in ("fr", "es")}}]
    return {
        "languages": ["fr", "es"],
        "data": str(tmp_path),
        "corpora": {"train": own, "dev": own, "test": {"mine": own}},
        "systems": {"baseline": {"recipe": "tiny", "data": {"parallel": 1}}},
        "geneval": {"data": "{data}/clone", "languages": ["es", "de"]},
        "mustshe": {"data": "{data}/m.{lang}.tsv", "languages": ["es"]},
    }


def test_nothing_is_asked_of_a_configuration_without_them(config):
    del config["geneval"], config["mustshe"]
    found = loaded(config)
    assert found.geneval is found.mustshe is None


def test_languages_are_those_of_the_configuration(config, tmp_path):
    found = loaded(config)
    assert (found.geneval.languages, found.mustshe.languages) == (["es"], ["es"])
    assert found.mustshe.data == {"es": str(tmp_path / "m.es.tsv")}
    (tmp_path / "m.fr.tsv").write_text("a\n")
    del config["mustshe"]["languages"]
    assert loaded(config).mustshe.languages == ["fr", "es"]


def test_files_of_a_clone_of_the_repository(config, tmp_path):
    found = loaded(config).geneval.files("es")
    folder = tmp_path / "clone/data/sentences/test"
    assert [*found.sources.values(), *found.references.values()] == [
        folder / HALVES[n] for n in (0, 2, 1, 3)
    ]


def test_language_without_files(config, tmp_path):
    del config["geneval"]["languages"]
    with raises("geneval.file-missing", "geneval: ", "'fr'") as caught:
        loaded(config)
    message = str(caught.value)
    assert "geneval: the sentences-test set has no 'fr' (no such file)" in message
    assert "geneval-sentences-feminine-test.en_fr.fr" in message
    assert "languages of this set" in message
    assert ": es." in message


def test_one_half_missing(config, tmp_path):
    (tmp_path / "clone/data/sentences/test" / HALVES[3]).unlink()
    with raises("geneval.file-missing", "geneval-sentences-masculine-test.en_es.es"):
        loaded(config)


def test_mustshe_without_a_table(config, tmp_path):
    config["mustshe"]["languages"] = ["fr"]
    with raises("file.missing", "mustshe.data", "m.fr.tsv"):
        loaded(config)


def test_one_table_cannot_serve_two_languages(config, tmp_path):
    config["mustshe"] = {"data": str(tmp_path / "m.es.tsv")}
    with raises("file.one-for-several-languages", "(fr, es)"):
        loaded(config)


def test_data_folder_not_given(config, monkeypatch):
    monkeypatch.delenv("CDAFLOW_DATA", raising=False)
    del config["data"]
    with pytest.raises(ConfigError, match="--config data=FOLDER"):
        loaded(config)


ROWS = ["male\t1\tThe nurse ate , he said.\tnurse", "female\t1\tThe nurse ate , she said.\tnurse"]


POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'a' * 64}\nsize 12\n"


@pytest.fixture
def challenge(config, tmp_path):
    """The configuration with a challenge set of two rows alone; its files by their keys."""
    del config["geneval"], config["mustshe"]
    files = {key: tmp_path / f"{key}.txt" for key in ("sentences", "pro", "anti")}
    for path, rows in zip(files.values(), (ROWS, ROWS[1:], ROWS[:1]), strict=True):
        path.write_text("\n".join(rows) + "\n")
    config["challenge"] = {key: str(path) for key, path in files.items()}
    return config, files


def test_a_whole_challenge_set_is_taken(challenge):
    check_testsets(loaded(challenge[0]))


@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        ("pro", "female\tThe nurse ate , she said.\n", r"pro\.txt:1: 2 columns, expected 4"),
        ("anti", "male\t1\tThe cook ate.\tcook\n", r"anti\.txt:1: .*\[challenge\.half-other-row\]"),
        ("anti", ROWS[1] + "\n", r"anti\.txt:1: .*\[challenge\.row-in-both-halves\]"),
        (
            "sentences",
            ROWS[0].replace("\t1", "\t7"),
            r"sentences\.txt:1: the entity .nurse. is",
        ),
        ("pro", POINTER, r"pro\.txt: .*Git LFS"),
        ("anti", "<!DOCTYPE html>\n<html><body>404</body></html>\n", r"anti\.txt: .*HTML"),
        ("sentences", "", r"sentences\.txt: "),
    ],
)
def test_malformed_halves_are_named_at_the_start(challenge, key, text, said):
    config, files = challenge
    files[key].write_text(text)
    with pytest.raises(InputError, match=said):
        check_testsets(loaded(config))


def test_other_malformed_test_sets_are_named_at_the_start(config, tmp_path):
    with raises("column.missing", "m.es.tsv:1"):
        check_testsets(loaded(config))
    (tmp_path / "clone/data/sentences/test" / HALVES[0]).write_text("a\nb\n")
    with raises("file.line-count", "2", "1"):
        check_testsets(loaded(config))


@pytest.mark.parametrize(
    ("place", "text", "said"),
    [
        (HALVES[3], POINTER, r"masculine-test\.en_es\.es: .*Git LFS"),
        (HALVES[1], "", "the feminine references have 0"),
        ("m.es.tsv", POINTER, r"m\.es\.tsv: .*Git LFS"),
    ],
)
def test_test_sets_that_did_not_come_whole(config, tmp_path, place, text, said):
    """A clone without Git LFS, a copy that was cut off."""
    folder = tmp_path if place.startswith("m.") else tmp_path / "clone/data/sentences/test"
    if folder == tmp_path:
        del config["geneval"]
    (folder / place).write_text(text)
    with pytest.raises(InputError, match=said):
        check_testsets(loaded(config))


def test_geneval_is_fetched_where_its_digests_are_known(config):
    config["geneval"] = {"fetch": True}
    found = loaded(config).geneval.files("fr")
    folder = "results/fetched/mt-geneval/sentences/test"
    assert {str(path.parent) for path in found.references.values()} == {folder}
    config["corpora"]["train"][0]["tsv"]["ru"] = config["corpora"]["train"][0]["tsv"]["es"]
    config["languages"].append("ru")
    with raises("geneval.file-missing", "'ru' is not fetched: its digest is not known"):
        loaded(config)
    for wrong in ({"fetch": True, "data": "{data}"}, {"split": "dev"}):
        config["geneval"] = wrong
        with raises("geneval.not-one-way"):
            loaded(config)
