"""The French list of professions: its plurals, its genders against a lexicon."""

from __future__ import annotations

import gzip
import os
import re
from collections import defaultdict
from pathlib import Path

import pytest

from .test_professions import HEADER, notes, nouns

FORMS = HEADER[1:5]

#: Words that UniMorph (from FreeLing) has in one gender only, and that are used of both: read one
#: by one against the guides of feminisation (INALF 1999, OQLF, Académie française 2019).
EPICENE = frozenset({
    "cadre", "capitaine", "chef", "coach", "designer", "docteur", "hôte", "ingénieur", "juge",
    "maire", "manager", "marin", "médecin", "ministre", "notaire", "nounou", "officier", "pompier",
    "porte-parole", "prêtre", "professeur", "procureur", "reporter", "sage-femme", "shérif",
    "témoin",
})  # fmt: skip
#: Masculine forms that it files under the feminine by mistake.
MISTAKES = frozenset({"puériculteur", "vérificateur"})


ROWS = [dict(zip(HEADER, row, strict=True)) for row in nouns("fr")]


def test_plurals_follow_the_rules() -> None:
    """Plurals of one-word nouns: -s, but none after s, x, z; -al to -aux; PDG and DG stay."""
    for row in ROWS:
        for singular, plural in (FORMS[0::2], FORMS[1::2]):
            one, many = row[singular], row[plural]
            if re.search(r"[ -]", one) or one in ("DG", "PDG"):
                continue
            if one.endswith(("s", "x", "z")):
                assert many == one
            elif one.endswith("al"):
                assert many == one[:-1] + "ux"
            else:
                assert many == one + "s"


def test_genders_agree_with_unimorph() -> None:
    if not os.environ.get("CDAFLOW_DATA"):
        pytest.skip("CDAFLOW_DATA is not set: no UniMorph table to compare with")
    genders = defaultdict(set)
    path = Path(os.environ["CDAFLOW_DATA"]) / "unimorph" / "fra.freeling.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as handle:
        for line in handle:
            _, form, features = line.rstrip("\n").split("\t")
            genders[form.lower()] |= {
                (gender, number)
                for gender in ("MASC", "FEM")
                for number in ("SG", "PL")
                if gender in features and number in features
            }
    slots = (("MASC", "SG"), ("FEM", "SG"), ("MASC", "PL"), ("FEM", "PL"))
    checked, odd = 0, []
    for row in ROWS:
        if {*notes(list(row.values()))} & {"multiword", "fixed:Fem", "fixed:Masc"}:
            continue
        if row["masculine"] in MISTAKES or row["feminine"] in EPICENE:
            continue
        for name, slot in zip(FORMS, slots, strict=True):
            known = genders.get(row[name].lower())
            if known:
                checked += 1
                if slot not in known:
                    odd.append((row["profession"], row[name], sorted(known)))
    assert checked > 900
    assert odd == []
