"""`cdaflow init`: what the configuration has, what its comments are, what is left out and why."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
import yaml

from cdaflow.cli import main
from cdaflow.config import initial, load_config
from cdaflow.errors import ConfigError

from ..errors import raises

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "workflow/schemas/config.schema.yaml"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with empty files of everything, in which the command is run."""
    monkeypatch.chdir(tmp_path)
    for language in ("en", "es", "pt"):
        Path(f"text.{language}").write_text("A sentence.\n" * 400)
        for role in ("train", "dev"):
            Path(f"{language}_x-ud-{role}.conllu").write_text("")
    for name in ("more", "more.es", "more.pt"):
        Path(f"{name}.tsv").write_text("A\tB\n" * 50)
    for half in ("", "_pro", "_anti"):
        Path(f"en{half}.txt").write_text("")
    Path("model").mkdir()
    for name in ("model.npz", "vocab.spm"):
        Path("model", name).write_text("")
    return tmp_path


PORTUGUESE = [
    "--lang", "pt", "--corpus", "text.en", "text.pt", "--treebanks", "pt_x-ud-train.conllu",
    "pt_x-ud-dev.conllu",
]  # fmt: skip

SPANISH = ["--lang", "es", "--treebanks", "es_x-ud-train.conllu", "es_x-ud-dev.conllu"]


def written(*words):
    """Return the configuration that the command writes, and its text."""
    assert main(["init", *words, "--output", "my.yaml"]) == 0
    text = Path("my.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text), text


def described(text):
    """Yield each comment of a configuration with the path of the key below it."""
    path: list[tuple[int, str]] = []
    comment: list[str] = []
    for line in text.splitlines():
        if line.lstrip().startswith("#"):
            comment.append(line.lstrip("# "))
        elif line.strip():
            indent = len(re.match(r" *(- )?", line)[0])
            path = [*((n, key) for n, key in path if n < indent)]
            path.append((indent, re.match(r"[\w-]+", line[indent:])[0]))
            if comment:
                yield [key for _, key in path], " ".join(comment)
            comment = []


def descriptions(path, node, whole):
    """Return what a schema says of a key, in each alternative by which its path can be read."""
    if "$ref" in node:
        node = whole["$defs"][node["$ref"].rpartition("/")[2]] | node
    below = [*node.get("oneOf", ()), *node.get("anyOf", ())]
    if "items" in node:
        below.append(node["items"])
    found = [one for choice in below for one in descriptions(path, choice, whole)]
    if not path:
        return [node["description"], *found] if "description" in node else found
    named = [*node.get("patternProperties", {}).values()]
    if path[0] in node.get("properties", {}):
        named = [node["properties"][path[0]]]
    return found + [one for next_ in named for one in descriptions(path[1:], next_, whole)]


def test_comments_are_those_of_the_schema(folder):
    whole = yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))
    _, text = written(*PORTUGUESE, "--model", "model", "--challenge", "en.txt")
    comments = list(described(text))
    assert len(comments) > 25
    assert {path[0] for path, _ in comments} >= {"languages", "corpora", "datasets", "systems"}
    for path, comment in comments:
        said = [" ".join(one.split()) for one in descriptions(path, whole, whole)]
        assert comment in said, path
    assert len({comment for _, comment in comments}) == len(comments)
    keys = {line.split(":")[0].strip("- ") for line in text.splitlines() if ":" in line}
    assert {"held_out", "corrected", "recipe", "source"} <= keys
    assert max(map(len, text.splitlines())) <= 100


def test_the_recipe_is_that_of_the_one_file(folder, capsys):
    Path("long.en").write_text("A sentence.\n" * 60_000)
    config, _ = written(*PORTUGUESE, "--model", "model", "--english", "long.en")
    best = yaml.safe_load((ROOT / "src/cdaflow/config/best.yaml").read_text(encoding="utf-8"))
    assert config["systems"]["base"] == {"model": "model"}
    assert config["datasets"].items() <= best["sections"]["datasets"].items()
    for name, system in best["sections"]["systems"].items():
        sets = {key: n for key, n in system["data"].items() if key in config["datasets"]}
        filled = {"data": sets, "recipe": best["recipes"]["other"]}
        assert config["systems"][name] == system | filled
    shown = capsys.readouterr().err
    left_out = set(best["sections"]["datasets"]) - set(config["datasets"])
    assert all(f"left out {name}: " in shown for name in left_out)
    assert "snakemake --cores" in shown
    assert "text-test is held out of text: if your model was trained on it" in shown
    load_config(config)


