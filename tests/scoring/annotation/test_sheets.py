"""Annotation sheets, drawn, filled in and read back; tables 5, 9 and 17 by hand."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main
from cdaflow.errors import CdaflowError
from cdaflow.scoring.annotation.cells import guard, read_cells, unguard, write_cells
from cdaflow.scoring.annotation.filled import read_filled
from cdaflow.scoring.annotation.methods import method_sheet
from cdaflow.scoring.annotation.results import (
    agreement,
    filter_results,
    method_results,
    quality_results,
    system_results,
)
from cdaflow.scoring.annotation.sheets import (
    TASKS,
    Filtered,
    Item,
    Sheet,
    filter_sheet,
    instructions,
    write_sheet,
)
from cdaflow.statistics.estimates import Estimate
from cdaflow.tables.published import published_table

from ...errors import raises

FORMULAS = ["=1+1", "+1", "-1", "@A1", "\tx", "\rx", " =1", "＝1", "'x", "''=1", "x", "", " ", "'"]


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas_are_guarded_and_come_back(text: str) -> None:
    cell = guard(text)
    assert unguard(cell) == text
    assert cell.lstrip(" ")[:1] not in tuple("=+-@\t\r＝")


@pytest.mark.parametrize("separator", ["comma", "semicolon", "tab"])
def test_csv_for_spreadsheets(tmp_path: Path, separator: str) -> None:
    path = tmp_path / "a.csv"
    rows = [["item", "text"], ["1", '=HYPERLINK("x"),;\t'], ["2", "città"]]
    write_cells(path, rows, separator)
    raw = path.read_bytes()
    assert raw.startswith(b'\xef\xbb\xbf"item"')
    read = list(read_cells(path, ("item", "text")))
    assert [(line, unguard(row["text"])) for line, row in read] == [(2, rows[1][1]), (3, "città")]
    with raises("sheet.header-column", "'gender'"):
        list(read_cells(path, ("item", "gender")))


def gender_sheet_of(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """Four sentences of two systems; of the first, both have the same translation."""
    items = [
        Item(("S1 she", "boss", "la jefa"), hidden(1, "female", ["base", "gfst"])),
        Item(("S2 she", "boss", "=el jefe"), hidden(2, "female", ["base"])),
        Item(("S2 she", "boss", "la jefa"), hidden(2, "female", ["gfst"])),
        Item(("S3 he", "nurse", "la enfermera"), hidden(3, "male", ["base"])),
        Item(("S3 he", "nurse", "el enfermero"), hidden(3, "male", ["gfst"])),
        Item(("S4 he", "nurse", "la"), hidden(4, "male", ["base"])),
        Item(("S4 he", "nurse", ""), hidden(4, "male", ["gfst"])),
    ]
    path = tmp_path / "es.csv"
    write_sheet(Sheet("gender", "es", items, {"systems": ["base", "gfst"]}), path, seed=1)
    return path, json.loads((tmp_path / "es.key.json").read_text("utf-8"))


def hidden(line: int, gender: str, systems: list[str]) -> dict[str, Any]:
    return {"line": line, "gender": gender, "half": "pro", "systems": systems}


def fill(sheet: Path, name: str, labels: dict[tuple[str, ...], str], **kwargs: Any) -> Path:
    """Write a filled sheet as a spreadsheet would; `labels` by what is shown."""
    with open(sheet, encoding="utf-8-sig", newline="") as handle:
        header, *rows = csv.reader(handle)
    for row in rows:
        row[-2] = labels[tuple(unguard(cell) for cell in row[1:-2])]
    path = sheet.with_name(name)
    with open(path, "w", encoding="utf-8", newline="") as handle:
        csv.writer(handle, lineterminator="\r\n", **kwargs).writerows([header, *rows])
    return path


ANNA = {
    ("S1 she", "boss", "la jefa"): "feminine",
    ("S2 she", "boss", "=el jefe"): "M",
    ("S2 she", "boss", "la jefa"): " Feminine ",
    ("S3 he", "nurse", "la enfermera"): "inconsistent",
    ("S3 he", "nurse", "el enfermero"): "masculine",
    ("S4 he", "nurse", "la"): "ambiguous",
    ("S4 he", "nurse", ""): "n/a",
}
BEA = ANNA | {
    ("S3 he", "nurse", "la enfermera"): "masculine",
    ("S4 he", "nurse", "la"): "feminine",
}


def test_table_5_by_hand(tmp_path: Path) -> None:
    sheet, key = gender_sheet_of(tmp_path)
    assert len(key["items"]) == 7
    text = sheet.read_text("utf-8-sig")
    assert "base" not in text
    assert "gfst" not in text
    assert "'=el jefe" in text
    anna = fill(sheet, "anna.csv", ANNA)
    bea = fill(sheet, "bea.csv", BEA, delimiter=";")
    (judged,) = read_filled([anna, bea], [tmp_path / "es.key.json"])
    base, gfst = system_results(judged)
    # base: Anna has S1 and S4 right, Bea S1 and S3; gfst: all but S4, which is left out.
    assert (base.accuracy.value, gfst.accuracy.value) == (50, 75)
    assert base.labels == {
        "feminine": 3 / 8, "masculine": 3 / 8, "inconsistent": 1 / 8, "ambiguous": 1 / 8, "N/A": 0,
    }  # fmt: skip
    assert gfst.labels["N/A"] == 0.25
    # Of base, they agree on S1 and S2. By chance: Anna f, m, i, a; Bea f, m, m, f.
    assert base.agreement.share == 0.5
    expected = (1 * 2 + 1 * 2) / 16
    assert base.agreement.kappa.value == pytest.approx((0.5 - expected) / (1 - expected))
    assert (gfst.agreement.share, gfst.agreement.kappa.value) == (1.0, 1.0)
    assert base.difference is None
    assert gfst.difference is not None
    assert gfst.difference.value == 0.25
    # Wilson (1927) of 2 of 4.
    assert base.accuracy.interval == pytest.approx((15.00, 85.00), abs=1e-2)


def quality_sheet_of(tmp_path: Path) -> Path:
    """Three sentences of two systems; of the last, both have the same translation."""
    items = [
        Item(("S1", "uno"), hidden(1, "female", ["base"])),
        Item(("S1", "one"), hidden(1, "female", ["gfst"])),
        Item(("S2", "dos"), hidden(2, "male", ["base"])),
        Item(("S2", "two"), hidden(2, "male", ["gfst"])),
        Item(("S3", "tres"), hidden(3, "male", ["base", "gfst"])),
    ]
    path = tmp_path / "es.csv"
    write_sheet(Sheet("quality", "es", items, {"systems": ["base", "gfst"]}), path, seed=1)
    return path


def test_table_9_by_hand(tmp_path: Path) -> None:
    sheet = quality_sheet_of(tmp_path)
    points = {("S1", "uno"): "2", ("S1", "one"): "4.0", ("S2", "dos"): "3", ("S2", "two"): "6",
              ("S3", "tres"): "5"}  # fmt: skip
    anna = fill(sheet, "anna.csv", points)
    bea = fill(sheet, "bea.csv", points | {("S1", "uno"): "1", ("S2", "two"): "5,0"}, delimiter=";")
    key = tmp_path / "es.key.json"
    (judged,) = read_filled([anna, bea], [key])
    base, gfst = quality_results(judged)
    # Means of (2, 1), (3, 3), (5, 5) and of (4, 4), (6, 5), (5, 5).
    assert (base.score.value, gfst.score.value) == (pytest.approx(19 / 6), pytest.approx(29 / 6))
    assert (base.sentences, base.annotators) == (3, 2)
    assert base.agreement.share == gfst.agreement.share == pytest.approx(2 / 3)
    # One point apart in one sentence, by chance 39 and 9 in nine pairs of sentences, squared.
    assert base.agreement.kappa.value == pytest.approx(1 - (1 / 3) / (39 / 9))
    assert gfst.agreement.kappa.value == pytest.approx(1 - (1 / 3) / (9 / 9))
    # A mean of three sentences drawn with replacement lies between the worst and the best one.
    low, high = base.score.interval or (0, 0)
    assert base.score.value is not None
    assert 1.5 <= low < base.score.value < high <= 5
    assert base.difference is None
    assert gfst.difference is not None
    assert gfst.difference.value == pytest.approx(10 / 6)
    # Two sentences differ: they could not show more.
    assert gfst.difference.p is not None
    assert gfst.difference.p >= 0.5
    out, markdown = tmp_path / "table9.csv", tmp_path / "table9.md"
    command = ["sheet", "read", str(anna), str(bea), "--key", str(key), "--output", str(out)]
    assert main([*command, "--markdown", str(markdown)]) == 0
    rows = list(csv.DictReader(out.read_text("utf-8").splitlines()))
    assert [(row["system"], row["score"], row["best"]) for row in rows] == [
        ("base", "3.17", ""),
        ("gfst", "4.83", "score"),
    ]
    assert rows[1]["baseline"] == "base"
    assert "| es | gfst | **4.83** [" in markdown.read_text("utf-8")
    assert main(["tables", "show", str(out)]) == 0
    renamed = tmp_path / "de.csv"
    renamed.write_text(out.read_text("utf-8").replace("\nes,base,", "\nde,baseline,").replace(
        "\nes,", "\nde,"), encoding="utf-8")  # fmt: skip
    beside = published_table("choubey2021", "quality", renamed, "baseline").records
    assert [(row["system"], row["score"], row["gain"]) for row in beside] == [
        ("baseline", "4.52", "0.00"),
        ("gfst", "4.70", "0.18"),
    ]
    assert [(row["score_here"], row["gain_here"]) for row in beside] == [
        ("3.17", "0.00"),
        ("4.83", "1.66"),
    ]
    for wrong in ("0", "7", "4.5"):
        labels = points | {("S1", "uno"): wrong}
        with raises("label.unknown"):
            read_filled([fill(sheet, "carl.csv", labels)], [key])


def test_agreement_of_one_and_of_the_same_throughout() -> None:
    assert agreement([["a", "b"]]) == agreement([])
    assert agreement([["a", "b"]]).share is None
    both = agreement([["a", "a"], ["a", "a"]])
    assert (both.share, both.kappa) == (1.0, Estimate(None))
    # Three annotators: the mean of the pairs (1, 1/2, 1/2).
    assert agreement([["a", "b"], ["a", "b"], ["a", "a"]]).share == pytest.approx(2 / 3)


def test_kappa_of_three_is_that_of_fleiss_and_has_an_interval() -> None:
    """By the formula of Fleiss (1971): pairs that agree on a line, against those by chance."""
    answers = ["aabbc" * 6, "aabbb" * 6, "abbcc" * 6]
    lines = [Counter(line) for line in zip(*answers, strict=True)]
    observed = sum(n * (n - 1) for line in lines for n in line.values()) / (6 * len(lines))
    labels = Counter("".join(answers))
    expected = sum((n / labels.total()) ** 2 for n in labels.values())
    found = agreement(answers)
    assert found.share == pytest.approx(observed)
    assert found.kappa.value == pytest.approx((observed - expected) / (1 - expected))
    low, high = found.kappa.interval or (0, 0)
    assert -1 < low < (found.kappa.value or 0) < high < 1
    few = agreement([answer[:10] for answer in answers]).kappa
    assert few.value == pytest.approx(found.kappa.value)
    assert (few.high or 0) - (few.low or 0) > 1.3 * (high - low)


def test_the_command_and_the_table(tmp_path: Path) -> None:
    sheet, _ = gender_sheet_of(tmp_path)
    anna = fill(sheet, "anna.csv", ANNA)
    out, lines = tmp_path / "table5.csv", tmp_path / "lines.csv"
    command = ["sheet", "read", str(anna), "--key", str(tmp_path / "es.key.json")]
    assert main([*command, "--output", str(out), "--lines", str(lines)]) == 0
    rows = list(csv.DictReader(out.read_text("utf-8").splitlines()))
    assert [(row["system"], row["accuracy"], row["na"]) for row in rows] == [
        ("base", "50.0", "0.0"),
        ("gfst", "75.0", "25.0"),
    ]
    assert rows[1]["baseline"] == "base"
    assert rows[1]["kappa"] == ""
    cells = list(read_cells(lines, ("item", "key: systems", "anna")))
    assert Counter(row["anna"] for _, row in cells)["feminine"] == 2
    assert "base gfst" in {row["key: systems"] for _, row in cells}


def faults(path: Path) -> list[tuple[str, str]]:
    """Return (text of a filled sheet, what is to be said of it)."""
    text = path.read_bytes().decode("utf-8")
    lines = text.split("\r\n")
    return [
        (text.replace(",ambiguous,", ",perhaps,"), "the label 'perhaps' is unknown"),
        (text.replace(",ambiguous,", ",,"), r"the column gender .*\[label.missing\]"),
        ("\r\n".join([*lines[:3], lines[2], *lines[3:]]), r":4: .* line 3 \[item.duplicate\]"),
        ("\r\n".join([*lines[:2], *lines[3:]]), "1 of 7 lines are lost: es_002"),
        (text.replace("la enfermera", "el enfermera"), r"translation of es_.*\[item.edited\]"),
        (text.replace("es_003", "es_099"), "the item 'es_099' is not in"),
        (text.replace(",comment", "").replace("person", "who"), "column 'person'"),
        (text.replace("es_", "fr_"), r"\[sheet.no-key\]"),
        ("", "column"),
        (text + '"open', r"\[sheet.not-csv\]"),
        ("PK\x03\x04", "column"),
    ]


def test_faults_of_filled_sheets(tmp_path: Path) -> None:
    sheet, _ = gender_sheet_of(tmp_path)
    anna = fill(sheet, "anna.csv", ANNA)
    key = tmp_path / "es.key.json"
    for text, problem in faults(anna):
        anna.write_bytes(text.encode("utf-8"))
        with pytest.raises(CdaflowError, match=problem):
            read_filled([anna], [key])
    anna.write_bytes(b"item,source,person,translation,gender\r\nes_001,citt\xe0,a,b,c\r\n")
    with raises("file.not-utf8", ":2", "save", "sheet as CSV"):
        read_filled([anna], [key])
    other = fill(sheet, "other.csv", ANNA)
    with raises("sheet.missing"):
        read_filled([], [key])
    with raises("sheet.duplicate-name", "other"):
        read_filled([other, other], [key])
    for content in ("[]", "{}", '{"task": "gender", "items": {}}'):
        key.write_text(content)
        with raises("sheet.not-a-key"):
            read_filled([other], [key])


def test_spreadsheets_may_take_our_apostrophe(tmp_path: Path) -> None:
    sheet, _ = gender_sheet_of(tmp_path)
    anna = fill(sheet, "anna.csv", ANNA)
    text = anna.read_text("utf-8").replace("'=el jefe", "=el jefe") + ",,,,,\r\n"
    anna.write_text(text, encoding="utf-8")
    assert len(read_filled([anna], [tmp_path / "es.key.json"])[0].answers["anna"]) == 7


def test_a_filled_sheet_is_not_written_over(tmp_path: Path) -> None:
    sheet, _ = gender_sheet_of(tmp_path)
    before = sheet.read_bytes()
    gender_sheet_of(tmp_path)  # the same once more
    assert sheet.read_bytes() == before
    sheet.write_bytes(before + b"x")
    with raises("sheet.already-there"):
        gender_sheet_of(tmp_path)
    assert {path.suffix for path in tmp_path.iterdir()} == {".csv", ".md", ".json"}


def test_excel_saves_unicode_text(tmp_path: Path) -> None:
    """UTF-16 with tabs; in other encodings, and cut short, it is an error that says what to do."""
    sheet, _ = gender_sheet_of(tmp_path)
    anna = fill(sheet, "anna.csv", ANNA, delimiter="\t")
    text = anna.read_text("utf-8")
    anna.write_text(text, encoding="utf-16")
    key = tmp_path / "es.key.json"
    (filled,) = read_filled([anna], [key])
    assert sorted(Counter(filled.answers["anna"].values()).items()) == [
        ("N/A", 1), ("ambiguous", 1), ("feminine", 2), ("inconsistent", 1), ("masculine", 2),
    ]  # fmt: skip
    anna.write_bytes(anna.read_bytes() + b"x")
    with raises("file.damaged", "anna.csv", "UTF-8"):
        read_filled([anna], [key])
    anna.write_text(text.replace("S1", "Ñ1"), encoding="cp1252")
    with raises("file.not-utf8", "anna.csv", "UTF-8"):
        read_filled([anna], [key])


PAIRS = [(f"The boss {n} knew he left.", f"El jefe {n} se fue.") for n in range(200)]


def counterfactuals_of(tmp_path: Path, name: str, pairs: list[tuple[str, str]], new: str) -> Path:
    """Write pairs of `counterfactual make` as TSV; the new translation begins with `new`."""
    path = tmp_path / f"{name}.tsv"
    rows = ["source\ttarget\tcounterfactual_source\tcounterfactual_target"]
    rows += [f"{a}\t{b}\t{a.replace('he', 'she')}\t{b.replace('El', new)}" for a, b in pairs]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_lines_of_methods_are_blind_and_of_the_same_sentences(tmp_path: Path) -> None:
    one = counterfactuals_of(tmp_path, "one", PAIRS, "La")
    two = counterfactuals_of(tmp_path, "two", PAIRS[:150] * 10, "Lx")
    three = counterfactuals_of(tmp_path, "three", PAIRS, "La")
    files = {"one": [one], "two": [two], "three": [three]}
    sheet = method_sheet("counterfactuals", "es", files, size=40, seed=1)
    sampled = {
        method: {item.cells[0] for item in sheet.items if method in item.hidden["systems"]}
        for method in files
    }
    assert {len(sources) for sources in sampled.values()} == {40}
    assert sampled["one"] == sampled["three"]
    assert len(sheet.items) == 80  # what one and three wrote alike stands once
    # Of its 40 least digests about 30 are among the 150 of the other.
    assert 20 < len(sampled["one"] & sampled["two"]) < 40
    again = method_sheet("counterfactuals", "es", files, size=40, seed=1)
    other = method_sheet("counterfactuals", "es", files, size=40, seed=2)
    assert again == sheet
    assert len({item.cells for item in other.items} & {item.cells for item in sheet.items}) < 60
    # Memory is bounded, and the sample is that of the whole all the same.
    large = counterfactuals_of(
        tmp_path, "large", [(f"{n} he", f"El {n}") for n in range(9000)], "La"
    )
    (few,) = [method_sheet("counterfactuals", "es", {"m": [large]}, size=5, seed=1)]
    many = method_sheet("counterfactuals", "es", {"m": [large]}, size=5000, seed=1)
    assert few.items == many.items[:5]


def test_each_of_a_hundred_lines_is_as_likely(tmp_path: Path) -> None:
    path = counterfactuals_of(tmp_path, "one", PAIRS[:100], "La")
    counts = Counter(
        item.cells[0]
        for seed in range(100)
        for item in method_sheet("counterfactuals", "es", {"m": [path]}, size=20, seed=seed).items
    )
    # 20 each on average, standard deviation 4.
    assert len(counts) == 100
    assert all(5 <= count <= 37 for count in counts.values())


def test_sheets_of_methods_by_hand(tmp_path: Path) -> None:
    """Two readers' copies in two orders; rates by method, what two wrote alike in both."""
    one = counterfactuals_of(tmp_path, "one", PAIRS[:4], "La")
    two = counterfactuals_of(tmp_path, "two", PAIRS[:2], "La")
    with two.open("a", encoding="utf-8") as handle:
        handle.write("He left.\t=Se fue.\tShe left.\t=Se fue.\n")
    out = tmp_path / "es.csv"
    command = ["sheet", "make", "counterfactuals", f"one={one}", f"two={two}", "--lang", "es"]
    assert main([*command, "--readers", "2", "--output", str(out), "--separator", "tab"]) == 0
    copies = [tmp_path / "es.1.csv", tmp_path / "es.2.csv"]
    columns = TASKS["counterfactuals"].columns
    rows = [[row for _, row in read_cells(copy, columns)] for copy in copies]
    assert rows[0] != rows[1]
    assert sorted(row["item"] for row in rows[0]) == sorted(row["item"] for row in rows[1])
    assert not out.exists()
    assert "'=Se fue." in copies[0].read_text("utf-8-sig")
    assert all("one" not in copy.read_text("utf-8-sig") for copy in copies)
    assert "es.N.csv" in (tmp_path / "es.md").read_text("utf-8")
    labels = {tuple(unguard(row[name]) for name in columns[1:-2]): "r" for row in rows[0]}
    shown = next(cells for cells in labels if cells[0] == PAIRS[0][0])
    anna = fill_tabs(copies[0], "anna.csv", labels | {shown: "Agreement"})
    bea = fill_tabs(copies[1], "bea.csv", labels | {shown: "other"})
    key = tmp_path / "es.key.json"
    (filled,) = read_filled([anna, bea], [key])
    first, second = method_results(filled)
    assert (first.name, first.lines, second.name, second.lines) == ("one", 4, "two", 3)
    assert first.shares["right"].value == 75
    assert first.shares["agreement"].value == first.shares["other"].value == 12.5
    assert first.shares["right"].interval == pytest.approx((30.06, 95.44), abs=1e-2)  # 3 of 4
    assert second.shares["right"].value == pytest.approx(100 * 2 / 3)
    assert first.agreement.share == 0.75
    # Right by chance in 3 of 4 times 3 of 4.
    assert first.agreement.kappa.value == pytest.approx((0.75 - 0.5625) / (1 - 0.5625))
    table, lines = tmp_path / "table.csv", tmp_path / "lines.csv"
    read = ["gfst", "judged", str(anna), str(bea), "--key", str(key)]  # its former name
    assert main([*read, "--output", str(table), "--lines", str(lines)]) == 0
    found = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [(row["method"], row["verdict"], row["share"], row["kappa"]) for row in found[:4:3]] == [
        ("one", "right", "75.0", "0.43"),
        ("one", "agreement", "12.5", "0.43"),
    ]
    assert {row["key: systems"] for _, row in read_cells(lines, ("item", "key: systems"))} == {
        "one", "two", "one two",
    }  # fmt: skip
    assert main(["tables", "show", str(table)]) == 0


