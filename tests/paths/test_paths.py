"""The three ways into cdaflow, by the commands of README alone, each in a fresh environment.

The wheel is built and installed by pip. For scoring it brings its libraries; the other ways have
those of this run of tests, since PyTorch and Marian are gigabytes (CDAFLOW_PATHS=fresh installs
them, too). What README takes for granted, translations, a model, text, is real and small. What the
network would give is there where there is no network. Each test prints commands and minutes
(`pytest -s`); the promised minutes are compared with those of the processor.
"""

import csv
import gzip
import os
import re
import resource
import shutil
import socket
import time
from itertools import islice
from pathlib import Path

import pytest
import yaml

from ..wheels import ROOT, Environment

pytestmark = pytest.mark.slow

DATA = Path(os.environ.get("CDAFLOW_DATA", ""))
MODELS = Path(os.environ.get("CDAFLOW_MODELS", ""))

#: A paragraph of README that promises commands, and the block of them.
_WAY = re.compile(
    r"^\*\*(?P<title>[^*]+)\*\* \((?P<number>\d+) commands, (?P<time>[^)]+)\)\.[\s\S]*?\n\n"
    r"(?P<block>(?:    .*\n)+)(?:\nThis prints `(?P<printed>.+)`)?",
    re.MULTILINE,
)


def ways():
    """Return the ways of README by their titles."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.partition("## Three ways in\n")[2].partition("\n## ")[0]
    return {way["title"]: way for way in _WAY.finditer(section)}


def commands(way):
    """Return the commands of a way, one by one."""
    lines = re.sub(r"\\\n\s*", "", way["block"]).splitlines()
    return [part.strip() for line in lines for part in re.split(r" && |; ", line)]


def has_network():
    try:
        socket.create_connection(("raw.githubusercontent.com", 443), timeout=5).close()
    except OSError:
        return False
    return True


def processor_minutes():
    """Return the minutes of processor that programs have taken which this process has started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) / 60


def walk(title, environment, folder, after_first=None):
    """Run the commands of a way as README has them; print what they took, return what was said.

    `after_first`: called after the first command.
    """
    way = ways()[title]
    lines = commands(way)
    assert len(lines) == int(way["number"])
    start, worked, said = time.monotonic(), processor_minutes(), []
    for line in lines:
        if "fetch-stanza" in line and not has_network():
            continue  # what it fetches is there
        said.append(environment.run(line.replace("--cores 8", "--cores 2"), folder))
        if line is lines[0] and after_first is not None:
            after_first()
    minutes, worked = (time.monotonic() - start) / 60, processor_minutes() - worked
    print(f"{title}: {len(lines)} commands, {minutes:.1f} minutes ({worked:.1f} of processor)")
    if found := re.fullmatch(r"(\d+) minutes", way["time"]):
        assert worked < int(found[1])
    return said


def install(environment, extras):
    """Install all that a way needs, or let the environment of the tests lend it."""
    if os.environ.get("CDAFLOW_PATHS") == "fresh":
        environment.install(extras)
    else:
        environment.lend()


@pytest.fixture
def environment(wheel, tmp_path):
    return Environment(tmp_path / "venv", wheel)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def rows(path):
    with path.open(encoding="utf-8", newline="") as handle:
        return {row["system"]: row for row in csv.DictReader(handle)}


def test_each_way_has_its_test():
    assert set(ways()) == {"Measure my system", "Repair my model", "Offer alternatives"}


@pytest.mark.data
def test_from_translations_to_a_cited_table(environment, folder):
    environment.install("[tables,align]")
    (folder / "data").mkdir()
    shutil.copytree(DATA / "winomt", folder / "data/winomt", ignore=lambda *_: ["translations"])
    amazon = (DATA / "winomt/translations/aws/en-es.txt").read_text(encoding="utf-8").splitlines()
    lines = [line.partition(" ||| ")[2] for line in amazon]
    (folder / "mine.es.txt").write_text("".join(f"{line}\n" for line in lines))
    masculine = [re.sub(r"\b[Ll]a (?=\w+ora\b)", "El ", line) for line in lines]
    (folder / "base.es.txt").write_text("".join(f"{line}\n" for line in masculine))
    walk("Measure my system", environment, folder)
    assert len((folder / "en.txt").read_text().splitlines()) == len(lines)
    table = rows(folder / "out/tables/winomt.csv")
    assert set(table) == {"mine", "base"}
    assert float(table["mine"]["accuracy"]) > float(table["base"]["accuracy"])
    assert r"\toprule" in (folder / "out/tables/winomt.tex").read_text()
    assert "<h1" in (folder / "out/report.html").read_text()
    assert "@inproceedings{stanovsky" in (folder / "out/how-to-cite.txt").read_text().lower()


