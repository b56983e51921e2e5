"""A sentence with alternatives beside its reference: what it adds to each figure.

Structures (Garg et al. 2024, appendix K): those that both sides have are right. The paper does not
say when that is so; here both forms must be the same, and where the two masculine texts are the
same also the position. Where the texts differ, equal structures are matched in their order.

A structure belongs to the people of the reference whose head words it shares characters with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cdaflow.alternatives.aligning.position import by_position
from cdaflow.alternatives.lattice import Lattice
from cdaflow.alternatives.structures import (
    AMBIGUOUS,
    MAX_OPEN,
    Alternatives,
    Structure,
    group,
)
from cdaflow.lazy import numpy as np
from cdaflow.statistics.estimates import Counts


class Count(StrEnum):
    """What is counted in a sentence, in the order of the columns of `count_rows`."""

    #: Sentences to which the hypothesis, the reference, both have structures.
    OFFERED = "offered"
    WANTED = "wanted"
    BOTH = "both"
    #: Structures in sentences in which both sides have some: of each side, and in both.
    STRUCTURES_OFFERED = "structures_offered"
    STRUCTURES_WANTED = "structures_wanted"
    STRUCTURES_RIGHT = "structures_right"
    #: Right structures whose people the reference knows; whose people are right; which position
    #: alone gives to the right person. Then the same where two or more people are open.
    ALIGNED = "aligned"
    ALIGNED_RIGHT = "aligned_right"
    BY_POSITION = "aligned_by_position"
    ALIGNED_TWO = "aligned_two"
    ALIGNED_RIGHT_TWO = "aligned_right_two"
    BY_POSITION_TWO = "aligned_by_position_two"
    #: Sentences with one, and with two or more people on whom a text depends; all texts right.
    ONE = "choices_one"
    ONE_RIGHT = "choices_one_right"
    TWO = "choices_two"
    TWO_RIGHT = "choices_two_right"
    #: Sentences in which everybody's gender is shown, and people whose gender is.
    TOLD = "told"
    TOLD_OFFERED = "told_offered"
    TOLD_PEOPLE = "told_people"
    TOLD_PEOPLE_OFFERED = "told_people_offered"
    #: Sentences without alternatives in which a generic "he" alone shows a gender.
    GENERIC = "generic"
    GENERIC_OFFERED = "generic_offered"
    #: Sentences whose reference has structures: those with the right all-masculine text, the right
    #: all-feminine one, and those in one of which a person is both a man and a woman.
    MASCULINE_RIGHT = "masculine_right"
    FEMININE_RIGHT = "feminine_right"
    BROKEN = "broken"


_COLUMNS = list(Count)

#: What cannot be counted where the hypothesis knows nobody.
OF_PEOPLE = (
    *(Count.ALIGNED, Count.ALIGNED_RIGHT, Count.BY_POSITION),
    *(Count.ALIGNED_TWO, Count.ALIGNED_RIGHT_TWO, Count.BY_POSITION_TWO),
    *(Count.ONE, Count.ONE_RIGHT, Count.TWO, Count.TWO_RIGHT),
    *(Count.TOLD_PEOPLE, Count.TOLD_PEOPLE_OFFERED),
)


@dataclass(frozen=True)
class _Piece:
    """A structure as it is compared: its people are those of the reference, by index."""

    start: int
    masculine: str
    feminine: str
    people: frozenset[int]

    @property
    def forms(self) -> tuple[str, str]:
        return self.masculine, self.feminine


def count_rows(
    hypotheses: Sequence[Alternatives],
    references: Sequence[Alternatives],
    generic: Sequence[bool],
    *,
    regroup: tuple[bool, bool] = (True, True),
) -> Counts:
    """Return what each sentence adds to each `Count`: shape (sentences, columns).

    `generic`: the sentences with a generic "he". `regroup`: whether in hypotheses, and in
    references, words that differ side by side are made one structure, however they are split.
    """
    rows = np.zeros((len(references), len(_COLUMNS)), dtype=np.int64)
    for row, hypothesis, reference, is_generic in zip(
        rows, hypotheses, references, generic, strict=True
    ):
        for name, number in _count(hypothesis, reference, is_generic, regroup).items():
            row[_COLUMNS.index(name)] = number
    return rows


def _count(
    hypothesis: Alternatives, reference: Alternatives, is_generic: bool, regroup: tuple[bool, bool]
) -> dict[Count, int]:
    offered, has_reference = bool(hypothesis.structures), bool(reference.structures)
    counts: dict[Count, int] = {
        Count.OFFERED: offered,
        Count.WANTED: has_reference,
        Count.BOTH: offered and has_reference,
    }
    if has_reference:
        texts = hypothesis.masculine, hypothesis.feminine
        counts[Count.MASCULINE_RIGHT] = texts[0] == reference.masculine
        counts[Count.FEMININE_RIGHT] = texts[1] == reference.feminine
        counts[Count.BROKEN] = any(is_broken(text, reference) for text in texts)
    people = same_people(hypothesis, reference)
    if offered and has_reference:
        ours = _pieces(hypothesis, people, regroup[0])
        theirs = _pieces(reference, None, regroup[1])
        right = _right(ours, theirs, hypothesis.masculine == reference.masculine)
        counts[Count.STRUCTURES_OFFERED] = len(ours)
        counts[Count.STRUCTURES_WANTED] = len(theirs)
        counts[Count.STRUCTURES_RIGHT] = len(right)
        counts |= _alignment(right, reference)
    if reference.entities is not None:
        counts |= _all_texts(hypothesis, reference, people)
        if not is_generic:
            counts |= _false(hypothesis, reference, people)
    if is_generic and not has_reference:
        counts |= {Count.GENERIC: 1, Count.GENERIC_OFFERED: offered}
    return counts


def is_broken(text: str, reference: Alternatives) -> bool:
    """Return whether a text mixes the genders of one person in the words of the reference.

    Each of its words is masculine or feminine as in the reference, but together they are none of
    the 2^k texts. False where the people of a structure are not known.
    """
    is_attributed = all(structure.entities for structure in reference.structures)
    if text in (reference.masculine, reference.feminine) or not is_attributed:
        return False
    if len(reference.choices) > MAX_OPEN or not _mixed(reference).accepts(text):
        return False
    return all(text != right for _, right in reference.texts())


def _mixed(reference: Alternatives) -> Lattice:
    """Return the texts in which each word of a structure has either form."""
    arcs: list[list[tuple[int, str]]] = []
    end = 0

    def add(*texts: str) -> None:
        arcs.append([(len(arcs) + 1, text) for text in texts])

    for structure in reference.structures:
        add(reference.text[end : structure.start])
        forms = [structure.masculine.split(" "), structure.feminine.split(" ")]
        if len(forms[0]) == len(forms[1]):
            for number, words in enumerate(zip(*forms, strict=True)):
                add(*(" " * (number > 0) + word for word in words))
        else:
            add(structure.masculine, structure.feminine)
        end = structure.end
    add(reference.text[end:])
    return Lattice(arcs)


def same_people(hypothesis: Alternatives, reference: Alternatives) -> list[int]:
    """Return which person of the reference each of the hypothesis is, -1 for none.

    The one whose head word shares most characters with its own.
    """
    theirs = list(enumerate(reference.entities or ()))
    indices = []
    for ours in hypothesis.entities or ():
        shared, index = max(
            (
                (min(ours.end, entity.end) - max(ours.start, entity.start), -n)
                for n, entity in theirs
            ),
            default=(0, 0),
        )
        indices.append(-index if shared > 0 else -1)
    return indices


def _pieces(side: Alternatives, people: Sequence[int] | None, regroup: bool) -> list[_Piece]:
    """Return the structures of a side; `people`: which those of its entities are, None: as is."""

    def owners(structures: Sequence[Structure]) -> frozenset[int]:
        numbers = {index for structure in structures for index in structure.entities}
        return frozenset(numbers if people is None else {people[index] for index in numbers})

    if not regroup:
        return [_Piece(s.start, s.masculine, s.feminine, owners([s])) for s in side.structures]
    return [
        _Piece(
            structure.start,
            structure.masculine,
            structure.feminine,
            owners(
                [s for s in side.structures if s.start < structure.end and structure.start < s.end]
            ),
        )
        for structure in group(side.masculine, side.feminine)
    ]


def _right(
    ours: Sequence[_Piece], theirs: Sequence[_Piece], same_text: bool
) -> list[tuple[_Piece, _Piece]]:
    """Return the structures that both have, as pairs (hypothesis, reference)."""
    if same_text:
        by_position_and_forms = {(piece.start, *piece.forms): piece for piece in theirs}
        keys = (((piece.start, *piece.forms), piece) for piece in ours)
        return [
            (piece, by_position_and_forms[key])
            for key, piece in keys
            if key in by_position_and_forms
        ]
    # The longest common subsequence, so that no pair crosses another.
    length = [[0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    for i, ours_piece in reversed(list(enumerate(ours))):
        for j, theirs_piece in reversed(list(enumerate(theirs))):
            longer = max(length[i + 1][j], length[i][j + 1])
            length[i][j] = (
                length[i + 1][j + 1] + 1 if ours_piece.forms == theirs_piece.forms else longer
            )
    pairs = []
    i = j = 0
    while i < len(ours) and j < len(theirs):
        if ours[i].forms == theirs[j].forms:
            pairs.append((ours[i], theirs[j]))
            i, j = i + 1, j + 1
        elif length[i + 1][j] >= length[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _alignment(right: Sequence[tuple[_Piece, _Piece]], reference: Alternatives) -> dict[Count, int]:
    """Count the right structures whose people are known, right, and right by position."""
    attributed = [(ours, theirs) for ours, theirs in right if theirs.people]
    numbers = (
        len(attributed),
        sum(ours.people == theirs.people for ours, theirs in attributed),
        sum({by_position(theirs, reference)} == theirs.people for _, theirs in attributed),
    )
    names = [(Count.ALIGNED, Count.ALIGNED_RIGHT, Count.BY_POSITION)]
    if len(reference.open) > 1:
        names.append((Count.ALIGNED_TWO, Count.ALIGNED_RIGHT_TWO, Count.BY_POSITION_TWO))
    return {name: n for counts in names for name, n in zip(counts, numbers, strict=True)}


def _all_texts(
    hypothesis: Alternatives, reference: Alternatives, people: Sequence[int]
) -> dict[Count, int]:
    """Count whether the hypothesis has each of the 2^k texts of the reference, and no other."""
    choices = reference.choices
    is_known = all(structure.entities for structure in reference.structures)
    if not choices or not is_known or len(choices) > MAX_OPEN:
        return {}
    total, right = (
        (Count.ONE, Count.ONE_RIGHT) if len(choices) == 1 else (Count.TWO, Count.TWO_RIGHT)
    )
    return {total: 1, right: _has_all_texts(hypothesis, reference, people)}


def _has_all_texts(
    hypothesis: Alternatives, reference: Alternatives, people: Sequence[int]
) -> bool:
    index_of = {index: people[index] for index in hypothesis.choices}
    if not all(structure.entities for structure in hypothesis.structures):
        return False
    if set(index_of.values()) != set(reference.choices):
        return False
    return all(
        hypothesis.with_genders({ours: genders[theirs] for ours, theirs in index_of.items()})
        == text
        for genders, text in reference.texts()
    )


def _false(
    hypothesis: Alternatives, reference: Alternatives, people: Sequence[int]
) -> dict[Count, int]:
    """Count the people whose gender is shown, and those of them who get an alternative.

    People to whom the reference itself gives a structure do not count.
    """
    entities = reference.entities or ()
    stated = [
        index
        for index, entity in enumerate(entities)
        if entity.label != AMBIGUOUS and index not in reference.choices
    ]
    offered = {people[index] for index in hypothesis.choices}
    counts: dict[Count, int] = {
        Count.TOLD_PEOPLE: len(stated),
        Count.TOLD_PEOPLE_OFFERED: len(offered.intersection(stated)),
    }
    if stated and len(stated) == len(entities) and not reference.structures:
        counts |= {Count.TOLD: 1, Count.TOLD_OFFERED: bool(hypothesis.structures)}
    return counts
