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
    assert cited["version"] == __version__
    assert (cited["title"], cited["license"]) == (project["name"], project["license"])
    assert all("name" in one or "family-names" in one for one in cited["authors"])


def test_each_tag_of_a_release_has_its_changes():
    done = subprocess.run(
        ["git", "tag", "--list", "v[0-9]*"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip("a source tree without git")
    heads = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert heads[0] == "Unreleased"
    for tag in done.stdout.split():
        assert tag.removeprefix("v") in heads, tag


def test_the_commit_of_a_tag_has_its_version():
    done = subprocess.run(
        ["git", "tag", "--points-at", "HEAD", "--list", "v[0-9]*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert all(tag == f"v{__version__}" for tag in done.stdout.split())
