"""Data sets of which one side is a translation."""

import pytest

from cdaflow.cli import main

COLUMNS = [
    "id", "source", "target", "counterfactual_source", "counterfactual_target", "profession",
    "gender",
]  # fmt: skip
ROWS = [
    (
        "7", "The cook lost his keys.", "El cocinero perdió sus llaves.",
        "The cook lost her keys.", "La cocinera perdió sus llaves.", "cook", "Masc",
    ),
    (
        "9", "The nurse saw her son.", "La enfermera vio a su hijo.",
        "The nurse saw his son.", "El enfermero vio a su hijo.", "nurse", "Fem",
    ),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = ["\t".join(row) for row in (COLUMNS, *ROWS)]
    (tmp_path / "pairs.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def rows(path):
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("option", "places"),
    [("--forward", [(3, None), (3, None)]), ("--back", [(None, 4), (None, 4)])],
)
def test_one_side_of_the_counterfactual_is_the_translation(folder, capsys, option, places):
    (folder / "t.txt").write_text("uno\n dos \n", encoding="utf-8")
    command = ["counterfactual", "translated", "pairs.tsv", option, "t.txt", "--output", "o.tsv"]
    assert main(command) == 0
    header, *written = rows(folder / "o.tsv")
    assert header == ["id", "source", "target", "version", "profession", "gender"]
    assert [row[0] for row in written] == ["7", "7", "9", "9"]
    for row, original, text, (source, target), other in zip(
        written[1::2], ROWS, ("uno", "dos"), places, ("Fem", "Masc"), strict=True
    ):
        expected = [text if place is None else original[place] for place in (source, target)]
        assert row[1:] == [*expected, "counterfactual", original[5], other]
    assert written[0][1:] == [*ROWS[0][1:3], "original", "cook", "Masc"]
    assert "4 pairs of 2 professions" in capsys.readouterr().err


def test_a_blank_translation_takes_its_pair_along(folder, capsys):
    (folder / "t.txt").write_text("\ndos\n", encoding="utf-8")
    command = ["counterfactual", "translated", "pairs.tsv", "--forward", "t.txt"]
    assert main([*command, "--output", "o.tsv"]) == 0
    assert [row[0] for row in rows(folder / "o.tsv")[1:]] == ["9", "9"]
    assert "1 pairs with a blank translation left out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "fault"),
    [("uno\n", "text.fewer-lines-than-rows"), ("a\nb\nc\n", "text.more-lines-than-rows")],
)
def test_another_number_of_lines(folder, capsys, text, fault):
    (folder / "t.txt").write_text(text, encoding="utf-8")
    command = ["counterfactual", "translated", "pairs.tsv", "--back", "t.txt", "--output", "o.tsv"]
    assert main(command) == 1
    assert f"[{fault}]" in capsys.readouterr().err
    assert not (folder / "o.tsv").exists()
