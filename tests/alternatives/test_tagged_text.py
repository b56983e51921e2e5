"""Sources with tags of gender: Table 2 of Garg et al. (2024), and the command."""

import random
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from cdaflow.alternatives.structures import (
    FEMININE,
    Alternatives,
    Entity,
    Structure,
    write_alternatives,
)
from cdaflow.alternatives.tagged_text import assignments, tag_source, tagged_pairs
from cdaflow.cli import main

from ..errors import raises

#: The example of Table 2.
DOCTOR = Alternatives(
    "The doctor was angry with the patient",
    "El doctor estaba enojado con el paciente",
    (
        Structure(0, "El doctor", "La doctora", (0,)),
        Structure(17, "enojado", "enojada", (0,)),
        Structure(29, "el", "la", (1,)),
    ),
    (Entity(4, 10), Entity(30, 37)),
)


def test_table_2() -> None:
    assert set(tagged_pairs(DOCTOR, 3, random.Random(1))) == {
        (
            "The doctor<M> was angry with the patient<M>",
            "El doctor estaba enojado con el paciente",
        ),
        (
            "The doctor<F> was angry with the patient<F>",
            "La doctora estaba enojada con la paciente",
        ),
        (
            "The doctor<M> was angry with the patient<F>",
            "El doctor estaba enojado con la paciente",
        ),
        (
            "The doctor<F> was angry with the patient<M>",
            "La doctora estaba enojada con el paciente",
        ),
    }


def test_told_people_have_no_tag() -> None:
    told = (DOCTOR.entities or ())[0], Entity(30, 37, FEMININE)
    item = Alternatives(DOCTOR.source, DOCTOR.text, DOCTOR.structures, told)
    assert list(tagged_pairs(item, 3, random.Random(1))) == [
        ("The doctor<M> was angry with the patient", "El doctor estaba enojado con la paciente"),
        ("The doctor<F> was angry with the patient", "La doctora estaba enojada con la paciente"),
    ]


def test_structures_of_nobody_known_are_not_mixed() -> None:
    structures = tuple(Structure(s.start, s.masculine, s.feminine) for s in DOCTOR.structures)
    item = Alternatives(DOCTOR.source, DOCTOR.text, structures, DOCTOR.entities)
    texts = [text for _, text in tagged_pairs(item, 3, random.Random(1))]
    assert texts == [DOCTOR.masculine, DOCTOR.feminine]


@pytest.mark.parametrize(
    ("people", "mixes", "number"),
    [([], 3, 0), ([2], 3, 2), ([0, 1], 3, 4), ([0, 1], 1, 3), ([0, 1, 2], 3, 5), ([0, 1], 0, 2)],
)
def test_number_of_assignments(people: list[int], mixes: int, number: int) -> None:
    found = assignments(people, mixes, random.Random(7))
    assert len(found) == number == len({tuple(each.items()) for each in found})
    assert found[:2] == [dict.fromkeys(people, gender) for gender in ("Masc", "Fem")][:number]


def test_a_tag_in_the_source() -> None:
    with raises("text.tagged-already"):
        tag_source("The doctor<M> slept", (Entity(4, 10),), {0: "Fem"})


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nobody = Alternatives("It rains.", "Llueve.", (), ())
    write_alternatives(tmp_path / "a.jsonl", [nobody, DOCTOR])
    output = tmp_path / "tagged.parquet"
    command = ["dataset", "tagged", "--file", str(tmp_path / "a.jsonl"), "--mixes", "1"]
    assert main([*command, "--output", str(output)]) == 0
    assert "3 pairs of 1 sentences; in 1 nobody is open" in capsys.readouterr().err
    rows = pq.read_table(output).to_pylist()
    assert [row["id"] for row in rows] == [1, 2, 3]
    assert rows[0]["source"] == "The doctor<M> was angry with the patient<M>"
    first = output.read_bytes()
    main([*command, "--output", str(output)])
    assert output.read_bytes() == first
    main([*command, "--untagged", "--output", str(output)])
    assert pq.read_table(output).to_pylist()[0]["source"] == "It rains."


def test_command_where_nobody_is_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_alternatives(tmp_path / "a.jsonl", [Alternatives("It rains.", "Llueve.", (), ())])
    output = tmp_path / "tagged.tsv"
    command = ["dataset", "tagged", "--file", str(tmp_path / "a.jsonl"), "--output", str(output)]
    assert main(command) != 0
    assert "[alternatives.nobody-open]" in capsys.readouterr().err
    assert not output.exists()
