"""Shards of a file of alternatives, put together again."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from cdaflow.alternatives.files import read_objects
from cdaflow.errors import InputError


def gathered(
    shards: Sequence[str | os.PathLike[str]], sentences: str | os.PathLike[str]
) -> Iterator[tuple[str | os.PathLike[str], int, dict[str, object]]]:
    """Yield file, line number and object of each line of `shards`, in the order given.

    Raises InputError, with file and line, where they are not those of `sentences` in its order, by
    their sources: a shard that is missing, twice there or cut off.
    """
    expected = (value.get("source") for _, value in read_objects(sentences))
    count = 0
    for path, line, value in _objects(shards):
        source = next(expected, None)
        if source is None:
            raise InputError(
                "shard.too-many-sentences",
                f"{sentences} ends after {count} sentences",
                file=path,
                line=line,
            )
        if value.get("source") != source:
            raise InputError(
                "shard.other-sentence",
                f"the source is {value.get('source')!r}, sentence {count + 1} of {sentences} "
                f"has {source!r}",
                file=path,
                line=line,
                hint="give all shards, each once, in their order",
            )
        yield path, line, value
        count += 1
    missing = sum(1 for _ in expected)
    if missing:
        raise InputError(
            "shard.too-few-sentences",
            f"the shards have {count} sentences, {sentences} has {count + missing}",
            file=shards[-1],
            hint="give all shards, each once, in their order",
        )


def _objects(
    shards: Sequence[str | os.PathLike[str]],
) -> Iterator[tuple[str | os.PathLike[str], int, dict[str, object]]]:
    for path in shards:
        for line, value in read_objects(path):
            yield path, line, value
