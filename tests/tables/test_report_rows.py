"""Which rows the report shows of a table: those without a figure and of one item are folded."""

from __future__ import annotations

import re
from dataclasses import replace

from cdaflow.scoring.metric import metric_named
from cdaflow.tables.funnel import FUNNEL, funnel_view
from cdaflow.tables.report.rows import rows_html
from cdaflow.tables.table import Layout, count, estimate, label

LAYOUT = Layout(
    "Some scores",
    (label("system", "System"), estimate("f1", "F1", "harmonic mean"), count("pairs", "N")),
)


def row(system: str, f1: str, pairs: int) -> dict[str, str]:
    ends = {"f1_low": f1, "f1_high": f1} if f1 else {}
    return {"system": system, "f1": f1, **ends, "pairs": str(pairs)}


def systems(html: str) -> list[str]:
    return re.findall(r'<th scope="row"><bdi>(.*?)</bdi>', html)


def parts(*rows: dict[str, str]) -> tuple[str, str]:
    """Return what stands above and in the fold of a table of these rows."""
    text = rows_html(LAYOUT.table(rows, notes=["A note."]), "name")
    above, _, folded = text.partition("<details")
    return above, folded


def test_rows_of_one_item_are_folded() -> None:
    above, folded = parts(row("a", "50.0", 20), row("b", "100.0", 1), row("c", "0.0", 1))
    assert systems(above) == ["a"]
    assert systems(folded) == ["b", "c"]
    assert "2 rows of one item (N = 1)" in folded
    assert 'id="name.single"' in folded
    # What is said around a table is said once.
    assert "harmonic mean" in above
    assert "A note." in above
    assert "harmonic mean" not in folded
    assert "A note." not in folded


def test_rows_stay_where_all_are_of_one_item() -> None:
    above, folded = parts(row("a", "50.0", 1), row("b", "100.0", 1))
    assert systems(above) == ["a", "b"]
    assert not folded


def test_rows_without_a_figure_are_folded() -> None:
    above, folded = parts(row("a", "50.0", 20), row("b", "", 20), row("c", "", 1))
    assert systems(above) == ["a"]
    assert systems(folded) == ["b", "c"]
    why = "No figure of b, c: not measured, or nothing to count"
    assert f"<summary>{why}</summary>" in folded
    assert 'id="name.empty"' in folded
    above, folded = parts(row("b", "", 20))
    assert not above
    assert f"<summary>Some scores: {why.replace('b, c', 'b')}</summary>" in folded


def test_figures_that_are_neither_good_nor_bad_are_none() -> None:
    """Spanish leaves pronouns out: of none it can be said whether it is right."""
    rows = [
        {"language": language, "system": system, "she_error": error, "elided": "99.0"}
        for language, error in (("es", ""), ("fr", "3.0"))
        for system in ("base", "gb")
    ]
    del rows[-1]["she_error"]
    pronouns = metric_named("pronouns")
    layout = Layout(pronouns.title, (*pronouns.score_labels, *pronouns.shown_fields))
    text = rows_html(layout.table(rows), "pronouns")
    above, _, folded = text.partition("<details")
    assert systems(above) == ["French", "base"]
    assert systems(folded) == ["Spanish", "base", "Spanish", "gb", "French", "gb"]
    assert "No figure of Spanish, French gb: not measured" in folded
    assert "99.0" in folded


def test_tables_that_are_empty_or_have_nothing_else() -> None:
    above, folded = parts(row("a", "", 20), row("b", "100.0", 1))
    assert systems(above) == ["b"]
    assert systems(folded) == ["a"]
    assert "<thead>" in parts()[0]


def test_columns_that_a_terminal_leaves_out_are_marked() -> None:
    rows = [row("a", "50.0", 20)]
    assert " more" not in rows_html(LAYOUT.table(rows), "name")
    text = rows_html(replace(LAYOUT, first=("other",)).table(rows), "name")
    assert re.findall(r'class="([a-z ]*)">', text)[:3] == ["name", "number more", "number"]


def test_legends_may_quote() -> None:
    layout = Layout("T", (count("a", "A", "of `code` and *words*, 2 * 3 * 4 <b>"),))
    text = rows_html(layout.table([{"a": "1"}]), "name")
    assert "of <code>code</code> and <em>words</em>, 2 * 3 * 4 &lt;b&gt;" in text


def test_a_count_of_zero_is_a_figure() -> None:
    layout = Layout("Counts", (label("system", "System"), count("pairs", "Pairs")))
    text = rows_html(layout.table([{"system": "a", "pairs": "0"}, {"system": "b"}]), "name")
    assert systems(text.partition("<details")[0]) == ["a"]
    # A table of words alone has no figures to lack.
    words = Layout("Words", (label("system", "System"),))
    assert systems(rows_html(words.table([{"system": "a"}]), "name")) == ["a"]


def test_reasons_of_one_pair_are_one_row() -> None:
    def step(name: str, reason: str, dropped: str, left: str = "") -> dict[str, str]:
        cells = {"language": "es", "filter": name, "reason": reason}
        return cells | {"dropped": dropped, "left": left}

    rows = [
        step("noun", "all", "12", "40"),
        step("noun", "VERB", "9"),
        step("noun", "ADJ", "1"),
        step("noun", "X", "1"),
        step("noun", "INTJ", "1"),
        step("ratio", "all", "3", "37"),
        step("ratio", "too long", "1"),
        step("ratio", "empty side", "2"),
        step("length", "source", "1", "36"),
    ]
    table = funnel_view(FUNNEL.frame(rows))
    cells = systems(rows_html(table, "funnel"))
    assert cells[2::3] == [
        "all reasons", "profession tagged as a verb", "3 other reasons, 1 pair each",
        "all reasons", "one side too long for the other", "one side is empty", "English too long",
    ]  # fmt: skip
    # The table itself, and so its CSV, has them all.
    assert len(table.records) == 9