def test_without_a_model_a_base_is_trained(folder):
    config, _ = written(
        "--lang", "es", "pt", "--corpus", "text.en", "text.{lang}",
        "--treebanks", *(f"{lang}={lang}_x-ud-{role}.conllu" for lang in ("en", "es", "pt")
                         for role in ("train", "dev")),
        "--test", "more.{lang}.tsv",
    )  # fmt: skip
    assert config["systems"]["base"] == {"recipe": "small", "data": {"parallel": 1}}
    assert config["languages"] == ["es", "pt"]
    assert config["corpora"]["dev"] == {"held_out": 40}
    assert config["corpora"]["test"] == {"more": [{"name": "more", "tsv": "more.{lang}.tsv"}]}
    assert set(config["annotators"]["treebanks"]["train"]) == {"en", "es", "pt"}
    assert set(config["agreement"]["treebanks"]["dev"]) == {"es", "pt"}
    assert config["challenge"] == {"fetch": True}


def test_corpora_in_a_row(folder, capsys):
    config, _ = written(
        *SPANISH, "--corpus", "text.en", "text.es", "more.tsv", "text.en", "text.es"
    )  # fmt: skip
    assert config["corpora"]["train"] == [
        {"name": "text", "source": "text.en", "target": "text.es"},
        {"name": "more", "tsv": "more.tsv"},
        {"name": "corpus3", "source": "text.en", "target": "text.es"},
    ]
    assert config["corpora"]["test"] == {"text-test": {"held_out": 40, "of": "text"}}
    assert config["annotators"] == {"models": "fetch"}
    shown = capsys.readouterr().err
    assert "WinoMT will be fetched" in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([*SPANISH, "--corpus", "text.en"], "corpus.other-side-missing"),
        ([*SPANISH, "--corpus", "text.en", "more.tsv"], "corpus.other-side-missing"),
        ([*SPANISH, "--corpus", "no.en", "text.es"], "file.missing"),
        (["--lang", "pt", "--corpus", "text.en", "text.pt"], "treebank.none-for-language"),
        ([*PORTUGUESE, "--model", "nowhere"], "file.missing"),
        ([*PORTUGUESE, "--challenge", "en.txt", "en_pro.txt"], "challenge.file-count"),
        ([*PORTUGUESE, "--treebanks", "de=x.conllu"], "treebank.language-unknown"),
        ([*PORTUGUESE[:-1]], "treebank.role-missing"),
    ],
)  # fmt: skip
def test_faults_write_nothing(folder, capsys, words, message):
    assert main(["init", *words, "--output", "my.yaml"]) != 0
    assert f"[{message}]" in capsys.readouterr().err
    assert not Path("my.yaml").exists()


def test_english_becomes_text_in_the_words_of_the_model(folder, capsys):
    english = ["--english", "text.en", "text.pt", "--model", "model"]
    config, _ = written(*PORTUGUESE, *english)
    by = {"system": "base", "sampled": True, "max": 19_000}
    own = {"name": "english", "text": ["text.en", "text.pt"], "by": by}
    assert [corpus["name"] for corpus in config["corpora"]["train"]] == ["text", "english"]
    assert config["corpora"]["train"][1] == own
    assert config["corpora"]["dev"] == {"held_out": 120}
    # Then no other text is needed, but for a test.
    trees = PORTUGUESE[5:]
    config, _ = written("--lang", "pt", *trees, *english, "--test", "more.{lang}.tsv")
    assert config["corpora"]["train"] == [own]
    source = [{"name": f"persons-{n}", "text": f"text.{x}"} for n, x in ((1, "en"), (2, "pt"))]
    assert config["monolingual"] == {"source": source}
    assert config["datasets"]["ordinary"]["random"]["size"] == 480
    load_config(config)
    capsys.readouterr()
    assert main(["init", "--lang", "pt", *trees, *english, "--output", "no.yaml"]) != 0
    assert "[testset.missing]" in capsys.readouterr().err
    words = ["init", "--lang", "pt", *trees, "--test", "more.{lang}.tsv", "--output", "no.yaml"]
    assert main(words) != 0
    assert "[training-text.missing]" in capsys.readouterr().err
    written(*PORTUGUESE, "--english", "text.en")
    assert "left out --english: a base that is trained here" in capsys.readouterr().err


