"""The commands of bias on files: what they write, and what they refuse."""

from __future__ import annotations

import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.bias.examples import WORD_COLUMNS
from cdaflow.cli import main
from cdaflow.embeddings.vectors import write_vectors

from .conftest import toy_vectors


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with the toy encoder and its direction, which is the working folder."""
    monkeypatch.chdir(tmp_path)
    write_vectors("toy.txt", toy_vectors())
    pairs = "feminine\tmasculine\nshe\the\nwoman\tman\nher\this\n"
    (tmp_path / "pairs.tsv").write_text(pairs)
    assert main(["bias", "direction", "--encoder", "toy.txt", "--pairs", "pairs.tsv",
                 "-o", "g.npz"]) == 0  # fmt: skip
    return tmp_path


def run(*words):
    """Run a command of bias with the toy encoder and its direction."""
    return main(["bias", *words, "--encoder", "toy.txt", "--direction", "g.npz"])


def rows(path):
    header, *lines = path.read_text().splitlines()
    return [dict(zip(header.split("\t"), line.split("\t"), strict=True)) for line in lines]


def test_lines(files, capsys):
    (files / "in.txt").write_text("She is a pink nurse.\n\nThe engineer works.\n")
    assert run("score", "in.txt", "-o", "out.tsv", "--by-word", "words.tsv",
               "--report", "r.json") == 0  # fmt: skip
    assert "3 sentences, mean F" in capsys.readouterr().err
    first, empty, last = rows(files / "out.tsv")
    assert first["text"] == "She is a pink nurse."
    assert "nurse:+" in first["top_words"]
    assert (empty["bias_abs"], empty["top_words"]) == ("0.0", "")
    assert float(last["bias_m"]) < 0
    assert float(first["bias_abs"]) == pytest.approx(
        float(first["bias_f"]) - float(first["bias_m"]), abs=2e-6
    )
    words = rows(files / "words.tsv")
    assert tuple(words[0]) == WORD_COLUMNS
    first_words = [word["word"] for word in words if word["example"] == "1"]
    assert " ".join(first_words) == "She is a pink nurse ."
    assert words[0]["reason"] == "gendered"
    assert words[0]["bias"] == "0.000000"
    for number in ("1", "3"):
        of = [word for word in words if word["example"] == number]
        assert sum(float(word["importance"]) for word in of) == pytest.approx(1, abs=1e-5)
    report = json.loads((files / "r.json").read_text())
    assert report["metric"] == "bias_score"
    assert report["encoder"]["name"] == "toy.txt"
    assert report["words"]["gendered"] == 1
    # Scores are replaced, not added, when a file is scored again.
    assert run("score", "out.tsv", "-o", "again.tsv", "--skip-closed") == 0
    assert list(rows(files / "again.tsv")[0]) == list(first)


def test_standard_input(files, monkeypatch):
    (files / "in.txt").write_text("She is a nurse.\n")
    assert run("score", "in.txt", "-o", "out.tsv", "--neutralise", "someone") == 0
    assert rows(files / "out.tsv")[0]["text"] == "She is a nurse."
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run("score", "-", "-o", "x.tsv", "--min-count", "2") == 1


def test_of_two_sentences_the_larger_counts(files):
    (files / "nli.tsv").write_text(
        "premise\thypothesis\tlabel\nThe pink nurse works.\tSomeone is old.\tneutral\n"
    )
    (files / "one.txt").write_text("The pink nurse works.\nSomeone is old.\n")
    assert run("score", "nli.tsv", "-o", "nli.parquet") == run("score", "one.txt", "-o", "one.tsv")
    found = pq.read_table("nli.parquet").to_pylist()[0]
    both = rows(files / "one.tsv")
    assert found["bias_abs"] == max(float(one["bias_abs"]) for one in both)
    assert found["label"] == "neutral"
    record = {"sentence1": "The nurse works.", "sentence2": "He is old.", "gold_label": "neutral"}
    lines = [record, record | {"gold_label": "-"}]  # SNLI's own file: no label, no example
    (files / "snli.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run("score", "snli.jsonl", "-o", "snli.tsv", "--by-word", "w.tsv") == 0
    assert [row["premise"] for row in rows(files / "snli.tsv")] == ["The nurse works."]
    assert {row["column"] for row in rows(files / "w.tsv")} == {"premise", "hypothesis"}
    # What is scored is what `adjust` takes.
    assert main(["bias", "adjust", "snli.tsv", "--by", "augment", "--percentile", "0",
                 "-o", "aug.tsv"]) == 0  # fmt: skip
    hypotheses = {row["hypothesis"] for row in rows(files / "aug.tsv")}
    assert hypotheses == {"He is old.", "She is old."}


def test_pairs_keep_their_columns(files):
    table = pa.table({"id": [7], "source": ["The nurse works."], "target": ["La enfermera."]})
    pq.write_table(table, "p.parquet")
    assert run("score", "p.parquet", "-o", "q.parquet", "--min-count", "2") == 0
    (found,) = pq.read_table("q.parquet").to_pylist()
    assert (found["id"], found["target"]) == (7, "La enfermera.")
    assert found["bias_abs"] == 0  # all words are rare
    assert run("score", "p.parquet", "-o", "q.parquet", "--more-gendered", "l.txt") == 1
    (files / "l.txt").write_text("nurse\n")
    assert run("score", "p.parquet", "-o", "q.tsv", "--more-gendered", "l.txt") == 0
    assert "nurse" not in rows(files / "q.tsv")[0]["top_words"]


def test_explain_validity_and_seat(files, capsys):
    assert run("explain", "She is a pink nurse.", "The engineer works.", "-o", "f.svg") == 0
    assert "nurse:+" in capsys.readouterr().err
    assert "Importance of words and their bias, toy.txt" in (files / "f.svg").read_text()
    names = ["nurse", "engineer", *(f"x{i}" for i in range(8))]
    shares = "".join(f"{name}\t{0.9 - i / 10:.1f}\n" for i, name in enumerate(names))
    (files / "shares.tsv").write_text(f"profession\tfeminine_share\n{shares}")
    assert run("validity", "--shares", "shares.tsv", "--bootstrap", "100", "--system", "base",
               "--training", "3", "-o", "v.json") == 0  # fmt: skip
    found = json.loads((files / "v.json").read_text())
    assert (found["metric"], found["system"], found["training"]) == ("bias_validity", "base", 3)
    assert found["shares"]["nurse"] == 0.9
    assert "10 professions, Spearman: neutral none" in capsys.readouterr().err
    (files / "t.jsonl").write_text(json.dumps({
        "targ1": {"category": "f", "examples": ["nurse", "pink"]},
        "targ2": {"category": "m", "examples": ["engineer", "old"]},
        "attr1": {"category": "F", "examples": ["she", "her"]},
        "attr2": {"category": "M", "examples": ["he", "zzz qqq"]},
    }))  # fmt: skip
    seat = ["bias", "seat", "--encoder", "toy.txt", "--tests", "t.jsonl", "-o", "s.json"]
    assert main([*seat, "--professions", "0"]) == 0
    found = json.loads((files / "s.json").read_text())
    assert found["tests"]["t"]["effect_size"] > 0
    assert found["tests"]["t"]["concepts"][3]["left_out"] == ["zzz qqq"]
    assert main(["bias", "seat", "--encoder", "toy.txt", "--professions", "0", "-o", "s"]) == 1
    assert "[association-test.missing]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["score", "in.txt", "-o", "out.txt"], "scores.text-has-no-columns"),
        (["score", "in.txt", "-o", "in.txt"], "output.overwrites-own-file"),
        (["score", "in.txt", "-o", "o.tsv", "--neutralise", "mask"], "encoder.no-mask"),
        (["score", "in.txt", "-o", "o.tsv", "--pooling", "mean"], "encoder.not-max-pooling"),
        (["score", "x.tsv", "-o", "o.tsv", "--column", "english"], "column.missing"),
        (["explain", "", "-o", "f.svg"], "figure.no-word"),
        (["explain", "She works.", "-o", "f.doc"], "figure.unknown-format"),
    ],
)
def test_what_is_refused(files, capsys, words, said):
    (files / "in.txt").write_text("She works.\n")
    (files / "x.tsv").write_text("source\ttarget\na\tb\n")
    assert run(*words) == 1
    assert f"[{said}]" in capsys.readouterr().err


def test_directions_that_are_refused(files, capsys):
    assert main(["bias", "direction", "--encoder", "toy.txt", "--sentences", "pairs.tsv",
                 "--pairs", "pairs.tsv", "-o", "h.npz"]) == 1  # fmt: skip
    assert "[direction.pairs-and-sentences]" in capsys.readouterr().err
    (files / "s.txt").write_text("She works.\nIt rains.\n")
    assert main(["bias", "direction", "--encoder", "toy.txt", "--sentences", "s.txt",
                 "-o", "h.npz"]) == 1  # fmt: skip
    assert "1 sentences have gendered words" in capsys.readouterr().err
    assert not (files / "h.npz").exists()


def test_the_direction_of_sentences(files, capsys):
    nouns = ["nurse", "engineer", "pink nurse", "old engineer", "old nurse"]
    lines = [f"{who} {verb} {the} {noun}." for who in ("She", "He") for verb in ("is", "works")
             for the in ("a", "the") for noun in nouns]  # fmt: skip
    (files / "s.txt").write_text("\n".join(lines) + "\n")
    assert main(["bias", "direction", "--encoder", "toy.txt", "--sentences", "s.txt",
                 "--size", "50", "-o", "h.npz"]) == 0  # fmt: skip
    assert "cosine of repeats" in capsys.readouterr().err
    (files / "in.txt").write_text("The nurse works.\n")
    assert main(["bias", "score", "in.txt", "--encoder", "toy.txt", "--direction", "h.npz",
                 "-o", "o.tsv"]) == 0  # fmt: skip
    found = np.load("h.npz")["vector"]
    assert np.linalg.norm(found) == pytest.approx(1)
