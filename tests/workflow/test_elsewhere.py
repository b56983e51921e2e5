"""The workflow run from another folder, and as a module of another one."""

import os

import pytest

from .conftest import ROOT
from .forks import run_snakemake

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
    options = ["--dry-run", "--quiet", "rules", "--cores", "1"]
    target = "results/tables/winomt.csv"
    if way == "module":
        (tmp_path / "Snakefile").write_text(MODULE)
        options += [target]
    else:
        options += ["-s", str(ROOT / "Snakefile"), "-d", str(tmp_path), target]
    run = run_snakemake(options, tmp_path, os.environ)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "train_model" in run.stdout + run.stderr
