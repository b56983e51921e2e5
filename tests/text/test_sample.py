import gzip

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.parquet import describe, export_columns, read_rows
from cdaflow.text.corpus import build_corpus
from cdaflow.text.sample import sample
from cdaflow.text.spec import parse_spec

from ..errors import raises


@pytest.fixture
def shard(tmp_path):
    for side in ("en", "es"):
        (tmp_path / f"x.{side}").write_text("".join(f"{side}{n}\n" for n in range(5000)))
    spec = parse_spec(f"name=x,source={tmp_path}/x.en,target={tmp_path}/x.es,weight=2")
    build_corpus([spec], ["en", "es"], tmp_path / "x.parquet")
    return tmp_path / "x.parquet"


def rows(path):
    return list(read_rows(path, ("id", "source", "target", "corpus")))


def test_sample_and_rest_part_the_file(shard, tmp_path):
    out, rest = tmp_path / "s.parquet", tmp_path / "r.parquet"
    assert sample(shard, 700, out, rest=rest) == (700, 9300)
    chosen, left = set(rows(out)), set(rows(rest))
    assert (len(chosen), len(left)) == (700, 9300)
    assert chosen | left == set(rows(shard))
    # Order stays, and each of ten strata of 1000 rows gives about 70: seven deviations.
    places = [row for row in rows(shard) if row in chosen]
    assert rows(out) == places
    strata = [
        sum(row in chosen for row in rows(shard)[n : n + 1000]) for n in range(0, 10000, 1000)
    ]
    assert all(abs(count - 70) < 56 for count in strata)
    assert describe(out).corpora == describe(shard).corpora


def test_samples_are_seeded_and_nested(shard, tmp_path):
    out = tmp_path / "s.parquet"
    taken = {}
    for key, size, seed in (("a", 100, 1), ("b", 100, 1), ("larger", 300, 1), ("other", 100, 2)):
        sample(shard, size, out, seed)
        taken[key] = {row[0] for row in rows(out)}
    assert taken["a"] == taken["b"]
    assert taken["a"] < taken["larger"]
    assert len(taken["a"] & taken["other"]) < 10


def test_whole_file_repeated_ids_and_faults(shard, tmp_path):
    out = tmp_path / "s.parquet"
    sample(shard, 10000, out)
    assert rows(out) == rows(shard)
    with raises("sample.larger-than-data", "10000"):
        sample(shard, 10001, out)
    with pytest.raises(ConfigError):
        sample(shard, 0, out)
    with raises("sample.same-output-file"):
        sample(shard, 10, out, rest=out)
    foreign = tmp_path / "f.parquet"
    pq.write_table(pa.table({"id": [7] * 50, "n": list(range(50))}), foreign)
    assert sample(foreign, 20, out, rest=tmp_path / "r.parquet") == (20, 30)
    numbers = [n for p in (out, tmp_path / "r.parquet") for (n,) in read_rows(p, ("n",))]
    assert sorted(numbers) == list(range(50))
    pq.write_table(pa.table({"id": ["a"]}), foreign)
    with raises("id-column.not-whole-numbers"):
        sample(foreign, 1, out)


def test_export_is_aligned_and_may_be_packed(shard, tmp_path):
    outputs = {"source": tmp_path / "o.en.gz", "target": tmp_path / "o.es"}
    assert export_columns(shard, outputs) == 10000
    source = gzip.decompress(outputs["source"].read_bytes()).decode().splitlines()
    target = outputs["target"].read_text().splitlines()
    assert list(zip(source, target, strict=True)) == [row[1:3] for row in rows(shard)]


@pytest.mark.parametrize("cell", ["a\nb", "", None, "a\r"])
def test_export_refuses_what_breaks_the_alignment(tmp_path, cell):
    path = tmp_path / "f.parquet"
    pq.write_table(pa.table({"id": [1, 2], "text": ["fine", cell]}), path)
    with pytest.raises(InputError, match="id 2" if cell is not None else "row 2, column text"):
        export_columns(path, {"text": tmp_path / "o.txt"})
    assert list(tmp_path.iterdir()) == [path]


def test_split_by_source_keeps_translations_together(tmp_path):
    """Sentences with 1 to 3 translations each: none may stand on both sides."""
    lines = [f"sentence {n}\ttranslation {n} {k}\n" for n in range(200) for k in range(1 + n % 3)]
    (tmp_path / "a.tsv").write_text("".join(lines))
    build_corpus([parse_spec(f"name=a,tsv={tmp_path}/a.tsv")], ["en", "es"], tmp_path / "a.parquet")
    taken, left = sample(
        tmp_path / "a.parquet", 50, tmp_path / "dev.parquet", 1, tmp_path / "train.parquet", True
    )
    assert 50 <= taken <= 52
    assert taken + left == len(lines)
    sides = [
        {row[0] for row in read_rows(tmp_path / name, ("source",))}
        for name in ("dev.parquet", "train.parquet")
    ]
    assert sides[0].isdisjoint(sides[1])
    assert len(sides[0] | sides[1]) == 200


def test_at_most(shard, tmp_path):
    out = tmp_path / "s.parquet"
    assert sample(shard, 20000, out, at_most=True) == (10000, 0)
    assert rows(out) == rows(shard)
    assert sample(shard, 9999, out, at_most=True) == (9999, 1)
    with raises("sample.larger-than-data", "20000"):
        sample(shard, 20000, out)
