"""Systems of which only translations are known: the configuration, and its faults."""

import sys

import pytest

from cdaflow.config.trainings import runs_of
from cdaflow.errors import ConfigError

from ..errors import raises
from .configs import CORPORA, loaded

TRAINED = {"recipe": "tiny", "data": {"parallel": 1}}
FILES = {"translations": "theirs.{lang}.{testset}.txt"}
PROGRAM = {"command": [sys.executable, "translator.py", "eng-{lang}"]}
CONFIG = {
    "languages": ["es", "fr"],
    "corpora": CORPORA,
    "systems": {"baseline": TRAINED, "theirs": FILES, "program": PROGRAM},
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for lang in ("es", "fr"):
        for testset in ("demo", "winomt"):
            (tmp_path / f"theirs.{lang}.{testset}.txt").touch()
    (tmp_path / "translator.py").touch()
    return tmp_path


def load(system=None, name="theirs", **changes):
    systems = CONFIG["systems"] | ({name: system} if system else {})
    return loaded(CONFIG, {"systems": systems, **changes})


def test_they_have_one_run_without_a_seed():
    config = load(trainings=3)
    (run,) = runs_of(config, "theirs")
    assert (run.system, run.seed, run.name) == ("theirs", None, "theirs")
    assert len(runs_of(config, "baseline")) == 3


def test_paths_and_words_are_filled_in():
    config = load()
    theirs, program = config.systems["theirs"], config.systems["program"]
    assert theirs.translation("fr", "winomt") == "theirs.fr.winomt.txt"
    assert program.command["fr"] == (sys.executable, "translator.py", "eng-fr")
    # What the command reads counts by its content.
    assert "translator.py" in program.files("es")


def test_by_language(folder):
    (folder / "other.demo").touch()
    (folder / "other.winomt").touch()
    paths = {"es": "theirs.es.{testset}.txt", "fr": "other.{testset}"}
    config = load({"translations": paths})
    assert config.systems["theirs"].translation("fr", "demo") == "other.demo"
    words = {"es": ["cat"], "fr": ["cat", "-u"]}
    assert load({"command": words}).systems["theirs"].command["fr"] == ("cat", "-u")


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ({"translations": "theirs.{lang}.txt"}, r"translations: one file for several test sets"),
        ({"translations": ["theirs.{lang}.txt"]}, r"a path is expected"),
        ({"translations": "{testset}.{lang}.{system}.txt"}, r"unknown placeholder in"),
        ({"translations": "theirs.es.{testset}.txt"}, r"one file for several languages"),
        ({"translations": "no.{lang}.{testset}.txt"}, r"no\.es\.demo\.txt, no\.fr\.demo\.txt"),
        ({"translations": {"es": "theirs.es.{testset}.txt"}}, r"there is none for 'fr'"),
        ({"translations": {"xx": "theirs.es.{testset}.txt"}}, r"'xx' is not one of"),
        ({"command": ["cat", "{testset}"]}, r"unknown placeholder in '\{testset\}'"),
        ({"command": ["cat"]}, r"one command for several languages"),
        ({"command": "cat {lang}"}, r"the words of a command are expected, as a list"),
        ({"command": []}, r"the words of a command are expected"),
        ({"command": ["no-such-program", "{lang}"]}, r"there is no program 'no-such-program'"),
        ({"command": ["python3", "no.py", "{lang}"]}, r"no\.py: no such file"),
        ({"command": ["cat", "{lang}"], **FILES}, r"either translations or a command"),
        ({**FILES, "recipe": "tiny"}, r"recipe: a system from outside"),
        ({**FILES, "trainings": 3}, r"trainings: a system from outside"),
        ({**FILES, "timeout": 3}, r"timeout: it goes with a command"),
        ({**FILES, "testsets": ["wino"]}, r"there is no test set 'wino'"),
        ({**FILES, "testset": ["winomt"]}, r"did you mean 'testsets'"),
    ],
)  # fmt: skip
def test_faults(system, message):
    with pytest.raises(ConfigError, match=message):
        load(system)


def test_some_test_sets_only():
    config = load({"translations": "theirs.{lang}.{testset}.txt", "testsets": ["winomt"]})
    assert config.translates("theirs", "winomt", "es")
    assert not config.translates("theirs", "demo", "es")
    assert config.translates("baseline", "demo", "es")
    # The file of a single one need not have its name.
    path = "theirs.{lang}.winomt.txt"
    config = load({"translations": path, "testsets": ["winomt"]})
    assert config.systems["theirs"].translation("es", "winomt") == "theirs.es.winomt.txt"
    # All others are compared with the first one.
    first = {"theirs": FILES | {"testsets": ["winomt"]}, "baseline": TRAINED}
    with raises("system.first-lacks-testset", "demo"):
        load(systems=first)


