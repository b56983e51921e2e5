"""The versions named at several places are the same ones."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def pinned():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {name.lower().replace("_", "-"): version for name, version in pairs}


def test_each_dependency_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = list(project["dependencies"])
    for extra in project["optional-dependencies"].values():
        wanted += extra
    versions = pinned()
    for requirement in wanted:
        name = re.match(r"[A-Za-z0-9-]+", requirement).group().lower()
        assert name in versions or name == "cdaflow", f"{name} is missing from constraints.txt"
