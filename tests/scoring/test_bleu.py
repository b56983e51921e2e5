import json
import math
import os

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main
from cdaflow.scoring.bleu import score_of_counts, score_testset
from cdaflow.scoring.report import ScoreOptions

from ..errors import raises

REFERENCE = "the cat sat on the mat\na dog ran\n"


@pytest.fixture
def files(tmp_path):
    def write(hypothesis, reference=REFERENCE):
        (tmp_path / "hypothesis").write_text(hypothesis)
        (tmp_path / "reference.es.txt").write_text(reference)
        return tmp_path / "hypothesis", tmp_path / "reference.es.txt"

    return write


def test_bleu_by_hand(files):
    # Words 8 of 9 in hypothesis and reference, n-gram matches: 1: 8/9, 2: 6/7, 3: 4/5, 4: 3/3;
    # ("a dog ran" -> "a dog fled": 2 of 3, 1 of 2, 0 of 1.) No brevity penalty.
    result = score_testset(
        *files("the cat sat on the mat\na dog fled\n"), "en", ScoreOptions(bootstrap=0)
    )
    expected = 100 * math.exp(sum(map(math.log, (8 / 9, 6 / 7, 4 / 5, 3 / 3))) / 4)
    bleu = result.scores["bleu"]
    assert bleu.value == pytest.approx(expected, abs=1e-9)
    assert bleu.low is bleu.high is None
    assert "tok:13a" in bleu.signature
    assert "nrefs:1" in bleu.signature
    assert (result.lines, result.testset) == (2, "reference")
    # Words of both sides, matches, n-grams of the translation.
    assert result.counts["bleu"] == [9, 9, 8, 6, 4, 3, 9, 7, 5, 3]
    assert score_of_counts("bleu", "en", result.counts["bleu"]) == bleu.value


def test_chrf_by_hand(tmp_path):
    # Characters of one word: "abc" against "abd", orders 1 to 3 (longer ones do not exist):
    # precision = recall = (2/3 + 1/2 + 0/1) / 3, and F of two equal values is that value.
    (tmp_path / "h").write_text("abc\n")
    (tmp_path / "r").write_text("abd\n")
    result = score_testset(tmp_path / "h", tmp_path / "r", "en", ScoreOptions(bootstrap=0))
    assert result.scores["chrf"].value == pytest.approx(100 * (2 / 3 + 1 / 2) / 3)
    # N-grams of the translation, of the reference, and matches, for n = 1, 2, 3, 4 to 6.
    assert result.counts["chrf"] == [3, 3, 2, 2, 2, 1, 1, 1, 0, *9 * [0]]
    assert score_of_counts("chrf", "en", result.counts["chrf"]) == result.scores["chrf"].value


def test_perfect_and_empty_output(files):
    same = "a sentence of five words\n" * 3
    perfect = score_testset(*files(same, same), "en", ScoreOptions(bootstrap=100))
    assert [perfect.scores["bleu"].value, perfect.scores["bleu"].low] == pytest.approx([100, 100])
    empty = score_testset(*files("\n\n"), "en", ScoreOptions(bootstrap=100))
    assert [empty.scores[m].value for m in ("bleu", "chrf")] == [0, 0]


