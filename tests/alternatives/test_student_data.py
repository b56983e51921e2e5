"""The data set of kind `alternatives`: command and file."""

import pyarrow.parquet as pq
import pytest

from cdaflow.alternatives.structures import Alternatives, Entity, Structure, write_alternatives
from cdaflow.cli import main

BOSS = Alternatives(
    "The boss.", "El jefe.", (Structure(0, "El jefe", "La jefa", (0,)),), (Entity(4, 8),)
)
PLAIN = Alternatives("It rains.", "Llueve.", (), ())
ODD = Alternatives("A <MID>.", "Un <MID>.")


@pytest.fixture
def rows(tmp_path):
    """A function that runs the command with options and returns the rows."""
    write_alternatives(tmp_path / "gold.jsonl", [BOSS, ODD, PLAIN])

    def made(*options):
        output = tmp_path / "set.parquet"
        file = ("--file", str(tmp_path / "gold.jsonl"), "--output", str(output))
        assert main(["dataset", "alternatives", "--lang", "es", *file, *options]) == 0
        return [tuple(row.values()) for row in pq.read_table(output).to_pylist()]

    return made


def test_structures_and_links_are_written(rows, capsys):
    assert rows() == [
        (1, "The boss.", "<BEG> El jefe<MID> La jefa<END>.", "4-8:13-18"),
        (3, "It rains.", "Llueve.", ""),
    ]
    said = capsys.readouterr().err
    assert "2 pairs with 1 structures, 1 links; 1 left out, which have symbols" in said


def test_tags_stand_before_the_english(rows):
    first = rows("--tag")[0]
    assert first[1::2] == ("<gender> The boss.", "13-17:13-18")


def test_a_control_without_links(rows):
    assert {len(row) for row in rows("--no-links")} == {3}


def test_only_pairs_with_structures_on_request(rows):
    assert [row[0] for row in rows("--structures-only")] == [1]


def test_without_a_file_the_hint_names_one(tmp_path, capsys):
    assert main(["dataset", "alternatives", "--lang", "es", "-o", str(tmp_path / "x.tsv")]) == 1
    assert "[alternatives.no-file]" in capsys.readouterr().err
