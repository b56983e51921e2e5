"""Files of tags: the people of English sentences, one JSON object a line.

`{"source": str, "heads": [{"start": int, "end": int, "label": str, "probability": float}]}`
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

from cdaflow.alternatives.structures import (
    Alternatives,
    Entity,
    entity_as_json,
    entity_from_json,
    read_objects,
    read_parsed,
    validate,
    write_objects,
)
from cdaflow.errors import InputError
from cdaflow.io.formats import lines_of
from cdaflow.io.recognition import Content
from cdaflow.option_types import Positive, Seed, Value


@dataclass(frozen=True)
class TrainingOptions:
    """Training.

    Attributes:
        epochs: epochs, of which the best on the dev data is kept
        learning_rate: the highest learning rate (default: 2e-4 for an encoder, 2e-3 for an lstm)
        batch: sentences of a batch
        precision: precision of the matrix products when an encoder is trained
        seed: seed of all random choices
    """

    epochs: Positive = 5
    learning_rate: Annotated[float, Value(metavar="RATE", least=0)] | None = None
    batch: Positive = 32
    precision: Literal["bfloat16", "float32"] = "bfloat16"
    seed: Seed = 1


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """An English sentence with its head words, in order."""

    source: str
    heads: tuple[Entity, ...] = ()


class Tagger(Protocol):
    """What finds the head words of people in English text."""

    def tag(self, sentences: Sequence[str]) -> list[list[Entity]]:
        """Return the head words of each sentence, in order."""


def as_json(sentence: TaggedSentence) -> dict[str, Any]:
    """Return a sentence as its line in a file has it."""
    return {"source": sentence.source, "heads": [entity_as_json(head) for head in sentence.heads]}


def from_json(value: dict[str, Any]) -> TaggedSentence:
    """Return the sentence of a line; InputError where it is none.

    The people of alternatives ("entities") count as heads.
    """
    source, heads = value.get("source"), value.get("heads", value.get("entities"))
    if not isinstance(source, str) or not isinstance(heads, list):
        raise InputError(
            "tag.malformed",
            "no tagged sentence",
            hint='expected: {"source": ..., "heads": [{"start", "end", "label", "probability"}]}',
        )
    found = sorted(map(entity_from_json, heads), key=lambda head: (head.start, head.end))
    validate(Alternatives(source, "", (), tuple(found)))
    return TaggedSentence(source, tuple(found))


def read_tags(
    path: str | os.PathLike[str], shard: tuple[int, int] | None = None
) -> Iterator[TaggedSentence]:
    """Yield the sentences of a file of tags (.jsonl; may be compressed), or of alternatives.

    `shard`: of its part K of N alone. Raises InputError, with file and line, for a line that is no
    tagged sentence.
    """
    return read_parsed(path, from_json, shard)


def write_tags(path: str | os.PathLike[str], sentences: Iterable[TaggedSentence]) -> int:
    """Write a file of tags, whole or not at all; return the number of sentences."""
    return write_objects(path, map(as_json, sentences))


def read_sources(
    path: str | os.PathLike[str], shard: tuple[int, int] | None = None
) -> Iterator[str]:
    """Yield the sentences of a file: the `source` of each object of .jsonl, or lines of text.

    `shard`: those of its part K of N alone. Raises InputError, with file and line, for an object
    without a source.
    """
    if ".jsonl" not in Path(path).suffixes:
        yield from (line for _, line in lines_of(path, shard, Content.SENTENCES))
        return
    for number, value in read_objects(path, shard):
        if not isinstance(value.get("source"), str):
            raise InputError(
                "json.source-not-text",
                'there is no "source" in this object',
                file=path,
                line=number,
            )
        yield value["source"]
