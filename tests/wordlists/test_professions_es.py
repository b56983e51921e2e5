"""The Spanish list of professions: its shape, its plurals, its genders against a lexicon."""

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
ROWS = [row for row in _rows("professions.es.tsv") if row[0] != "someone"]


def test_shape() -> None:
    assert ROWS[0] == HEADER
    for row in ROWS[1:]:
        assert len(row) == len(HEADER), row
        assert all(re.fullmatch(r"[a-zA-Zñáéíóúü ]+", form) for form in row[1:5]), row
        assert row[5] in ("", "variant", "multiword", "fixed:Fem", "fixed:Masc"), row
        assert (row[5] == "multiword") == any(" " in form for form in row[1:5]), row
    assert len({tuple(row[:3]) for row in ROWS}) == len(ROWS)


def test_every_profession_of_the_master_list_in_its_order() -> None:
    master = [row[0] for row in _rows("professions.tsv")][1:]
    assert list(dict.fromkeys(row[0] for row in ROWS[1:])) == master


def test_professions_of_the_demo_have_one_word() -> None:
    first = {row[0]: row for row in reversed(ROWS[1:])}
    for row in _rows("stereotypes.tsv")[1:]:
        assert first[row[0]][5] == "", first[row[0]]


def test_fixed_nouns_have_one_form_for_both() -> None:
    fixed = [row for row in ROWS[1:] if row[5].startswith("fixed")]
    assert {row[1] for row in fixed} >= {"víctima", "pareja"}
    for row in fixed:
        assert row[1:4:2] == row[2:5:2], row


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
    for row in ROWS[1:]:
        if row[5] != "multiword" and row[1] not in borrowed:
            assert row[3] == _plural(row[1]), row
            assert row[4] == _plural(row[2]), row


@pytest.mark.parametrize(
    ("profession", "forms"),
    [
        ("actor", "actor actriz actores actrices"),
        ("doctor", "médico médica médicos médicas"),
        ("nurse", "enfermero enfermera enfermeros enfermeras"),
        ("pianist", "pianista pianista pianistas pianistas"),
        ("captain", "capitán capitana capitanes capitanas"),
        ("judge", "juez jueza jueces juezas"),
        ("king", "rey reina reyes reinas"),
        ("spouse", "marido mujer maridos mujeres"),
        ("parent", "padre madre padres madres"),
        ("hero", "héroe heroína héroes heroínas"),
        ("dressmaker", "modisto modista modistos modistas"),
    ],
)
def test_first_rows(profession: str, forms: str) -> None:
    row = next(row for row in ROWS if row[0] == profession)
    assert row[1:5] == forms.split()


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
    for row in ROWS[1:]:
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


def test_someone_has_no_plural() -> None:
    rows = [row for row in _rows("professions.es.tsv") if row[0] == "someone"]
    assert [row for row in rows if row[5] == "pronoun"] == [
        ["someone", "alguien", "alguien", "", "", "pronoun"]
    ]
