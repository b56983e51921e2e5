"""Fixtures of the tests of cdaflow.nmt: the fake Marian, the real one, and small corpora."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.errors import ProgramError
from cdaflow.nmt.marian import Marian, find_marian

sys.path.insert(0, str(Path(__file__).parent))

FAKE = Path(__file__).parents[1] / "fakes" / "marian"

PAIRS = [
    ("The nurse is here.", "La enfermera está aquí."),
    ("The doctor is here.", "El médico está aquí."),
    ("The nurse sleeps.", "La enfermera duerme."),
    ("The doctor sleeps.", "El médico duerme."),
    ("The doctor eats bread.", "El médico come pan."),
    ("The nurse eats soup.", "La enfermera come sopa."),
]


@pytest.fixture(autouse=True)
def _no_fake_settings(monkeypatch):
    for name in ("LOG", "STEP", "SAVE", "STOP", "DICTIONARY", "FAIL", "DROP"):
        monkeypatch.delenv(f"FAKE_MARIAN_{name}", raising=False)


@pytest.fixture
def sentences():
    """Pairs of English and Spanish that tiny models learn by heart."""
    return PAIRS


@pytest.fixture
def fake_path():
    """The program that acts as Marian."""
    return FAKE


@pytest.fixture
def fake() -> Marian:
    return Marian((sys.executable, str(FAKE)), subcommands=True)


@pytest.fixture
def real() -> Marian:
    """The Marian of the pymarian wheel, or one on PATH."""
    try:
        return find_marian()
    except ProgramError:
        pytest.skip("no real Marian here: pip install pymarian==1.12.42")


def write_pairs(path, pairs):
    sources, targets = [p[0] for p in pairs], [p[1] for p in pairs]
    ids = pa.array(range(len(pairs)), pa.int64())
    pq.write_table(pa.table({"id": ids, "source": sources, "target": targets}), path)
    return path


@pytest.fixture
def pairs(tmp_path):
    """A function that writes pairs to a Parquet file in the test's folder."""
    return lambda name, content=PAIRS: write_pairs(tmp_path / name, content)


@pytest.fixture
def recipe_file(tmp_path):
    """A function that writes a recipe file."""

    def write(text, name="short.yaml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def fake_folder(tmp_path):
    """A folder with the fake as marian, marian-decoder, marian-scorer, marian-vocab."""
    folder = tmp_path / "build"
    folder.mkdir()
    for name in ("marian", "marian-decoder", "marian-scorer", "marian-vocab"):
        shutil.copy(FAKE, folder / name)
    return folder
