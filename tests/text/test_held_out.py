"""No pair is trained on of which a side is a sentence of a development, test or challenge set."""

import csv

import pytest

from cdaflow.cli import main
from cdaflow.io.parquet import read_rows
from cdaflow.text.duplicates import comparable, read_held_out

from ..errors import raises

BUILD = ["text", "build", "--source-lang", "en", "--target-lang", "es"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name, rows):
    with open(name, "w", encoding="utf-8") as handle:
        handle.writelines("\t".join(row) + "\n" for row in rows)


def build(name, rows, *options):
    """Build NAME.parquet of rows; return its pairs and what was dropped."""
    write(f"{name}.tsv", rows)
    drops = ["--drops", f"{name}.drops.tsv"]
    arguments = ["--corpus", f"name={name},tsv={name}.tsv", "--output", f"{name}.parquet", *drops]
    assert main([*BUILD, *arguments, *options]) == 0
    return list(read_rows(f"{name}.parquet", ("source", "target"))), dropped(f"{name}.drops.tsv")


def dropped(path):
    with open(path, encoding="utf-8", newline="") as handle:
        (row,) = csv.DictReader(handle, delimiter="\t")
    return int(row["held_out_source"]), int(row["held_out_target"]), int(row["kept"])


TEST = [("She left.", "Se fue."), ("It's late!", "Es tarde.")]


def test_pairs_of_a_test_set_are_dropped_and_counted(folder):
    build("test", TEST)
    rows = [
        ("Come.", "Ven."),
        ("She left.", "Ella se fue."),  # a source of the test set
        ("He left.", "Se fue."),  # a target of it
        ("She left.", "Se fue."),  # both: counted once, by its source
        ("it 's late !", "Qué tarde es."),  # the same in Moses tokens
        ("Ven.", "She left."),  # the sides are not mixed
    ]
    pairs, counts = build("train", rows, "--held-out", "test.parquet")
    assert pairs == [rows[0], rows[5]]
    assert counts == (3, 1, 2)


@pytest.mark.parametrize(
    ("language", "text", "counts"),
    [
        ("es", ["Ven.", "SE FUE", "Es tarde."], (0, 2, 1)),
        ("en", ["Come.", "She left."], (1, 0, 1)),
    ],
)
def test_monolingual_text_is_left_without_them(folder, language, text, counts):
    """Translated back, a sentence of the test set would be a target that is trained on."""
    build("test", TEST)
    write("mono.txt", [(line,) for line in text])
    words = ["text", "mono", "--lang", language, "--corpus", "name=m,text=mono.txt"]
    words += ["--output", "mono.parquet", "--drops", "mono.tsv"]
    assert main([*words, "--held-out", "test.parquet"]) == 0
    assert list(read_rows("mono.parquet", ("text",))) == [(text[0],)]
    assert dropped("mono.tsv") == counts


def test_sets_in_each_format(folder):
    rows = [(f"Word {n}.", f"Palabra {n}.") for n in range(8)]
    write("mustshe.tsv", [("ID", "SRC", "REF"), ("1", rows[0][0], "Otra."), ("2", "x", rows[1][1])])
    write("winomt.txt", [("male", "1", rows[2][0], "word")])
    write("geneval.en", [(rows[3][0],)])
    write("geneval.es", [(rows[4][1],), ("",)])
    options = ["--held-out", "mustshe.tsv", "--held-out-challenge", "winomt.txt"]
    options += ["--held-out-source", "geneval.en", "--held-out-target", "geneval.es"]
    pairs, counts = build("train", rows, *options)
    assert pairs == rows[5:]
    assert counts == (3, 2, 3)


def test_the_same_file_under_train_and_test_is_an_error(folder, capsys):
    build("test", TEST)
    arguments = ["--corpus", "name=t,tsv=test.tsv", "--output", "t.parquet"]
    assert main([*BUILD, *arguments, "--held-out", "test.parquet"]) == 1
    message = capsys.readouterr().err
    assert "nothing remains of the corpus 't': 2 lines, dropped: 2 held_out_source" in message
    assert "a file is given in both places" in message


def test_what_is_held_out_of_the_training_text_shares_no_sentence_with_it(folder):
    """Ten translations for 40 English sentences: a quarter of them in each."""
    rows = [(f"Sentence {n}.", f"Frase {n % 10}.") for n in range(40)]
    rows += [(f"Sentence {n}.", f"Otra frase {n}.") for n in range(40)]
    build("full", rows)
    sample = ["text", "sample", "full.parquet", "--size", "2", "--by-source"]
    outputs = ["--output", "dev.parquet", "--rest", "train.parquet"]
    assert main([*sample, *outputs, "--apart", "--drops", "train.drops.tsv"]) == 0
    dev, train = (list(read_rows(f"{n}.parquet", ("source", "target"))) for n in ("dev", "train"))
    for side in (0, 1):
        assert {row[side] for row in dev}.isdisjoint(row[side] for row in train)
    source, target, kept = dropped("train.drops.tsv")
    assert (source, target, kept) == (0, 3, len(train))
    assert len(dev) + target + kept == len(rows)
    assert main([*sample, *outputs]) == 0
    assert len(list(read_rows("train.parquet", ("source",)))) == len(rows) - len(dev)


def test_what_is_compared():
    assert comparable("¿ Qu\u00e9 «eso» ?") == comparable("Que\u0301 eso") == "quéeso"
    assert comparable("...") == "..."
    assert comparable("Room 101") != comparable("Room 102")


def test_faults(folder):
    write("bad.tsv", [("english", "spanish"), ("a", "b")])
    with raises("held-out-pairs.no-columns"):
        read_held_out(["bad.tsv"])
    with raises("file.missing"):
        read_held_out([], ["absent.en"])
