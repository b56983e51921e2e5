"""An archive compared with a rerun: what differs, and what may explain it."""

import json
import re

import pytest

from cdaflow.cli import main
from cdaflow.sharing.explain import explanations
from cdaflow.sharing.pack import pack
from cdaflow.sharing.provenance import parse_provenance
from cdaflow.sharing.verify import Cell, compare_tables
from cdaflow.tables.text import parse_csv


@pytest.fixture
def archive(results, tmp_path):
    """An archive of the results."""
    pack(results.folder, tmp_path / "out.zip")
    return str(tmp_path / "out.zip")


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_same_results_are_the_same(archive, rerun, capsys):
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 0
    said = capsys.readouterr().out
    assert "2 of 2 tables are the same" in said
    assert "tables/winomt.csv: same" in said


def test_figures_and_report_that_differ_are_reported_and_no_failure(archive, rerun, capsys):
    edit(rerun.path("report.html"), "<html>", "<html lang=en>")
    assert main(["verify", archive, "--against", str(rerun.folder / "tables")]) == 0
    assert "report.html: differs" in capsys.readouterr().out


def test_different_cell_is_reported_with_what_may_explain_it(archive, rerun, capsys):
    edit(rerun.path("tables/winomt.csv"), "84.4", "84.1")
    edit(rerun.path("config.json"), "5000", "300")
    edit(rerun.path("raw/train.tsv"), "Hola", "Buenas")
    edit(rerun.path("models/es/model.npz"), "weights", "others")
    edit(rerun.path("models/es/model.yml"), "v1.12.42", "v1.12.0")
    rerun.provenance("winomt")
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 1
    said = capsys.readouterr().out
    assert "1 of 2 tables are the same" in said
    assert "tables/winomt.csv: 1 of 10 cells differ" in said
    assert "es gb: accuracy 84.4 -> 84.1 (-0.3)" in said
    assert "configuration align_with: 5000 -> 300" in said
    assert "raw file changed: results/raw/train.tsv" in said
    assert (
        "first file in the making that differs: results/models/es/model.npz (2 of 3 differ)" in said
    )
    assert "program marian.0: v1.12.42 b7be0e964 -> v1.12.0 b7be0e964" in said


def test_only_some_cells_are_shown(archive, rerun, capsys):
    edit(rerun.path("tables/winomt.csv"), ".", ";")
    rerun.provenance("winomt")
    main(["verify", archive, "--against", str(rerun.folder), "--cells", "1"])
    said = capsys.readouterr().out
    assert said.count(" -> ") == 1
    assert "... and 3 more" in said


def test_table_that_the_rerun_lacks_is_a_difference(archive, rerun, capsys):
    rerun.path("tables/corpus.csv").unlink()
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 1
    assert "tables/corpus.csv: not in the rerun" in capsys.readouterr().out


def test_table_that_is_new_is_reported_and_no_failure(archive, rerun, capsys):
    rerun.path("tables/new.csv").write_text("a\n1\n")
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 0
    assert "tables/new.csv: only in the rerun" in capsys.readouterr().out


def test_two_archives_are_compared(archive, rerun, tmp_path):
    pack(rerun.folder, tmp_path / "second.zip")
    assert main(["verify", archive, "--against", str(tmp_path / "second.zip")]) == 0


def test_without_provenance_nothing_is_explained(archive, rerun, capsys):
    edit(rerun.path("tables/winomt.csv"), "84.4", "84.1")
    rerun.path("tables/winomt.provenance.json").unlink()
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 1
    assert "the rerun has no tables/winomt.provenance.json" in capsys.readouterr().out


@pytest.mark.parametrize("against", ["absent", ""])
def test_nothing_to_compare_with_is_trouble(archive, tmp_path, against, capsys):
    (tmp_path / "empty").mkdir()
    assert main(["verify", archive, "--against", str(tmp_path / "empty" / against)]) == 2
    assert "error" in capsys.readouterr().err


def test_rerun_with_a_broken_table_is_trouble(archive, rerun):
    rerun.path("tables/corpus.csv").write_bytes(b"\xff\n")
    rerun.path("tables/corpus.provenance.json").unlink()
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 2


