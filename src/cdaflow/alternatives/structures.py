"""Translations with gender structures, each with the people it goes with (Garg et al. 2024).

A structure is a phrase of the translation in two forms, `[[el jefe/la jefa]]`. Beyond the paper it
may go with several people: *cansados* is said unless all of them are women.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from cdaflow.errors import InputError

AMBIGUOUS, MASCULINE, FEMININE = "ambiguous", "masculine", "feminine"

#: What the gender of a person can be, as far as the source shows.
LABELS = (AMBIGUOUS, MASCULINE, FEMININE)

#: No more people of a sentence are open where all texts are written: 2 to this power.
MAX_OPEN = 8

#: The genders by which texts are asked for, as everywhere in cdaflow.
GENDERS = ("Masc", "Fem")

_TOKEN = re.compile(r"\w+|[^\w\s]")


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
                raise InputError(f"nobody is known for {structure.masculine!r}")
            missing = [index for index in structure.entities if genders.get(index) not in GENDERS]
            if missing:
                raise InputError(f"no gender of person {missing[0]} is given")
            if all(genders[index] == "Fem" for index in structure.entities):
                chosen.append(structure)
        return write(self.text, chosen)

    def texts(self) -> Iterator[tuple[dict[int, str], str]]:
        """Yield all consistent texts with their genders, the all-masculine one first.

        They are 2^k for k `choices`. Raises InputError for more than MAX_OPEN.
        """
        if len(self.choices) > MAX_OPEN:
            raise InputError(
                f"{len(self.choices)} people are open, which makes 2^{len(self.choices)} texts; "
                f"at most {MAX_OPEN} are written out"
            )
        for values in product(GENDERS, repeat=len(self.choices)):
            genders = dict(zip(self.choices, values, strict=True))
            yield genders, self.with_genders(genders)


def write(text: str, feminine: Sequence[Structure]) -> str:
    """Return the all-masculine text with the feminine form of some of its structures."""
    parts = []
    end = 0
    for structure in feminine:
        parts += [text[end : structure.start], structure.feminine]
        end = structure.end
    return "".join([*parts, text[end:]])


def marked(alternatives: Alternatives) -> str:
    """Return the text with its structures written out, `[[masculine/feminine]]` each."""
    shown = [
        replace(each, feminine=f"[[{each.masculine}/{each.feminine}]]")
        for each in alternatives.structures
    ]
    return write(alternatives.text, shown)


def group(masculine: str, feminine: str) -> tuple[Structure, ...]:
    """Return the structures in which two texts differ (Garg et al. 2024, section 3).

    Words that differ side by side make one structure. A form is never empty: what only one text
    has takes the word before it, or behind it at the beginning.
    """
    sides = [list(_TOKEN.finditer(text)) for text in (masculine, feminine)]
    # With the blank before it, since one form may be joined to its neighbour: un amico, un'amica.
    words = [
        [
            (token.group(), text[max(0, token.start() - 1) : token.start()].isspace())
            for token in side
        ]
        for text, side in zip((masculine, feminine), sides, strict=True)
    ]
    matcher = difflib.SequenceMatcher(None, words[0], words[1], autojunk=False)
    found: list[tuple[int, int, int, int]] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        if i1 == i2 or j1 == j2:
            if i1 and j1:
                i1, j1 = i1 - 1, j1 - 1
            elif i2 < len(words[0]) and j2 < len(words[1]):
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


def validate(alternatives: Alternatives) -> None:
    """Raise InputError where structures or people do not fit the texts, saying which."""
    end = 0
    text, count = alternatives.text, len(alternatives.entities or ())
    for structure in alternatives.structures:
        form = structure.masculine
        if text[structure.start : structure.end] != form or not form:
            raise InputError(f"{form!r} does not stand at character {structure.start} of the text")
        if structure.start < end:
            raise InputError(f"the structure {form!r} overlaps the one before it")
        if structure.feminine in ("", form):
            raise InputError(f"the structure {form!r} has no second form")
        wrong = [index for index in structure.entities if not 0 <= index < count]
        if wrong:
            raise InputError(f"{form!r} goes with person {wrong[0]}, but there are {count}")
        end = structure.end
    for entity in alternatives.entities or ():
        if not 0 <= entity.start < entity.end <= len(alternatives.source):
            raise InputError(
                f"a person at characters {entity.start} to {entity.end}, but the source has "
                f"{len(alternatives.source)}"
            )
        if entity.label not in LABELS or not 0 <= entity.probability <= 1:
            raise InputError(f"a person is {entity.label!r} with p {entity.probability}")
