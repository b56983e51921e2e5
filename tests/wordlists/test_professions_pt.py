"""The Portuguese list of professions: its genders against a lexicon."""

from __future__ import annotations

import gzip
import os
from collections import defaultdict
from pathlib import Path

import pytest

from .test_professions import nouns

ROWS = nouns("pt")


#: Read one by one: nouns of common gender that the lexicon has in one gender only.
_COMMON_GENDER = {
    "militante", "aprendiz", "chefe", "talhante", "coronel", "detective", "modista", "general",
    "segurança", "policial", "piloto", "poeta", "presidente", "xerife", "soldado", "alfaiate",
    "chofer", "maçom", "sargento", "camelô",
}  # fmt: skip


def test_genders_agree_with_the_freeling_lexicon() -> None:
    if "CDAFLOW_DATA" not in os.environ:
        pytest.skip("CDAFLOW_DATA (the folder of the shared data) is not set")
    genders: dict[str, set[str]] = defaultdict(set)
    path = Path(os.environ["CDAFLOW_DATA"]) / "unimorph" / "por.freeling.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as handle:
        for line in handle:
            _, form, features = line.rstrip("\n").split("\t")
            kind, gender, *number = features.split(";")
            if kind == "N" and number == ["SG"]:
                genders[form] |= set(gender.split("/"))
    compared = 0
    for row in ROWS:
        if row[5] in ("multiword", "fixed:Fem", "fixed:Masc") or row[1] in _COMMON_GENDER:
            continue
        for form, gender in zip(row[1:3], ("MASC", "FEM"), strict=True):
            if genders[form]:
                assert gender in genders[form], (form, genders[form])
                compared += 1
    assert compared > 400
