"""The Italian list of professions: its shape, its plurals, its genders against a lexicon."""

from __future__ import annotations

import gzip
import os
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEADER = ["profession", "masculine", "feminine", "masculine_plural", "feminine_plural", "note"]


def _rows(name: str) -> list[list[str]]:
    text = (ROOT / "config" / "wordlists" / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


#: Of the nouns; "someone", which the English list has not, is for the scorers only.
ROWS = [row for row in _rows("professions.it.tsv") if row[0] != "someone"]


def test_shape() -> None:
    assert ROWS[0] == HEADER
    for row in ROWS[1:]:
        assert len(row) == len(HEADER), row
        assert all(form and form == form.strip() for form in row[:5]), row
        assert row[5] == "" or row[5].split(";")[0] in (
            "variant",
            "multiword",
            "fixed:Fem",
            "fixed:Masc",
        ), row
        assert (row[5].split(";")[0] == "multiword") == any(" " in form for form in row[1:5]), row
    assert len({tuple(row[:5]) for row in ROWS}) == len(ROWS)


def test_every_profession_of_the_master_list_in_its_order() -> None:
    master = [row[0] for row in _rows("professions.tsv")][1:]
    assert list(dict.fromkeys(row[0] for row in ROWS[1:])) == master


def test_professions_of_the_demo_have_forms_of_one_word_that_may_differ() -> None:
    first = {row[0]: row for row in reversed(ROWS[1:])}
    for row in _rows("stereotypes.tsv")[1:]:
        if row[0].startswith("#"):
            continue
        found = first[row[0]]
        assert found[5] == "", found
        assert not any(" " in form for form in found[1:5]), found


def test_fixed_nouns_have_one_form_for_both() -> None:
    for row in ROWS[1:]:
        if row[5].startswith("fixed"):
            assert row[1] == row[2], row
            assert row[3] == row[4], row


@pytest.mark.parametrize(
    ("profession", "forms"),
    [
        ("actor", "attore attrice attori attrici"),
        ("doctor", "dottore dottoressa dottori dottoresse"),
        ("physician", "medico medica medici mediche"),
        ("nurse", "infermiere infermiera infermieri infermiere"),
        ("biologist", "biologo biologa biologi biologhe"),
        ("friend", "amico amica amici amiche"),
        ("pianist", "pianista pianista pianisti pianiste"),
        ("president", "presidente presidente presidenti presidenti"),
        ("spouse", "marito moglie mariti mogli"),
        ("king", "re regina re regine"),
    ],
)
def test_first_rows(profession: str, forms: str) -> None:
    row = next(row for row in ROWS if row[0] == profession)
    assert row[1:5] == forms.split()


def test_feminine_plurals_are_regular() -> None:
    """By the last letters of the singular, but for foreign words, which stay as they are."""
    same = {row[2] for row in ROWS[1:] if row[2] == row[4]}
    assert same == {
        "CEO", "auditor",
        "babysitter", "baby-sitter", "barwoman", "boss", "broker", "caregiver", "chef", "coach",
        "colf", "counselor", "designer", "detective", "dispatcher", "editor", "fundraiser",
        "hostess", "manager", "partner", "planner", "pm", "portalettere", "portavoce",
        "receptionist", "reporter", "runner", "teenager", "tutor", "vice", "caposquadra", "capo",
        "capitano", "colonnello", "medico", "ministro",
    }  # fmt: skip
    for row in ROWS[1:]:
        feminine, plural = row[2], row[4]
        if feminine in same or " " in feminine:
            continue
        if feminine.endswith(("ca", "ga")):
            assert plural == feminine[:-1] + "he", row
        elif feminine.endswith("a"):
            assert plural == feminine[:-1] + "e", row
        elif feminine == "moglie":
            assert plural == "mogli"
        else:
            assert feminine.endswith("e"), row
            assert plural == feminine[:-1] + "i", row


@pytest.mark.skipif("CDAFLOW_DATA" not in os.environ, reason="CDAFLOW_DATA is not set")
def test_genders_against_freeling() -> None:
    """No form that only one gender has may have the other one in the lexicon.

    The lexicon gives nouns of common gender as masculine only (dentista, cantante, chef) or as
    feminine only (stagista), and knows few new feminines (sindaca); those are left out.
    """
    path = Path(os.environ["CDAFLOW_DATA"]) / "unimorph" / "ita.freeling.tsv.gz"
    readings = defaultdict(set)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            _, form, tags = line.rstrip("\n").split("\t")[:3]
            features = set(tags.split(";"))
            if "N" in features:
                readings[form] |= {
                    (gender, number)
                    for gender in features & {"MASC", "FEM"} or {"MASC", "FEM"}
                    for number in features & {"SG", "PL"} or {"SG", "PL"}
                }
    checked = 0
    for row in ROWS[1:]:
        if row[5].startswith("fixed"):
            continue
        for gender, own, other in (("MASC", (1, 3), (2, 4)), ("FEM", (2, 4), (1, 3))):
            for column, number in zip(own, ("SG", "PL"), strict=True):
                form = row[column]
                if form in (row[other[0]], row[other[1]]) or form not in readings:
                    continue
                assert (gender, number) in readings[form], (row, form, readings[form])
                checked += 1
    assert checked > 700


def test_someone_has_no_plural() -> None:
    rows = [row for row in _rows("professions.it.tsv") if row[0] == "someone"]
    assert [row for row in rows if row[5] == "pronoun"] == [
        ["someone", "qualcuno", "qualcuna", "", "", "pronoun"]
    ]
