"""Feminine and masculine pairs in equal number."""

import json
from collections import Counter

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main
from cdaflow.gfst.balance import balance

from ..errors import raises


def written(path, count, first):
    ids = list(range(first, first + count))
    sides = {side: [f"{side} {number}" for number in ids] for side in ("source", "target")}
    pq.write_table(pa.table({"id": ids, "corpus": ["x"] * count, **sides}), path)
    return [str(path)]


@pytest.fixture
def files(tmp_path):
    """30 feminine pairs, from id 0; 100 masculine ones, from id 1000."""
    return written(tmp_path / "fem.parquet", 30, 0), written(tmp_path / "msc.parquet", 100, 1000)


def taken(path):
    return pq.read_table(path).to_pylist()


def made(files, tmp_path, **options):
    output = tmp_path / "out.parquet"
    report = balance(*files, [str(output)], **options)
    return report, taken(output)


def test_the_larger_gender_is_sampled_down(files, tmp_path):
    report, rows = made(files, tmp_path)
    assert list(rows[0]) == ["id", "source", "target", "gender"]
    assert Counter(row["gender"] for row in rows) == {"Fem": 30, "Masc": 30}
    assert {row["id"] for row in rows if row["gender"] == "Fem"} == set(range(30))
    assert len({row["id"] for row in rows if 1000 <= row["id"] < 1100}) == 30
    assert all(row["target"] == f"target {row['id']}" for row in rows)
    assert report["pairs"] == 60
    assert report["genders"]["msc"] == {"pairs": 100, "taken": 30}


def test_the_order_mixes_both(files, tmp_path):
    """Feminine pairs would all be in the first half; of 30 about 15 are, give or take 3.9."""
    _, rows = made(files, tmp_path)
    assert 3 < sum(row["gender"] == "Fem" for row in rows[:30]) < 27
    masculine = [row["id"] for row in rows if row["gender"] == "Masc"]
    assert masculine != sorted(masculine)


def test_the_seed_decides(files, tmp_path):
    one, again, other = (made(files, tmp_path, seed=seed)[1] for seed in (1, 1, 2))
    assert one == again
    assert {row["id"] for row in one} != {row["id"] for row in other}


def test_one_gender_has_as_many_as_in_both(files, tmp_path):
    """Section 6.2: each single-gender set is as large as its half of the balanced one."""
    both = made(files, tmp_path)[1]
    for genders, label in (("fem", "Fem"), ("msc", "Masc")):
        report, rows = made(files, tmp_path, genders=genders)
        assert {row["id"] for row in rows} == {r["id"] for r in both if r["gender"] == label}
        assert sum(count["taken"] for count in report["genders"].values()) == 30


def test_smaller_sets_lie_inside_larger_ones(files, tmp_path):
    small, large = (made(files, tmp_path, maximum=number)[1] for number in (5, 12))
    assert (len(small), len(large)) == (10, 24)
    assert {row["id"] for row in small} < {row["id"] for row in large}
    assert len(made(files, tmp_path, maximum=1000)[1]) == 60


@pytest.mark.parametrize(
    ("genders", "size", "expected"),
    [
        ("both", 20, {"Fem": 10, "Masc": 10}),
        ("both", 21, {"Fem": 11, "Masc": 10}),
        ("both", 1, {"Fem": 1}),
        ("msc", 77, {"Masc": 77}),
    ],
)
def test_a_given_size(files, tmp_path, genders, size, expected):
    _, rows = made(files, tmp_path, genders=genders, size=size)
    assert Counter(row["gender"] for row in rows) == expected


def test_what_cannot_be(files, tmp_path):
    empty = written(tmp_path / "empty.parquet", 0, 0)
    output = [str(tmp_path / "out.parquet")]
    with raises("pair.none-of-gender", "empty.parquet"):
        balance(files[0], empty, output)
    with raises("pair.too-few-for-size", "31 fem", "62", "fem.parquet", "30"):
        balance(*files, output, size=62)
    # A set of one gender needs twice as many pairs of it as the set of both whose size it has.
    with raises("pair.too-few-for-size", "31 fem", "30", "15"):
        balance(*files, output, size=31, genders="fem")
    with raises("set-size.out-of-range", "0"):
        balance(*files, output, size=0)
    with raises("output.replaces-input"):
        balance(*files, files[0])
    assert not (tmp_path / "out.parquet").exists()


def test_by_hand(tmp_path, files, capsys):
    """Other kinds of files; the size of another data set."""
    like = written(tmp_path / "like.parquet", 8, 0)
    (tmp_path / "f.en").write_text("She left.\n" * 9)
    (tmp_path / "f.es").write_text("Ella se fue.\n" * 9)
    report = tmp_path / "report.json"
    command = ["gfst", "balance", "--fem", str(tmp_path / "f.en"), str(tmp_path / "f.es")]
    command += ["--msc", *files[1], "--size-of", *like, "--report", str(report)]
    assert main([*command, "--output", str(tmp_path / "out.tsv")]) == 0
    lines = (tmp_path / "out.tsv").read_text().splitlines()
    assert lines[0] == "id\tsource\ttarget\tgender"
    assert sum("Ella se fue.\tFem" in line for line in lines) == 4
    assert json.loads(report.read_text())["pairs"] == 8
    assert "8 pairs: 4 of 9 fem, 4 of 100 msc" in capsys.readouterr().err
    assert main([*command, "--output", *files[1]]) == 1


def pairs_about(path, pronoun, count):
    sources = [f"I saw that {pronoun} was at home in {n}." for n in range(count)]
    columns = {"id": list(range(count)), "source": sources, "target": ["x"] * count}
    pq.write_table(pa.table(columns), path)
    return [str(path)]


def test_genders_that_are_exchanged(tmp_path):
    she = pairs_about(tmp_path / "she.parquet", "she", 30)
    he = pairs_about(tmp_path / "he.parquet", "he", 30)
    report, _ = made((she, he), tmp_path)
    assert report["pairs"] == 60
    with raises("pair.other-gender", "30") as caught:
        made((he, she), tmp_path)
    assert "swapped" in str(caught.value)
