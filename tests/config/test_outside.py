"""Systems of which only translations are known: the configuration, and its faults."""

import sys

import pytest

from cdaflow.config.trainings import runs_of

from ..errors import raises, raises_fault
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
        ({"translations": "theirs.{lang}.txt"}, "[translations.one-file-for-several-sets]"),
        ({"translations": ["theirs.{lang}.txt"]}, "[translations.not-a-path]"),
        ({"translations": "{testset}.{lang}.{system}.txt"}, "[path.placeholder-unknown]"),
        ({"translations": "theirs.es.{testset}.txt"}, "[file.one-for-several-languages]"),
        ({"translations": "no.{lang}.{testset}.txt"}, "no.fr.demo.txt [file.missing]"),
        ({"translations": {"es": "theirs.es.{testset}.txt"}}, "'fr' [language.no-value]"),
        ({"translations": {"xx": "theirs.es.{testset}.txt"}}, "'xx' [language.unknown]"),
        ({"command": ["cat", "{testset}"]}, "[path.placeholder-unknown]"),
        ({"command": ["cat"]}, "[file.one-for-several-languages]"),
        ({"command": "cat {lang}"}, "[command.not-a-list-of-words]"),
        ({"command": []}, "[command.not-a-list-of-words]"),
        ({"command": ["no-such-program", "{lang}"]}, "'no-such-program' [program.missing]"),
        ({"command": ["python3", "no.py", "{lang}"]}, "no.py [program.script-missing]"),
        ({"command": ["cat", "{lang}"], **FILES}, "[system.translations-or-command]"),
        ({**FILES, "recipe": "tiny"}, "recipe: [system.training-key-untrained]"),
        ({**FILES, "trainings": 3}, "trainings: [system.training-key-untrained]"),
        ({**FILES, "timeout": 3}, "timeout: [timeout.without-command]"),
        ({**FILES, "testsets": ["wino"]}, "'wino' [test-set.unknown]"),
        ({**FILES, "testset": ["winomt"]}, "did you mean 'testsets' [key.unknown]"),
    ],
)  # fmt: skip
def test_faults(system, message):
    with raises_fault(message):
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
        (["apertium", "-u", "eng-{lang}"], "cat-spa\n", "cat-spa [apertium.language-pair-missing]"),
        (["apertium", "eng-{lang}"], "  *\n", "none [apertium.language-pair-missing]"),
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
        with raises_fault(message):
            load({"command": words})
    else:
        assert load({"command": words}).systems["theirs"].command["fr"][-1] == "eng-fr"


@pytest.mark.parametrize(
    ("part", "keys", "message"),
    [
        ("dev", {}, "corpora.dev: [references.by-program]"),
        ("test", {}, "corpora.test.demo: [references.by-program]"),
        ("train", {"text": []}, "text: 'es' [file.none-for-language]"),
        ("train", {"text": ["en.txt", 3]}, "[file.not-a-path]"),
        ("train", {"by": {}}, "[translator.not-one-way]"),
        (
            "train",
            {"by": {"system": "ours", "command": ["cat", "{lang}"]}},
            "[translator.not-one-way]",
        ),
        ("train", {"by": {"system": "ours"}}, "by.system: 'ours' [system.unknown]"),
        ("train", {"by": {"system": "theirs"}}, "'theirs' [translator.not-own-model]"),
        ("train", {"by": {"system": "ours", "timeout": 1}}, "[timeout.with-model]"),
        (
            "train",
            {"by": {"command": ["cat", "{lang}"], "sampled": True}},
            "[sampled.without-model]",
        ),
        ("train", {"by": {"command": ["no-such-program"]}}, "[program.missing]"),
        ("train", {"by": {"command": ["cat", "{testset}"]}}, "[path.placeholder-unknown]"),
        ("train", {"text": "no.txt"}, "no.txt [file.missing]"),
        ("train", {"text": None}, "[corpus.not-one-way]"),
    ],
)
def test_faults_of_such_text(folder, part, keys, message):
    (folder / "en.txt").touch()
    with raises_fault(message):
        corpus(part, **keys)
