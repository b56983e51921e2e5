"""A light installation: what works without the libraries of extras, and what is said elsewhere."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cdaflow.cli.extras import EXTRAS, missing_extra

from .light import LACKS, WORKS, write_texts

ROOT = Path(__file__).parents[2]

#: Runs a command while libraries cannot be found, as where they are not installed.
WITHOUT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

ABSENT = set(sys.argv.pop(1).split(","))
sys.meta_path.insert(0, Absent())
"""
COMMAND = """
from cdaflow.cli import main
sys.exit(main(sys.argv[1:]))
"""
#: The examples of the functions of the API that need no extra.
EXAMPLES = """
import doctest
from cdaflow import api
found = [doctest.testmod(sys.modules[f"cdaflow.api.{name}"], extraglobs=vars(api))
         for name in ("scores", "texts")]
assert all(one.attempted and not one.failed for one in found)
"""


def light(folder, *words, absent=tuple(EXTRAS), program=COMMAND):
    """Run a command, or another program, without the libraries of extras."""
    command = [sys.executable, "-c", WITHOUT + program, ",".join(absent), *map(str, words)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path):
    write_texts(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", WORKS)
def test_what_needs_no_extra(command, folder):
    run = light(folder, *command.split())
    assert run.returncode == 0, run.stderr


def test_the_api_scores_and_selects_without_extras(folder):
    run = light(folder, program=EXAMPLES)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(("command", "extra"), LACKS.items())
def test_which_extra_a_command_lacks_is_said(command, extra, folder):
    run = light(folder, *command.split())
    assert run.returncode == 1
    first = run.stderr.splitlines()[0]
    assert re.search(rf"^cdaflow: error: .*pip install 'cdaflow\[{extra}\]'", first), run.stderr


def test_another_module_is_no_matter_of_extras(folder):
    assert missing_extra(ModuleNotFoundError(name="cdaflow.nothing")) == ""
    run = light(folder, "nmt", "recipe", "small", absent=("yaml",))
    assert run.returncode == 1
    assert "ModuleNotFoundError: No module named 'yaml'" in run.stderr


def test_extras_are_those_of_the_package():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {re.split(r"[<>=]", entry)[0].lower() for entry in extras["dependencies"]}

    def brought(extra):
        """Return the libraries of an extra, and of the extras in it."""
        found = set()
        for entry in extras["optional-dependencies"][extra]:
            inner = re.fullmatch(r"cdaflow\[(.+)\]", entry)
            names = inner[1].split(",") if inner else ()
            found |= {re.split(r"[<>=\[]", entry)[0]}.union(*map(brought, names))
        return found

    for library, extra in EXTRAS.items():
        assert library in brought(extra)
        assert library not in needed
