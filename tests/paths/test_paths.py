"""Ways into cdaflow, by the commands of README alone, each in a fresh environment.

The wheel is built and installed by pip. For scoring it brings its libraries; alternatives have
those of this run of tests, since PyTorch is large (CDAFLOW_PATHS=fresh installs it, too). What
README takes for granted, translations and models of trees, is real. What the network would give is
there where there is no network. Each test prints commands and minutes (`pytest -s`); the promised
minutes are compared with those of the processor.
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


def walk(title, environment, folder, check=lambda number: None):
    """Run the commands of a way as README has them; print what they took, return what was said.

    `check` is called after each with its number, from 1.
    """
    way = ways()[title]
    lines = commands(way)
    start, worked, said = time.monotonic(), processor_minutes(), []
    for line in lines:
        if "fetch-stanza" in line and not has_network():
            continue  # what it fetches is there
        said.append(environment.run(line, folder))
        check(len(said))
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


def test_each_way_has_as_many_commands_as_it_says():
    assert set(ways()) == {"Measure my system", "Repair my model", "Offer alternatives"}
    for way in ways().values():
        assert len(commands(way)) == int(way["number"])


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


#: The smallest real model there is: beside those of trees. 13 MB, English to Spanish.
SMALL = MODELS.parent / "nmt/en-es"

#: Of the recipe few updates, of its data few pairs, of WinoMT each twelfth row.
UPDATES = {"after-batches": 20, "valid-freq": 20, "save-freq": 20, "lr-decay-start": 10}
SIZES = {"situations": 300, "people": 200, "ordinary": 100}
EACH = 12


def write_inputs_of_a_repair(folder):
    """Write what README takes for granted: a clone, a model, a corpus, treebanks, test sets."""
    for name in ("workflow", "config", "profiles"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "Snakefile", folder)
    (folder / "MODEL").symlink_to(SMALL)
    for side in ("en", "es"):
        with gzip.open(DATA / f"parallel/tatoeba.en-es.{side}.gz", "rt", encoding="utf-8") as lines:
            (folder / f"a.{side}").write_text("".join(islice(lines, 0, 60_000, 5)))
    for name, treebank in (("train", "es_ancora-ud-dev"), ("dev", "es_gsd-ud-dev")):
        with gzip.open(DATA / f"ud/{treebank}.conllu.gz", "rt", encoding="utf-8") as lines:
            trees = lines.read().split("\n\n")[:400]
        (folder / f"{name}.conllu").write_text("".join(f"{tree}\n\n" for tree in trees))
    halves = {
        half: (DATA / f"winomt/{half}.txt").read_text().splitlines()[::EACH]
        for half in ("en_pro", "en_anti")
    }
    (folder / "winomt").mkdir()
    for name, rows in {**halves, "en": [row for half in halves.values() for row in half]}.items():
        (folder / f"winomt/{name}.txt").write_text("".join(f"{row}\n" for row in rows))
    recipe = folder / "config/recipes/small-finetune.yaml"
    content = yaml.safe_load(recipe.read_text())
    recipe.write_text(yaml.safe_dump({**content, "train": content["train"] | UPDATES}))


def edit_configuration(path):
    """Check what `init` wrote, and make it as small as a test is; nothing is fetched."""
    text = path.read_text()
    config = yaml.safe_load(text)
    assert set(config["systems"]) == {"base", "repaired"}
    assert set(config["systems"]["repaired"]["data"]) == set(config["datasets"]) == set(SIZES)
    assert text.count("#") > 20  # its keys are explained
    for name, size in SIZES.items():
        (kind,) = config["datasets"][name].values()
        kind["size"] = size
    config["annotators"]["models"] = str(MODELS)
    names = {"sentences": "en", "pro": "en_pro", "anti": "en_anti"}
    config["challenge"] = {key: f"winomt/{name}.txt" for key, name in names.items()}
    path.write_text(yaml.safe_dump(config, sort_keys=False))


@pytest.mark.data
@pytest.mark.models
@pytest.mark.skipif(not (SMALL / "model.npz").is_file(), reason=f"no {SMALL}/model.npz")
def test_from_a_model_to_a_verdict(environment, folder):
    install(environment, "[workflow,marian,align]")
    write_inputs_of_a_repair(folder)

    def check(number):
        if number == 1:
            edit_configuration(folder / "mine.yaml")

    said = walk("Repair my model", environment, folder, check)
    assert "left out gfst" in said[0]
    assert "snakemake --cores" in said[0]
    # Sentences whose gender is corrected, and the model that is trained on them.
    sizes = (folder / "results/tables/datasets.csv").read_text()
    assert all(name in sizes for name in SIZES)
    assert (folder / "results/models/es/repaired/model.npz").stat().st_size > 10_000_000
    # The verdict: both systems with intervals, their difference and its p, for people and text.
    winomt, bleu = (rows(folder / f"results/tables/{name}.csv") for name in ("winomt", "bleu"))
    assert set(winomt) == set(bleu) == {"base", "repaired"}
    # So few updates may leave the accuracy of so few rows as it was, but not every translation.
    base, repaired = (
        (folder / f"results/translations/es/{name}/winomt.txt").read_text()
        for name in ("base", "repaired")
    )
    assert base != repaired
    assert 30 < float(winomt["base"]["accuracy"]) < 60  # 44.4 on all of WinoMT
    assert 0 <= float(winomt["repaired"]["accuracy_p"]) <= 1
    assert float(bleu["base"]["bleu"]) > 10
    assert "repaired" in (folder / "results/report.html").read_text()
    again = environment.run("snakemake --cores 1 --configfile mine.yaml --dry-run", folder)
    assert "Nothing to be done" in again


@pytest.mark.models
def test_from_a_sentence_to_its_alternatives(environment, folder):
    install(environment, "[trees]")
    (folder / "models").mkdir()
    if not has_network():
        (folder / "models").rmdir()
        (folder / "models").symlink_to(MODELS)
    said = walk("Offer alternatives", environment, folder)
    assert said[-1].strip() == ways()["Offer alternatives"]["printed"]
