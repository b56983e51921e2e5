"""The random sample: which pairs may be drawn, and how."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main
from cdaflow.counterfactual.selection.form import form_faults
from cdaflow.counterfactual.selection.limits import Form
from cdaflow.counterfactual.selection.sampling import select_random
from cdaflow.text.ids import draws

from ...errors import raises

#: A pair, and which filter drops it (by hand).
PAIRS = [
    ("It rains.", "Llueve hoy.", None),
    ("it rains.", "Llueve hoy.", "wellformed"),
    ("It rains", "Llueve hoy.", "wellformed"),
    ("Élan is a word!", "Élan es una palabra.", None),
    ("élan is a word!", "Élan es una palabra.", "wellformed"),
    ("He said «no»", "Dijo «no»", None),
    ("He said no €", "Dijo que no", "wellformed"),
    ("A b c d.", "A.", "ratio"),
    ("A b c.", "A.", None),
    ("One two.", "", "ratio"),
    ("A" + " b" * 99 + ".", "A" + " b" * 99 + ".", None),
    ("A" + " b" * 100 + ".", "A" + " b" * 99 + ".", "length"),
    ("  ", "Un.", "ratio"),
    ("Two\u00a0words.", "Dos palabras.", None),
]


@pytest.fixture
def corpus(tmp_path):
    """A file of 2,000 pairs, and the ids of those that have the form."""
    ids = [5 * n + 3 for n in range(2000)]
    rows = [PAIRS[n % len(PAIRS)] for n in range(2000)]
    table = pa.table(
        {
            "id": pa.array(ids, pa.int64()),
            "source": [row[0] for row in rows],
            "target": [row[1] for row in rows],
            "corpus": ["x"] * 2000,
        }
    )
    path = tmp_path / "c.parquet"
    pq.write_table(table, path, row_group_size=300)
    return str(path), [id_ for id_, row in zip(ids, rows, strict=True) if row[2] is None]


@pytest.mark.parametrize(("source", "target", "filter_"), PAIRS)
def test_each_filter(source, target, filter_):
    [fault] = form_faults(Form(), pa.array([source]), pa.array([target])).named()
    assert (fault and fault[0]) == filter_


def test_the_sample_is_the_smallest_draws_of_what_passes(corpus, tmp_path):
    path, passing = corpus
    output = str(tmp_path / "o.parquet")
    counts = select_random([path], [output], 100, seed=7)
    drawn = pq.read_table(output)
    lots = draws(np.array(passing, dtype=np.uint64), 7)
    expected = sorted(np.array(passing)[np.argsort(lots)[:100]].tolist())
    assert drawn["id"].to_pylist() == expected
    assert drawn.schema.names == ["id", "source", "target", "corpus"]
    assert (counts.pairs, counts.passed, counts.taken) == (2000, len(passing), 100)
    by_hand = {
        name: sum(PAIRS[n % len(PAIRS)][2] == name for n in range(2000)) for name in counts.dropped
    }
    assert counts.dropped == by_hand


def test_seeds_sizes_and_the_whole(corpus, tmp_path):
    path, passing = corpus

    def sample(size, seed):
        output = str(tmp_path / f"{size}-{seed}.parquet")
        select_random([path], [output], size, seed)
        return pq.read_table(output)["id"].to_pylist()

    assert set(sample(50, 1)) < set(sample(200, 1))
    assert sample(200, 1) != sample(200, 2)
    assert sample(len(passing), 1) == passing
    with raises("sample.too-few-pairs", str(len(passing))):
        sample(len(passing) + 1, 1)
    with raises("sample.size-out-of-range", "0"):
        sample(0, 1)


def test_pairs_with_gendered_pronouns_can_be_left_out(tmp_path):
    english = ["He came.", "Then she left.", "It is HERS.", "The cat came.", "Sheets are here."]
    table = pa.table({"id": pa.array(range(5), pa.int64()), "source": english, "target": english})
    pq.write_table(table, tmp_path / "c.parquet")
    files = [str(tmp_path / "c.parquet")], [str(tmp_path / "o.parquet")]
    counts = select_random(*files, 2, pronouns=False)
    assert pq.read_table(files[1][0])["source"].to_pylist() == english[3:]
    assert counts.dropped["pronouns"] == 3
    with raises("sample.too-few-pairs", "2"):
        select_random(*files, 3, pronouns=False)


def test_repeated_ids_do_not_make_the_sample_larger(tmp_path):
    table = pa.table(
        {"id": pa.array([4] * 9, pa.int64()), "source": ["It is."] * 9, "target": ["Es."] * 9}
    )
    pq.write_table(table, tmp_path / "c.parquet")
    select_random([str(tmp_path / "c.parquet")], [str(tmp_path / "o.parquet")], 4)
    assert pq.read_metadata(tmp_path / "o.parquet").num_rows == 4


def test_command_on_plain_text(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pairs = [(f"Line {n}.", f"Línea {n}.") for n in range(20)] + [("bad", "malo")] * 5
    for side, name in enumerate(("a.en", "a.es")):
        text = "".join(pair[side] + "\n" for pair in pairs)
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = ["select", "random", "a.en", "a.es", "--size", "6", "--seed", "3"]
    assert main([*command, "--output", "o.en", "o.es", "--report", "r.json"]) == 0
    english = (tmp_path / "o.en").read_text().splitlines()
    spanish = (tmp_path / "o.es").read_text().splitlines()
    assert len(english) == 6
    assert set(zip(english, spanish, strict=True)) <= set(pairs[:20])
    report = json.loads((tmp_path / "r.json").read_text())
    assert (report["passed"], report["taken"], report["dropped"]["wellformed"]) == (20, 6, 5)
    assert "sampled                  6  (of 20)" in capsys.readouterr().err
    assert main([*command, "--output", "o.tsv", "--no-capital", "--no-punctuation"]) == 0
    assert main(["select", "random", "a.en", "a.es", "--size", "99", "--output", "p.tsv"]) == 1
    assert "only 20 have the form" in capsys.readouterr().err
    assert not (tmp_path / "p.tsv").exists()
