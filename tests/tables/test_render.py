from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.tables.metrics import metric_table
from cdaflow.tables.render import csv_text, markdown_text, terminal_text
from cdaflow.tables.scores import read_scores
from cdaflow.tables.show import read_table
from cdaflow.tables.text import number, read_csv, visible, width

NULL = {"value": None, "low": None, "high": None}

WINOMT_CSV = """\
language,system,accuracy,accuracy_low,accuracy_high,pro,anti,delta_s,delta_g,delta_r,\
f1_male,f1_female,unknown,delta_s_f1,accuracy_whole,delta_g_whole,delta_r_whole,unknown_whole,\
label_gfst,label_lenient,label_strict,label_inconsistent,label_ambiguous,label_na,rows,warned,warned_of,\
warnings,best,baseline,accuracy_p,pro_p,anti_p,delta_s_p,\
delta_g_p,delta_r_p,f1_male_p,f1_female_p,unknown_p,accuracy_whole_p,signature
fr,baseline,50.0,21.5,78.5,66.7,50.0,16.7,10.0,41.7,60.0,50.0,12.5,,62.5,,,,,,,,,,\
8,0,8,,,,,,,,,,,,,,winomt|seed:1
es,"a, b",50.0,21.5,78.5,,50.0,,10.0,41.7,60.0,50.0,12.5,,62.5,,,,,,,,,,\
8,0,8,,,,,,,,,,,,,,winomt|seed:2
"""

WINOMT_MD = r"""**WinoMT: gender of the professions in translation**

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
    assert csv.read_bytes().decode() == WINOMT_CSV
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
    assert capsys.readouterr().err.startswith("cdaflow: error: ")


def test_bleu_csv_to_the_letter(bleu: Any, tmp_path: Path) -> None:
    csv = tmp_path / "b.csv"
    assert main(["tables", "bleu", str(bleu("1.json")), "--output", str(csv)]) == 0
    assert csv.read_text() == (
        "language,system,testset,bleu,low,high,chrf,lines,warned,warned_of,warnings,best,baseline,"
        "bleu_p,chrf_p,signature,chrf_signature\n"
        "es,baseline,test,61.2,60.0,62.5,75.0,100,0,100,,,,,,tok:13a|data:aa,nc:6|data:aa\n"
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
    assert len({line.replace("\\|", "").count("|") for line in text.split("\n")[2:5]}) == 1


def test_numbers_and_widths() -> None:
    assert [number(value) for value in (None, 0.0, -0.04, -0.06, 62.05, 100.0)] == [
        "", "0.0", "0.0", "-0.1", "62.0", "100.0",
    ]  # fmt: skip
    assert width("ΔS") == 2
    assert width("日e\u0301") == 3
    assert visible("a\x00\x85\u2067b\u200f\tc") == "a\ufffd\ufffdb\u200f\ufffdc"
