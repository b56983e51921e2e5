"""The check that every fuzz test makes; see `bounds`."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from bounds import result_or_error

FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items):
    """Mark what draws examples below a test, as hypothesis marks the tests that draw them."""
    for item in items:
        if item.path.parent == FOLDER:
            item.add_marker("hypothesis")


@pytest.fixture(scope="session")
def check():
    """Return `result_or_error`."""
    return result_or_error
