"""The Spanish list of professions: its plurals, its genders against a lexicon."""

from __future__ import annotations

import gzip
import os
from collections import defaultdict
from pathlib import Path

import pytest

from .test_professions import nouns

ROWS = nouns("es")


def _plural(noun: str) -> str:
    """The plural by the rules of the grammar (NGLE 3.2), for one word of the language's own."""
    if noun[-1] in "aeioué":
        return noun + "s"
    if noun[-1] == "z":
        return noun[:-1] + "ces"
    plain = noun[:-2] + noun[-2:].translate(str.maketrans("áéíóú", "aeiou"))
    return plain + "es"


def test_plurals_follow_the_rules() -> None:
    borrowed = {"CEO", "chef", "sheriff", "barman"}
    for row in ROWS:
        if row[5] != "multiword" and row[1] not in borrowed:
            assert row[3] == _plural(row[1]), row
            assert row[4] == _plural(row[2]), row


#: Read one by one: the lexicon has these as masculine only (modista as feminine only), the
#: Diccionario de la lengua española or the Diccionario panhispánico de dudas as of both genders.
_COMMON_GENDER = {
    "albañil", "alguacil", "barman", "canguro", "capitán", "dependiente", "huésped", "modista",
    "peatón", "peón", "poeta", "presidente", "púgil", "sacerdote", "sargento", "sastre", "sheriff",
    "soldado", "ujier",
}  # fmt: skip


def test_genders_agree_with_the_freeling_lexicon() -> None:
    if "CDAFLOW_DATA" not in os.environ:
        pytest.skip("CDAFLOW_DATA (the folder of the shared data) is not set")
    genders: dict[str, set[str]] = defaultdict(set)
    path = Path(os.environ["CDAFLOW_DATA"]) / "unimorph" / "spa.freeling.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as handle:
        for line in handle:
            _, form, feats = line.rstrip("\n").split("\t")
            kind, gender, *number = feats.split(";")
            if kind == "N" and number:
                genders[form].update(
                    f"{g} {n}" for g in gender.split("/") for n in number[0].split("/")
                )
    known, disagreeing = 0, set()
    for row in ROWS:
        if row[5] not in ("", "variant"):
            continue
        slots = ("MASC SG", "FEM SG", "MASC PL", "FEM PL")
        for form, slot in zip(row[1:5], slots, strict=True):
            if form in genders:
                known += 1
                if slot not in genders[form]:
                    disagreeing.add(row[1])
    assert known > 1400
    assert disagreeing == _COMMON_GENDER
