"""Challenge sets in the WinoMT format (Stanovsky et al. 2019).

A line is: gender (male, female or neutral), the 0-based index of the entity among the
white-space tokens of the sentence, the sentence, the entity (an article before it is left
out); separated by tabs. An entity of two words ("construction worker") is pointed at by the
index of its first.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines
from cdaflow.io.structured import whole_number

GENDERS = ("male", "female", "neutral")


@dataclass(frozen=True)
class Row:
    """A line of a challenge set; `index` counts white-space tokens from 0."""

    gender: str
    index: int
    sentence: str
    entity: str


def read_challenge(path: str | os.PathLike[str]) -> list[Row]:
    """Return the rows of a challenge set.

    Raises InputError, with the line, where a row has not four columns, an unknown gender, or
    an index at which its entity does not stand.
    """
    rows = [_row(line, path, number) for number, line in enumerate(read_lines(path), 1)]
    if not rows:
        raise InputError("the challenge set is empty", file=path)
    return rows


def _row(line: str, path: str | os.PathLike[str], number: int) -> Row:
    cells = line.split("\t")
    if len(cells) != 4:
        raise InputError(
            f"{len(cells)} columns, 4 are wanted: gender, index, sentence, entity",
            file=path,
            line=number,
        )
    gender, position, sentence, entity = cells
    if gender not in GENDERS:
        raise InputError(
            f"gender {gender!r} is none of {', '.join(GENDERS)}", file=path, line=number
        )
    index = whole_number(position)
    if index is None:
        raise InputError(f"index {position!r} is no whole number", file=path, line=number)
    # Some variants of WinoMT write the entity with its article, which the index passes over, or
    # with a comma.
    entity = re.sub(r"^(?:the|an?)\s+|[,.;]+$", "", entity, flags=re.IGNORECASE)
    tokens = sentence.split()
    wanted = entity.split()
    found = tokens[index : index + len(wanted)]
    if not wanted or [bare(token) for token in found] != [bare(word) for word in wanted]:
        raise InputError(
            f"the entity {entity!r} does not stand at token {index}, which is "
            f"{' '.join(found) or 'past the end'!r}",
            file=path,
            line=number,
            hint="the index counts the white-space tokens of the sentence from 0",
        )
    return Row(gender, index, sentence, entity)


@lru_cache(maxsize=1 << 16)
def bare(token: str) -> str:
    """Return a token in lower case without clitic and punctuation."""
    word = token.replace("’", "'").casefold()
    return re.sub(r"[^\w\-]", "", re.sub(r"'s\W*$", "", word))


def halves(
    rows: Sequence[Row],
    pro: str | os.PathLike[str] | None,
    anti: str | os.PathLike[str] | None,
) -> list[str]:
    """Return for each row "pro", "anti" or "-": where the identical row stands.

    Raises InputError where a half has a row that the challenge set lacks, or that the other
    half has too.
    """
    result = ["-"] * len(rows)
    known = set(rows)
    members: dict[Row, str] = {}
    for half, path in (("pro", pro), ("anti", anti)):
        if path is None:
            continue
        for number, row in enumerate(read_challenge(path), 1):
            if row not in known:
                raise InputError(
                    "this row does not stand in the challenge set",
                    file=path,
                    line=number,
                    hint="the halves must be of the very file given by --challenge",
                )
            if members.setdefault(row, half) != half:
                raise InputError(
                    "this row stands in the pro-stereotypical half too", file=path, line=number
                )
    for number, row in enumerate(rows):
        result[number] = members.get(row, "-")
    return result
