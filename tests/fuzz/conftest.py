"""The check that every fuzz test makes; see `bounds`."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from bounds import result_or_error


@pytest.fixture(scope="session")
def check():
    """Return `result_or_error`."""
    return result_or_error
