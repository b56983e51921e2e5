"""The tables of sizes and rates and of the shares of genders, by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.tables.contents import read_table
from cdaflow.tables.corpora import read_shares
from cdaflow.tables.gfst import gfst_table, read_sizes
from cdaflow.tables.published import published_table
from cdaflow.tables.render import terminal_text

from ..errors import raises

SOURCE = {"sentences": 1000, "labels": {"fem": 40, "msc": 120, "mix": 200, "none": 640}}
FEM = {
    "pairs": 40,
    "kept": 10,
    "rejected": {"word-of-the-other-gender": 25, "empty": 5, "no-tree": 0},
}
MSC = {"pairs": 100, "kept": 60, "rejected": {"word-of-the-other-gender": 40}}
BALANCE = {
    "genders": {"fem": {"pairs": 10, "taken": 10}, "msc": {"pairs": 60, "taken": 10}},
    "pairs": 20,
}


@pytest.fixture
def reports(tmp_path: Path) -> dict[str, str]:
    contents = {"source": SOURCE, "fem": FEM, "msc": MSC, "balance": BALANCE}
    return {name: write(tmp_path / f"{name}.json", data) for name, data in contents.items()}


def write(path: Path, data: Any) -> str:
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def test_sizes_and_rates(reports: dict[str, str], tmp_path: Path) -> None:
    out, markdown = tmp_path / "gfst.csv", tmp_path / "gfst.md"
    command = ["tables", "gfst", reports["fem"], reports["msc"], "--label", "it/fem", "it/msc"]
    command += ["--source", reports["source"], "--balance", reports["balance"]]
    command += ["--balance-language", "it", "--output", str(out), "--markdown", str(markdown)]
    assert main(command) == 0
    assert out.read_text(encoding="utf-8").splitlines() == [
        "language,gender,monolingual,source,source_rate,translated,kept,kept_rate,balanced,"
        "empty,word-of-the-other-gender",
        "it,fem,1000,40,4.0,40,10,25.0,10,5,25",
        "it,msc,1000,120,12.0,100,60,60.0,10,0,40",
    ]
    text = markdown.read_text(encoding="utf-8")
    assert "| it | feminine | 1,000 | 40 (4.0 %) | 40 | 10 (25.0 %) | 10 | 5 (12.5 %) |" in text
    assert "25 (62.5 %)" in text
    assert "sentences that the filters keep" in terminal_text(read_table(out))
    beside = published_table("choubey2021", "gfst", out)
    rows = {(row["language"], row["gender"]): row for row in beside.records}
    assert list(rows) == [("it", "fem"), ("it", "msc")]
    assert (rows["it", "fem"]["kept_rate"], rows["it", "fem"]["kept_rate_here"]) == ("4.5", "25.0")


def test_what_is_not_known_is_left_out(reports: dict[str, str]) -> None:
    record = gfst_table(read_sizes([reports["fem"]], ["it/fem"])).records[0]
    assert (record["monolingual"], record["source"], record["source_rate"]) == ("", "", "")
    assert record["balanced"] == ""


def test_parts_of_the_monolingual_text_are_added_up(reports: dict[str, str]) -> None:
    source = [reports["source"], reports["source"]]
    record = gfst_table(read_sizes([reports["fem"]], ["it/fem"], source)).records[0]
    assert (record["monolingual"], record["source"], record["source_rate"]) == ("2000", "80", "4.0")


def test_faults_of_reports(reports: dict[str, str], tmp_path: Path) -> None:
    with raises("label.no-gender"):
        read_sizes([reports["fem"]], ["it/neutral"])
    with raises("label.count", "1", "2"):
        read_sizes([reports["fem"]], ["it/fem", "it/msc"])
    few = write(tmp_path / "few.json", SOURCE | {"labels": {"fem": 39, "msc": 120}})
    with raises("gfst-report.more-pairs-than-sentences", "40", "39 feminine"):
        read_sizes([reports["fem"]], ["it/fem"], [few])
    wrong = write(tmp_path / "wrong.json", FEM | {"kept": 11})
    with raises("gfst-report.sum", "11", "30", "40"):
        read_sizes([wrong], ["it/fem"])
    for data in ([], {}, FEM | {"rejected": 3}, FEM | {"kept": -1}, FEM | {"pairs": True}):
        with pytest.raises(InputError):
            read_sizes([write(tmp_path / "bad.json", data)], ["it/fem"])


def test_shares(tmp_path: Path) -> None:
    text = tmp_path / "train.en"
    text.write_text("She left.\nHe left.\nHis car.\nIt rains.\n", encoding="utf-8")
    counts, out = tmp_path / "counts.json", tmp_path / "shares.csv"
    assert main(["gfst", "count", str(text), "--output", str(counts)]) == 0
    command = ["tables", "shares", str(counts), "--label", "it/train", "--output", str(out)]
    assert main(command) == 0
    assert out.read_text(encoding="utf-8").splitlines() == [
        "language,dataset,sentences,fem,msc,mix",
        "it,train,4,25.0,50.0,25.0",
    ]
    (row,) = published_table("choubey2021", "shares", out).records
    assert (row["fem"], row["fem_here"], row["msc"], row["msc_here"]) == (
        "1.9", "25.0", "4.9", "50.0",
    )  # fmt: skip
    counts.write_text('{"a": {"table": {"Fem": 1}}}')
    with raises("gender-counts.missing"):
        read_shares([counts], ["it/train"])
