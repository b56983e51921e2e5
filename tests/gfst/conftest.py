from pathlib import Path

import pytest

from cdaflow.gfst.labelling import make_filter

LISTS = Path(__file__).parents[2] / "config" / "wordlists"


@pytest.fixture(scope="session")
def lists():
    return str(LISTS / "pronouns.en.tsv"), str(LISTS / "gendered.en.tsv")


@pytest.fixture(scope="session")
def source_filter(lists):
    return make_filter(*lists)
