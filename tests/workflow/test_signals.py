"""A job whose processes are all told to end, as Slurm does it, and killed when the first has."""

import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from cdaflow.signals import descendants

#: As the fixture `project` is run.
OPTIONS = ["--cores", "1", "--configfile", "config/test.yaml"]
TARGET = "results/models/es/baseline/model.yml"
WORK = "results/models/es/baseline/work"


def wait_for(condition, process, said, seconds=300):
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, said.read_text()
        assert time.monotonic() < end, f"waited too long\n{said.read_text()}"
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_training_that_is_told_to_end_saves_before_anything_is_killed(project):
    log = project.folder / WORK / "train.log"
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "FAKE_MARIAN_STEP": "0.05",
        "FAKE_MARIAN_SAVE": "3",
    }
    said, told = project.folder / "said.log", []
    with open(said, "wb") as output:
        snakemake = subprocess.Popen(
            [sys.executable, "-m", "snakemake", TARGET, *OPTIONS],
            cwd=project.folder,
            env=environment,
            start_new_session=True,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(lambda: log.exists() and "Up. 50 " in log.read_text(), snakemake, said)
        told = [snakemake.pid, *descendants(snakemake.pid)]
        for _ in range(2):  # Slurm does it itself, and once more through srun
            for process in told:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGTERM)
            time.sleep(0.5)
        assert snakemake.wait(60) != 0
    finally:
        if snakemake.poll() is None:
            told += [snakemake.pid, *descendants(snakemake.pid)]
        for process in told:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        snakemake.wait()
    model = project.folder / WORK / "checkpoint/model.npz"
    assert zipfile.is_zipfile(model), "Marian was killed while it saved"
    assert (
        "its checkpoint is saved"
        in (project.folder / "results/logs/models/es/baseline.log").read_text()
    )
    again = project.snakemake(TARGET)
    assert again.returncode == 0, again.stdout + again.stderr
    assert "Restored from training checkpoint" in log.read_text()


def test_a_training_that_is_stopped_is_resumed_as_often_as_is_configured(project, monkeypatch):
    """As at its time limit; what `training` says goes before Snakemake's --retries."""
    log = project.folder / WORK / "train.log"
    monkeypatch.setenv("FAKE_MARIAN_STOP", "20")
    project.configure(training={"retries": 0})
    run = project.snakemake(TARGET, "--retries", "2")
    assert run.returncode != 0
    assert "Restored from training checkpoint" not in log.read_text()
    # What was prepared is kept for the next run.
    prepared = project.folder / "results/prepared/es/baseline"
    before = (prepared / "prepared.json").stat().st_mtime_ns
    monkeypatch.setenv("FAKE_MARIAN_STOP", "30")
    project.configure(training={"retries": 1})
    assert project.stale(TARGET) == {"train_model"}
    assert (prepared / "prepared.json").stat().st_mtime_ns == before
    run = project.snakemake(TARGET)
    assert run.returncode == 0, run.stdout + run.stderr
    resumed = re.findall(r"Restored from training checkpoint .* at update (\d+)", log.read_text())
    assert resumed == ["20", "30"]
    assert not prepared.exists()
    # Text that is gone makes no training stale.
    assert project.stale(TARGET) == set()
