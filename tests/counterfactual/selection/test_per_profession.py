"""At most so many of each profession, sampled independently of one another."""

import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.counterfactual.selection.sampling import ProfessionSampler, select_professions
from cdaflow.errors import ConfigError

from ...errors import raises


def rows(count, seed=0):
    rng = random.Random(seed)
    return [(number, rng.choice("abcde")) for number in range(1, count + 1)]


def drawn(pairs, size, seed=1):
    sampler = ProfessionSampler(size, seed)
    for number, profession in pairs:
        sampler.add([number], [profession])
    return sampler.sampled()


def test_as_many_as_wanted_of_each():
    pairs = rows(300)
    taken = drawn(pairs, 7)
    for profession in "abcde":
        assert sum(p == profession and n in taken for n, p in pairs) == 7
    assert drawn(pairs, 0) is None
    assert drawn(pairs[:20], 100) == {number for number, _ in pairs[:20]}
    with pytest.raises(ConfigError):
        ProfessionSampler(-1, 1)


def test_the_choice_does_not_depend_on_others_or_on_the_order():
    pairs = rows(300)
    of_a = [pair for pair in pairs if pair[1] == "a"]
    taken = drawn(pairs, 7)
    assert drawn(of_a, 7) == {number for number, profession in pairs if profession == "a"} & taken
    assert drawn(pairs[::-1], 7) == taken
    assert drawn(pairs, 4) < taken
    assert drawn(pairs, 7, seed=2) != taken


def test_files_keep_their_order_and_columns(tmp_path):
    pairs = rows(100)
    table = pa.table(
        {
            "id": [number for number, _ in pairs],
            "source": [f"s{number}" for number, _ in pairs],
            "target": ["t"] * len(pairs),
            "profession": [profession for _, profession in pairs],
            "more": ["x"] * len(pairs),
        }
    )
    given, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(table, given)
    assert select_professions([str(given)], [str(out)], 3, 1) == (100, 15)
    kept = pq.read_table(out)
    ids = kept.column("id").to_pylist()
    assert ids == sorted(ids)
    assert kept.schema.names == table.schema.names
    plain = tmp_path / "in.tsv"
    lines = ["source\ttarget\tprofession", *(f"s{n}\tt\t{p}" for n, p in pairs)]
    plain.write_text("\n".join(lines) + "\n")
    assert select_professions([str(plain)], [str(tmp_path / "out.tsv")], 3, 1) == (100, 15)
    header, *kept = (tmp_path / "out.tsv").read_text().splitlines()
    assert (header, len(kept)) == ("id\tsource\ttarget\tprofession", 15)
    (tmp_path / "bare.tsv").write_text("source\ttarget\na\tb\n")
    with raises("column.missing", "profession"):
        select_professions([str(tmp_path / "bare.tsv")], [str(out)], 3, 1)
