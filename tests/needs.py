"""What is not on every machine, and which tests were skipped for want of it.

A test that needs such a thing has the marker of its name, `@pytest.mark.chromium`; `pytest -m gpu`
runs those of one thing. A run ends with the reasons for which tests were skipped: what is skipped
is not tested.
"""

import importlib.util
import os
import shutil
from collections import Counter, defaultdict
from pathlib import Path

import pytest


def _is_there(*programs):
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"  # where daemons are
    return all(shutil.which(program, path=path) for program in programs)


def _has_gpu():
    if importlib.util.find_spec("torch") is None:
        return False
    import torch

    return torch.cuda.is_available()


def _is_folder(variable):
    return variable in os.environ and Path(os.environ[variable]).is_dir()


#: By marker: whether the thing is there, and what it is.
THINGS = {
    "angular": (
        lambda: _is_there("localize-extract", "localize-translate"),
        "node_modules/.bin of npm install @angular/localize @angular/compiler-cli on PATH",
    ),
    "apertium": (lambda: _is_there("apertium"), "apertium, apertium-eng-spa"),
    "chromium": (
        lambda: _is_there("chromium") or _is_there("chromium-browser"),
        "chromium (Debian: apt install chromium)",
    ),
    "data": (lambda: _is_folder("CDAFLOW_DATA"), "CDAFLOW_DATA, a folder of public data"),
    "gettext": (
        lambda: _is_there("xgettext", "msgmerge", "msgfmt"),
        "gettext (Debian: apt install gettext)",
    ),
    "gpu": (_has_gpu, "a CUDA device"),
    "models": (lambda: _is_folder("CDAFLOW_MODELS"), "CDAFLOW_MODELS, a folder of Stanza models"),
    "node": (lambda: _is_there("node"), "Node.js (Debian: apt install nodejs)"),
    "toolkit": (
        lambda: _is_there("po2xliff", "xliff2po"),
        "translate-toolkit (pip install translate-toolkit in an environment on PATH; GPL-3.0)",
    ),
    "slurm": (
        lambda: os.geteuid() == 0 and _is_there("munged", "slurmctld", "slurmd", "sbatch"),
        "Slurm, and root (Debian: apt install munge slurmctld slurmd slurm-client)",
    ),
}


def add_markers(config):
    """Make the markers known."""
    for name, (_, what) in THINGS.items():
        config.addinivalue_line("markers", f"{name}: needs {what}")


def skip_without(item):
    """Skip a test that needs a thing that is not there."""
    for marker in item.iter_markers():
        if marker.name in THINGS and not THINGS[marker.name][0]():
            pytest.skip(f"needs {THINGS[marker.name][1]}")


def skipped(reports):
    """Return the lines that say what was skipped: by reason, how many tests of which files."""
    files = defaultdict(Counter)
    for report in reports:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        files[str(reason).removeprefix("Skipped: ")][report.nodeid.partition("::")[0]] += 1
    return [
        line
        for reason, count in sorted(files.items(), key=lambda each: -each[1].total())
        for line in (f"{count.total():4} {reason}", *(f"       {path}" for path in sorted(count)))
    ]
