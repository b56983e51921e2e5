from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.scoring.annotation.cells import guard_text, unguard_text
from cdaflow.tables.contents import read_table
from cdaflow.tables.metrics import metric_table
from cdaflow.tables.render import csv_text, markdown_text, terminal_text, write_table
from cdaflow.tables.scores import read_scores
from cdaflow.tables.text import number, read_csv, visible, width

NULL = {"value": None, "low": None, "high": None}

#: The columns of a figure, of which the first three are filled with one training.
FIGURE = ("", "_low", "_high", "_crossed_low", "_crossed_high", "_sd")
GAIN = ("_gain", "_gain_low", "_gain_high")

SHOWN_FIGURES = (
    "accuracy", "kept", "pro", "anti", "delta_s", "delta_g", "delta_r", "f1_male", "f1_female",
    "unknown",
)  # fmt: skip

#: Those that tables do not show.
CSV_FIGURES = (
    "delta_g_whole", "delta_r_whole", "unknown_whole", "label_gfst", "label_lenient",
    "label_strict", "label_inconsistent", "label_ambiguous", "label_na",
)  # fmt: skip

WINOMT_COLUMNS = (
    "language", "system", "trainings", "seeds",
    *(f"{name}{end}" for name in SHOWN_FIGURES for end in (*FIGURE, *GAIN)),
    *(f"delta_s_f1{end}" for end in FIGURE),
    *(f"accuracy_whole{end}" for end in (*FIGURE, *GAIN)),
    *(f"{name}{end}" for name in CSV_FIGURES for end in FIGURE),
    "rows", "warned", "warned_of", "warnings", "best", "baseline", "paired", "paired_base",
    *(f"{name}_p" for name in (*SHOWN_FIGURES, "accuracy_whole")), "signature",
)  # fmt: skip