def fill_tabs(sheet: Path, name: str, labels: dict[tuple[str, ...], str]) -> Path:
    """Fill in a sheet with tabs, as `fill` does one with commas."""
    rows = [line.split("\t") for line in sheet.read_text("utf-8-sig").splitlines()]
    commas = sheet.with_name(f"commas.{name}")
    write_cells(commas, [[unguard(cell.strip('"')) for cell in row] for row in rows])
    return fill(commas, name, labels)


def test_corrected_pairs_and_alternatives(tmp_path: Path) -> None:
    """Pairs that were changed, and sentences with alternatives; faults of the files."""
    columns = {
        "source": ["The boss said he left.", "The cook said she left."],
        "target": ["El jefe dijo que se fue.", "La cocinera dijo que se fue."],
        "profession": ["boss", "cook"],
        "gender": ["Masc", "Fem"],
        "changed": pa.array([0, 1], pa.int8()),
    }
    pairs = tmp_path / "pairs.parquet"
    pq.write_table(pa.table(columns), pairs)
    (item,) = method_sheet("corrected", "es", {"m": [pairs]}, size=9, seed=1).items
    source, target = columns["source"][1], columns["target"][1]
    assert item.cells == (source, "cook", "feminine", target)
    structure = {"start": 0, "masculine": "El jefe", "feminine": "La jefa", "entities": []}
    sentences = [
        {"source": "The boss left.", "text": "El jefe se fue.", "structures": [structure]},
        {"source": "It left.", "text": "Se fue.", "structures": []},
    ]
    offered = tmp_path / "a.jsonl"
    text = "".join(json.dumps({**sentence, "entities": None}) + "\n" for sentence in sentences)
    offered.write_text(text, encoding="utf-8")
    (item,) = method_sheet("alternatives", "es", {"m": [offered]}, size=9, seed=1).items
    assert item.cells == ("The boss left.", "[[El jefe/La jefa]] se fue.")
    for task, path in (("corrected", pairs), ("alternatives", offered)):
        output = ["--lang", "es", "--output", str(tmp_path / f"{task}.csv")]
        assert main(["sheet", "make", task, f"m={path}", *output]) == 0
        assert main(["sheet", "make", task, str(path), *output]) != 0
    with raises("method.no-name"):
        method_sheet("corrected", "es", {}, size=9, seed=1)
    pq.write_table(pa.table(columns).slice(0, 1), pairs)
    with raises("sheet.no-lines", "pairs.parquet"):
        method_sheet("corrected", "es", {"m": [pairs]}, size=9, seed=1)
    with raises("column.missing", "counterfactual_source"):
        method_sheet("counterfactuals", "es", {"m": [pairs]}, size=9, seed=1)


