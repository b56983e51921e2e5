"""The word lists of the repository, read once."""

import sys
from pathlib import Path

import pytest

from cdaflow.wordlists.english_lists import (
    read_english_professions,
    read_gendered_nouns,
    read_gendered_pronouns,
)

sys.path.insert(0, str(Path(__file__).parent))

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"


@pytest.fixture(scope="session")
def pronouns():
    return read_gendered_pronouns(WORDLISTS / "pronouns.en.tsv")


@pytest.fixture(scope="session")
def professions():
    return read_english_professions(WORDLISTS / "professions.tsv")


@pytest.fixture(scope="session")
def nouns():
    return read_gendered_nouns(WORDLISTS / "gendered.en.tsv")
