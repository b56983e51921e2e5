"""Word lists and tables that people edit: any bytes give a result or one clear error."""

# ruff: noqa: E501

from pathlib import Path

import pytest
from bounds import any_bytes

from cdaflow.counterfactual.datasets.handcrafted import read_handcrafted, read_nouns
from cdaflow.counterfactual.datasets.templates import read_templates
from cdaflow.counterfactual.decisions import COLUMNS, read_decisions
from cdaflow.counterfactual.evaluation import GOLD, read_gold
from cdaflow.rewriting.english import read_english_persons, read_names_of_persons
from cdaflow.wordlists.english_lists import (
    load_stereotypes,
    read_english_professions,
    read_gendered_nouns,
    read_gendered_pronouns,
    read_names,
    read_persons,
)

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"


def head(name, lines=20):
    """Return the beginning of a word list of the repository."""
    return b"".join((WORDLISTS / name).read_bytes().splitlines(keepends=True)[:lines])


def table(columns, *rows):
    return "".join("\t".join(row) + "\n" for row in (columns, *rows)).encode()


ENGLISH = WORDLISTS / "professions.tsv"
HANDCRAFTED = (
    "the cook finished her work .|la cocinera terminó su trabajo .\nHe is a judge.|Es juez.\n"
)
TEMPLATES = table(
    ("name", "english", "target"), ("a", "The {noun} has his/her work.", "{noun} va.")
)
DECISION = ("7", "s", "t", "Masc", "made", "", *("x" for _ in COLUMNS[6:]))


def handcrafted(path):
    professions = read_english_professions(ENGLISH)
    pronouns = read_gendered_pronouns(WORDLISTS / "pronouns.en.tsv")
    list(read_handcrafted(path, "es", professions, pronouns))


READERS = {
    "pronouns": (head("pronouns.en.tsv", 99), read_gendered_pronouns),
    "professions": (head("professions.tsv"), read_english_professions),
    "nouns": (head("gendered.en.tsv"), read_gendered_nouns),
    "names": (b"# given names\nPeter\tMary\nJohn\tAnna\n", read_names),
    "persons": (head("persons.en.tsv"), lambda p: read_persons([p])),
    "english-persons": (head("persons.en.tsv"), read_english_persons),
    "persons-es": (head("persons.es.tsv"), lambda p: read_names_of_persons([p])),
    "crafted-english": (head("professions.tsv"), lambda p: read_nouns(p, WORDLISTS / "professions.es.tsv")),
    "crafted-target": (head("professions.es.tsv"), lambda p: read_nouns(ENGLISH, p)),
    "handcrafted": (HANDCRAFTED.encode(), handcrafted),
    "templates": (TEMPLATES, lambda p: read_templates("es", p)),
    "gold": (table(GOLD, ["a"] * len(GOLD), ["b"] * len(GOLD)), read_gold),
    "decisions": (table(COLUMNS), lambda p: list(read_decisions(p))),
    "stereotypes": (head("stereotypes.tsv"), lambda p: load_stereotypes(p, _professions())),
}  # fmt: skip


def _professions():
    lines = ENGLISH.read_text(encoding="utf-8").splitlines()
    return {line.split("\t")[0]: None for line in lines}


@pytest.mark.parametrize("name", READERS)
def test_any_bytes(name):
    seed, read = READERS[name]
    tokens = (b"{noun}", b"his/her", b"/", b"Masc", b"made")
    any_bytes("list.tsv", seed, read, tokens)