#: The cells that are not empty.
WINOMT_CELLS = {
    "language": "fr", "system": "baseline", "trainings": "1",
    "accuracy": "50.0", "accuracy_low": "21.5", "accuracy_high": "78.5",
    "pro": "66.7", "pro_low": "20.0", "pro_high": "90.0",
    "anti": "50.0", "anti_low": "15.0", "anti_high": "85.0",
    "delta_s": "16.7", "delta_s_low": "-30.0", "delta_s_high": "60.0",
    "delta_g": "10.0", "delta_g_low": "-20.0", "delta_g_high": "40.0",
    "delta_r": "41.7", "delta_r_low": "-5.0", "delta_r_high": "80.0",
    "f1_male": "60.0", "f1_male_low": "40.0", "f1_male_high": "80.0",
    "f1_female": "50.0", "f1_female_low": "10.0", "f1_female_high": "80.0",
    "unknown": "12.5", "unknown_low": "2.0", "unknown_high": "47.0",
    "accuracy_whole": "62.5", "accuracy_whole_low": "30.0", "accuracy_whole_high": "86.0",
    "rows": "8", "warned": "0", "warned_of": "8", "signature": "winomt|seed:1",
}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        '=HYPERLINK("http://a.b")',
        "=cmd|' /C calc'!A0",
        "+1+1",
        "@SUM(A1)",
        "-2+3",
        " =1",
        "-- No",
        "\uff1d1",
        "\uff0bSUM(A1)",
        "=1,2",
        '="a""b"',
        "-1.7 [-3.7, 0.5]",
    ],
)
def test_no_cell_is_a_formula(text: str, winomt: Any, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    write_table(metric_table(read_scores("winomt", [winomt("1.json", system=text)])), path)
    assert f"'{text[:2]}" in path.read_text(encoding="utf-8")
    (row,) = read_csv(path)[1]
    assert row["system"] == text
    assert row["delta_r_low"] == "-5.0"


@pytest.mark.parametrize("text", ["-", "-1.5", "+3", "1e-05", "'tis", "a=b", "''", "–"])
def test_cells_that_are_no_formula_stay(text: str) -> None:
    assert unguard_text(guard_text(text)) == text
    assert unguard_text(text) == text or text == "''"
    assert guard_text(text) == text or text.startswith("'")


NO_TRAINING = (
    "The scores of these systems name no training: they are rules, from outside, or of a seed that "
    "was not given. Intervals and tests cover the sentences alone; where something is trained, "
    "another training may differ by more than the interval."
)

WINOMT_MD = rf"""**WinoMT: gender of the professions in translation**

{NO_TRAINING}

| Language | System | Acc | Pro | Anti | ΔS | ΔG | ΔR | F1 m | F1 f | Unk | Whole | Rows |
| :-- | :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
| fr | baseline | 50.0 [21.5, 78.5] | 66.7 | 50.0 | 16.7 | 10.0 | 41.7 | 60.0 | 50.0 | 12.5 | 62.5 | 8 |
| es | a, b | 50.0 [21.5, 78.5] | – | 50.0 | – | 10.0 | 41.7 | 60.0 | 50.0 | 12.5 | 62.5 | 8 |
"""  # noqa: E501

SHOWN = """
Language  System                  Acc   Pro  Anti    ΔS    ΔG    ΔR  F1 m  F1 f   Unk  Whole  Rows
--------  --------  -----------------  ----  ----  ----  ----  ----  ----  ----  ----  -----  ----
fr        baseline  50.0 [21.5, 78.5]  66.7  50.0  16.7  10.0  41.7  60.0  50.0  12.5   62.5     8
es        a, b      50.0 [21.5, 78.5]     –  50.0     –  10.0  41.7  60.0  50.0  12.5   62.5     8
"""


@pytest.fixture
def files(winomt: Any) -> list[str]:
    def without_pro(data: Any) -> None:
        data["scores"].update(accuracy_pro=NULL, delta_s=NULL)

    first = winomt("1.json", language="fr")
    return [
        str(first),
        str(winomt("2.json", without_pro, system="a, b", signature="winomt|seed:2")),
    ]


def test_winomt_csv_and_markdown_to_the_letter(files: list[str], tmp_path: Path) -> None:
    csv, markdown = tmp_path / "t" / "w.csv", tmp_path / "t" / "w.md"
    command = ["tables", "winomt", *files, "--output", str(csv), "--markdown", str(markdown)]
    assert main(command) == 0
    columns, (first, second) = read_csv(csv)
    assert columns == WINOMT_COLUMNS
    assert {name: cell for name, cell in first.items() if cell} == WINOMT_CELLS
    assert (second["system"], second["pro"], second["pro_low"]) == ("a, b", "", "")
    assert csv.read_bytes().count(b"\n") == 3
    text = markdown.read_bytes().decode()
    assert text.startswith(WINOMT_MD)
    for header in ("Acc", "Pro", "Anti", "ΔS", "ΔG", "ΔR", "Unk"):
        (legend,) = [line for line in text.split("\n") if line.startswith(f"- **{header}**:")]
        assert "is better" in legend
    assert "- WinoMT (fr baseline): `winomt|seed:1`\n- WinoMT (es a, b): `winomt|seed:2`\n" in text
    before = csv.read_bytes(), markdown.read_bytes()
    assert main(command) == 0
    assert (csv.read_bytes(), markdown.read_bytes()) == before


def test_a_fault_leaves_the_earlier_table(files: list[str], tmp_path: Path, capsys: Any) -> None:
    csv = tmp_path / "w.csv"
    csv.write_text("earlier")
    assert main(["tables", "winomt", files[0], files[0], "--output", str(csv)]) == 1
    assert csv.read_text() == "earlier"
    assert "\ncdaflow: error: " in capsys.readouterr().err


def test_bleu_csv_to_the_letter(bleu: Any, tmp_path: Path) -> None:
    csv = tmp_path / "b.csv"
    assert main(["tables", "bleu", str(bleu("1.json")), "--output", str(csv)]) == 0
    assert csv.read_text() == (
        "language,system,testset,trainings,seeds,bleu,low,high,bleu_crossed_low,bleu_crossed_high,"
        "bleu_sd,bleu_gain,bleu_gain_low,bleu_gain_high,chrf,chrf_low,chrf_high,chrf_crossed_low,"
        "chrf_crossed_high,chrf_sd,chrf_gain,chrf_gain_low,chrf_gain_high,lines,warned,warned_of,"
        "warnings,best,baseline,paired,paired_base,bleu_p,chrf_p,signature,chrf_signature\n"
        "es,baseline,test,1,,61.2,60.0,62.5,,,,,,,75.0,74.0,76.0,,,,,,,100,0,100,,,,,,,,"
        "tok:13a|data:aa,nc:6|data:aa\n"
    )


def test_show_aligns_the_columns(files: list[str], tmp_path: Path, capsys: Any) -> None:
    csv = tmp_path / "w.csv"
    main(["tables", "winomt", *files, "--output", str(csv)])
    assert main(["tables", "show", str(csv)]) == 0
    out = capsys.readouterr().out
    assert SHOWN in out
    lines = out.split("\n")
    assert any(line.startswith("ΔR     recall of masculine minus") for line in lines)
    assert "signatures:" in lines


def test_show_gives_back_what_was_written(files: list[str], bleu: Any, tmp_path: Path) -> None:
    """The view made from a CSV is the view made from the scores."""
    for name, table in (
        ("w.csv", metric_table(read_scores("winomt", files))),
        ("b.csv", metric_table(read_scores("bleu", [bleu("b.json")]))),
    ):
        path = tmp_path / name
        path.write_text(csv_text(table), encoding="utf-8")
        assert terminal_text(read_table(path)) == terminal_text(table)
        assert markdown_text(read_table(path)) == markdown_text(table)


def test_all_intervals_can_be_shown(files: list[str]) -> None:
    table = metric_table(read_scores("winomt", files)).with_intervals()
    assert list(table.view[3].cells) == ["66.7 [20.0, 90.0]", "–"]


def test_show_of_any_other_table(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "x.csv"
    path.write_text('name,n\n"a\x1b[31m",1\n"日本",-22.5\n', encoding="utf-8")
    assert main(["tables", "show", str(path)]) == 0
    assert capsys.readouterr().out == (
        "name        n\n------  -----\na\ufffd[31m      1\n日本    -22.5\n"
    )
    path = tmp_path / "x.tsv"
    path.write_text('name\tn\n"a\t1\n', encoding="utf-8")
    assert read_csv(path) == (("name", "n"), [{"name": '"a', "n": "1"}])


@pytest.mark.parametrize(
    ("text", "line"), [("", 1), ("a,a\n1,2\n", 1), ("a,b\n1,2\n1\n", 3), ('a\n"x"y\n', 2)]
)
def test_what_is_no_table(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "x.csv"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_csv(path)
    assert caught.value.line == line


def test_markdown_of_hostile_names(winomt: Any) -> None:
    score = read_scores(
        "winomt", [winomt("1.json", system="a|b*<i>\n\u202ec`", signature="x`y\u2028")]
    )
    text = markdown_text(metric_table(score))
    assert "| es | a\\|b\\*\\<i\\>\ufffdc\\` | 50.0" in text
    assert "`x'y\ufffd`" in text
    assert len({line.replace("\\|", "").count("|") for line in text.split("\n")[4:7]}) == 1


def test_numbers_and_widths() -> None:
    assert [number(value) for value in (None, 0.0, -0.04, -0.06, 62.05, 100.0)] == [
        "", "0.0", "0.0", "-0.1", "62.0", "100.0",
    ]  # fmt: skip
    assert width("ΔS") == 2
    assert width("日e\u0301") == 3
    assert visible("a\x00\x85\u2067b\u200f\tc") == "a\ufffd\ufffdb\u200f\ufffdc"