@pytest.mark.parametrize("task", TASKS)
def test_instructions_name_all_labels(task: str) -> None:
    text = instructions(task, "it", 7, "it.csv")
    assert all(f"| `{label}` |" in text for label in TASKS[task].labels)
    assert "$" not in text
    assert "7 lines" in text


@pytest.fixture
def filtered(tmp_path: Path) -> list[Filtered]:
    """10 kept and 30 rejected feminine pairs, 20 and 20 masculine ones."""
    found = []
    for gender, kept, rejected in (("fem", 10, 30), ("msc", 20, 20)):
        texts = [f"{gender} kept {n}" for n in range(kept)]
        table = pa.table({"id": list(range(kept)), "source": texts, "target": texts})
        pq.write_table(table, tmp_path / f"{gender}.parquet")
        lines = ["id\treason\tword\tsource\ttarget"]
        lines += [f"{n}\tempty\tw\t{gender} rejected {n}\t-t" for n in range(rejected)]
        (tmp_path / f"{gender}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        found.append(Filtered(gender, tmp_path / f"{gender}.parquet", tmp_path / f"{gender}.tsv"))
    return found


def test_lines_of_the_filter_are_blind_and_balanced(filtered: list[Filtered]) -> None:
    sheet = filter_sheet("it", filtered, size=21, seed=3)
    assert Counter(item.hidden["gender"] for item in sheet.items) == {"fem": 11, "msc": 10}
    assert len({item.cells for item in sheet.items if item.hidden["verdict"] == "kept"}) > 1
    assert sheet.metadata["totals"]["fem"] == {"kept": 10, "rejected": 30}
    assert filter_sheet("it", filtered, size=21, seed=3) == sheet
    assert filter_sheet("it", filtered, size=21, seed=4) != sheet
    half = filter_sheet("it", filtered, size=20, seed=3, kept_share=0.5)
    assert Counter((i.hidden["gender"], i.hidden["verdict"]) for i in half.items) == dict.fromkeys(
        [(g, v) for g in ("fem", "msc") for v in ("kept", "rejected")], 5
    )
    assert len(filter_sheet("it", filtered, size=1000, seed=1).items) == 80


@pytest.mark.parametrize("weighted", [False, True])
def test_table_17_by_hand(filtered: list[Filtered], tmp_path: Path, weighted: bool) -> None:
    share = 0.5 if weighted else None
    sheet = filter_sheet("it", filtered[:1], size=20 if weighted else 40, seed=1, kept_share=share)
    path = tmp_path / "it.csv"
    write_sheet(sheet, path, seed=1)
    assert "kept" not in instructions("filter", "it", 1, "a")
    # One kept line is wrong (number 0, where it is drawn), and every second rejected one.
    kept = [i.cells for i in sheet.items if i.hidden["verdict"] == "kept"]
    rejected = [i.cells for i in sheet.items if i.hidden["verdict"] == "rejected"]
    labels = {shown: "no" if n == 0 else "y" for n, shown in enumerate(kept)}
    labels |= {shown: "no" if n % 2 else "yes" for n, shown in enumerate(rejected)}
    anna = fill(path, "anna.csv", labels)
    (judged,) = read_filled([anna], [tmp_path / "it.key.json"])
    (fem,) = filter_results(judged)
    # All 40 lines, or 10 of 10 kept and 10 of 30 rejected ones, weighted: the same here.
    shares = {name: found.value for name, found in fem.outcomes.items()}
    assert shares == pytest.approx({"tp": 22.5, "fp": 2.5, "fn": 37.5, "tn": 37.5})
    assert fem.lines == (20 if weighted else 40)
    low, high = fem.outcomes["fn"].interval or (0, 0)
    assert low < 37.5 < high
    out = tmp_path / "table17.csv"
    command = ["sheet", "read", str(anna), "--key", str(tmp_path / "it.key.json")]
    assert main([*command, "--output", str(out)]) == 0
    (row,) = csv.DictReader(out.read_text("utf-8").splitlines())
    assert (row["gender"], row["tp"], row["fp"], row["fn"]) == ("fem", "22.5", "2.5", "37.5")


def test_the_filter_command(filtered: list[Filtered], tmp_path: Path) -> None:
    command = ["sheet", "make", "filter", "--lang", "it", "--size", "10", "--gender", "fem", "msc"]
    files = [[str(getattr(one, name)) for one in filtered] for name in ("kept", "rejected")]
    command += ["--kept", *files[0], "--rejected", *files[1]]
    out = tmp_path / "sheets" / "it.csv"
    assert main([*command, "--output", str(out), "--separator", "semicolon"]) == 0
    assert [row["gender"] for _, row in read_cells(out, TASKS["filter"].columns)].count(
        "feminine"
    ) == 5
    assert main([*command[:-1], "--output", str(out)]) != 0
    assert main([*command, "--output", str(tmp_path / "it.txt")]) != 0


@pytest.mark.parametrize("task", ["gender", "quality"])
def test_sentences_of_winomt(tmp_path: Path, task: str) -> None:
    """Balanced over genders and halves; each system's translation of each sentence is there."""
    halves: dict[str, list[str]] = {"pro": [], "anti": [], "neutral": []}
    for n in range(6):
        for gender, pronoun in (("male", "he"), ("female", "she")):
            for half in ("pro", "anti"):
                name = f"{half}{n}"
                line = f"{gender}\t1\tThe {name} said that {pronoun} left.\t{name}"
                halves[half].append(line)
        halves["neutral"].append(f"neutral\t1\tThe boss{n} said that they left.\tboss{n}")
    rows = [*halves["pro"], *halves["neutral"], *halves["anti"], halves["pro"][0]]
    files = {"challenge": rows, "pro": halves["pro"], "anti": halves["anti"]}
    command = ["sheet", "make", task, "--lang", "es", "--label", "one", "two"]
    for name, lines in files.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        command += [f"--{name}", str(tmp_path / name)]
    for system in ("one", "two"):
        texts = [f"{system if n % 2 else 'same'} {n}" for n in range(len(rows))]
        (tmp_path / system).write_text("\n".join(texts) + "\n", encoding="utf-8")
    command += ["--translations", str(tmp_path / "one"), str(tmp_path / "two")]
    out = tmp_path / "es.csv"
    assert main([*command, "--size", "8", "--output", str(out)]) == 0
    items = json.loads((tmp_path / "es.key.json").read_text("utf-8"))["items"].values()
    assert {len(item["shown"]) for item in items} == {len(TASKS[task].shown_columns)}
    drawn = {(item["line"], item["gender"], item["half"]) for item in items}
    assert set(Counter(one[1:] for one in drawn).values()) == {2}
    assert len(drawn) == 8
    for line, _, _ in drawn:
        systems = [item["systems"] for item in items if item["line"] == line]
        assert sorted(systems) == ([["one"], ["two"]] if (line - 1) % 2 else [["one", "two"]])
    assert main([*command, "--size", "100", "--output", str(tmp_path / "big.csv")]) != 0
