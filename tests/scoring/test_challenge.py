import os
from pathlib import Path

import pytest

from cdaflow.alignment.words import splitter
from cdaflow.errors import InputError
from cdaflow.scoring.challenge import halves, read_challenge
from cdaflow.scoring.winomt_items import source_of

from ..errors import raises

ROWS = """\
female\t1\tThe nurse saw the baker's car because she was late.\tnurse
male\t4\tThe nurse saw the baker's car because he was late.\tbaker
neutral\t1\tThe construction worker, who left, said they were tired.\tconstruction worker
"""


def write(folder, name, text):
    path = folder / name
    path.write_text(text)
    return path


@pytest.fixture
def challenge(tmp_path):
    return write(tmp_path, "en.txt", ROWS)


def test_entities_are_found_as_words(challenge):
    sources = [source_of(row, splitter("en")) for row in read_challenge(challenge)]
    entities = [[s.words[i] for i in s.entity] for s in sources]
    assert entities == [["nurse"], ["baker"], ["construction", "worker"]]
    assert sources[1].words[4:7] == ["baker", "'s", "car"]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("male\t1\tThe nurse left.", "3 columns"),
        ("man\t1\tThe nurse left.\tnurse", "gender 'man'"),
        ("male\t-1\tThe nurse left.\tnurse", "expected a whole number"),
        ("male\t2\tThe nurse left.\tnurse", "is not at token 2"),
        ("male\t9\tThe nurse left.\tnurse", "past the end"),
        ("male\t1\tThe nurse left.\t", "is not at token"),
        ("", "1 columns"),
    ],
)
def test_faulty_rows_are_named(tmp_path, row, problem):
    path = write(tmp_path, "en.txt", ROWS + row + "\n")
    with pytest.raises(InputError, match=problem) as error:
        read_challenge(path)
    assert error.value.line == 4


def test_an_article_of_the_entity_is_left_out(tmp_path):
    path = write(tmp_path, "en.txt", "male\t1\tThe nurse left.\tThe nurse\n")
    assert [row.entity for row in read_challenge(path)] == ["nurse"]


def test_halves_are_the_identical_rows(tmp_path, challenge):
    first, second, _ = ROWS.splitlines(keepends=True)
    rows = read_challenge(write(tmp_path, "en.txt", ROWS + first))
    pro, anti = write(tmp_path, "pro", first), write(tmp_path, "anti", second)
    assert halves(rows, pro, anti) == ["pro", "anti", "-", "pro"]
    assert halves(rows, None, None) == ["-"] * 4


def test_halves_of_another_set_are_refused(tmp_path, challenge):
    rows = read_challenge(challenge)
    first = ROWS.splitlines(keepends=True)[0]
    with raises("challenge.half-other-row") as error:
        halves(rows, write(tmp_path, "pro", first + first.replace("female", "male")), None)
    assert error.value.line == 2
    with raises("challenge.row-in-both-halves"):
        halves(rows, write(tmp_path, "pro", first), write(tmp_path, "anti", first))


@pytest.mark.data
def test_the_real_set():
    folder = Path(os.environ["CDAFLOW_DATA"]) / "winomt"
    rows = read_challenge(folder / "en.txt")
    assert len(rows) == 3888
    assert len(set(rows)) == 3882
    found = halves(rows, folder / "en_pro.txt", folder / "en_anti.txt")
    assert (found.count("pro"), found.count("anti")) == (1584, 1584)
    assert sum(row.gender == "neutral" for row in rows) == 240
    for variant in sorted((folder / "variants").glob("*.txt")):
        read_challenge(variant)
    split = splitter("en")
    for row in rows:
        source = source_of(row, split)
        assert " ".join(source.words[i] for i in source.entity) == row.entity.lower()
