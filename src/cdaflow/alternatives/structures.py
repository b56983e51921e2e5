"""Translations with gender structures, each with the people it goes with (Garg et al. 2024).

A structure is a phrase of the translation in two forms, `[[el jefe/la jefa]]`. Beyond the paper it
may go with several people: *cansados* is said unless all of them are women.

Their files have one JSON object a line, in the order of the sentences:

`{"source": str, "text": str, "structures": [{"start": int, "masculine": str, "feminine": str,
"entities": [int]}], "entities": [{"start": int, "end": int, "label": str, "probability": float}]}`

`entities` is null where the people are unknown and [] where there is nobody. Keys beyond these are
passed over.
"""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product, takewhile
from typing import Any, TypeVar

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_text, nfc, parse_json, write_json
from cdaflow.io.formats import lines_of

T = TypeVar("T")

AMBIGUOUS, MASCULINE, FEMININE = "ambiguous", "masculine", "feminine"

#: What the gender of a person can be, as far as the source shows.
LABELS = (AMBIGUOUS, MASCULINE, FEMININE)

#: No more people of a sentence are open where all texts are written: 2 to this power.
MAX_OPEN = 8

#: The genders by which texts are asked for, as everywhere in cdaflow.
GENDERS = ("Masc", "Fem")

#: Texts that differ over more words are not searched for the best alignment, but compared word by
#: word, or without their frequent words where they have not as many: 3,000 words took 12 s.
_LONG = 500

#: Words as annotators of the released sets mark them: l'auteur, quelques-uns are one.
_TOKEN = re.compile(r"\w+(?:['’\-\u2010\u2011]\w+)*|[^\w\s]")

#: What could be read as a mark, outside of structures and inside.
_OUTSIDE = re.compile(r"\\|\[(?=\[|$)|\](?=\])")
_INSIDE = re.compile(r"[\\/\[\]]")


@dataclass(frozen=True, slots=True)
class Entity:
    """A person of the source: the characters of the head word, and what is known of the gender.

    `start`, `end`: offsets of the head word in the source. `label`: one of LABELS, `probability`
    that of the label (1 where an annotation or a rule says so).
    """

    start: int
    end: int
    label: str = AMBIGUOUS
    probability: float = 1.0


@dataclass(frozen=True, slots=True)
class Structure:
    """A phrase in two forms.

    `start`: offset of `masculine` in the all-masculine text. `entities`: indices of the people it
    goes with; the feminine form is written where all of them are women. () where nobody knows.
    """

    start: int
    masculine: str
    feminine: str
    entities: tuple[int, ...] = ()

    @property
    def end(self) -> int:
        """The offset behind `masculine` in the all-masculine text."""
        return self.start + len(self.masculine)


@dataclass(frozen=True, slots=True)
class Alternatives:
    """A translation with what is offered for it.

    `text`: the translation with everybody open masculine. `structures`: in order, apart from one
    another. `entities`: the people of the source, None where they are unknown (and [] where there
    is nobody).
    """

    source: str
    text: str
    structures: tuple[Structure, ...] = ()
    entities: tuple[Entity, ...] | None = None

    @property
    def masculine(self) -> str:
        """The text in which everybody open is a man."""
        return self.text

    @property
    def feminine(self) -> str:
        """The text in which everybody open is a woman."""
        return write(self.text, self.structures)

    @property
    def open(self) -> tuple[int, ...]:
        """The indices of the people who are ambiguous."""
        entities = enumerate(self.entities or ())
        return tuple(index for index, entity in entities if entity.label == AMBIGUOUS)

    @property
    def choices(self) -> tuple[int, ...]:
        """The indices of the people on whom a structure depends, in order."""
        return tuple(sorted({index for each in self.structures for index in each.entities}))

    def with_genders(self, genders: Mapping[int, str]) -> str:
        """Return the text for a gender ("Masc", "Fem") of each of `choices`.

        Raises InputError where one lacks, or a structure has no known people.
        """
        chosen = []
        for structure in self.structures:
            if not structure.entities:
                raise InputError(
                    "structure.no-person", f"nobody is known for {structure.masculine!r}"
                )
            missing = [index for index in structure.entities if genders.get(index) not in GENDERS]
            if missing:
                raise InputError(
                    "person.gender-missing", f"no gender of person {missing[0]} is given"
                )
            if all(genders[index] == "Fem" for index in structure.entities):
                chosen.append(structure)
        return write(self.text, chosen)

    def texts(self) -> Iterator[tuple[dict[int, str], str]]:
        """Yield all consistent texts with their genders, the all-masculine one first.

        They are 2^k for k `choices`. Raises InputError for more than MAX_OPEN.
        """
        if len(self.choices) > MAX_OPEN:
            raise InputError(
                "person.too-many-open",
                f"{len(self.choices)} people are open, which makes 2^{len(self.choices)} texts; "
                f"at most {MAX_OPEN} are written out",
            )
        for values in product(GENDERS, repeat=len(self.choices)):
            genders = dict(zip(self.choices, values, strict=True))
            yield genders, self.with_genders(genders)


