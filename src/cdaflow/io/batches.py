"""Streams taken in lists, for work that is done on many items at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


# itertools has the same from Python 3.12 on.
def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield lists of `size` items each, the last one of what is left."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