def test_persons_come_from_text_of_their_own(folder, capsys):
    words = [*PORTUGUESE, "--model", "model", "--english", "text.en", "--english-tokens"]
    config, _ = written(*words)
    assert config["corpora"]["train"][1]["detokenize"]
    assert config["monolingual"]["source"][0] == {
        "name": "persons-1", "text": "text.en", "detokenize": True
    }  # fmt: skip
    config, _ = written(*words, "--persons", "more.tsv")
    assert config["monolingual"]["source"] == [{"name": "persons-1", "text": "more.tsv"}]
    assert config["datasets"]["people"]["corrected"]["text"] == "monolingual"
    config, _ = written(*PORTUGUESE, "--model", "model")
    assert "left out gfst: it is made of English text" in capsys.readouterr().err
    assert config["datasets"]["people"]["corrected"]["text"] == "corpus"
    assert not {"gfst", "monolingual"} & set(config)
    load_config(config)


def test_a_model_of_firefox_has_a_recipe_of_its_own(folder):
    best = yaml.safe_load((ROOT / "src/cdaflow/config/best.yaml").read_text(encoding="utf-8"))
    config, _ = written(*PORTUGUESE, "--model", "{results}/firefox/en-pt")
    assert config["systems"]["repaired"]["recipe"] == best["recipes"]["firefox"]
    assert config["systems"]["base"] == {"model": "{results}/firefox/en-pt"}


def test_a_data_set_that_a_language_lacks_is_left_out(folder, monkeypatch, capsys):
    """Templates of a user have no language; those of cdaflow are not there for all."""
    best = yaml.safe_load((ROOT / "src/cdaflow/config/best.yaml").read_text(encoding="utf-8"))
    monkeypatch.setattr(initial, "_read_best", lambda: best)
    best["sections"]["datasets"]["made"] = {"handcrafted": {}}
    best["sections"]["systems"]["repaired"]["data"]["made"] = 1
    monkeypatch.setattr(
        "cdaflow.datasets.handcrafted.Options.check_language", lambda *_: refuse("no templates")
    )
    config, _ = written(*PORTUGUESE, "--model", "model")
    assert "made" not in config["datasets"]
    assert "made" not in config["systems"]["repaired"]["data"]
    assert "left out made: no templates" in capsys.readouterr().err
    best["sections"]["datasets"] = {"made": {"handcrafted": {}}}
    with raises("dataset.none-possible"):
        initial.initial_config(initial.Options(lang=["es"], corpus=["text.en", "text.es"]))


@pytest.mark.data
def test_the_repair_of_firefox_is_what_init_writes(folder):
    """config/repair.yaml below its header, with {data} for the folder."""
    text = (ROOT / "config/repair.yaml").read_text(encoding="utf-8")
    header, _, body = text.partition("  results: results/repair\n\n")
    data = str(Path(os.environ["CDAFLOW_DATA"]).resolve())
    starts = ("#   cdaflow init", "#     ")
    lines = [line for line in header.splitlines() if line.startswith(starts)]
    command = " ".join(line.lstrip("# ").rstrip("\\") for line in lines)
    _, written_text = written(*shlex.split(command.replace("{data}", data))[2:])
    assert re.sub(r'"\{data\}([^"]*)"', rf"{data}\1", body) == written_text


def refuse(problem):
    raise ConfigError("text.unusable", problem)
