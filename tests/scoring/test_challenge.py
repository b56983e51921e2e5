import os
from pathlib import Path

import pytest

from cdaflow.errors import InputError
from cdaflow.scoring.challenge import (
    halves,
    read_challenge,
    read_translations,
    repeated,
)
from cdaflow.scoring.winomt import source_of
from cdaflow.scoring.words import splitter

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
        ("male\t-1\tThe nurse left.\tnurse", "no whole number"),
        ("male\t2\tThe nurse left.\tnurse", "does not stand at token 2"),
        ("male\t9\tThe nurse left.\tnurse", "past the end"),
        ("male\t1\tThe nurse left.\t", "does not stand"),
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
    assert repeated(rows) == 1


def test_halves_of_another_set_are_refused(tmp_path, challenge):
    rows = read_challenge(challenge)
    first = ROWS.splitlines(keepends=True)[0]
    with pytest.raises(InputError, match="does not stand in the challenge") as error:
        halves(rows, write(tmp_path, "pro", first + first.replace("female", "male")), None)
    assert error.value.line == 2
    with pytest.raises(InputError, match="in the pro-stereotypical half too"):
        halves(rows, write(tmp_path, "pro", first), write(tmp_path, "anti", first))


def test_plain_and_joined_translations(tmp_path, challenge):
    rows = read_challenge(challenge)
    plain = write(tmp_path, "plain", "uno\n\n tres &amp; &apos; \n")
    assert read_translations(plain, rows) == ["uno", "", "tres & '"]
    joined = "".join(f"{row.sentence} ||| t{n}\n" for n, row in enumerate(rows))
    assert read_translations(write(tmp_path, "j", joined), rows) == ["t0", "t1", "t2"]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("a\nb\n", None, "2 lines, but the challenge set has 3"),
        ("{0} ||| a\nb\n{2} ||| c\n", 2, "wanted between source and translation"),
        ("{0} ||| a\n{2} ||| b\n{1} ||| c\n", 2, "nor on 1 other lines"),
    ],
)
def test_faulty_translations_are_refused(tmp_path, challenge, text, line, problem):
    rows = read_challenge(challenge)
    path = write(tmp_path, "t", text.format(*(row.sentence for row in rows)))
    with pytest.raises(InputError, match=problem) as error:
        read_translations(path, rows)
    assert error.value.line == line


@pytest.mark.skipif("CDAFLOW_DATA" not in os.environ, reason="CDAFLOW_DATA is not set")
def test_the_real_set(capsys):
    folder = Path(os.environ["CDAFLOW_DATA"]) / "winomt"
    rows = read_challenge(folder / "en.txt")
    assert len(rows) == 3888
    assert repeated(rows) == 6
    found = halves(rows, folder / "en_pro.txt", folder / "en_anti.txt")
    assert (found.count("pro"), found.count("anti")) == (1584, 1584)
    assert sum(row.gender == "neutral" for row in rows) == 240
    read_translations(folder / "translations" / "aws" / "en-es.txt", rows)
    assert "on lines 2121, 2122" in capsys.readouterr().err
    for variant in sorted((folder / "variants").glob("*.txt")):
        read_challenge(variant)
    split = splitter("en")
    for row in rows:
        source = source_of(row, split)
        assert " ".join(source.words[i] for i in source.entity) == row.entity.lower()