@pytest.mark.parametrize("system", [{"base": "theirs"}, {"debias": {"embeddings_of": "program"}}])
def test_nothing_is_trained_from_them(system):
    with raises("system.no-model"):
        load(TRAINED | system, name="tuned")


def test_they_make_data_by_a_command_alone(folder):
    (folder / "en.txt").touch()
    text = {"source": [{"name": "news", "text": "en.txt"}]}
    load(monolingual=text, gfst={"system": "program"})
    with raises("system.translates-nothing-else", "gfst.system"):
        load(monolingual=text, gfst={"system": "theirs"})


def corpus(part, **keys):
    """Load CONFIG with a corpus that a program translates in one of its parts."""
    by = {"command": ["cat", "{lang}"]}
    found = {"name": "news", "text": "en.txt", "by": by} | keys
    return load(corpora=CORPORA | {part: [found] if part != "test" else {"demo": [found]}})


def test_training_text_that_a_program_translates(folder):
    (folder / "en.txt").touch()
    (news,) = corpus("train", weight=2, detokenize=True).corpora.train
    files = ["out/pseudo/fr/news.en.txt.gz", "out/pseudo/fr/news.txt.gz"]
    assert news.files("fr", "out") == files
    # Its English is clean already where the pairs are built.
    assert news.spec("fr", "out") == {
        "name": "news",
        "source": files[0],
        "target": files[1],
        "weight": 2,
        "detokenize": False,
        "language_check": True,
    }
    text = {"name": "news", "text": "en.txt", "detokenize": True, "language_check": True}
    assert news.texts("fr") == [text]
    assert news.by.command["fr"] == ("cat", "fr")


def test_text_of_several_files(folder):
    for name in ("en.txt", "more.es.txt", "more.fr.txt"):
        (folder / name).touch()
    (news,) = corpus("train", text=["en.txt", "more.{lang}.txt"]).corpora.train
    texts = [(each["name"], each["text"]) for each in news.texts("fr")]
    assert texts == [("news-1", "en.txt"), ("news-2", "more.fr.txt")]


@pytest.mark.parametrize(
    ("words", "lists", "message"),
    [
        (["apertium", "-u", "eng-{lang}"], "cat-spa\n", r"no data for eng-es \(it has: cat-spa"),
        (["apertium", "eng-{lang}"], "  *\n", r"has no data for eng-es \(it has: none\)"),
        (["apertium", "eng-{lang}"], "eng-es\neng-fr\n", ""),
        (["apertium", "-d", "mine", "eng-{lang}"], "", ""),
    ],
)  # fmt: skip
def test_data_of_apertium_are_looked_for(folder, monkeypatch, words, lists, message):
    program = folder / "bin" / "apertium"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n[ \"$1\" = -l ] && printf '%s' '{lists}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    if message:
        with pytest.raises(ConfigError, match=message):
            load({"command": words})
    else:
        assert load({"command": words}).systems["theirs"].command["fr"][-1] == "eng-fr"


@pytest.mark.parametrize(
    ("part", "keys", "message"),
    [
        ("dev", {}, r"corpora\.dev: what a program translates is no reference"),
        ("test", {}, r"corpora\.test\.demo: what a program translates is no reference"),
        ("train", {"text": []}, r"text: there is none for 'es'"),
        ("train", {"text": ["en.txt", 3]}, r"a path, or a list of paths, is expected"),
        ("train", {"by": {}}, r"translated by a program \(command\) or a model \(system\)"),
        (
            "train",
            {"by": {"system": "ours", "command": ["cat", "{lang}"]}},
            r"a program \(command\) or",
        ),
        ("train", {"by": {"system": "ours"}}, r"by\.system: there is no system 'ours'"),
        ("train", {"by": {"system": "theirs"}}, r"by a model of your own, and 'theirs' is none"),
        ("train", {"by": {"system": "ours", "timeout": 1}}, r"a model has no time limit"),
        ("train", {"by": {"command": ["no-such-program"]}}, r"there is no program"),
        ("train", {"by": {"command": ["cat", "{testset}"]}}, r"unknown placeholder"),
        ("train", {"text": "no.txt"}, r"no\.txt: no such file"),
        ("train", {"text": None}, r"a corpus has source and target, .* or text and by"),
    ],
)
def test_faults_of_such_text(folder, part, keys, message):
    (folder / "en.txt").touch()
    with pytest.raises(ConfigError, match=message):
        corpus(part, **keys)
