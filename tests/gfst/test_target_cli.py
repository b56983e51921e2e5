"""`cdaflow gfst target` by hand, and on the pairs that the authors published."""

import gzip
import json
import os
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.cli import main
from cdaflow.io import columns as lines
from cdaflow.io.columns import read_aligned_pairs

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"

FEM = ["Lei è brava.", "Lui è bravo.", "Va bene.", ""]


@pytest.fixture
def pairs(tmp_path):
    table = pa.table({"id": [7, 8, 9, 10], "source": ["a\tb"] * 4, "target": FEM, "more": [1] * 4})
    pq.write_table(table, tmp_path / "pairs.parquet")
    return str(tmp_path / "pairs.parquet")


def run(*arguments):
    return main(["gfst", "target", *map(str, arguments)])


def test_parquet(pairs, tmp_path):
    out, rejected, report = (tmp_path / name for name in ("k.parquet", "r.tsv", "c.json"))
    options = ["--lang", "it", "--gender", "fem", "--analyser", "lexicon", "--output", out]
    assert run(pairs, *options, "--rejected", rejected, "--report", report) == 0
    kept = pq.read_table(out)
    assert kept.column_names == ["id", "source", "target", "more"]
    assert kept["id"].to_pylist() == [7]
    assert rejected.read_text(encoding="utf-8").splitlines() == [
        "id\treason\tword\tsource\ttarget",
        "8\tword-of-the-other-gender\tLui\ta b\tLui è bravo.",
        "9\tno-word-of-the-gender\t\ta b\tVa bene.",
        "10\tempty\t\ta b\t",
    ]
    counts = json.loads(report.read_text())
    assert counts["pairs"] == 4
    assert counts["kept"] == 1
    assert sum(counts["rejected"].values()) == 3
    assert counts["words"] == [["lui", 1]]
    first = out.read_bytes()
    assert run(pairs, *options, "--threads", 2) == 0
    assert out.read_bytes() == first


def test_lines_and_faults(tmp_path, pairs, capsys):
    source, target = tmp_path / "x.en", tmp_path / "x.it"
    source.write_text("a\nb\n")
    target.write_text("Lei\nLui\n")
    out = tmp_path / "kept.tsv"
    rest = ["--lang", "it", "--gender", "msc", "--analyser", "rules", "--output", out]
    files = ["--source-file", source, "--target-file", target]
    assert run(*files, *rest) == 0
    assert out.read_text() == "id\tsource\ttarget\n2\tb\tLui\n"
    assert run(pairs, *files, *rest) == 1
    assert run("--source-file", source, *rest) == 1
    with pytest.raises(SystemExit, match="2"):
        run(pairs, *rest, "--threads", 0)
    assert run(pairs, *rest, "--trees", "x.conllu") == 1
    assert run(pairs, *rest[:-1], pairs) == 1
    capsys.readouterr()
    target.write_text("Lei\nLui\nLei\n")
    assert run(*files, *rest) == 1
    assert "x.en:2: the two files are not aligned" in capsys.readouterr().err
    (tmp_path / "bad.tsv").write_text("id\ttarget\n1\tLei\n")
    assert run(tmp_path / "bad.tsv", *rest) == 1
    assert "[column.missing]" in capsys.readouterr().err


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(*[st.text("ab", max_size=5)] * 2), max_size=12), st.integers(1, 9))
def test_lines_of_two_files_go_together(tmp_path_factory, rows, block):
    folder = tmp_path_factory.getbasetemp()
    for place, name in enumerate(("left", "right")):
        (folder / name).write_text("".join(row[place] + "\n" for row in rows))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "_BLOCK", block)
        batches = list(read_aligned_pairs(str(folder / "left"), str(folder / "right")))
    found = [row for batch in batches for row in batch.to_pylist()]
    assert found == [
        {"id": number, "source": left, "target": right}
        for number, (left, right) in enumerate(rows, 1)
    ]


def test_trees(tmp_path, pairs):
    trees = tmp_path / "t.conllu"
    words = ["Lei è brava .", "Lui è bravo .", "Va bene ."]
    gender = {"brava": "Gender=Fem", "bravo": "Gender=Masc"}
    blocks = []
    for sentence in words:
        rows = [
            f"{n}\t{w}\t{w}\tADJ\t_\t{gender.get(w, '_')}\t{min(n - 1, 1)}\tdep\t_\t_\n"
            for n, w in enumerate(sentence.split(), 1)
        ]
        blocks.append("".join(rows))
    trees.write_text("\n".join([*blocks, "# text =\n"]) + "\n", encoding="utf-8")
    out = tmp_path / "k.parquet"
    options = ["--lang", "it", "--gender", "msc", "--analyser", "annotator", "--output", out]
    assert run(pairs, *options, "--trees", trees) == 0
    assert pq.read_table(out)["id"].to_pylist() == [8]
    assert run(pairs, *options) == 1


#: A woman, a man and nobody, by nouns of the word lists and pronouns.
SPOKEN_OF = {
    "de": ("Die Ärztin kam, und sie sang.", "Der Arzt kam, und er sang.", "Es regnet oft."),
    "he": ("היא רופאה טובה.", "הוא רופא טוב.", "אבל אולי."),
    "ru": ("Она учительница.", "Он учитель.", "Но почему."),
}


@pytest.mark.parametrize("language", SPOKEN_OF)
def test_the_look_up_of_every_language(tmp_path, language):
    """Tables of closed classes differ from language to language; the look-up reads them all."""
    table = pa.table({"id": [1, 2, 3], "source": ["a"] * 3, "target": SPOKEN_OF[language]})
    pq.write_table(table, tmp_path / "pairs.parquet")
    lists = WORDLISTS / f"professions.{language}.tsv"
    for gender, kept in (("fem", [1]), ("msc", [2])):
        out = tmp_path / "k.parquet"
        options = ["--lang", language, "--gender", gender, "--analyser", "lexicon"]
        assert run(tmp_path / "pairs.parquet", *options, "--word-list", lists, "-o", out) == 0
        assert pq.read_table(out)["id"].to_pylist() == kept


@pytest.mark.data
@pytest.mark.parametrize(
    ("language", "analyser", "own"),
    [("it", "lexicon", 0.85), ("he", "rules", 0.84), ("he", "letters", 1.0)],
)
def test_the_published_pairs(tmp_path, language, analyser, own):
    """The first 4,000 pairs of each gender: under the own gender, and under the other."""
    data = Path(os.environ["CDAFLOW_DATA"])
    extra = []
    if analyser == "lexicon":
        extra = ["--treebank", *sorted((data / "ud").glob(f"{language}_*"))]
    for name, gender in (("female", "fem"), ("male", "msc")):
        for side in ("en", language):
            path = data / "parallel" / f"gfst-news2017-{name}.en-{language}.{side}.gz"
            with gzip.open(path, "rb") as handle:
                (tmp_path / side).write_bytes(b"".join(islice(handle, 4000)))
        files = ["--source-file", tmp_path / "en", "--target-file", tmp_path / language]
        for asked in ("fem", "msc"):
            report = tmp_path / "report.json"
            options = ["--lang", language, "--gender", asked, "--analyser", analyser, *extra]
            assert run(*files, *options, "--output", tmp_path / "k.tsv", "--report", report) == 0
            counts = json.loads(report.read_text())
            share = counts["kept"] / counts["pairs"]
            assert share >= own if asked == gender else share <= 0.02
