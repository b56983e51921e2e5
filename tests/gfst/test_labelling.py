"""Labelled files: the same rows from text, TSV and Parquet, in order from several processes."""

import gzip

import pyarrow as pa
import pyarrow.parquet as pq

from cdaflow.gfst.labelling import Counts, label_batches, write_labelled
from cdaflow.io import columns
from cdaflow.io.pairs import read_rows

from ..errors import raises

TEXTS = ["She left.", "He left.", "It left.", "Her brother left.", "Élan: she said", ""]
WANTED = ["fem", "msc", "none", "mix", "fem", "none"]


def label(path, output, lists, gender=None, threads=1, column=None):
    return write_labelled(
        label_batches(read_rows(str(path), column), *lists, threads), str(output), gender
    )


def test_text(tmp_path, lists):
    path = tmp_path / "lines.txt.gz"
    path.write_bytes(gzip.compress("\n".join(TEXTS).encode() + b"\n"))
    counts = label(path, tmp_path / "labels.txt", lists)
    assert (tmp_path / "labels.txt").read_text().split() == WANTED
    label(path, tmp_path / "fem.txt", lists, "fem")
    assert (tmp_path / "fem.txt").read_text(encoding="utf-8") == "She left.\nÉlan: she said\n"
    assert counts.to_json()["labels"] == {"fem": 2, "mix": 1, "msc": 1, "none": 2}
    assert counts.to_json()["table"] == {"Fem": 2, "Msc": 1, "Mix": 3}
    assert counts.to_json()["shares"]["Mix"] == 0.5
    assert Counts().to_json()["shares"]["Mix"] is None


def test_tsv(tmp_path, lists):
    path = tmp_path / "pairs.tsv"
    path.write_text(
        "id\tsource\n" + "".join(f"{n}\t{t}\n" for n, t in enumerate(TEXTS)), encoding="utf-8"
    )
    label(path, tmp_path / "out.tsv", lists, "msc")
    assert (tmp_path / "out.tsv").read_text() == "id\tsource\n1\tHe left.\n"
    label(path, tmp_path / "all.tsv", lists)
    rows = (tmp_path / "all.tsv").read_text(encoding="utf-8").splitlines()
    assert rows[0] == "id\tsource\tlabel"
    assert [row.split("\t")[2] for row in rows[1:]] == WANTED
    label(path, tmp_path / "labels.txt", lists, column="id")
    assert (tmp_path / "labels.txt").read_text().split() == ["none"] * 6
    with raises("column.missing"):
        label(path, tmp_path / "out.tsv", lists, column="English")


def test_tsv_without_a_header_and_with_a_short_line(tmp_path, lists):
    path = tmp_path / "pairs.tsv"
    path.write_text("He left.\tx\nShe left.\ty\n")
    label(path, tmp_path / "labels.txt", lists)
    assert (tmp_path / "labels.txt").read_text().split() == ["msc", "fem"]
    label(path, tmp_path / "labels.txt", lists, column="2")
    assert (tmp_path / "labels.txt").read_text().split() == ["none", "none"]
    path.write_text("He left.\tx\nShe left.\n")
    with raises("row.column-count", "1", "2") as caught:
        label(path, tmp_path / "labels.txt", lists)
    assert caught.value.line == 2


def test_parquet_keeps_its_columns(tmp_path, lists):
    path = tmp_path / "pairs.parquet"
    pq.write_table(pa.table({"id": range(6), "source": TEXTS, "target": ["x"] * 6}), path)
    label(path, tmp_path / "all.parquet", lists)
    table = pq.read_table(tmp_path / "all.parquet")
    assert table.column_names == ["id", "source", "target", "label"]
    assert table["label"].to_pylist() == WANTED
    label(path, tmp_path / "fem.parquet", lists, "fem")
    assert pq.read_table(tmp_path / "fem.parquet")["id"].to_pylist() == [0, 4]
    (tmp_path / "empty.txt").write_text("")
    label(tmp_path / "empty.txt", tmp_path / "empty.parquet", lists)
    assert pq.read_table(tmp_path / "empty.parquet").num_rows == 0


def test_processes_keep_the_order(tmp_path, lists, monkeypatch):
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(TEXTS * 40) + "\n", encoding="utf-8")
    monkeypatch.setattr(columns, "_BLOCK", 64)
    label(path, tmp_path / "labels.txt", lists, threads=2)
    assert (tmp_path / "labels.txt").read_text().split() == WANTED * 40


def test_a_line_break_within_a_sentence_is_told(tmp_path, lists):
    path = tmp_path / "pairs.parquet"
    pq.write_table(pa.table({"source": ["She\nleft.", "She\tleft."]}), path)
    for output in ("fem.txt", "fem.tsv"):
        with raises("text.line-break-or-tab"):
            label(path, tmp_path / output, lists, "fem")
        assert not (tmp_path / output).exists()
    label(path, tmp_path / "fem.parquet", lists, "fem")
    assert pq.read_table(tmp_path / "fem.parquet").num_rows == 2
    (tmp_path / "tabs.txt").write_text("She\tleft.\n")
    label(tmp_path / "tabs.txt", tmp_path / "fem.txt", lists, "fem")
    assert (tmp_path / "fem.txt").read_text() == "She\tleft.\n"
