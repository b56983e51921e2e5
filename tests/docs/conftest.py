"""Results folders of `toy_runs`, and the path of the scripts of docs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs/scripts"))  # its scripts are no package
sys.path.insert(0, str(Path(__file__).parent))

import figures
from blocks import Lines
from published_run import Published
from toy_runs import make_filtered, make_real, make_results


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a results folder with one training of each system."""
    return make_results(tmp_path_factory.mktemp("one") / "results", (1,))


@pytest.fixture(scope="session")
def replicated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a results folder with two trainings of each system."""
    return make_results(tmp_path_factory.mktemp("two") / "results", (1, 2))


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a results folder of the real configuration."""
    return make_real(tmp_path_factory.mktemp("real") / "results")


@pytest.fixture(scope="module")
def lines(run: Published) -> Lines:
    """Return the blocks of the pages by what `run` of the module has published."""
    return figures.block_writer(run.path.parent)


@pytest.fixture
def filtered(tmp_path: Path) -> Path:
    """Return a results folder of self-training."""
    return make_filtered(tmp_path / "results")