@pytest.mark.models
def test_from_a_sentence_to_its_alternatives(environment, folder):
    install(environment, "[trees]")
    (folder / "models").mkdir()
    if not has_network():
        (folder / "models").rmdir()
        (folder / "models").symlink_to(MODELS)
    said = walk("Offer alternatives", environment, folder)
    assert said[-1].strip() == ways()["Offer alternatives"]["printed"]


@pytest.mark.data
@pytest.mark.models
def test_from_a_model_to_a_verdict(environment, folder):
    """The model is fine-tuned in seconds: sizes and recipe are smaller than a user's."""
    model = MODELS.parent / "nmt/en-es"
    if not model.is_dir():
        pytest.skip("needs nmt/en-es, a small model of Marian, beside CDAFLOW_MODELS")
    install(environment, "[workflow,marian,align]")
    for name in ("workflow", "config", "profiles"):  # of the clone that the commands are given in
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "Snakefile", folder)
    shutil.copytree(model, folder / "MODEL")
    for side in ("en", "es"):
        text = DATA / f"parallel/tatoeba.en-es.{side}.gz"
        (folder / f"a.{side}").write_text("".join(first(text, 1500)), encoding="utf-8")
    for part, name, trees in (("train", "es_gsd-ud-dev", 300), ("dev", "es_ancora-ud-dev", 100)):
        with gzip.open(DATA / f"ud/{name}.conllu.gz", "rt", encoding="utf-8") as handle:
            blocks = handle.read().split("\n\n")[:trees]
        (folder / f"{part}.conllu").write_text("\n\n".join([*blocks, ""]), encoding="utf-8")
    recipe = folder / "config/recipes/small-finetune.yaml"
    options = yaml.safe_load(recipe.read_text())
    options["train"] |= {"after-batches": 20, "valid-freq": 10, "save-freq": 10, "workspace": 256}
    recipe.write_text(yaml.safe_dump(options))
    walk("Repair my model", environment, folder, lambda: make_smaller(folder))
    table = rows(folder / "results/tables/winomt.csv")
    assert set(table) == {"base", "repaired"}
    assert all(0 < float(row["accuracy"]) < 100 for row in table.values())
    assert "<h1" in (folder / "results/report.html").read_text()


def first(path, number):
    with gzip.open(path, "rt", encoding="utf-8") as handle:
        return list(islice(handle, number))


def make_smaller(folder):
    """Change the configuration that was written: less data, and nothing from the network."""
    winomt = folder / "winomt"
    winomt.mkdir()
    lines = (DATA / "winomt/en.txt").read_text().splitlines(keepends=True)
    for name in ("en.txt", "en_pro.txt", "en_anti.txt"):
        half = set((DATA / "winomt" / name).read_text().splitlines(keepends=True))
        (winomt / name).write_text("".join(line for line in lines[::10] if line in half))
    config = yaml.safe_load((folder / "mine.yaml").read_text())
    config["challenge"] = {
        "sentences": "winomt/en.txt",
        "pro": "winomt/en_pro.txt",
        "anti": "winomt/en_anti.txt",
    }
    config["annotators"] = {"models": str(MODELS)}
    config["corpora"]["dev"]["held_out"] = config["corpora"]["test"]["a-test"]["held_out"] = 100
    for name, size in (("situations", 150), ("people", 100)):
        config["datasets"][name]["corrected"]["size"] = size
    config["datasets"]["ordinary"]["random"]["size"] = 200
    (folder / "mine.yaml").write_text(yaml.safe_dump(config))
