"""Tables as DataFrames of text, and who may load pandas."""

from __future__ import annotations

import re
from pathlib import Path

import cdaflow
from cdaflow.tables.table import Layout, count, label, text_frame

ROOT = Path(cdaflow.__file__).parent


def test_only_tables_load_pandas() -> None:
    """Its import takes most of a second; a text of tables that needs none is `tables.text`."""
    statement = re.compile(r"^\s*(?:import|from) pandas\b", re.MULTILINE)
    modules = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        if statement.search(path.read_text(encoding="utf-8"))
    }
    assert "tables/table.py" in modules
    assert {name.split("/")[0] for name in modules} == {"tables"}
    assert not modules & {f"tables/{name}.py" for name in ("text", "terminal", "inputs", "papers")}


def test_cells_are_text_whatever_they_look_like() -> None:
    rows = [{"name": "007", "n": 1}, {"name": "NA", "n": None}, {"name": "\ud800", "more": "1e3"}]
    frame = text_frame(rows, ("n", "name"))
    assert frame.to_dict("records") == [
        {"n": "1", "name": "007", "more": ""},
        {"n": "", "name": "NA", "more": ""},
        {"n": "", "name": "\ud800", "more": "1e3"},
    ]
    assert list(text_frame((), ("a", "b"))) == ["a", "b"]


def test_rows_of_a_language_stand_together() -> None:
    rows = [{"language": lang, "n": n} for n, lang in enumerate(("fr", "es", "fr", "", "es"))]
    frame = text_frame(rows)
    assert frame["language"].tolist() == ["fr", "fr", "es", "es", ""]
    assert frame["n"].tolist() == ["0", "2", "1", "4", "3"]


def test_a_view_follows_from_the_fields() -> None:
    fields = (label("name", "Name"), count("n", "N", "how many"), label("hidden"))
    layout = Layout("T", fields, visible=("n", "name"), cells={"n": lambda row: f"{row['n']}!"})
    table = layout.table([{"name": "", "n": 3, "hidden": "x"}])
    assert [(column.header, list(column.cells)) for column in table.view] == [
        ("N", ["3!"]),
        ("Name", ["–"]),
    ]
    assert table.columns == ("name", "n", "hidden")
    assert table.legends == [("N", "how many")]
