"""config/real.yaml to its tables, on the first lines of shared data; Marian alone is faked.

It is ended twice on the way, and resumes.
"""

import csv
import gzip
import os
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest
import yaml

from .conftest import OPTIONS, ROOT, copy_project

DATA, MODELS = os.environ.get("CDAFLOW_DATA"), os.environ.get("CDAFLOW_MODELS")

pytestmark = [
    pytest.mark.slow, pytest.mark.data, pytest.mark.models, pytest.mark.apertium,
]  # fmt: skip

#: How many lines are taken of the files of parallel/; of other folders all.
LINES = {"gfst": 300, "tatoeba": 12000, "europarl20k": 300, "newstest2012": 100}
#: One of each kind: a base, outside systems, counterfactuals by the guard, translated back, GFST.
SYSTEMS = ("baseline", "apertium", "amazon", "gb-guard-random-handcrafted", "gb-back", "gfst-bt")
TWICE = "gfst-bt"


def first_lines(source, target, number):
    with gzip.open(source, "rb") as lines, gzip.open(target, "wb", compresslevel=1) as copy:
        copy.writelines(islice(lines, number))


def end_when_there(project, path, seconds=600):
    """Run the workflow, and have all its processes end when it has made a file."""
    path = project.folder / "results/real" / path
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    with (project.folder / "said.log").open("wb") as said:
        running = subprocess.Popen(
            [sys.executable, "-m", "snakemake", *OPTIONS],
            cwd=project.folder,
            env=os.environ | {"PATH": programs},
            start_new_session=True,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        end = time.monotonic() + seconds
        try:
            while not path.exists() and running.poll() is None and time.monotonic() < end:
                time.sleep(0.2)
            there = path.exists()  # and perhaps not afterwards, where its job has just not ended
            time.sleep(1)  # Snakemake may not end when it is stopped while it ends a job
        finally:
            os.killpg(running.pid, signal.SIGTERM)
            try:
                status = running.wait(60)
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                status = running.wait(60)
                assert project.snakemake("--unlock").returncode == 0
    assert there, (project.folder / "said.log").read_text()
    assert status != 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    project = copy_project(tmp_path_factory.mktemp("whole") / "project")
    data = project.folder / "data"
    (data / "parallel").mkdir(parents=True)
    for folder in Path(DATA).iterdir():
        if folder.is_dir() and folder.name != "parallel":
            (data / folder.name).symlink_to(folder)
    for path in (Path(DATA) / "parallel").glob("*.gz"):
        number = LINES.get(path.name.split(".")[0].split("-")[0])
        first_lines(path, data / "parallel" / path.name, number)
    config = yaml.safe_load((ROOT / "config/real.yaml").read_text())
    config |= {
        "data": "data",
        "trainings": 1,
        "marian": str(ROOT / "tests/fakes/marian"),
        "annotators": {"models": MODELS},
        "aligner": "fast-align",
        "align_with": 100,
    }
    config["agreement"]["recipe"] = "tiny"
    config["agreement"]["treebanks"]["train"]["es"].pop()
    config["corpora"]["test"]["tatoeba"]["held_out"] = 100
    config["corpora"]["dev"]["held_out"] = 50
    config["datasets"]["gfst"]["gfst"]["max"] = 5
    config["datasets"]["random"]["random"]["size"] = 50
    config["systems"] = {name: config["systems"][name] for name in SYSTEMS}
    config["systems"][TWICE] = config["systems"][TWICE] | {"trainings": 2}
    (project.folder / "config/test.yaml").write_text(yaml.safe_dump(config, sort_keys=False))
    end_when_there(project, "pseudo/es/shards/news.1-of-8.txt.gz")
    model = "models/es/baseline/model.yml"
    end_when_there(project, "translations/es/baseline/winomt.txt")
    made = (project.folder / "results/real" / model).stat().st_mtime_ns
    run = project.snakemake()
    assert run.returncode == 0, run.stdout + run.stderr
    assert (project.folder / "results/real" / model).stat().st_mtime_ns == made
    return project


def rows(project, name):
    path = project.folder / f"results/real/tables/{name}.csv"
    with path.open(encoding="utf-8", newline="") as handle:
        return {row["system"]: row for row in csv.DictReader(handle)}


def test_systems_and_their_trainings(whole):
    winomt = rows(whole, "winomt")
    assert set(winomt) == set(SYSTEMS)
    seeds = {name: row["seeds"] for name, row in winomt.items()}
    assert seeds.pop(TWICE) == "1 2"
    assert seeds.pop("apertium") == seeds.pop("amazon") == ""
    assert set(seeds.values()) == {"1"}
    assert "amazon" not in rows(whole, "bleu")
    # The published translations are those of a real system.
    assert 55 < float(winomt["amazon"]["accuracy"]) < 75


def test_test_sets_share_nothing_with_the_training_text(whole):
    from cdaflow.io.parquet import read_rows

    folder = whole.folder / "results/real/corpora/es"
    held_out, train = (
        {source for (source,) in read_rows(folder / f"{name}.parquet", ("source",))}
        for name in ("test-tatoeba", "train")
    )
    assert len(held_out) > 50
    assert not held_out & train


def test_nothing_is_stale_afterwards(whole):
    assert whole.stale() == set()
