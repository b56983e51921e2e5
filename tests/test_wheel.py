"""The built wheel, outside of the repository: it brings its word lists and recipes."""

import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from .wheels import ROOT

pytest.importorskip("hatchling", reason="hatchling builds the wheel: pip install -e '.[dev]'")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Return a folder with nothing but what the wheel holds."""
    folder = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.fixture
def cdaflow(installed, tmp_path):
    """Return a function that runs a command of the installed package in a folder of its own."""

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "cdaflow", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(installed)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_it_has_the_one_copy_of_lists_and_recipes(installed):
    for kind in ("wordlists", "recipes"):
        for path in (ROOT / "config" / kind).rglob("*.*"):
            packed = installed / "cdaflow" / "data" / path.relative_to(ROOT / "config")
            assert packed.read_bytes() == path.read_bytes()


def test_it_has_every_file_of_the_package(installed):
    """Tables of languages, templates, styles of the report: whatever stands beside the modules."""
    done = subprocess.run(
        ["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip("a source tree without git")
    tracked = {path.removeprefix("src/") for path in done.stdout.splitlines()}
    assert sum(not path.endswith(".py") for path in tracked) > 100
    packed = {path.relative_to(installed).as_posix() for path in installed.rglob("*.*")}
    assert tracked - packed == set()


def test_the_source_archive_builds_the_same_wheel(wheel, tmp_path):
    """Without git, tags or a network: the version is in the source."""
    build = [sys.executable, "-m", "hatchling", "build", "-d"]
    run = {"check": True, "capture_output": True}
    subprocess.run([*build, str(tmp_path), "-t", "sdist"], cwd=ROOT, **run)
    (archive,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    subprocess.run([*build, str(tmp_path), "-t", "wheel"], cwd=source, **run)
    (built,) = tmp_path.glob("*.whl")
    assert built.name == wheel.name
    with zipfile.ZipFile(built) as one, zipfile.ZipFile(wheel) as other:
        digests = ({file.filename: file.CRC for file in each.infolist()} for each in (one, other))
        assert next(digests) == next(digests)


def test_it_scores_winomt(cdaflow, tmp_path):
    (tmp_path / "en.txt").write_text("female\t1\tThe nurse left because she was late.\tnurse\n")
    (tmp_path / "es.txt").write_text("La enfermera salió porque llegaba tarde.\n")
    cdaflow(
        "score", "winomt", "es.txt", "--lang", "es", "--challenge", "en.txt", "--aligner", "none",
        "--bootstrap", "0", "--output", "scores.json",
    )  # fmt: skip
    assert '"accuracy"' in (tmp_path / "scores.json").read_text()


def test_it_selects_and_knows_recipes(cdaflow, tmp_path):
    (tmp_path / "en").write_text("The nurse said she was late.\nIt rains.\n")
    (tmp_path / "es").write_text("La enfermera dijo que llegaba tarde.\nLlueve.\n")
    cdaflow("select", "gendered", "en", "es", "--output", "gendered.tsv")
    assert len((tmp_path / "gendered.tsv").read_text().splitlines()) == 2
    assert "dim-emb" in cdaflow("nmt", "recipe", "tiny")
