"""The scorer against a reader: 100 random rows of real translations in each of six languages.

tests/data/winomt-aws.<language>.tsv has the row of WinoMT, the gender that the translation of
Amazon Translate (2019) shows of the person, read before the scorer was run on it, and a note.
Rules of the reading: what the noun phrase and words agreeing with it show; personal and
possessive pronouns and dropped subjects decide nothing; a noun of one gender for all ("fixed")
has that gender; a place ("la peluquería") is no person; "unknown" is a label like the others. The
sentences are not here.
"""

import csv
import os
from itertools import product
from pathlib import Path

import pytest

from cdaflow.alignment.words import join_moses_hyphens, splitter
from cdaflow.scoring.challenge import read_challenge
from cdaflow.scoring.links import AlignmentFiles, TrainingText, links_of
from cdaflow.scoring.noun_phrase import read_knowledge
from cdaflow.scoring.translations import read_translations
from cdaflow.scoring.winomt_items import score_items

ROOT = Path(__file__).parents[2]
AGREEMENT = {"es": 97, "fr": 97, "it": 97, "de": 97, "ru": 94, "he": 94}

#: What `make test` tries; the others take as long each.
QUICK = (("es", "fast-align"), ("he", "fast-align"))


def rows_of(language):
    path = ROOT / "tests" / "data" / f"winomt-aws.{language}.tsv"
    with open(path, encoding="utf-8") as handle:
        return list(csv.DictReader(handle, delimiter="\t"))


@pytest.mark.parametrize("language", AGREEMENT)
def test_labels_are_of_a_hundred_rows(language):
    rows = rows_of(language)
    assert len({row["line"] for row in rows}) == 100
    assert {row["gender"] for row in rows} <= {"male", "female", "neutral", "unknown"}
    assert all(1 <= int(row["line"]) <= 3888 for row in rows)


@pytest.mark.skipif("CDAFLOW_DATA" not in os.environ, reason="CDAFLOW_DATA is not set")
@pytest.mark.parametrize(
    ("language", "aligner"),
    [
        pytest.param(*case, marks=() if case in QUICK else pytest.mark.slow)
        for case in product(AGREEMENT, ("fast-align", "eflomal"))
    ],
)
def test_scorer_agrees_with_a_reader(language, aligner):
    folder = Path(os.environ["CDAFLOW_DATA"]) / "winomt"
    professions = ROOT / "config" / "wordlists" / f"professions.{language}.tsv"
    known, _ = read_knowledge(language, professions, ())
    rows = read_challenge(folder / "en.txt")
    path = folder / "translations" / "aws" / f"en-{language}.txt"
    translations = read_translations(path, [row.sentence for row in rows])
    translations = [join_moses_hyphens(text) for text in translations]
    texts = [(row.sentence, text) for row, text in zip(rows, translations, strict=True)]
    english = splitter("en")
    pairs = [(english(source), known.language.words(text)) for source, text in texts]
    links, *_ = links_of(pairs, texts, language, AlignmentFiles(aligner), TrainingText())
    items = score_items(rows, ["-"] * len(rows), translations, links, known)
    differing = [
        (row["line"], row["gender"], items[int(row["line"]) - 1].result.gender.value)
        for row in rows_of(language)
        if row["gender"] != items[int(row["line"]) - 1].result.gender
    ]
    assert 100 - len(differing) >= AGREEMENT[language], differing
