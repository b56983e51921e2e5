"""The workflow on a real Slurm of one node, with faults; see run.py."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.slurm
def test_tables_are_those_of_a_run_without_slurm_and_without_faults():
    run = [sys.executable, Path(__file__).with_name("run.py")]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    if done.returncode == 77:
        pytest.skip(said.splitlines()[-1])
    assert done.returncode == 0, said