def test_cells_of_the_rerun_cannot_steer_the_terminal(archive, rerun, capsys):
    edit(rerun.path("tables/winomt.csv"), "84.4", "\x1b[2J")
    rerun.provenance("winomt")
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 1
    assert "\x1b" not in capsys.readouterr().out


def table(text):
    return parse_csv(text.split("\n"), "x.csv")


def test_rows_are_matched_by_name_and_columns_by_header():
    found = compare_tables(
        table("language,system,a,b\nes,x,1,5\nes,y,2,6\nfr,x,,7"),
        table("language,system,b,c\nes,y,6.5,0\nfr,x,7,0\nit,x,1,0"),
    )
    assert found.cells == (Cell("es y", "b", "6", "6.5"),)
    assert found.cells[0].difference() == 0.5
    assert (found.rows_gone, found.rows_new) == (("es x",), ("it x",))
    assert (found.columns_gone, found.columns_new) == (("a",), ("c",))
    assert found.of == 2 * 3


@pytest.mark.parametrize("name", ["tables/winomt.csv", "tables/winomt.md", "tables/corpus.csv"])
def test_a_rerun_that_is_not_what_its_provenance_says_is_trouble(archive, rerun, name, capsys):
    path = rerun.path(name)
    path.write_text(path.read_text() + "fr,x\n")
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 2
    assert (
        f"it describes another table than {path.name} in the same folder" in capsys.readouterr().err
    )


@pytest.mark.parametrize("change", ["other table", "older table"])
def test_a_rerun_with_the_provenance_of_another_table_is_trouble(archive, rerun, change, capsys):
    """It was copied, or it was left when the table was made again by hand."""
    mine = rerun.path("tables/corpus.provenance.json")
    if change == "other table":
        mine.write_bytes(rerun.path("tables/winomt.provenance.json").read_bytes())
    else:
        before = mine.read_bytes()
        edit(rerun.path("tables/corpus.csv"), "400", "401")
        rerun.provenance("corpus")
        mine.write_bytes(before)
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 2
    assert "[provenance.other-table]" in capsys.readouterr().err


def test_an_archive_as_the_rerun_is_checked_too(archive, results, rerun, tmp_path, capsys):
    pack(rerun.folder, tmp_path / "second.zip")
    whole = bytearray((tmp_path / "second.zip").read_bytes())
    whole[whole.index(b"PK\x03\x04", 100) + 60] ^= 4
    (tmp_path / "second.zip").write_bytes(whole)
    assert main(["verify", archive, "--against", str(tmp_path / "second.zip")]) == 2
    assert "second.zip" in capsys.readouterr().err


def test_rows_in_another_order_are_the_same_cells(archive, rerun, capsys):
    path = rerun.path("tables/winomt.csv")
    header, *rows = path.read_text().splitlines()
    path.write_text("\n".join([header, *rows[::-1]]) + "\n")
    rerun.provenance("winomt")
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 1
    assert "tables/winomt.csv: the same cells, written in another way" in capsys.readouterr().out


@pytest.mark.parametrize("header", ["language,system,trainings,seeds,a", "language,system,seeds,a"])
def test_rows_of_trainings_are_matched_by_their_seeds(header):
    more = "1," * header.count("trainings")
    before = f"{header}\nes,gb,{more}1,5\nes,gb,{more}2,6\nes,gb,{more}3,7"
    after = f"{header}\nes,gb,{more}2,6\nes,gb,{more}3,8"
    found = compare_tables(table(before), table(after))
    assert found.cells == (Cell("es gb 3", "a", "7", "8"),)
    assert (found.rows_gone, found.rows_new) == (("es gb 1",), ())


def test_rows_of_a_tagged_model_are_matched_by_its_training():
    header = "language,testset,system,training,a"
    found = compare_tables(
        table(f"{header}\nes,gate,lm,1,5\nes,gate,lm,2,6"),
        table(f"{header}\nes,gate,lm,2,6\nes,gate,lm,1,5"),
    )
    assert not found


