"""The table and the figure of a selection, from a report counted by hand."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cdaflow.cli import main
from cdaflow.counterfactual.selection.funnel import Funnel
from cdaflow.errors import InputError
from cdaflow.io.files import write_json
from cdaflow.tables.contents import read_table
from cdaflow.tables.funnel import FUNNEL, professions_table, read_selections
from cdaflow.tables.render import terminal_text

from ..errors import raises

Write = Callable[..., Path]


def funnel() -> Funnel:
    """20 pairs: 9 without a pronoun, 2 with several; 3 of 9 too long; 4 men and 2 women stay."""
    result = Funnel(("pronoun", "profession", "length"), pairs=20)
    result.drop("pronoun", "none", count=9)
    result.drop("pronoun", "several", "Masc", count=2)
    result.drop("length", "source", "Masc", "nurse", count=1)
    result.drop("length", "source", "Fem", "nurse", count=2)
    for gender, profession in [("Masc", "nurse"), *[("Masc", "boss")] * 3, *[("Fem", "nurse")] * 2]:
        result.keep(gender, profession)
    return result


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def made(name: str, **changes: Any) -> Path:
        path = tmp_path / name
        path.write_text(json.dumps(funnel().to_json() | changes), encoding="utf-8")
        return path

    return made


def test_every_filter_with_what_it_leaves_of_each_gender(write: Write, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("f.csv", "f.md", "p.csv")]
    command = ["tables", "funnel", str(write("1.json")), str(write("2.json")), "--label", "es"]
    options = ["--output", str(paths[0]), "--markdown", str(paths[1]), "--professions"]
    assert main([*command, "fr", *options, str(paths[2])]) == 0
    rows = list(csv.DictReader(paths[0].read_text(encoding="utf-8").splitlines()))
    assert tuple(rows[0]) == FUNNEL.columns
    assert [tuple(row[name] for name in FUNNEL.columns[1:9]) for row in rows[:6]] == [
        ("read", "", "", "", "", "20", "", ""),
        ("pronoun", "all", "11", "2", "0", "9", "5", "4"),
        ("pronoun", "none", "9", "", "", "", "", ""),
        ("pronoun", "several", "2", "", "", "", "", ""),
        ("profession", "", "0", "0", "0", "9", "5", "4"),
        ("length", "source", "3", "1", "2", "6", "4", "2"),
    ]
    assert [row["language"] for row in rows] == ["es"] * 6 + ["fr"] * 6
    assert "| es | length | English too long | 3 | 1 | 2 | 6 | 4 | 2 |" in paths[1].read_text(
        encoding="utf-8"
    )
    assert "What the filters require: gendered pronoun: gendered pronouns" in paths[1].read_text(
        "utf-8"
    )
    assert paths[2].read_text(encoding="utf-8").splitlines()[:5] == [
        "language,profession,gender,length,kept",
        "es,boss,masculine,0,3",
        "es,nurse,masculine,1,1",
        "es,nurse,feminine,2,2",
        "fr,boss,masculine,0,3",
    ]
    for path, title in ((paths[0], "what each filter drops"), (paths[2], "by profession")):
        assert title in terminal_text(read_table(path))


def test_sums_of_professions_are_those_of_the_filters(write: Write) -> None:
    (selection,) = read_selections([write("1.json")], ["es"])
    records = professions_table([selection]).records
    assert sum(int(record["kept"]) for record in records) == selection.steps[-1].left
    assert sum(int(record["length"]) for record in records) == selection.steps[-1].dropped


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_figure_is_the_same_each_time(write: Write, tmp_path: Path, suffix: str) -> None:
    arguments = ["tables", "figure", "funnel", str(write("1.json")), "--label", "$x_1$", "--output"]
    paths = [tmp_path / f"{name}.{suffix}" for name in ("one", "other")]
    for path in paths:
        assert main([*arguments, str(path)]) == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()
    if suffix == "svg":
        root = ElementTree.fromstring(paths[0].read_text(encoding="utf-8"))  # noqa: S314
        title = root.findtext("{http://www.w3.org/2000/svg}title")
        assert title == "Pairs left after each filter"


def test_a_filter_that_leaves_nothing_has_no_bar(tmp_path: Path) -> None:
    nothing = Funnel(("pronoun",), pairs=3)
    nothing.drop("pronoun", "none", count=3)
    write_json(tmp_path / "0.json", nothing.to_json())
    out = tmp_path / "0.svg"
    arguments = [str(tmp_path / "0.json"), "--label", "es", "--output", str(out)]
    assert main(["tables", "figure", "funnel", *arguments]) == 0
    assert out.stat().st_size > 1000


def test_faults(write: Write, tmp_path: Path) -> None:
    with raises("label.count", "1", "2"):
        read_selections([write("1.json")], ["es", "fr"])
    with raises("label.duplicate"):
        read_selections([write("1.json")] * 2, ["es", "es"])
    with raises("selection-report.sum"):
        read_selections([write("2.json", pairs=21)], ["es"])
    with pytest.raises(InputError, match="no report of a selection"):
        read_selections([write("3.json", filters=[{"filter": "length"}])], ["es"])
    with pytest.raises(InputError, match="no report of a selection"):
        read_selections([write("4.json", filters=7)], ["es"])
