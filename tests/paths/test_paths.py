"""Ways into cdaflow, by the commands of README alone, each in a fresh environment.

The wheel is built and installed by pip. For scoring it brings its libraries; alternatives have
those of this run of tests, since PyTorch is large (CDAFLOW_PATHS=fresh installs it, too). What
README takes for granted, translations and models of trees, is real. What the network would give is
there where there is no network. Each test prints commands and minutes (`pytest -s`); the promised
minutes are compared with those of the processor.
"""

import csv
import os
import re
import resource
import shutil
import socket
import time
from pathlib import Path

import pytest

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


def walk(title, environment, folder):
    """Run the commands of a way as README has them; print what they took, return what was said."""
    way = ways()[title]
    lines = commands(way)
    start, worked, said = time.monotonic(), processor_minutes(), []
    for line in lines:
        if "fetch-stanza" in line and not has_network():
            continue  # what it fetches is there
        said.append(environment.run(line, folder))
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


@pytest.mark.models
def test_from_a_sentence_to_its_alternatives(environment, folder):
    install(environment, "[trees]")
    (folder / "models").mkdir()
    if not has_network():
        (folder / "models").rmdir()
        (folder / "models").symlink_to(MODELS)
    said = walk("Offer alternatives", environment, folder)
    assert said[-1].strip() == ways()["Offer alternatives"]["printed"]
