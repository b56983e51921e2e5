"""A copy of the workflow in a folder of its own, with a fake Marian and a small demo corpus."""

import fcntl
import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from .forks import run_snakemake

ROOT = Path(__file__).parents[2]
FAKE_MARIAN = ROOT / "tests/fakes/marian"

#: A job of the rule of all tables, or of all figures, and which it makes.
_SHOWN = r"^ *rule (table|figure):\n(?: +.*\n)*? *wildcards: (?:table|figure)=(\S+)"

OPTIONS = ["--cores", "2", "--configfile", "config/test.yaml"]

SMALL_DEMO = {
    "stereotypes": "config/wordlists/stereotypes.tsv",
    "train": 400,
    "dev": 30,
    "test": 40,
    "treebank": 40,
    "challenge": 80,
}


@dataclass
class Project:
    """The folder of a project, as a user has it after cloning.

    `programs` are folders in which programs are looked for before any other.
    """

    folder: Path
    programs: tuple[Path, ...] = ()

    def configure(self, **changes):
        """Write config/test.yaml: the default configuration, small, with some keys changed.

        Returns it.
        """
        config = yaml.safe_load((ROOT / "config/config.yaml").read_text())
        # Trees take minutes of training: tests that want them, or what is made of them, say so.
        for key in ("annotators", "agreement", "counterfactual", "datasets"):
            config.pop(key, None)
        config["systems"] = {"baseline": config["systems"]["baseline"]}
        config |= {"languages": ["es"], "demo": SMALL_DEMO, "marian": str(FAKE_MARIAN)}
        config |= changes
        (self.folder / "config/test.yaml").write_text(yaml.safe_dump(config))
        return config

    def copied(self, folder):
        """Return a project that is a copy of this one, with all that was made, in a new folder."""
        shutil.copytree(self.folder, folder, symlinks=True)
        return Project(folder)

    def snakemake(self, *arguments, options=OPTIONS):
        """Run snakemake with config/test.yaml; return the finished process."""
        programs = [*self.programs, Path(sys.executable).parent, os.environ["PATH"]]
        environment = os.environ | {"PATH": ":".join(map(str, programs))}
        return run_snakemake([*arguments, *options], self.folder, environment)

    def stale(self, *arguments):
        """Return the rules that a dry run names, as a set."""
        return set(self.jobs(*arguments))

    def jobs(self, *arguments):
        """Return how many jobs of each rule a dry run names."""
        run = self.snakemake("--dry-run", *arguments)
        assert run.returncode == 0, run.stdout + run.stderr
        said = run.stdout + run.stderr
        lines = said.splitlines()
        if not any(line.startswith("job ") for line in lines):
            return {}
        start = next(n for n, line in enumerate(lines) if line.startswith("job ")) + 2
        counts = {}
        for line in lines[start:]:
            if not line.strip():
                break
            name, count = line.split()
            counts[name] = int(count)
        for rule, name in re.findall(_SHOWN, said, re.MULTILINE):
            counts[shown_name(rule, name)] = counts.get(shown_name(rule, name), 0) + 1
        counts = {name: n for name, n in counts.items() if name not in ("table", "figure")}
        # The provenance of a table follows from the table, and from nothing else; not all targets
        # have it made.
        tables = [count for name, count in counts.items() if name.startswith("table_")]
        tables.append(counts.get("table_funnel", 0))  # which makes two
        provenances = counts.pop("write_provenance", 0)
        assert provenances == sum(tables) or (arguments and not provenances)
        return {name: count for name, count in counts.items() if name not in ("total", "all")}


def shown_name(rule, name):
    """Return what tests call a table or a figure: table_winomt_trainings, figure_gaps (of es)."""
    name = name if rule == "table" else name.partition(".")[0].replace("-", "_")
    return f"{rule}_{name.replace('.', '_')}"


def copy_project(folder):
    for name in ("workflow", "config", "profiles"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "Snakefile", folder)
    return Project(folder)


def copy_with_package(folder):
    """Copy the project and its package to a folder, so that both may be edited; return it."""
    copy_project(folder)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src/cdaflow", folder / "src/cdaflow", ignore=ignored)
    return folder


@pytest.fixture
def project(tmp_path):
    """A fresh project."""
    fresh = copy_project(tmp_path)
    fresh.configure()
    return fresh


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A project in which the whole workflow has run with the fake Marian.

    It runs once for all workers of pytest-xdist: the first makes it while the others wait. Each has
    a copy, since tests edit it.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    made, done = shared / "finished-run", shared / "finished-run.done"
    with (shared / "finished-run.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(made, ignore_errors=True)  # of a worker that failed
            project = copy_project(made)
            project.configure()
            run = project.snakemake()
            assert run.returncode == 0, run.stdout + run.stderr
            done.touch()
    return Project(made).copied(tmp_path_factory.mktemp("finished") / "project")
