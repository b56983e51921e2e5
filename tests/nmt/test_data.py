from __future__ import annotations

import gzip
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard

from cdaflow.nmt.data import DataSet, parse_data_set, write_mixture
from cdaflow.nmt.links import has_links

from ..errors import raises

HUNDRED = [(f"s{n}", f"t{n}") for n in range(100)]


def written(tmp_path, sets, seed=1):
    source, target = tmp_path / "out.source", tmp_path / "out.target"
    counts = write_mixture(sets, source, target, seed=seed, what="training")
    lines = list(zip(source.read_text().splitlines(), target.read_text().splitlines(), strict=True))
    return counts, lines


def test_weights_repeat_and_sample(pairs, tmp_path):
    a = pairs("a.parquet", HUNDRED)
    b = pairs("b.parquet", [("x", "y")])
    counts, lines = written(tmp_path, [DataSet(a, 2.25), DataSet(b, 3)])
    assert counts == [225, 3]
    assert all(left[1:] == right[1:] for left, right in lines[:225])
    seen = Counter(left for left, _ in lines[:225])
    assert Counter(seen.values()) == {3: 25, 2: 75}
    assert lines[:100] == HUNDRED
    assert lines[225:] == [("x", "y")] * 3


def test_the_seed_decides_the_sample_and_other_sets_do_not(pairs, tmp_path):
    a, b = pairs("a.parquet", HUNDRED), pairs("b.parquet", HUNDRED[:7])
    _, one = written(tmp_path, [DataSet(a, 0.3), DataSet(b, 0.5)])
    _, again = written(tmp_path, [DataSet(a, 0.3)])
    _, other = written(tmp_path, [DataSet(a, 0.3)], seed=2)
    assert one[:30] == again
    assert set(other) != set(again)
    assert len(set(other)) == 30


def test_sampling_is_uniform(pairs, tmp_path):
    a = pairs("a.parquet", HUNDRED[:10])
    counts: Counter[str] = Counter()
    for seed in range(300):
        counts.update(left for left, _ in written(tmp_path, [DataSet(a, 0.3)], seed)[1])
    # 300 draws of 3 from 10: 90 each, standard deviation 7.9
    assert all(60 < counts[f"s{n}"] < 120 for n in range(10))


def test_blank_sides_are_left_out(pairs, tmp_path, capsys):
    a = pairs("a.parquet", [("a", "b"), ("", "c"), ("d", "  ")])
    assert written(tmp_path, [DataSet(a)]) == ([1], [("a", "b")])
    assert "2 pairs with an empty side" in capsys.readouterr().err


def test_nothing_left_is_an_error_and_no_file(pairs, tmp_path):
    a = pairs("a.parquet", [("", "")])
    with raises("dataset.no-pairs", "training"):
        written(tmp_path, [DataSet(a)])
    assert not list(tmp_path.glob("*out*"))


def test_an_empty_data_set_is_an_error_beside_others(pairs, tmp_path):
    full, empty = DataSet(pairs("full.parquet", HUNDRED)), pairs("empty.parquet", [])
    with raises("dataset.no-pairs", "empty.parquet", "training") as raised:
        written(tmp_path, [full, DataSet(empty, 2)])
    assert "a filter has dropped everything" in raised.value.hint
    with raises("dataset.no-pairs", "0.1)") as raised:
        written(tmp_path, [DataSet(pairs("few.parquet", HUNDRED[:3]), 0.1), full])
    assert "has 3 pairs: give a larger weight" in raised.value.hint
    assert not list(tmp_path.glob("*out*"))


def test_faulty_files(tmp_path, pairs):
    broken = pairs("broken.parquet", [("a\nb", "c")])
    with raises("text.not-one-line", "1"):
        written(tmp_path, [DataSet(broken)])
    numbers = tmp_path / "n.parquet"
    pq.write_table(pa.table({"source": [1], "target": ["x"]}), numbers)
    with raises("column.not-text", "source", "int64"):
        written(tmp_path, [DataSet(numbers)])
    short = tmp_path / "short.parquet"
    short.write_bytes(broken.read_bytes()[:-20])
    with raises("parquet.damaged", "short.parquet"):
        written(tmp_path, [DataSet(short, 0.5)])
    with raises("file.missing", "absent.parquet"):
        written(tmp_path, [DataSet(tmp_path / "absent.parquet", 0.5)])


def test_arguments(tmp_path):
    assert parse_data_set("a/b.parquet") == DataSet(Path("a/b.parquet"), 1.0)
    assert parse_data_set("a/b.parquet:0.5") == DataSet(Path("a/b.parquet"), 0.5)
    assert parse_data_set("C:x.parquet") == DataSet(Path("C:x.parquet"))
    for weight in ("0", "-1", "nan", "inf"):
        with raises("weight.out-of-range"):
            parse_data_set(f"a.parquet:{weight}")


def test_arguments_of_two_files_of_text(tmp_path):
    two = DataSet(Path("a.en"), target=Path("a.es.gz"))
    assert parse_data_set("a.en,a.es.gz") == two
    assert parse_data_set("a.en,a.es.gz:0.5") == replace(two, weight=0.5)
    assert str(two) == "a.en,a.es.gz"
    named = tmp_path / "a,b.tsv"
    named.write_text("")
    assert parse_data_set(str(named)) == DataSet(named)
    assert parse_data_set(f"{named}:2") == DataSet(named, 2)


def test_every_kind_of_pairs_is_the_same_text(pairs, tmp_path):
    tsv, plain = tmp_path / "a.tsv.gz", tmp_path / "plain.tsv"
    tsv.write_bytes(
        gzip.compress(
            "".join(["id\tsource\ttarget\n", *(f"7\t{a}\t{b}\n" for a, b in HUNDRED)]).encode()
        )
    )
    plain.write_text("".join(f"{a}\t{b}\n" for a, b in HUNDRED))
    sides = tmp_path / "a.en", tmp_path / "a.es.zst"
    sides[0].write_text("".join(f"{a}\n" for a, _ in HUNDRED))
    packed = zstandard.ZstdCompressor().compress("".join(f"{b}\n" for _, b in HUNDRED).encode())
    sides[1].write_bytes(packed)
    parquet = written(tmp_path, [DataSet(pairs("a.parquet", HUNDRED), 1.3)])
    assert parquet[0] == [130]
    for path, target in ((tsv, None), (plain, None), sides):
        assert written(tmp_path, [DataSet(path, 1.3, target)]) == parquet


def test_links_of_a_tsv_file(tmp_path):
    file = tmp_path / "a.tsv"
    file.write_text("source\ttarget\tlinks\na nurse\tuna enfermera\t2-7:4-13\n")
    assert has_links(file)
    file.write_text("source\ttarget\na\tb\n")
    assert not has_links(file)


def test_faulty_text(tmp_path):
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text("a\nb\n")
    other.write_text("c\n")
    with raises("corpus.line-counts"):
        written(tmp_path, [DataSet(one, target=other)])
    with raises("column.missing") as caught:
        written(tmp_path, [DataSet(one)])
    assert "two text files" in caught.value.hint
    with raises("file.missing"):
        written(tmp_path, [DataSet(one, target=tmp_path / "absent.txt")])
    empty = tmp_path / "empty.tsv"
    empty.write_text("source\ttarget\n")
    with raises("dataset.no-pairs", "empty.tsv", "training"):
        written(tmp_path, [DataSet(empty)])
