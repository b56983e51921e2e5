"""The English word lists of the repository, read once; settings of all tests.

Hypothesis tries the same examples in every run.

A failure by chance would be another change's. CDAFLOW_FUZZ_SEED=1 asks for new examples each time.
"""

import os
from pathlib import Path

import pytest
from hypothesis import settings

WORDLISTS = Path(__file__).parents[1] / "config" / "wordlists"

settings.register_profile("same", derandomize=True, database=None)
if "CDAFLOW_FUZZ_SEED" not in os.environ:
    settings.load_profile("same")


@pytest.fixture(scope="session")
def pronouns():
    from cdaflow.wordlists.english_lists import read_gendered_pronouns

    return read_gendered_pronouns(WORDLISTS / "pronouns.en.tsv")


@pytest.fixture(scope="session")
def professions():
    from cdaflow.wordlists.english_lists import read_english_professions

    return read_english_professions(WORDLISTS / "professions.tsv")


@pytest.fixture(scope="session")
def nouns():
    from cdaflow.wordlists.english_lists import read_gendered_nouns

    return read_gendered_nouns(WORDLISTS / "gendered.en.tsv")