def write(text: str, feminine: Sequence[Structure]) -> str:
    """Return the all-masculine text with the feminine form of some of its structures."""
    return shown(text, feminine, lambda structure: structure.feminine)


def shown(
    text: str,
    structures: Iterable[Structure],
    show: Callable[[Structure], str],
    between: Callable[[str], str] = str,
) -> str:
    """Return the all-masculine text with its structures, and what is between them, as shown."""
    parts = []
    end = 0
    for structure in structures:
        parts += [between(text[end : structure.start]), show(structure)]
        end = structure.end
    return "".join([*parts, between(text[end:])])


def marked(alternatives: Alternatives) -> str:
    """Return the text with its structures written out, `[[masculine/feminine]]` each.

    A slash, a bracket or a backslash that could be read as a mark has a backslash before it;
    `cdaflow.alternatives.marked.read_marked` is the inverse.
    """
    escape = r"\\\g<0>"

    def show(structure: Structure) -> str:
        forms = (_INSIDE.sub(escape, form) for form in (structure.masculine, structure.feminine))
        return f"[[{'/'.join(forms)}]]"

    return shown(
        alternatives.text, alternatives.structures, show, lambda text: _OUTSIDE.sub(escape, text)
    )


def group(masculine: str, feminine: str) -> tuple[Structure, ...]:
    """Return the structures in which two texts differ (Garg et al. 2024, section 3).

    Words that differ side by side make one structure; an apostrophe and a hyphen join what is
    around them (l'auteur). A form is never empty: what only one text has takes the word before it,
    or behind it at the beginning. How wide a blank is does not count.
    Raises InputError where one of the texts alone has no words.
    """
    sides = [list(_TOKEN.finditer(text)) for text in (masculine, feminine)]
    if not sides[0] or not sides[1]:
        if sides[0] or sides[1]:
            raise InputError(
                "text.empty-to-compare",
                "one of the two texts is empty: they have no words in common",
            )
        return ()
    words = [_words(text, side) for text, side in zip((masculine, feminine), sides, strict=True)]
    found: list[tuple[int, int, int, int]] = []
    for i1, i2, j1, j2 in _differences(*words):
        if i1 == i2 or j1 == j2:
            if i1 and j1:
                i1, j1 = i1 - 1, j1 - 1
            else:
                i2, j2 = i2 + 1, j2 + 1
        elif i1 and j1 and words[0][i1][1] != words[1][j1][1]:
            i1, j1 = i1 - 1, j1 - 1
        if found and (i1 < found[-1][1] or j1 < found[-1][3]):
            i1, _, j1, _ = found.pop()
        found.append((i1, i2, j1, j2))
    structures = []
    for i1, i2, j1, j2 in found:
        start, end = sides[0][i1].start(), sides[0][i2 - 1].end()
        other = feminine[sides[1][j1].start() : sides[1][j2 - 1].end()]
        structures.append(Structure(start, masculine[start:end], other))
    return tuple(structures)


def _words(text: str, tokens: Sequence[re.Match[str]]) -> list[tuple[str, bool]]:
    """Return each word, and whether a blank is before it, as none is inside of brackets."""
    return [
        (token.group(), number > 0 and text[token.start() - 1].isspace())
        for number, token in enumerate(tokens)
    ]


