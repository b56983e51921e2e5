"""The Portuguese list of professions: its shape, its plurals, its genders against a lexicon."""

from __future__ import annotations

import gzip
import os
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEADER = ["profession", "masculine", "feminine", "masculine_plural", "feminine_plural", "note"]


def _rows(name: str) -> list[list[str]]:
    text = (ROOT / "config" / "wordlists" / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


#: Of the nouns; "someone", which the English list has not, is for the scorers only.
ROWS = [row for row in _rows("professions.pt.tsv") if row[0] != "someone"]


def test_shape() -> None:
    assert ROWS[0] == HEADER
    for row in ROWS[1:]:
        assert len(row) == len(HEADER), row
        assert all(re.fullmatch(r"[a-zA-Zàáâãçéêíóôõúü -]*", form) for form in row[1:5]), row
        assert row[5] in ("", "variant", "multiword", "fixed:Fem", "fixed:Masc"), row
        assert (row[5] == "multiword") == any(" " in form for form in row[1:5]), row
    assert len({tuple(row[:3]) for row in ROWS}) == len(ROWS)


def test_professions_of_the_master_list_in_its_order() -> None:
    master = [row[0] for row in _rows("professions.tsv")][1:]
    listed = list(dict.fromkeys(row[0] for row in ROWS[1:]))
    nouns = [name for name in listed if name in master]
    assert nouns == [name for name in master if name in listed]
    # Of the master list, at least what the demo and the challenge sets speak of.
    assert {row[0] for row in _rows("stereotypes.tsv")[1:]} <= set(nouns)
    assert len(nouns) >= 224


def test_fixed_nouns_have_one_form_for_both() -> None:
    fixed = [row for row in ROWS[1:] if row[5].startswith("fixed")]
    assert {row[1] for row in fixed} >= {"vítima", "criança", "testemunha", "cônjuge"}
    for row in fixed:
        assert row[1:4:2] == row[2:5:2], row


@pytest.mark.parametrize(
    ("profession", "forms"),
    [
        ("actor", "ator atriz atores atrizes"),
        ("doctor", "médico médica médicos médicas"),
        ("pianist", "pianista pianista pianistas pianistas"),
        ("captain", "capitão capitã capitães capitãs"),
        ("judge", "juiz juíza juízes juízas"),
        ("colonel", "coronel coronel coronéis coronéis"),
        ("officer", "oficial oficial oficiais oficiais"),
        ("sibling", "irmão irmã irmãos irmãs"),
        ("waiter", "garçom garçonete garçons garçonetes"),
        ("CEO", "CEO CEO CEOs CEOs"),
    ],
)
def test_first_rows(profession: str, forms: str) -> None:
    row = next(row for row in ROWS if row[0] == profession)
    assert row[1:5] == forms.split()


#: Read one by one: nouns of common gender that the lexicon has in one gender only.
_COMMON_GENDER = {
    "militante", "aprendiz", "chefe", "talhante", "coronel", "detective", "modista", "general",
    "segurança", "policial", "piloto", "poeta", "presidente", "xerife", "soldado", "alfaiate",
    "chofer",
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
    for row in ROWS[1:]:
        if row[5] in ("multiword", "fixed:Fem", "fixed:Masc") or row[1] in _COMMON_GENDER:
            continue
        for form, gender in zip(row[1:3], ("MASC", "FEM"), strict=True):
            if genders[form]:
                assert gender in genders[form], (form, genders[form])
                compared += 1
    assert compared > 400


def test_someone_has_no_plural() -> None:
    rows = [row for row in _rows("professions.pt.tsv") if row[0] == "someone"]
    assert [row for row in rows if row[5] == "pronoun"] == [
        ["someone", "alguém", "alguém", "", "", "pronoun"]
    ]
    assert {row[1] for row in rows if row[5] == "fixed:Fem"} == {"pessoa"}
