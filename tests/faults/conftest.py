"""A small embedded corpus, and the machinery of `steps`."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import steps


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """A folder in which the first steps have run: a corpus and its parts."""
    folder = tmp_path_factory.mktemp("faults")
    steps.prepare(folder)
    for step in steps.STEPS[:4]:
        status, _ = steps.run(step.argv, folder, folder / "said.log")
        assert status == 0, (folder / "said.log").read_text()
    return folder
