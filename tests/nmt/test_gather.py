"""Shards of a translation put beside their text, and two decoders compared."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main
from cdaflow.nmt.comparison import Sample, check_agreement, compare_decoders, read_sample
from cdaflow.nmt.translate import gather_translations

from ..errors import raises


@pytest.fixture
def corpus(tmp_path):
    """Seven sentences of English with ids of their own and one more column."""
    path = tmp_path / "mono.parquet"
    table = {
        "id": pa.array(range(70, 77), pa.int64()),
        "text": [f"sentence {number}" for number in range(7)],
        "gender": ["fem", "msc"] * 3 + ["fem"],
    }
    pq.write_table(pa.table(table), path)
    return path


def write_shards(folder, lines, cuts):
    paths = []
    for number, (start, end) in enumerate(zip([0, *cuts], [*cuts, len(lines)], strict=True)):
        paths.append(folder / f"{number}.txt")
        paths[-1].write_text("".join(line + "\n" for line in lines[start:end]))
    return [str(path) for path in paths]


def test_pairs_of_text_and_translation(corpus, tmp_path):
    lines = ["frase 0", "", "frase 2", "frase 3", " ", "frase 5", "frase 6 "]
    output = tmp_path / "pairs.parquet"
    shards = write_shards(tmp_path, lines, [2, 4])
    assert gather_translations(shards, corpus, output) == (5, 2)
    table = pq.read_table(output)
    assert table.column_names == ["id", "source", "target", "gender"]
    assert table.column("id").to_pylist() == [70, 72, 73, 75, 76]
    assert table.to_pylist()[1] == {
        "id": 72, "source": "sentence 2", "target": "frase 2", "gender": "fem",
    }  # fmt: skip
    back = tmp_path / "back.parquet"
    command = ["nmt", "gather", *shards, "--corpus", str(corpus), "--output", str(back)]
    assert main([*command, "--translation", "source"]) == 0
    assert pq.read_table(back).to_pylist()[-1] == {
        "id": 76, "source": "frase 6", "target": "sentence 6", "gender": "fem",
    }  # fmt: skip


def test_shards_that_are_not_all(corpus, tmp_path):
    lines = [f"frase {number}" for number in range(7)]
    shards = write_shards(tmp_path, lines, [3, 5])
    output = tmp_path / "pairs.parquet"
    with raises("text.fewer-lines-than-rows", "5"):
        gather_translations(shards[:2], corpus, output)
    with raises("text.more-lines-than-rows"):
        gather_translations([*shards, shards[0]], corpus, output)
    assert not output.exists()
    with raises("output.replaces-input"):
        gather_translations(shards, corpus, corpus)
    with raises("column.missing"):
        gather_translations(shards, corpus, output, column="source")


class Fixed:
    """A decoder that knows its answers."""

    gpus = ()

    def __init__(self, answers):
        self.answers = answers

    def decode(self, model, options, work, wanted, log):
        lines = (work / "source").read_text().splitlines()
        assert len(lines) == wanted
        (work / "target").write_text("".join(self.answers[line] + "\n" for line in lines))


def test_two_decoders_compared(tmp_path, monkeypatch):
    monkeypatch.setattr("cdaflow.nmt.translate.check_model", lambda model: None)
    monkeypatch.setattr("cdaflow.nmt.translate._unread", lambda lines, segmenter: "")
    monkeypatch.setattr("cdaflow.nmt.translate.segmenters", lambda model: (None, None))
    from cdaflow.nmt.model import Model

    model = Model(tmp_path / "none", (tmp_path / "none",) * 2)
    words = ["one two three four five", "six seven eight nine ten"]
    first = Fixed({"a": words[0], "b": words[1]})
    second = Fixed({"a": words[0], "b": words[1] + " eleven"})
    sample = Sample(["a", "", "b"], [words[0], "", words[1]])
    report = compare_decoders(model, sample, {"x": first, "y": second})
    assert (report["lines"], report["identical"]) == (3, 2)
    assert report["decoders"]["x"]["bleu"] == pytest.approx(100)
    # 10 of 11 words, 8 of 9 bigrams, 6 of 7, 4 of 5; no brevity penalty.
    expected = 100 * (10 / 11 * 8 / 9 * 6 / 7 * 4 / 5) ** 0.25
    assert report["decoders"]["y"]["bleu"] == pytest.approx(expected)
    assert report["bleu_between"] == pytest.approx(expected)
    with raises("decoder.disagreement", "x", "y", "x 100.00"):
        check_agreement(report)
    alone = compare_decoders(model, Sample(["a"]), {"x": first, "y": second})
    assert alone["decoders"]["x"]["bleu"] is None
    check_agreement(alone)
    with raises("sample.empty"):
        compare_decoders(model, Sample([""]), {"x": first, "y": second})


def test_a_sample_and_its_references(corpus, tmp_path):
    references = tmp_path / "references.txt"
    references.write_text("r0\nr1\nr2\n")
    sample = read_sample(corpus, 3, column="text", reference=references)
    assert sample == Sample(["sentence 0", "sentence 1", "sentence 2"], ["r0", "r1", "r2"])
    with raises("sample.line-counts"):
        read_sample(corpus, 5, column="text", reference=references)
