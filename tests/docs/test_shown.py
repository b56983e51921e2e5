"""docs/errors.md counts the shown alternatives as they were judged."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from cdaflow.io.files import read_table
from cdaflow.statistics.estimates import wilson

ROOT = Path(__file__).parents[2]

#: Kind of error -> its line in the page; what is shown is right there, or wrong.
KINDS = {
    "thing": "a thing, or a word that agrees with nobody, changed",
    "left": "a word of the person left",
    "person": "structure given to another person",
    "form": "wrong form",
}


@pytest.mark.parametrize(("seed", "number"), [("18", 300), ("20", 135)])
def test_the_page_counts_what_was_judged(seed: str, number: int) -> None:
    columns = ("lang", "seed", "set", "row", "verdict", "kind")
    table = ROOT / "tests/data/alternatives-shown.tsv"
    rows = [row for _, row in read_table(table, columns) if row["seed"] == seed]
    verdicts = Counter((row["verdict"], row["lang"]) for row in rows)
    kinds = Counter((row["kind"], row["lang"]) for row in rows if row["verdict"] == "wrong")
    assert {kind for kind, _ in kinds} <= KINDS.keys()
    assert {row["kind"] for row in rows if row["verdict"] == "incomplete"} <= {"other"}
    assert len({tuple(row.values())[:4] for row in rows}) == len(rows) == number
    languages = ("es", "fr", "it")
    lines = [
        ("right", [verdicts["right", lang] for lang in languages]),
        (
            "incomplete: another open person",
            [verdicts["incomplete", lang] for lang in languages],
        ),
        ("**wrong**", [f"**{verdicts['wrong', lang]}**" for lang in languages]),
        *((about, [kinds[kind, lang] for lang in languages]) for kind, about in KINDS.items()),
    ]
    text = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
    pages = re.split(r"\*\*A \w+ reading\*\*", text[text.index("## Gender alternatives") :])
    page = dict(zip(("18", "20"), pages, strict=True))[seed]
    for name, cells in lines:
        assert f"| {name} | {' | '.join(map(str, cells))} |" in page, name


@pytest.mark.parametrize(
    ("version", "number", "on_page"),
    [
        # Earlier versions, of which the page says nothing any more.
        ("before", 180, False),
        ("after", 180, False),
        ("mended", 120, False),
        ("251099b1", 66, False),
        ("rules", 180, True),
        ("sure", 180, True),
        # Of these only what is shown was read.
        ("67ccfa24", 141, True),
        ("dd696678", 69, True),
    ],
)
def test_the_page_counts_the_blind_reading(version: str, number: int, on_page: bool) -> None:
    columns = ("lang", "seed", "version", "set", "row", "verdict", "kind")
    table = read_table(ROOT / "tests/data/alternatives-blind.tsv", columns, whole=True)
    rows = [row for _, row in table if row["version"] == version]
    assert len({(row["lang"], row["set"], row["row"]) for row in rows}) == len(rows) == number
    assert all((row["kind"] in KINDS) == (row["verdict"] == "wrong") for row in rows)
    if not on_page:
        return
    right = Counter(row["lang"] for row in rows if row["verdict"] in ("right", "incomplete"))
    wrong = Counter(row["lang"] for row in rows if row["verdict"] == "wrong")
    cells = [f"{right[lang]} of {right[lang] + wrong[lang]}" for lang in ("es", "fr", "it")]
    shown = right.total() + wrong.total()
    low, high = wilson(right.total(), shown) or (0, 1)
    of_shown = f"{100 * right.total() / shown:.1f} [{100 * low:.1f}, {100 * high:.1f}]"
    missing = sum(row["verdict"] == "missing" for row in rows) or "-"
    line = f"| {' | '.join(cells)} | {of_shown} | {missing} |"
    assert line in (ROOT / "docs/alternatives.md").read_text(encoding="utf-8"), line


#: Rows of the page, by method, text and version of the reading.
READ = {
    "`make`, Tatoeba, before the last rules": ("make", "tatoeba", "before"),
    "`make`, fresh news, 5640a111": ("make", "news-3", "5640a111"),
    "`rewrite`, news, 9a56f7aa": ("rewrite", "ntrex", "9a56f7aa"),
    "`rewrite`, news, 5640a111": ("rewrite", "ntrex-2", "5640a111"),
    "`rewrite`, news, 4b886b41": ("rewrite", "ntrex-3", "4b886b41"),
    "`rewrite`, fresh news": ("rewrite", "ntrex-4", "00265a83"),
    "`rewrite`, fresh Tatoeba": ("rewrite", "tatoeba-2", "5640a111"),
}


def test_the_page_counts_the_wrong_counterfactuals() -> None:
    columns = (
        "lang",
        "seed",
        "text",
        "method",
        "version",
        "row",
        "verdict",
        "kind",
        "now",
        "reason",
    )
    table = read_table(ROOT / "tests/data/counterfactuals-read.tsv", columns, whole=True)
    rows = [row for _, row in table]
    keys = {tuple(row[name] for name in columns) for row in rows}
    assert len(keys) == len(rows)
    assert {bool(row["kind"]) == (row["verdict"] == "wrong") for row in rows} == {True}
    page = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
    counted = Counter(
        (row["method"], row["text"], row["version"], row["lang"], row["verdict"]) for row in rows
    )
    for label, key in READ.items():
        wrong = [counted[(*key, lang, "wrong")] for lang in ("es", "fr", "it")]
        right = [counted[(*key, lang, "right")] for lang in ("es", "fr", "it")]
        cells = (f"{a}/{a + b}" for a, b in zip(wrong, right, strict=True))
        assert f"| {label} | {' | '.join(cells)} |" in page
    old = [row for row in rows if (row["text"], row["version"]) == ("tatoeba", "before")]
    now = Counter((row["verdict"], row["now"]) for row in old)
    sentence = f"mend {now['wrong', 'right']} and drop {now['wrong', 'dropped']} of those "
    assert sentence + str(sum(row["verdict"] == "wrong" for row in old)) in " ".join(page.split())