def test_tables_of_a_rerun_without_provenance_are_reported(archive, rerun, capsys):
    rerun.path("tables/winomt.provenance.json").unlink()
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 0
    said = capsys.readouterr().out
    assert f"{rerun.folder}: not checked, since they have no provenance: tables/winomt.csv" in said


def test_means_over_trainings_are_matched_by_name_alone():
    header = "language,system,trainings,seeds,a"
    found = compare_tables(table(f"{header}\nes,gb,2,1 2,5"), table(f"{header}\nes,gb,3,1 2 3,5"))
    assert [cell.column for cell in found.cells] == ["trainings", "seeds"]


def test_rows_of_one_name_are_matched_in_their_order():
    found = compare_tables(table("k,n\na,1\na,2"), table("k,n\na,1\na,3\na,4"))
    assert found.cells == (Cell("a (row 2 of these)", "n", "2", "3"),)
    assert found.rows_new == ("a (row 3 of these)",)


def test_table_without_names_is_matched_by_position():
    found = compare_tables(table("n\n1\n2"), table("n\n1\n3"))
    assert found.cells == (Cell("(row 2 of these)", "n", "2", "3"),)


@pytest.mark.parametrize("cells", [("nan", "1"), ("1e999", "1"), ("x", "1"), ("", "1"), ("٣", "1")])
def test_what_is_no_number_has_no_difference(cells):
    assert Cell("", "n", *cells).difference() is None


def provenance(**changes):
    """Return a provenance with nothing in it but the changes."""
    content = {"files": {"raw": [], "between": [], "inputs": []}, **changes}
    return parse_provenance(json.dumps(content).encode(), "x.provenance.json")


def test_raw_file_that_lies_elsewhere_is_no_difference():
    first, second = (
        provenance(files={"raw": [{"path": path, "sha256": "0"}], "between": [], "inputs": []})
        for path in ("/a/train.tsv", "/b/train.tsv")
    )
    assert list(explanations(first, second)) == []


@pytest.mark.parametrize(
    "forged",
    [{"config": [[["x"]]], "versions": {"torch": {"a": [1]}}, "machine": "no", "source": [3]},
     {"config": json.loads("[" * 900 + "]" * 900)}],
)  # fmt: skip
def test_values_of_any_form_are_compared(forged):
    for both in ((forged, {"config": {"seed": 1}}), ({"config": {"seed": 1}}, forged)):
        assert "configuration seed: " in "".join(explanations(*(provenance(**one) for one in both)))


@pytest.mark.parametrize(
    ("forged", "problem"),
    [
        (None, r"\[json.no-object\]"),
        ([], r"\[json.no-object\]"),
        ({"files": 3}, '"files" must be an object; found 3'),
        ({"files": {"raw": 3}}, '"files.raw" must be a list of objects; found 3'),
        ({"files": {"raw": [{"path": 3}]}}, r'"files.raw\[0\].path" must be a text; found 3'),
        ({"files": {"raw": [{"path": "x"}]}}, r'"files.raw\[0\].sha256" must be a text; it is'),
        ({"git": "no"}, '"git" must be an object; found "no"'),
    ],
)
def test_forged_provenance_is_refused(archive, rerun, capsys, forged, problem):
    edit(rerun.path("tables/winomt.csv"), "84.4", "84.1")
    rerun.provenance("winomt")
    path = rerun.path("tables/winomt.provenance.json")
    whole = json.loads(path.read_text())
    path.write_text(json.dumps({**whole, **forged} if forged else forged))
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 2
    error = capsys.readouterr().err
    assert re.search(problem, error)
    assert "tables/winomt.provenance.json: " in error
    assert re.search(r"edited\? Make it again: snakemake --cores 2 .*winomt.provenance", error)


def test_table_edited_in_its_markdown_is_a_difference(archive, rerun, capsys):
    edit(rerun.path("tables/winomt.md"), "WinoMT", "WinoMT (edited)")
    rerun.provenance("winomt")
    assert main(["verify", archive, "--against", str(rerun.folder)]) == 1
    assert "tables/winomt.md: differs" in capsys.readouterr().out
