"""What a release says at several places is the same: version, licence, tags."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from cdaflow import __version__

ROOT = Path(__file__).parents[1]


def test_the_citation_file_is_of_this_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {"cff-version", "message", "title", "authors"} <= set(cited)  # required by CFF 1.2.0
    assert cited["version"] in versions()
    assert cited["version"] == __version__ or ".dev" in __version__
    assert (cited["title"], cited["license"]) == (project["name"], project["license"])
    assert all("name" in one or "family-names" in one for one in cited["authors"])


def tags(*options):
    done = subprocess.run(
        ["git", "tag", "--list", "v[0-9]*", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("a source tree without git")
    return done.stdout.split()


def versions():
    """Return what stands behind each version of the changelog, newest first."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^## (\S+) \((.*)\)$", text, re.MULTILINE))


def test_the_changelog_begins_with_this_version():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = versions()
    assert len(found) == len(re.findall(r"^## ", text, re.MULTILINE))
    assert next(iter(found)) == __version__.partition(".dev")[0]
    for number, (version, when) in enumerate(found.items()):
        released = re.fullmatch(r"\d{4}-\d\d-\d\d", when)
        assert released or (number == 0 and when == "unreleased"), version


def test_each_tag_has_its_changes_with_a_date():
    for tag in tags():
        assert versions().get(tag.removeprefix("v"), "unreleased") != "unreleased", tag


def test_the_commit_of_a_tag_has_its_version():
    assert all(tag == f"v{__version__}" for tag in tags("--points-at", "HEAD"))
