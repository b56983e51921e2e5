"""Files of tags."""

import json

import pytest

from cdaflow.alternatives.structures import Entity
from cdaflow.alternatives.tagging.tags import (
    TaggedSentence,
    read_sources,
    read_tags,
    write_tags,
)
from cdaflow.errors import InputError

from ...errors import raises

LINE = {"source": "I saw her.", "heads": []}


def head(start, end, label="ambiguous", probability=1.0):
    return {"start": start, "end": end, "label": label, "probability": probability}


@pytest.mark.parametrize("name", ["tags.jsonl", "tags.jsonl.gz"])
def test_a_file_is_read_as_it_was_written(tmp_path, name):
    sentences = [
        TaggedSentence("I saw her.", (Entity(0, 1, "ambiguous", 0.75), Entity(6, 9, "feminine"))),
        TaggedSentence(""),
        TaggedSentence("Zoë läuft \u2028 weiter"),
    ]
    assert write_tags(tmp_path / name, sentences) == 3
    assert list(read_tags(tmp_path / name)) == sentences


def test_heads_are_put_in_order_and_entities_of_alternatives_are_heads(tmp_path):
    path = tmp_path / "a.jsonl"
    value = {"source": "I saw her.", "text": "x", "entities": [head(6, 9), head(0, 1)]}
    path.write_text(json.dumps(value) + "\n")
    assert [one.start for one in next(read_tags(path)).heads] == [0, 6]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"source": 3, "heads": []}',
        '{"source": "I"}',
        json.dumps({**LINE, "heads": [head(0, 11)]}),
        json.dumps({**LINE, "heads": [head(2, 2)]}),
        json.dumps({**LINE, "heads": [head(0, 1, "none")]}),
        json.dumps({**LINE, "heads": [head(0, 1, probability=1.5)]}),
        json.dumps({**LINE, "heads": [{"start": 0}]}),
        json.dumps({**LINE, "heads": ["x"]}),
    ],
)
def test_a_line_that_is_no_tagged_sentence_is_one_error(tmp_path, line):
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(LINE) + "\n" + line + "\n")
    with pytest.raises(InputError) as error:
        list(read_tags(path))
    assert (error.value.file, error.value.line) == (str(path), 2)


def test_sentences_are_read_of_text_and_of_objects(tmp_path):
    (tmp_path / "a.txt").write_text("One.\n\nTwo.\n")
    (tmp_path / "a.jsonl").write_text('{"source": "One.", "text": "Uno."}\n')
    assert list(read_sources(tmp_path / "a.txt")) == ["One.", "", "Two."]
    assert list(read_sources(tmp_path / "a.jsonl")) == ["One."]
    shards = [list(read_sources(tmp_path / "a.txt", (part, 2))) for part in (1, 2)]
    assert shards == [["One."], ["", "Two."]]
    (tmp_path / "b.jsonl").write_text('{"text": "Uno."}\n')
    with raises("json.source-not-text"):
        list(read_sources(tmp_path / "b.jsonl"))
