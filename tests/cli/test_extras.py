"""A light installation: what works without the libraries of extras, and what is said elsewhere."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cdaflow.cli.extras import EXTRAS, missing_extra

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
from cdaflow.cli import main
sys.exit(main(sys.argv[1:]))
"""

TREES = ROOT / "tests/rewriting/probes.conllu"
SOURCE = ("The nurse said that he was late.", "The doctor lost her keys.")
TARGET = ("El enfermero dijo que llegaba tarde.", "La doctora perdió sus llaves.")


def light(folder, *words, absent=tuple(EXTRAS)):
    """Run a command without the libraries of extras."""
    command = [sys.executable, "-c", WITHOUT, ",".join(absent), *map(str, words)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "text.en").write_text("".join(f"{line}\n" for line in SOURCE * 20))
    (tmp_path / "text.es").write_text("".join(f"{line}\n" for line in TARGET * 20))
    rows = ("male\t1\tThe nurse said that he was late.\tnurse",
            "female\t1\tThe doctor lost her keys.\tdoctor")  # fmt: skip
    (tmp_path / "challenge.txt").write_text("".join(f"{row}\n" for row in rows))
    (tmp_path / "challenge.es").write_text("".join(f"{line}\n" for line in TARGET))
    return tmp_path


@pytest.mark.parametrize(
    "command",
    [
        "score bleu text.es --reference text.es --lang es",
        "score winomt challenge.es --lang es --challenge challenge.txt --aligner none",
        "wordlists check",
        "text build --source-lang en --target-lang es --output pairs.parquet "
        "--corpus name=mine,source=text.en,target=text.es",
        "counterfactual handcrafted --lang es --output made.tsv",
        "gfst source --gender fem text.en --output fem.txt",
    ],
)
def test_what_needs_no_extra(command, folder):
    run = light(folder, *command.split())
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("tables winomt none.json --output t.csv", "tables"),
        ("trees train --lang en --recipe small --train {trees} --output-dir m", "trees|torch"),
        ("tables figure gaps scores.json --output gaps.svg", "tables"),
    ],
)
def test_which_extra_a_command_lacks_is_said(command, extra, folder):
    run = light(folder, *command.format(trees=TREES).split())
    assert run.returncode == 1
    assert re.search(rf"^cdaflow: error: .*pip install 'cdaflow\[({extra})\]'", run.stderr), (
        run.stderr
    )


def test_another_module_is_no_matter_of_extras(folder):
    assert missing_extra(ModuleNotFoundError(name="cdaflow.nothing")) == ""
    run = light(folder, "nmt", "recipe", "small", absent=("yaml",))
    assert run.returncode == 1
    assert "ModuleNotFoundError: No module named 'yaml'" in run.stderr


def test_extras_are_those_of_the_package():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {re.split(r"[<>=]", entry)[0].lower() for entry in extras["dependencies"]}
    for library, extra in EXTRAS.items():
        listed = extras["optional-dependencies"][extra]
        assert library in {re.split(r"[<>=\[]", entry)[0] for entry in listed}
        assert library not in needed
