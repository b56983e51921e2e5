"""The versions named at several places are the same ones."""

import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]


def pinned():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {name.lower().replace("_", "-"): version for name, version in pairs}


def test_conda_environment_has_the_pinned_versions():
    environment = yaml.safe_load((ROOT / "workflow/envs/cdaflow.yaml").read_text())
    (pip,) = [item["pip"] for item in environment["dependencies"] if isinstance(item, dict)]
    versions = pinned()
    for requirement in pip:
        name, version = requirement.split("==")
        assert versions[name.lower()] == version


def test_each_dependency_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = list(project["dependencies"])
    for extra in project["optional-dependencies"].values():
        wanted += extra
    versions = pinned()
    for requirement in wanted:
        name = re.match(r"[A-Za-z0-9-]+", requirement).group().lower()
        assert name in versions, f"{name} is missing from constraints.txt"


def test_conda_environment_has_each_runtime_dependency():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    environment = (ROOT / "workflow/envs/cdaflow.yaml").read_text().lower()
    for requirement in project["dependencies"]:
        assert re.match(r"[A-Za-z0-9-]+", requirement).group().lower() in environment
