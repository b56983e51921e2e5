"""A tiny archive of UDify with random weights for every test that wants one."""

import importlib.util
import random
from pathlib import Path

import pytest

from cdaflow.trees.udify.archive import open_archive


@pytest.fixture(scope="session")
def tiny():
    """Return the module that builds the archive."""
    path = Path(__file__).with_name("tiny_archive.py")
    spec = importlib.util.spec_from_file_location("tiny_archive", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def archive(tiny, tmp_path_factory):
    return open_archive(tiny.build(tmp_path_factory.mktemp("udify") / "model"))


@pytest.fixture(scope="session")
def sentences(tiny):
    """Return sentences of random words, of 1 to 330 words, some of them odd ones."""
    rng = random.Random(3)
    letters = tiny.LETTERS[:56] + "öß"  # the last two are no word pieces

    def word():
        return "".join(rng.choice(letters) for _ in range(rng.randint(1, 9)))

    lengths = [rng.randint(1, 30) for _ in range(60)] + [90, 110, 130, 150, 200, 260, 330]
    odd = [["[PAD]", "a"], ["10 000", "la"], ["x" * 101, "casa"], ["the", "\u00a0"], []]
    return [[word() for _ in range(length)] for length in lengths] + odd
