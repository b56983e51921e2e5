"""The form of the labels of whole sentences.

tests/data/whole-aws.md has the rules; the files hold line numbers and labels, no sentences.
"""

import csv
import hashlib
import random
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LANGUAGES = ("de", "es", "fr", "he", "it", "ru")

#: The labels were made before the scorer, and stay as they were made.
SHA256 = {
    "de": "4317ddc21529c58b6d34e84c4f9fd6010420749005c50004c51be7ae0a5f2c16",
    "es": "0d799c0db86ec3fbe8c96362b971503ce789d782cb99d9da3781222ee722ae73",
    "fr": "9215628c364b4e0f565dc2a92bc1d6be313f17eafeaa7b5e2624e58234595a9d",
    "he": "71c2901b219af03ec37180b16a3f3f5a34162a8778656daa369acddb8bc0fed0",
    "it": "bae7d23e6d45288a1dd627ebe146c601948ba4a4f088a9e0874ecd6af9f9a66d",
    "ru": "9ddb5afa8c16026e3bc191ee8cc941accf624e14460795b3740ede44ab3e3cff",
}

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_was_altered(language):
    text = (ROOT / "tests" / "data" / f"whole-aws.{language}.tsv").read_bytes()
    assert hashlib.sha256(text).hexdigest() == SHA256[language]
