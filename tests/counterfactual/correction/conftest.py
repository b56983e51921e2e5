"""What corrects Spanish translations in the tests: the word lists, the hard-coded model."""

import sys
from pathlib import Path

import pytest

from cdaflow.counterfactual.correction.corrector import Corrector

sys.path.insert(0, str(Path(__file__).parents[1]))

ADJECTIVES = [("cansado", "cansada"), ("solo", "sola"), ("ocupado", "ocupada")]


@pytest.fixture(scope="session")
def corrector(make_rewriter):
    return Corrector(make_rewriter("es", ADJECTIVES))
