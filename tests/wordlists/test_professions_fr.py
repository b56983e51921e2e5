"""The French word list of professions: complete, well formed, and right about gender."""

from __future__ import annotations

import csv
import gzip
import os
import re
from collections import defaultdict
from pathlib import Path

import pytest

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
FORMS = ("masculine", "feminine", "masculine_plural", "feminine_plural")
NOTES = {"variant", "multiword", "fixed:Fem", "fixed:Masc", "pronoun"}

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


def _all_rows() -> list[dict[str, str]]:
    with (WORDLISTS / "professions.fr.tsv").open(encoding="utf-8") as handle:
        return list(csv.DictReader(handle, delimiter="\t"))


def _rows() -> list[dict[str, str]]:
    """The rows of nouns; "someone", which the English list has not, is for the scorers only."""
    return [row for row in _all_rows() if row["profession"] != "someone"]


def _notes(row: dict[str, str]) -> set[str]:
    return {note for note in row["note"].split(", ") if note}


def test_every_profession_of_the_master_list_is_there_in_its_order() -> None:
    master = (WORDLISTS / "professions.tsv").read_text(encoding="utf-8").splitlines()[1:]
    ours = list(dict.fromkeys(row["profession"] for row in _rows()))
    assert ours == [line.split("\t")[0] for line in master]


def test_rows_are_well_formed() -> None:
    seen = set()
    for row in _rows():
        notes = _notes(row)
        assert notes <= NOTES, row
        assert ("variant" in notes) == (row["profession"] in seen), row
        seen.add(row["profession"])
        for name in FORMS:
            assert re.fullmatch(r"[^\W\d_]+(?:[-' ][^\W\d_]+)*", row[name]), row
        assert ("multiword" in notes) == any(" " in row[name] for name in FORMS), row
        if any(note.startswith("fixed:") for note in notes):
            assert row["masculine"] == row["feminine"], row


def test_no_row_comes_twice() -> None:
    keys = [(row["profession"], *(row[name] for name in FORMS)) for row in _rows()]
    assert len(keys) == len(set(keys))


def test_plurals_follow_the_rules() -> None:
    """Plurals of one-word nouns: -s, but none after s, x, z; -al to -aux; PDG and DG stay."""
    for row in _rows():
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


def test_first_form_is_one_word() -> None:
    """The demo takes the first row; only one profession has no name of one word."""
    first = {row["profession"]: row for row in reversed(_rows())}
    assert [key for key, row in first.items() if " " in row["masculine"]] == ["social worker"]


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
    for row in _rows():
        if _notes(row) & {"multiword", "fixed:Fem", "fixed:Masc"}:
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


def test_someone() -> None:
    pronouns = [row for row in _all_rows() if "pronoun" in _notes(row)]
    assert [[row[name] for name in FORMS] for row in pronouns] == [
        ["quelqu'un", "quelqu'un", "quelques-uns", "quelques-uns"],
        ["", "quelqu'une", "", "quelques-unes"],
    ]