def _differences(
    left: Sequence[tuple[str, bool]], right: Sequence[tuple[str, bool]]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield from and to which index two lists differ, in the one and in the other."""
    # Most texts are equal but for a few words, and a search takes quadratic time.
    head = _common(zip(left, right, strict=False))
    tail = _common(zip(left[head:][::-1], right[head:][::-1], strict=False))
    middles = left[head : len(left) - tail], right[head : len(right) - tail]
    size = max(map(len, middles))
    # Long lists of one length are compared item by item, unless items moved: del, de la.
    same = sum(one == other for one, other in zip(*middles, strict=False))
    if len(middles[0]) == len(middles[1]) > _LONG and same > 0.7 * size:
        yield from ((head + i, head + k, head + i, head + k) for i, k in _unequal(*middles))
        return
    matcher = difflib.SequenceMatcher(None, *middles, autojunk=size > _LONG)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "equal":
            yield head + i1, head + i2, head + j1, head + j2


def _unequal(left: Sequence[object], right: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Yield from and to which index two lists of one length differ, item by item."""
    differ = [one != other for one, other in zip(left, right, strict=True)]
    start = 0
    for unequal, run in groupby(differ):
        end = start + sum(1 for _ in run)
        if unequal:
            yield start, end
        start = end


def _common(pairs: Iterable[tuple[object, object]]) -> int:
    """Return how many pairs of equals come first."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def validate(alternatives: Alternatives) -> None:
    """Raise InputError where structures or people do not fit the texts, saying which."""
    end = 0
    text, count = alternatives.text, len(alternatives.entities or ())
    for structure in alternatives.structures:
        form = structure.masculine
        if text[structure.start : structure.end] != form or not form:
            raise InputError(
                "structure.not-in-text",
                f"{form!r} does not stand at character {structure.start} of the text",
            )
        if structure.start < end:
            raise InputError(
                "structure.overlapping", f"the structure {form!r} overlaps the one before it"
            )
        if structure.feminine in ("", form):
            raise InputError(
                "structure.no-second-form", f"the structure {form!r} has no second form"
            )
        wrong = [index for index in structure.entities if not 0 <= index < count]
        if wrong:
            raise InputError(
                "structure.person-out-of-range",
                f"{form!r} goes with person {wrong[0]}, but there are {count}",
            )
        end = structure.end
    for entity in alternatives.entities or ():
        if not 0 <= entity.start < entity.end <= len(alternatives.source):
            raise InputError(
                "person.outside-source",
                f"a person at characters {entity.start} to {entity.end}, but the source has "
                f"{len(alternatives.source)}",
            )
        if entity.label not in LABELS or not 0 <= entity.probability <= 1:
            raise InputError(
                "person.label-or-probability",
                f"a person is {entity.label!r} with p {entity.probability}",
            )


#: Digits behind the point of a probability in a file.
_DIGITS = 6


def read_alternatives(
    path: str | os.PathLike[str], shard: tuple[int, int] | None = None
) -> Iterator[Alternatives]:
    """Yield what a file of alternatives (.jsonl, may be compressed) says of each sentence.

    `shard`: of its part K of N alone, and no other line is parsed.

    Raises InputError, with file and line, where a line is no JSON, or its parts do not fit.
    """
    return read_parsed(path, from_json, shard)


def read_parsed(
    path: str | os.PathLike[str],
    parse: Callable[[dict[str, Any]], T],
    shard: tuple[int, int] | None = None,
) -> Iterator[T]:
    """Yield what `parse` makes of each object of a file; its InputErrors get file and line."""
    for number, value in read_objects(path, shard):
        try:
            yield parse(value)
        except InputError as error:
            raise error.at(path, number) from None


def write_alternatives(path: str | os.PathLike[str], items: Iterable[Alternatives]) -> int:
    """Write a file of alternatives, whole or not at all; return how many sentences it has.

    Raises InputError where one of `items` is not valid.
    """

    def values() -> Iterator[dict[str, Any]]:
        for item in items:
            validate(item)
            yield as_json(item)

    return write_objects(path, values())


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


def write_objects(path: str | os.PathLike[str], values: Iterable[dict[str, Any]]) -> int:
    """Write a JSON Lines file, whole or not at all; return the number of its lines."""
    count = 0
    with atomic_text(path) as handle:
        for count, value in enumerate(values, 1):  # noqa: B007
            handle.write(json_line(value))
    return count


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
