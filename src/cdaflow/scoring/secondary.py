"""The other person of each sentence of a challenge set, whose gender the source leaves open.

A system that makes every noun agree with the pronoun gets the entity of WinoMT right without
having understood the sentence. Saunders, Sallis and Byrne (2020, "Neural Machine Translation
Doesn't Translate Gender Coreference Right Unless You Make It") therefore looked at the noun to
which the pronoun does not refer. WinoMT has nearly every sentence twice, with "he" and with
"she": here the other person's gender is compared between the two.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import zip_longest

from cdaflow.errors import InputError
from cdaflow.scoring.challenge import Row, bare, read_challenge
from cdaflow.scoring.pronouns import ENGLISH

#: English nouns for persons have at most so many words.
_LONGEST = 3

#: The sentences of both genders have the same frame: one sign for each case of the pronoun.
#: "her" stands for "him" and for "his", so these have one sign together.
_FRAME = {
    word: "<he>" if nominative else "<himself>" if word.endswith("self") else "<him>"
    for word, (_, nominative) in ENGLISH.items()
}


def secondary_rows(rows: Sequence[Row], nouns: Iterable[str]) -> list[Row | None]:
    """Return for each row the other person of its sentence as the entity, with its index.

    `nouns`: English nouns for persons; the entities of all rows count as well. Where there are
    several others the first is taken; None where there is none. The gender of a row stays that
    of its pronoun.
    """
    known = {tuple(noun.casefold().split()) for noun in nouns}
    known |= {tuple(row.entity.casefold().split()) for row in rows} | {("someone",)}
    return [_other(row, known) for row in rows]


def _other(row: Row, known: Collection[tuple[str, ...]]) -> Row | None:
    tokens = row.sentence.split()
    words = [bare(token) for token in tokens]
    entity = tuple(bare(word) for word in row.entity.split())
    start = 0
    while start < len(words):
        length = next(
            (n for n in range(_LONGEST, 0, -1) if tuple(words[start : start + n]) in known), 0
        )
        if length and not (start <= row.index < start + length):
            name = tuple(words[start : start + length])
            if name != entity:
                return Row(row.gender, start, row.sentence, " ".join(name))
        start += length or 1
    return None


def read_secondary(path: str | os.PathLike[str], rows: Sequence[Row]) -> list[Row | None]:
    """Return the rows of a file of other persons, in the WinoMT format, one for each of `rows`.

    Raises InputError where the number of rows is another, or where the sentence of one is not
    that of the challenge set (whatever its pronoun), or its person the one that is asked for.
    """
    others = read_challenge(path)
    for number, (row, other) in enumerate(zip_longest(rows, others), 1):
        if row is None or other is None:
            raise InputError(
                f"{len(others)} rows, but the challenge set has {len(rows)}", file=path
            )
        if _frame(row) != _frame(other):
            raise InputError(
                "this is not the sentence of the challenge set", file=path, line=number
            )
        if row.index == other.index:
            raise InputError(
                f"{other.entity!r} is the person of the challenge set, not the other one",
                file=path,
                line=number,
            )
    return list(others)


def _frame(row: Row) -> tuple[str, ...]:
    words = [bare(token) for token in row.sentence.split()]
    return tuple(_FRAME.get(word, word) for word in words)


def pairs(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Return the numbers (from 0) of the rows that are a sentence with "he" and with "she".

    Both rows have the same words but for the pronoun, and the same entity.
    """
    frames: dict[tuple[object, ...], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, row in enumerate(rows):
        frames[row.index, _frame(row)][row.gender].append(number)
    return sorted(
        pair
        for found in frames.values()
        for pair in zip(found["male"], found["female"], strict=False)
    )
