"""Scores whose translations look wrong, or that were scored in other ways, in tables and report."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.statistics.warnings import Kind, Warned, count_warnings, in_part, warning, worst
from cdaflow.tables.contents import read_table
from cdaflow.tables.score_figures import system_name
from cdaflow.tables.scores import read_scores

from ..errors import raises

FEW = {"lines": 5, "of": 100, "kinds": {"empty": 5}}
MANY = {"lines": 6, "of": 100, "kinds": {"empty": 1, "other-language": 5}}

#: The baseline has 20 of 40 rows right, the others 30.
OUTCOMES = {"gold": "m" * 20 + "f" * 20, "half": "pa" * 20, "predicted": "m" * 40}
BETTER = OUTCOMES | {"predicted": "m" * 30 + "f" * 10}


def test_counts_of_warnings() -> None:
    warnings = [
        *(warning(Kind.EMPTY, line, "empty") for line in (1, 3)),
        warning(Kind.WITH_SOURCE, 3, "|||"),
        warning(Kind.ORDER, 5, "slipped", 4),
        *in_part("feminine", [warning(Kind.EMPTY, 1, "empty")]),
    ]
    # Line 3 has two kinds and counts once; line 1 of another file is another line.
    assert count_warnings(warnings, 20) == {
        "lines": 7,
        "of": 20,
        "kinds": {"empty": 3, "order": 4, "with-source": 1},
    }
    assert count_warnings(warnings, 6)["lines"] == 6
    assert warnings[-1]["problem"] == "feminine: empty"


@pytest.mark.parametrize(
    ("lines", "of", "suspect"), [(5, 100, False), (6, 100, True), (0, 0, False)]
)
def test_threshold(lines: int, of: int, suspect: bool) -> None:
    assert Warned(lines, of, {}).is_suspect is suspect


def test_the_worst_training_has_the_largest_share() -> None:
    few, many = Warned(2, 4, {}), Warned(3, 100, {})
    assert worst([many, few]) is few
    reports = [None, {"lines": 3, "of": 100, "kinds": {}}, {"lines": 2, "of": 4, "kinds": {}}]
    assert worst(reports) is reports[2]


def system(winomt: Any, name: str, warned: Any, **fields: Any) -> str:
    """Return a score file: better than the baseline."""

    def change(data: Any) -> None:
        data["outcomes"] = OUTCOMES if name == "baseline" else BETTER
        value = 50.0 if name == "baseline" else 75.0
        data["scores"]["accuracy"] = {"value": value, "low": None, "high": None}

    return str(winomt(f"{name}.json", change, system=name, warned=warned, **fields))


def tables(folder: Path, scores: list[str], capsys: Any) -> tuple[list[dict[str, str]], list[str]]:
    """Return the rows of the CSV, and the table as Markdown, on the terminal and in the report."""
    csv_path, markdown, page = (folder / f"t.{ending}" for ending in ("csv", "md", "html"))
    table = ["tables", "winomt", *scores, "--output", str(csv_path), "--markdown", str(markdown)]
    assert main(table) == 0
    assert main(["tables", "report", "--winomt-scores", *scores, "--output", str(page)]) == 0
    capsys.readouterr()
    assert main(["tables", "show", str(csv_path)]) == 0
    texts = [markdown.read_text(), capsys.readouterr().out, page.read_text()]
    with open(csv_path, encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle)), texts


def test_suspect_score_has_no_marks_and_a_line_on_top(
    winomt: Any, tmp_path: Path, capsys: Any
) -> None:
    rows, texts = tables(
        tmp_path,
        [system(winomt, name, found) for name, found in (("baseline", FEW), ("a", MANY))],
        capsys,
    )
    assert [row["warned"] for row in rows] == ["5", "6"]
    assert rows[1]["warnings"] == "empty:1 other-language:5"
    assert (rows[1]["best"], rows[1]["baseline"], rows[1]["accuracy_p"]) == ("", "", "")
    for text in texts:
        line = "es a: 6.0 % of the lines look wrong (empty 1, in another language 5); neither bold"
        assert line in text
        assert "75.0*" not in text.replace("\\", "").replace("</strong>", "")
        assert "es baseline: 5.0 %" not in text
    assert texts[0].index("Caution") < texts[0].index("| Language")


def test_no_line_where_few_look_wrong(winomt: Any, tmp_path: Path, capsys: Any) -> None:
    scores = [system(winomt, name, FEW) for name in ("baseline", "a")]
    rows, texts = tables(tmp_path, scores, capsys)
    assert "accuracy" in rows[1]["best"].split()
    assert float(rows[1]["accuracy_p"]) < 0.05
    assert all("Caution" not in text for text in texts)
    # How many do is a column.
    assert "| Warned |" in texts[0]
    (row,) = (line for line in texts[1].split("\n") if line.startswith("es        a "))
    assert row.split()[-1] == "5.0"


def test_nothing_is_tested_against_a_suspect_baseline(
    winomt: Any, tmp_path: Path, capsys: Any
) -> None:
    scores = [system(winomt, "baseline", MANY), system(winomt, "a", FEW)]
    rows, _ = tables(tmp_path, scores, capsys)
    assert rows[1]["accuracy_p"] == ""


def test_only_scores_of_one_kind_are_compared(winomt: Any, tmp_path: Path, capsys: Any) -> None:
    """A score of other rules is neither the best nor tested, and the table says why."""
    compat = "winomt|mode:compat-stanovsky2019|seed:1"
    scores = [
        system(winomt, "baseline", FEW, signature="winomt|mode:default|seed:1"),
        system(winomt, "a", FEW, signature=compat),
        system(winomt, "b", FEW, signature="winomt|mode:default|bs:2|seed:5"),
    ]
    rows, texts = tables(tmp_path, scores, capsys)
    assert ["accuracy" in row["best"] for row in rows] == [False, False, True]
    assert [row["accuracy_p"] != "" for row in rows] == [False, False, True]
    for text in texts:
        assert "es: scored in 2 ways or on other data (baseline, b; a)" in text


def test_bleu_against_other_references_is_not_compared(
    bleu: Any, tmp_path: Path, capsys: Any
) -> None:
    def other(data: Any) -> None:
        data["scores"]["bleu"] |= {"value": 70.0, "low": None, "signature": "tok:13a|data:bb"}

    scores = [str(bleu("1.json")), str(bleu("2.json", other, system="a"))]
    table = tmp_path / "b.csv"
    assert main(["tables", "bleu", *scores, "--output", str(table)]) == 0
    assert [record["best"] for record in read_table(table).records] == ["", ""]
    assert main(["tables", "show", str(table)]) == 0
    assert "es test: scored in 2 ways or on other data (baseline; a)" in capsys.readouterr().out


def test_edited_counts_make_a_score_suspect(winomt: Any, tmp_path: Path, capsys: Any) -> None:
    tables(tmp_path, [system(winomt, "baseline", FEW)], capsys)
    path = tmp_path / "t.csv"
    path.write_text(path.read_text().replace(",5,100,", ",few,100,"))
    assert "unreadable counts" in read_table(path).cautions[0]


def test_score_file_without_counts_is_refused(winomt: Any) -> None:
    path = winomt("old.json", lambda data: data.pop("warned"))
    with raises("key.not-an-object", '"warned"') as error:
        read_scores("winomt", [path])
    assert "score the translations again" in str(error.value)


def test_suspect_figures_beside_those_of_a_paper(winomt: Any, tmp_path: Path, capsys: Any) -> None:
    scores = [system(winomt, "baseline", FEW), system(winomt, "gb", MANY)]
    tables(tmp_path, scores, capsys)
    beside, output = str(tmp_path / "t.csv"), str(tmp_path / "p.csv")
    command = ["tables", "published", "naik2023", "winomt", "--beside", beside]
    assert main([*command, "--output", output]) == 0
    table = read_table(output)
    found = {row["system"]: row for row in table.records}
    assert (found["gb"]["accuracy_here"], found["gb"]["gain_here"]) == ("75.0", "")
    assert found["baseline"]["gain_here"] == "0.0"
    (line,) = table.cautions
    assert line.startswith("Caution: es gb here: 6.0 % of the lines look wrong")


@pytest.mark.parametrize("kind", ["pro-anti", "gains", "gaps"])
def test_suspect_system_is_marked_in_figures(winomt: Any, tmp_path: Path, kind: str) -> None:
    scores = [system(winomt, "a", MANY), system(winomt, "baseline", FEW)]
    figure = tmp_path / "f.svg"
    assert main(["tables", "figure", kind, *scores, "--output", str(figure)]) == 0
    note = "(!): too many lines of the translations look wrong"
    assert note in " ".join(figure.read_text(encoding="utf-8").split())
    # The letters of a figure are drawn, not written.
    assert [system_name(score) for score in read_scores("winomt", scores)] == ["a (!)", "baseline"]
    assert main(["tables", "figure", kind, scores[1], "--output", str(figure)]) == 0
    assert note not in " ".join(figure.read_text(encoding="utf-8").split())
