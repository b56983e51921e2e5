"""The workflow run from another folder, and as a module of another one."""

import os
import subprocess
import sys

import pytest

from .conftest import ROOT

MODULE = f"""
configfile: "{ROOT}/config/config.yaml"

module gender:
    snakefile: "{ROOT}/workflow/Snakefile"
    config: config

use rule * from gender as gender_*
"""


@pytest.mark.parametrize("way", ["folder", "module"])
def test_dry_run(tmp_path, way):
    """Word lists, recipes, schema and captions are those of the clone."""
    command = [sys.executable, "-m", "snakemake", "--dry-run", "--quiet", "rules", "--cores", "1"]
    target = "results/tables/winomt.csv"
    if way == "module":
        (tmp_path / "Snakefile").write_text(MODULE)
        command += [target]
    else:
        command += ["-s", str(ROOT / "Snakefile"), "-d", str(tmp_path), target]
    run = subprocess.run(
        command, cwd=tmp_path, env=dict(os.environ), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "train_model" in run.stdout + run.stderr
