import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.bias.selection import consistency, drop_biased, most_biased, stated_gender
from cdaflow.cli import main
from cdaflow.wordlists import find_wordlist
from cdaflow.wordlists.english_lists import read_gendered_nouns, read_gendered_pronouns

from ..errors import raises


@pytest.fixture(scope="module")
def lists():
    return (
        read_gendered_pronouns(find_wordlist("pronouns.en.tsv")),
        read_gendered_nouns(find_wordlist("gendered.en.tsv")),
    )


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("She works .", 1),
        ("The man sleeps .", -1),
        ("Mrs Miller and her dog", 1),
        ("He saw her .", 0),
        ("The nurse works .", 0),
        # Said of women too: the masculine states nothing, the feminine does.
        ("The actor works .", 0),
        ("The actress works .", 1),
        ("", 0),
    ],
)
def test_the_gender_that_a_sentence_states(lists, text, gender):
    assert stated_gender(text, *lists) == gender


def test_consistency_is_bias_to_the_side_that_is_stated():
    found = consistency(np.array([0.3, 0.3, 0.1]), np.array([-0.1, -0.1, -0.5]), [1, -1, -1])
    assert found == pytest.approx([0.2, -0.2, 0.4])


def test_the_number_is_exact_and_ties_go_to_the_first():
    values = np.array([1.0, 3, 3, 2, 3])
    assert most_biased(values, 0.4).tolist() == [1, 2]
    assert most_biased(values, 0.5).tolist() == [1, 2, 4]  # 2.5 is rounded to 3
    assert most_biased(values, 0.01).tolist() == []
    # A smaller share lies inside a larger one.
    numbers = np.random.default_rng(1).normal(size=101)
    smaller, larger = (set(most_biased(numbers, share).tolist()) for share in (0.03, 0.1))
    assert smaller < larger
    assert min(numbers[list(larger)]) > max(np.delete(numbers, list(larger)))


ROWS = [
    (1, "She is a nurse .", 0.4, -0.1),
    (2, "He is a nurse .", 0.4, -0.1),
    (3, "He is old .", 0.0, -0.2),
    (4, "It rains .", 0.1, 0.0),
]


@pytest.fixture
def scored(tmp_path):
    ids, texts, f, m = zip(*ROWS, strict=True)
    absolute = [one - other for one, other in zip(f, m, strict=True)]
    path = tmp_path / "scored.parquet"
    names = ["id", "source", "target", "bias_f", "bias_m", "bias_abs"]
    table = pa.table([ids, texts, ["x"] * 4, f, m, absolute], names)
    pq.write_table(table, path)
    return str(path)


@pytest.mark.parametrize(("criterion", "left"), [("absolute", [3, 4]), ("consistent", [2, 4])])
def test_the_most_biased_are_left_out(scored, tmp_path, lists, criterion, left):
    output = str(tmp_path / "left.parquet")
    found = drop_biased([scored], [output], criterion, 0.5, 1, lists)
    assert pq.read_table(output)["id"].to_pylist() == left
    assert (found.pairs, found.dropped) == (4, 2)
    assert found.mean_before == pytest.approx(1.3 / 4)


def test_the_command_leaves_out_the_same(scored, tmp_path):
    output = tmp_path / "left.tsv"
    words = ["dataset", "bias", "--scores", scored, "--criterion", "consistent", "--drop", "50"]
    assert main([*words, "--output", str(output)]) == 0
    assert [line.split("\t")[0] for line in output.read_text().splitlines()[1:]] == ["2", "4"]


def test_the_control_has_the_same_size_and_its_seed(scored, tmp_path, lists):
    kept = {}
    for seed in range(20):
        output = str(tmp_path / "left.tsv")
        assert drop_biased([scored], [output], "random", 0.5, seed, lists).dropped == 2
        lines = (tmp_path / "left.tsv").read_text().splitlines()[1:]
        kept[seed] = tuple(line.split("\t")[0] for line in lines)
        assert len(kept[seed]) == 2
    assert len(set(kept.values())) > 3


def test_files_at_fault(scored, tmp_path, lists):
    with raises("pair.none-left"):
        drop_biased([scored], [str(tmp_path / "x.tsv")], "absolute", 0.99, 1, lists)
    bad = tmp_path / "bad.tsv"
    bad.write_text("source\ttarget\tbias_f\tbias_m\tbias_abs\na\tb\t1\tx\t1\n")
    with raises("bias-score.not-a-number"):
        drop_biased([str(bad)], [str(tmp_path / "x.tsv")], "absolute", 0.5, 1, lists)
    bad.write_text("source\ttarget\na\tb\n")
    with raises("column.missing", "'bias_f'"):
        drop_biased([str(bad)], [str(tmp_path / "x.tsv")], "absolute", 0.5, 1, lists)
