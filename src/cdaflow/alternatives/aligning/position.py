"""The control of an alignment: the relative position of a structure alone."""

from __future__ import annotations

from typing import Protocol

from cdaflow.alternatives.structures import Alternatives, Entity


class Phrase(Protocol):
    """A phrase of the all-masculine text, and where it begins."""

    @property
    def start(self) -> int:
        """The offset in the text."""

    @property
    def masculine(self) -> str:
        """The phrase."""


def by_position(phrase: Phrase, alternatives: Alternatives) -> int:
    """Return the open person whose place in the source is most like that of a phrase.

    Places are the middles of head word and phrase, over the lengths of their sentences. Of all
    people where nobody is open.
    """
    people = alternatives.entities or ()
    place = (phrase.start + len(phrase.masculine) / 2) / max(len(alternatives.text), 1)

    def distance(index: int) -> float:
        entity: Entity = people[index]
        return abs((entity.start + entity.end) / 2 / max(len(alternatives.source), 1) - place)

    return min(alternatives.open or range(len(people)), key=distance)
