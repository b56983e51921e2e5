"""Streams taken in lists."""

from __future__ import annotations

from collections.abc import Iterator

from cdaflow.io.files import batched


def test_the_last_list_has_what_is_left() -> None:
    assert list(batched("abcde", 2)) == [["a", "b"], ["c", "d"], ["e"]]
    assert list(batched(iter(()), 2)) == []


def test_no_more_is_read_than_the_lists_that_are_taken() -> None:
    read: list[int] = []

    def stream() -> Iterator[int]:
        for number in range(10):
            read.append(number)
            yield number

    assert next(batched(stream(), 3)) == [0, 1, 2]
    assert read == [0, 1, 2]
