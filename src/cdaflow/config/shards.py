"""In how many shards the workflow cuts a text: a number, or as many as its size asks for."""

from __future__ import annotations

from math import ceil
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from cdaflow.config.fields import Section


class ShardSize(Section):
    """As many shards as the size of a text asks for."""

    sentences: int = Field(ge=1, description="Approximate number of sentences per shard.")


#: How many shards a text is cut in, each a job of its own.
Shards = Annotated[
    Annotated[int, Field(ge=1), Tag("number")] | Annotated[ShardSize, Tag("size")],
    Discriminator(lambda value: "number" if isinstance(value, int) else "size"),
]


def shards_key(sentences: int, what: str) -> Any:
    """Return the field of a key `shards`; by default with this many sentences each."""
    return Field(
        {"sentences": sentences},
        description=f"Parts in which {what}, each a job of its own: a number, or {{sentences: N}} "
        "for as many as make about N sentences each, by the size of the text (key `sentences` of "
        "a corpus, or an estimate from its file).",
    )


def number_of_shards(shards: int | ShardSize, sentences: int) -> int:
    """Return in how many shards a text of a number of sentences is cut, 1 or more."""
    if isinstance(shards, int):
        return shards
    return max(1, ceil(sentences / shards.sentences))


def shard_names(number: int) -> list[str]:
    """Return what the shards of a text are called in paths: 1-of-2, 2-of-2."""
    return [f"{n}-of-{number}" for n in range(1, number + 1)]
