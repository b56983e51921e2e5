"""Files of alternatives: written and read back, and what is wrong in them named by its line."""

import gzip
import json

import pytest

from cdaflow.alternatives.structures import (
    Alternatives,
    Entity,
    Structure,
    as_json,
    from_json,
    read_alternatives,
    read_objects,
    write_alternatives,
)
from cdaflow.errors import InputError

from ..errors import raises

OPEN = Alternatives(
    "The boss and Kim are tired.",
    "El jefe y Kim, cansados.",
    (Structure(0, "El jefe", "La jefa", (0,)), Structure(15, "cansados", "cansadas", (0, 1))),
    (Entity(4, 8, "ambiguous", 0.75), Entity(13, 16, "feminine")),
)
#: Nobody is there; nobody knows who is there; nothing is there.
OTHERS = (Alternatives("It.", "Eso.", (), ()), Alternatives("I.", "Yo."), Alternatives("", ""))


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_written_and_read_back(tmp_path, name):
    path = tmp_path / name
    assert write_alternatives(path, [OPEN, *OTHERS]) == 4
    assert list(read_alternatives(path)) == [OPEN, *OTHERS]
    raw = path.read_bytes()
    first = json.loads((gzip.decompress(raw) if name.endswith("gz") else raw).splitlines()[0])
    assert first == {
        "source": "The boss and Kim are tired.",
        "text": "El jefe y Kim, cansados.",
        "structures": [
            {"start": 0, "masculine": "El jefe", "feminine": "La jefa", "entities": [0]},
            {"start": 15, "masculine": "cansados", "feminine": "cansadas", "entities": [0, 1]},
        ],
        "entities": [
            {"start": 4, "end": 8, "label": "ambiguous", "probability": 0.75},
            {"start": 13, "end": 16, "label": "feminine", "probability": 1.0},
        ],
    }


def test_unknown_people_are_not_nobody():
    assert [as_json(each)["entities"] for each in OTHERS] == [[], None, None]
    assert [from_json(as_json(each)).entities for each in OTHERS] == [(), None, None]


def test_decomposed_letters_keep_their_offsets(tmp_path):
    text = "Ame\u0301lie la\u0301"
    item = Alternatives(text, text, (Structure(9, "a\u0301", "o", (0,)),), (Entity(0, 7),))
    write_alternatives(tmp_path / "a.jsonl", [item])
    assert list(read_alternatives(tmp_path / "a.jsonl")) == [item]


FORM = {"start": 0, "masculine": "El", "feminine": "La", "entities": []}


def changed(**fields):
    return json.dumps(as_json(OPEN) | fields)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", r"json\.malformed"),
        ("{", r"json\.malformed"),
        ("[1]", "no JSON object"),
        ("{}", "the key 'structures' lacks"),
        (changed(source=3), "'source' is 3, but text is expected"),
        (changed(text=None), "'text' is None, but text"),
        (changed(text="a\nb"), "line end"),
        (changed(source="\ud800"), "half a character"),
        (changed(structures={}), "'structures' is {}, but a list"),
        (changed(structures=[1]), "an object with the key 'entities' is expected, not 1"),
        (changed(entities="x"), "'entities' is 'x', but a list or null"),
        (changed(entities=[]), "goes with person 0, but there are 0"),
        (changed(structures=[FORM | {"entities": [True]}]), "True is no index"),
        (changed(structures=[FORM | {"start": True}]), "'start' is True, but a whole number"),
        (changed(structures=[FORM | {"start": 1}]), "'El' does not stand at character 1"),
        (changed(entities=[{"start": 0, "end": 3, "label": "Amb", "probability": 1}] * 2),
         "a person is 'Amb'"),
    ],
)  # fmt: skip
def test_faults_have_file_and_line(tmp_path, line, message):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(as_json(OPEN)) + "\n" + line + "\n")
    with pytest.raises(InputError, match=message) as error:
        list(read_alternatives(path))
    assert (error.value.file, error.value.line) == (str(path), 2)


def test_nothing_is_written_that_is_not_valid(tmp_path):
    wrong = Alternatives("a", "b", (Structure(1, "c", "d"),))
    with raises("structure.not-in-text"):
        write_alternatives(tmp_path / "a.jsonl", [OPEN, wrong])
    assert not list(tmp_path.iterdir())


def test_objects_of_any_kind(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"a": 1}\n{}\n')
    assert list(read_objects(tmp_path / "a.jsonl")) == [(1, {"a": 1}), (2, {})]
