"""Minimal pairs: what is right, what is wrong, what makes none."""

from pathlib import Path

import pytest

from cdaflow.languages import get
from cdaflow.lm.minimal_pairs import minimal_pairs, read_sides, write_minimal_pairs
from cdaflow.lm.persons import PersonLists

from ..errors import raises

LISTS = [
    Path(__file__).parents[2] / "config/wordlists" / f"{n}.es.tsv"
    for n in ("professions", "persons")
]


@pytest.fixture(scope="module")
def lists():
    return PersonLists(LISTS, get("es"))


def test_the_nouns_of_the_other(lists):
    pairs, reason = minimal_pairs("El ingeniero está cansado.", "La ingeniera está cansada.", lists)
    assert not reason
    assert pairs == [
        ("El ingeniero está cansado.", "El ingeniera está cansado."),
        ("La ingeniera está cansada.", "La ingeniero está cansada."),
    ]


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("El ingeniero canta.", "", "absent"),
        ("Canta.", "Canta.", "same"),
        ("El periodista canta.", "La periodista canta.", "no-noun"),
        # "la cliente" is right, too
        ("El cliente canta.", "La clienta canta.", "no-noun"),
        ("Mi hermano canta.", "Mi hermana canta.", "noun-alone"),
    ],
)
def test_no_pair(one, other, reason, lists):
    assert minimal_pairs(one, other, lists) == ([], reason)


def test_an_adjective_behind_a_noun_is_none(lists):
    pairs, _ = minimal_pairs("El doctor francés canta.", "La doctora francesa canta.", lists)
    assert pairs[0][1] == "El doctora francés canta."


def test_tables(tmp_path, lists):
    table = tmp_path / "gold.tsv"
    table.write_text("masculine\tfeminine\nEl hijo canta.\tLa hija canta.\n", encoding="utf-8")
    output = tmp_path / "pairs.tsv"
    assert write_minimal_pairs(output, read_sides(table), lists)["pairs"] == 2
    assert write_minimal_pairs(output, read_sides(table), lists, limit=1)["pairs"] == 1
    table.write_text("a\tb\nx\ty\n", encoding="utf-8")
    with raises("pair.no-side-columns", "counterfactual_target"):
        list(read_sides(table))
    with raises("pair.no-minimal-pair"):
        write_minimal_pairs(output, [("La mesa.", "Las mesas.")], lists)
