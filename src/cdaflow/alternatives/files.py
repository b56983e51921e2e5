"""Files of alternatives: one JSON object a line, in the order of the sentences.

`{"source": str, "text": str, "structures": [{"start": int, "masculine": str, "feminine": str,
"entities": [int]}], "entities": [{"start": int, "end": int, "label": str, "probability": float}]}`

`entities` is null where the people are unknown and [] where there is nobody. Keys beyond these are
passed over. The fields are those of `cdaflow.alternatives.structures`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cdaflow.alternatives.structures import Alternatives, Entity, Structure, validate
from cdaflow.errors import InputError
from cdaflow.io.files import atomic_text, nfc, parse_json, write_json
from cdaflow.io.formats import lines_of

#: Digits behind the point of a probability in a file.
_DIGITS = 6


def read_alternatives(
    path: str | os.PathLike[str], shard: tuple[int, int] | None = None
) -> Iterator[Alternatives]:
    """Yield what a file of alternatives (.jsonl, may be compressed) says of each sentence.

    `shard`: of its part K of N alone, and no other line is parsed.

    Raises InputError, with file and line, where a line is no JSON, or its parts do not fit.
    """
    for number, value in read_objects(path, shard):
        try:
            yield from_json(value)
        except InputError as error:
            raise error.at(path, number) from None


def write_alternatives(path: str | os.PathLike[str], items: Iterable[Alternatives]) -> int:
    """Write a file of alternatives, whole or not at all; return how many sentences it has.

    Raises InputError where one of `items` is not valid.
    """
    count = 0
    with atomic_text(path) as handle:
        for item in items:
            validate(item)
            handle.write(json_line(as_json(item)))
            count += 1
    return count


def read_objects(
    path: str | os.PathLike[str], shard: tuple[int, int] | None = None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield line number (from 1) and object of each line of a JSON Lines file, or of its part.

    Raises InputError, with file and line, for a line that is no JSON object.
    """
    for number, line in lines_of(path, shard):
        try:
            value = parse_json(line)
        except InputError as error:
            raise InputError(
                error.code,
                error.problem,
                file=path,
                line=number,
                hint="one JSON object a line is expected",
            ) from None
        if not isinstance(value, dict):
            raise InputError(
                "json.not-an-object", "the line is no JSON object ({...})", file=path, line=number
            )
        yield number, value


def json_line(value: dict[str, Any]) -> str:
    """Return an object as a line of a JSON Lines file, with its line end."""
    line = json.dumps(value, ensure_ascii=False)
    # Reading composes decomposed letters, which would move the offsets, but no escapes.
    return (line if nfc(line) == line else json.dumps(value)) + "\n"


def as_json(alternatives: Alternatives) -> dict[str, Any]:
    """Return alternatives as the object that a line of a file has."""
    entities = alternatives.entities
    return {
        "source": alternatives.source,
        "text": alternatives.text,
        "structures": [
            {
                "start": each.start,
                "masculine": each.masculine,
                "feminine": each.feminine,
                "entities": list(each.entities),
            }
            for each in alternatives.structures
        ],
        "entities": None if entities is None else [entity_as_json(each) for each in entities],
    }


def from_json(value: object) -> Alternatives:
    """Return the alternatives that an object says.

    Raises InputError, naming the key, where one lacks or is of another kind, or where structures
    and people do not fit the texts (`validate`).
    """
    structures = _field(value, "structures", list)
    entities = _field(value, "entities", list, type(None))
    alternatives = Alternatives(
        source=_text(value, "source"),
        text=_text(value, "text"),
        structures=tuple(_structure(each) for each in structures),
        entities=None if entities is None else tuple(entity_from_json(each) for each in entities),
    )
    validate(alternatives)
    return alternatives


def entity_as_json(entity: Entity) -> dict[str, Any]:
    """Return a person as an object."""
    return {
        "start": entity.start,
        "end": entity.end,
        "label": entity.label,
        "probability": round(entity.probability, _DIGITS),
    }


def entity_from_json(value: object) -> Entity:
    """Return the person that an object says; InputError, naming the key, where it says none."""
    probability = _field(value, "probability", int, float)
    if not 0 <= probability <= 1:
        raise InputError("person.probability-out-of-range", "'probability' is not between 0 and 1")
    return Entity(
        start=_field(value, "start", int),
        end=_field(value, "end", int),
        label=_text(value, "label"),
        probability=float(probability),
    )


def _structure(value: object) -> Structure:
    entities = _field(value, "entities", list)
    for index in entities:
        if type(index) is not int:
            raise InputError(
                "structure.person-not-an-index",
                f"in 'entities' of a structure, {index!r} is no index of a person",
            )
    return Structure(
        start=_field(value, "start", int),
        masculine=_text(value, "masculine"),
        feminine=_text(value, "feminine"),
        entities=tuple(sorted(set(entities))),
    )


_KINDS = {
    str: "text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    type(None): "null",
}


def _field(value: object, key: str, *kinds: type) -> Any:
    """Return the value of a key, which is of one of `kinds` (true is no number here)."""
    if not isinstance(value, dict):
        raise InputError(
            "json.no-object-with-key", f"an object with the key {key!r} is expected, not {value!r}"
        )
    if key not in value:
        raise InputError("json.key-missing", f"the key {key!r} lacks")
    if type(value[key]) not in kinds:
        expected = " or ".join(_KINDS[kind] for kind in kinds)
        raise InputError(
            "json.wrong-type", f"{key!r} is {value[key]!r}, but {expected} is expected"
        )
    return value[key]


def _text(value: object, key: str) -> str:
    text: str = _field(value, key, str)
    if "\n" in text or (not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text)):
        raise InputError(
            "text.line-end-or-half-character",
            f"{key!r} has a line end or half a character inside: {text!r}",
        )
    return text


def write_report(
    output: str | os.PathLike[str], report: Mapping[str, Any], summary: str
) -> str | None:
    """Write a report as JSON; return the line on it, None where it was printed (output "-")."""
    if str(output) == "-":
        print(json.dumps(report, indent=2, sort_keys=True, ensure_ascii=False))
        return None
    write_json(output, report)
    return f"{output}: {summary}"
