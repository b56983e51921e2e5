import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.bias.mitigation import plan
from cdaflow.cli.bias_training import adjust

from ..errors import raises

SOURCES = ["She works .", "It rains .", "A pink house .", "He is old ."]
SCORES = [0.4, 0.1, 0.3, 0.2]
OTHERS = ["He works .", "It rains .", "A pink house .", "She is old ."]


def write(path, columns):
    columns = columns | {"bias_f": SCORES, "bias_m": [0.0] * 4, "bias_abs": SCORES}
    pq.write_table(pa.table(columns), path)
    return str(path)


@pytest.fixture
def pairs(tmp_path):
    made = {"counterfactual_source": OTHERS, "counterfactual_target": ["b1", "b2", "b3", "b4"]}
    # A pair without a counterfactual has empty columns.
    made = {name: [values[0], "", "", values[3]] for name, values in made.items()}
    return write(tmp_path / "p.parquet", {"source": SOURCES, "target": list("abcd"), **made})


@pytest.fixture
def inferences(tmp_path):
    columns = {"premise": SOURCES, "hypothesis": SOURCES[::-1], "label": ["neutral"] * 4}
    return write(tmp_path / "n.parquet", columns)


def adjusted(path, tmp_path, by, **options):
    output = str(tmp_path / "o.parquet")
    report = tmp_path / "r.json"
    adjust(path, by=by, output=output, report=report, **options)
    return pq.read_table(output).to_pylist(), json.loads(report.read_text())


def test_the_most_biased_are_left_out(pairs, tmp_path):
    rows, report = adjusted(pairs, tmp_path, "subtract", percentile=50)
    assert sorted(row["target"] for row in rows) == ["b", "d"]
    counts = {"examples": 4, "selected": 2, "dropped": 2, "added": 0, "written": 2}
    assert {name: report[name] for name in counts} == counts
    scores = sorted(pq.read_table(pairs)["bias_abs"].to_pylist())
    assert (report["largest"], report["largest_kept"]) == (scores[3], scores[1])


def test_swaps_of_the_most_biased_are_added_on_both_sides(pairs, tmp_path):
    rows, report = adjusted(pairs, tmp_path, "augment", percentile=50)
    texts = sorted((row["source"], row["target"]) for row in rows)
    assert texts == sorted([*zip(SOURCES, "abcd", strict=True), ("He works .", "b1")])
    assert (report["dropped"], report["added"]) == (0, 1)
    rows, report = adjusted(pairs, tmp_path, "augment", percentile=0)
    assert (report["added"], len(rows)) == (2, 6)


@pytest.mark.parametrize("kind", [pa.large_string(), pa.dictionary(pa.int32(), pa.string())])
def test_texts_may_be_columns_as_other_programs_write_them(pairs, tmp_path, kind):
    """pandas 3 writes large strings."""
    table = pq.read_table(pairs)
    types = [kind if pa.types.is_string(field.type) else field.type for field in table.schema]
    schema = pa.schema(list(zip(table.column_names, types, strict=True)))
    pq.write_table(table.cast(schema), pairs)
    rows, report = adjusted(pairs, tmp_path, "augment", percentile=0)
    assert (report["added"], len(rows)) == (2, 6)


def test_a_swap_of_all_persons_goes_before_that_of_one(tmp_path):
    columns = {
        "source": SOURCES,
        "target": list("abcd"),
        "counterfactual_source": OTHERS,
        "counterfactual_target": ["one"] * 4,
        "swapped_source": [OTHERS[0], "", "", ""],
        "swapped_target": ["all", "", "", ""],
    }
    path = write(tmp_path / "all.parquet", columns)
    rows, report = adjusted(path, tmp_path, "augment", percentile=0)
    assert sorted(row["target"] for row in rows) == ["a", "all", "b", "c", "d"]
    assert report["added"] == 1


def test_what_has_no_swap_is_left_out_where_both_are_combined(pairs, tmp_path):
    rows, report = adjusted(pairs, tmp_path, "combined", percentile=50)
    assert sorted(row["target"] for row in rows) == ["a", "b", "b1", "d"]
    assert (report["dropped"], report["added"]) == (1, 1)


@pytest.mark.parametrize("by", ["subtract", "augment", "combined"])
def test_controls_have_the_size(pairs, tmp_path, by):
    wanted = adjusted(pairs, tmp_path, by, percentile=50)[1]
    seen = set()
    for seed in range(8):
        options = {"percentile": 50, "criterion": "random", "seed": seed}
        rows, report = adjusted(pairs, tmp_path, by, **options)
        for name in ("dropped", "added", "written"):
            assert report[name] == wanted[name]
        seen.add(tuple(sorted(row["target"] for row in rows)))
    assert len(seen) > 1


def test_copies_are_no_swaps(pairs, tmp_path):
    rows, report = adjusted(pairs, tmp_path, "augment", percentile=50, copies=True)
    assert sorted(row["target"] for row in rows) == ["a", "a", "b", "c", "d"]
    assert report["added"] == 1
    with raises("option.copies-with-subtract"):
        adjusted(pairs, tmp_path, "subtract", copies=True)


def test_inferences_are_swapped_by_the_word_lists(inferences, tmp_path):
    rows, report = adjusted(inferences, tmp_path, "augment", percentile=50)
    assert report["added"] == 1  # the pink house has no gender on either side
    texts = [(row["premise"], row["hypothesis"]) for row in rows]
    assert ("He works .", "She is old .") in texts
    assert {row["label"] for row in rows} == {"neutral"}


def test_equal_seeds_equal_bytes(inferences, tmp_path):
    made = []
    for seed in (1, 1, 2):
        adjusted(inferences, tmp_path, "augment", percentile=0, seed=seed)
        made.append((tmp_path / "o.parquet").read_bytes())
    assert made[0] == made[1] != made[2]


def test_faults(pairs, tmp_path):
    table = pq.read_table(pairs)
    path = tmp_path / "bare.parquet"
    pq.write_table(table.drop_columns("counterfactual_target"), path)
    with raises("translations.unknown-of-swapped"):
        adjusted(str(path), tmp_path, "augment")
    pq.write_table(table.drop_columns("bias_abs"), path)
    with raises("column.missing", "'bias_abs'"):
        adjusted(str(path), tmp_path, "subtract")
    with raises("example.none-left"):
        adjusted(pairs, tmp_path, "subtract", percentile=0)
    with raises("share.out-of-range"):
        adjusted(pairs, tmp_path, "subtract", percentile=100)


def test_the_plan_of_a_control_keeps_how_many_have_a_swap():
    random = np.random.default_rng(5)
    for _ in range(50):
        absolute, chance = random.normal(size=(2, 30))
        has_swap = random.random(30) < 0.5
        dropped, added = plan(absolute, absolute, has_swap, "combined", 0.3, control=False)
        other = plan(absolute, chance, has_swap, "combined", 0.3, control=True)
        assert [len(rows) for rows in other] == [len(dropped), len(added)]
        assert len(dropped) + len(added) == 9
        assert has_swap[other[1]].all()
        assert not has_swap[other[0]].any()
