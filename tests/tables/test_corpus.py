from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.errors import ConfigError
from cdaflow.tables.corpora import corpus_table, read_drops
from cdaflow.tables.render import csv_text
from cdaflow.text.corpus import Tally, drops_table

from ..errors import raises

FIRST = "corpus\tlines\tempty\tduplicate\tkept\twritten\na\t10\t1\t2\t7\t14\nb\t5\t0\t0\t5\t5\n"
SECOND = "corpus\tlines\tempty\ttoo_long\tkept\twritten\na\t3\t1\t1\t1\t1\n"


def test_tables_are_joined_under_one_header(tmp_path: Path) -> None:
    for name, text in (("1.tsv", FIRST), ("2.tsv", SECOND)):
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / name) for name in ("1.tsv", "2.tsv")]
    csv, markdown = tmp_path / "c.csv", tmp_path / "c.md"
    labels = ["--label", "es/train", "fr/dev"]
    assert (
        main(
            ["tables", "corpus", *files, *labels, "--output", str(csv), "--markdown", str(markdown)]
        )
        == 0
    )
    assert csv.read_text() == (
        "language,part,corpus,lines,empty,duplicate,too_long,kept,written\n"
        "es,train,a,10,1,2,,7,14\n"
        "es,train,b,5,0,0,,5,5\n"
        "fr,dev,a,3,1,,1,1,1\n"
    )
    assert "| fr | dev | a | 3 | 1 | – | 1 | 1 | 1 |" in markdown.read_text()
    assert "| Too long |" in markdown.read_text()


def test_the_table_of_the_text_package_is_read(tmp_path: Path) -> None:
    tally = Tally("c", lines=4, kept=3, written=3)
    tally.dropped["duplicate"] = 1
    path = tmp_path / "d.tsv"
    path.write_text("\n".join(drops_table([tally])) + "\n")
    table = corpus_table([path], ["it/train"])
    assert table.columns[:4] == ("language", "part", "corpus", "lines")
    assert table.columns[-2:] == ("kept", "written")
    assert table.records[0]["duplicate"] == "1"
    assert csv_text(table).count("\n") == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "drops-table.header"),
        ("corpus\tlines\n", "drops-table.header"),
        ("corpus\tlines\tkept\tkept\n", "column.duplicate"),
        (FIRST + "c\t1\n", "row.cell-count"),
        (FIRST + "c\t1\t0\t0\t-1\t1\n", "drops-table.not-a-count"),
        (FIRST + "c\t9\t1\t1\t1\t1\n", "drops-table.sum"),
    ],
)
def test_faults_are_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.tsv"
    path.write_text(text)
    with raises(message):
        read_drops(path)


@pytest.mark.parametrize("labels", [["es/train"], ["es", "fr"], ["es/", "fr/x"], ["es/a", "es/a"]])
def test_wrong_labels(tmp_path: Path, labels: Any) -> None:
    path = tmp_path / "x.tsv"
    path.write_text(FIRST)
    with pytest.raises(ConfigError):
        corpus_table([path, path], labels)
