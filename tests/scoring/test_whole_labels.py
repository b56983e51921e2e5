"""The form of the labels of whole sentences.

tests/data/whole-aws.md has the rules; the files hold line numbers and labels, no sentences.
"""

import csv
import random
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LANGUAGES = ("de", "es", "fr", "he", "it", "ru")
WHOLE_OF = {
    "masculine": {"masculine"},
    "feminine": {"feminine"},
    "inconsistent": {"masculine", "feminine"},
    "ambiguous": {"unknown", "neutral"},
    "na": {"unknown"},
}


def _rows(language: str) -> list[dict[str, str]]:
    path = ROOT / "tests" / "data" / f"whole-aws.{language}.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rows_are_the_sample(language):
    rows = _rows(language)
    sample = random.Random(2026).sample(range(1, 3889), 100)
    assert [int(row["line"]) for row in rows] == sorted(sample)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_label_is_allowed_and_agrees_with_the_gender(language):
    for row in _rows(language):
        assert set(row) == {"line", "whole", "label", "note"}
        assert row["whole"] in WHOLE_OF[row["label"]], row
