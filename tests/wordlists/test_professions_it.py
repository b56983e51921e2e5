"""The Italian list of professions: its plurals, its genders against a lexicon."""

from __future__ import annotations

import gzip
import os
from collections import defaultdict
from pathlib import Path

import pytest

from .test_professions import nouns

ROWS = nouns("it")


def test_feminine_plurals_are_regular() -> None:
    """By the last letters of the singular, but for foreign words, which stay as they are."""
    same = {row[2] for row in ROWS if row[2] == row[4]}
    assert same == {
        "CEO", "auditor",
        "babysitter", "baby-sitter", "barwoman", "boss", "broker", "caregiver", "chef", "coach",
        "colf", "counselor", "designer", "detective", "dispatcher", "editor", "fundraiser",
        "hostess", "manager", "partner", "planner", "pm", "portalettere", "portavoce",
        "receptionist", "reporter", "runner", "teenager", "tutor", "vice", "caposquadra", "capo",
        "capitano", "colonnello", "medico", "ministro",
    }  # fmt: skip
    for row in ROWS:
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


@pytest.mark.data
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
    for row in ROWS:
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