def test_seed_fixes_the_interval(files, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", "77")
    hypothesis = "the cat sat on the mat\na dog fled\n" * 20
    pair = files(hypothesis, REFERENCE * 20)

    def interval(seed):
        score = score_testset(*pair, "en", ScoreOptions(bootstrap=100, seed=seed)).scores["bleu"]
        assert f"seed:{seed}" in score.signature
        assert score.low <= score.value <= score.high
        return score.low, score.high

    assert interval(1) == interval(1) != interval(2)
    assert os.environ["SACREBLEU_SEED"] == "77"


def test_parquet_reference_and_command(files, tmp_path, capsys):
    hypothesis, _ = files("the cat sat on the mat\na dog ran\n")
    reference = tmp_path / "test.parquet"
    pq.write_table(pa.table({"id": [1, 2], "target": REFERENCE.splitlines()}), reference)
    output = tmp_path / "out" / "bleu.json"
    status = main(
        f"score bleu {hypothesis} --reference {reference} --lang es "
        f"--system base --testset demo --chrf-plus --output {output}".split()
    )
    assert status == 0
    result = json.loads(output.read_text())
    assert {k: result[k] for k in ("metric", "system", "testset", "lines", "language")} == {
        "metric": "bleu",
        "system": "base",
        "testset": "demo",
        "lines": 2,
        "language": "es",
    }
    assert set(result["scores"]) == {"bleu", "chrf", "chrf++"}
    assert "100.0" in capsys.readouterr().out


def test_lower_cased_text(files, tmp_path, capsys):
    hypothesis, reference = files("THE CAT SAT ON THE MAT\nA DOG RAN\n")
    output = tmp_path / "bleu.json"
    command = f"score bleu {hypothesis} --reference {reference} --lang es --lowercase"
    assert main(f"{command} --output {output}".split()) == 0
    for score in json.loads(output.read_text())["scores"].values():
        assert score["value"] == pytest.approx(100)
        assert "|case:lc|" in score["signature"]


def test_faults(files, tmp_path):
    with raises("file.line-count", "1"):
        score_testset(*files("one line\n"), "en")
    with raises("file.empty"):
        score_testset(*files("", ""), "en")
    (tmp_path / "bad.parquet").write_text("no parquet")
    with raises("parquet.damaged"):
        score_testset(files("a\n")[0], tmp_path / "bad.parquet", "en")
    pq.write_table(pa.table({"source": ["a"]}), tmp_path / "half.parquet")
    with raises("column.missing"):
        score_testset(files("a\n")[0], tmp_path / "half.parquet", "en")


def test_several_test_sets_in_one_call(tmp_path, capsys):
    for name, text in (("h1", "a b c d e\n"), ("r1", "a b c d e\n"), ("h2", "x\n"), ("r2", "y\n")):
        (tmp_path / name).write_text(text)
    command = ["score", "bleu", "--lang", "es", "--system", "s"]
    for name in ("r1", "r2"):
        command += ["--reference", str(tmp_path / name)]
    hypotheses = [str(tmp_path / name) for name in ("h1", "h2")]
    output = tmp_path / "all.json"
    assert main([*command, *hypotheses, "--bootstrap", "100", "--output", str(output)]) == 0
    shown = capsys.readouterr().out
    assert [line for line in shown.split("\n") if line.startswith("bleu")] == [
        "bleu  es  s  r1  1 lines",
        "bleu  es  s  r2  1 lines",
    ]
    whole = json.loads(output.read_text())
    assert [r["testset"] for r in whole["testsets"]] == ["r1", "r2"]
    assert [r["scores"]["bleu"]["value"] for r in whole["testsets"]] == pytest.approx([100, 0])
    from cdaflow.tables.scores import read_scores

    assert [score.testset for score in read_scores("bleu", [output])] == ["r1", "r2"]
    assert main([*command, hypotheses[0]]) == 1
    assert "--reference is given 2 times for 1 translations" in capsys.readouterr().err


def test_empty_translations_are_named(files):
    result = score_testset(*files("the cat sat on the mat\n\n"), "en", ScoreOptions(bootstrap=0))
    assert result.warnings == [{"kind": "empty", "line": 2, "problem": "the translation is empty"}]
    assert result.warned == {"lines": 1, "of": 2, "kinds": {"empty": 1}}


@pytest.mark.parametrize("block", [1, 7, 250, 10_000])
def test_resamples_in_blocks_are_those_of_sacrebleu(monkeypatch, block):
    """A long test set is resampled block by block: all at once took 8 GB for 100,000 lines."""
    from cdaflow.statistics import sacre

    monkeypatch.setattr(sacre, "_BLOCK", block)
    indices = np.random.default_rng(5).choice(31, size=(40, 31), replace=True)
    expected = [np.bincount(row, minlength=31) for row in indices]
    assert (sacre.sample_counts(31, 40, 5) == expected).all()
    assert sacre.sample_counts(31, 0, 5).shape == (0, 31)
