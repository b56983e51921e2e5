"""Rows of text files in blocks: the same as line by line, with the line of every fault."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.errors import InputError
from cdaflow.io import columns as module
from cdaflow.io.columns import read_text_columns
from cdaflow.io.files import read_lines

from ..errors import raises


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.text("aé \u2028\r\x0b", max_size=4), max_size=6),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.integers(1, 9),
)
def test_blocks_of_lines_are_the_lines(tmp_path_factory, texts, end, is_ended, block):
    path = tmp_path_factory.getbasetemp() / "lines.txt"
    data = end.join([*texts, ""] if is_ended else texts)
    path.write_bytes(data.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_BLOCK", block)
        try:
            columns = list(read_text_columns(path))
        except InputError as error:  # the lines end in a carriage return alone
            with pytest.raises(InputError, match=error.problem):
                list(read_lines(path))
            return
    found = [line for column, _ in columns for line in column.to_pylist()]
    assert found == list(read_lines(path))
    number = 1
    for column, first in columns:
        assert first == number
        number += len(column)


def test_a_byte_that_is_not_utf8_is_told(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_bytes("é\nb\n".encode() + b"c\xe9\nd\n")
    with raises("file.not-utf8") as caught:
        list(read_text_columns(path))
    assert caught.value.line == 3


def test_a_line_without_end_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MAX_LINE_BYTES", 20)
    monkeypatch.setattr(module, "_BLOCK", 8)
    path = tmp_path / "lines.txt"
    path.write_text("one\n" + "x" * 30 + "\n")
    with raises("line.too-long", "20") as caught:
        list(read_text_columns(path))
    assert caught.value.line == 2
