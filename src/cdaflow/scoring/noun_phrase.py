"""The determiners of a noun, and the readings (gender, number) on which words agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cdaflow.languages import Language, Slots
from cdaflow.scoring.lexicon import Lexicon, Professions

#: How many adjectives may stand between a determiner and its noun.
_MAX_ADJECTIVES = 2


@dataclass(frozen=True)
class Knowledge:
    """What a target language tells of gender."""

    language: Language
    professions: Professions
    lexicon: Lexicon


@dataclass(frozen=True)
class Determined:
    """The determiners of a noun: their common readings, from word `start` on."""

    slots: Slots
    start: int
    adjacent: bool

    @property
    def found(self) -> bool:
        """Whether there is any determiner."""
        return bool(self.slots)


def determiner(words: Sequence[str], noun: int, known: Knowledge) -> Determined:
    """Return the determiners to the left of the noun at index `noun`.

    Adjectives between are passed over: words that the lexicon has as adjectives; without a
    lexicon, one word that is no known noun, if a determiner comes before it. Of several
    determiners ("tutte le mie") the readings on which all agree are returned.
    """
    position = noun - 1
    adjectives = 0
    slots: Slots = frozenset()
    start = noun
    adjacent = True
    while position >= 0:
        word = words[position]
        readings = known.language.determiners.get(word)
        if readings:
            slots = (common(slots, readings) or slots) if slots else readings
            start = position
        elif slots or adjectives >= _MAX_ADJECTIVES or not _adjective(words, position, known):
            break
        else:
            adjectives += 1
            adjacent = False
        position -= 1
    return Determined(slots, start, adjacent)


def _adjective(words: Sequence[str], position: int, known: Knowledge) -> bool:
    word = words[position]
    if known.lexicon.adjectives:
        return word in known.lexicon.adjectives
    return (
        position > 0
        and len(word) > 2
        and word.isalpha()
        and known.professions.at(words, position) is None
        and words[position - 1] in known.language.determiners
    )


def common(one: Slots, other: Slots) -> Slots:
    """Return the readings on which two sets agree; an empty value agrees with any."""
    return frozenset(
        (gender or gender_, number or number_)
        for gender, number in one
        for gender_, number_ in other
        if (not gender or not gender_ or gender == gender_)
        and (not number or not number_ or number == number_)
    )


def genders(slots: Slots) -> set[str]:
    """Return the genders that the readings leave open."""
    return {value for gender, _ in slots for value in ([gender] if gender else ["Masc", "Fem"])}
