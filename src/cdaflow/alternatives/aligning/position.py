"""The control of an alignment: the relative position of a structure alone."""

from __future__ import annotations

from typing import Protocol

from cdaflow.alternatives.structures import Alternatives


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

    Of all people where nobody is open.
    """
    people = alternatives.open or range(len(alternatives.entities or ()))
    return min(people, key=lambda index: distance(phrase, alternatives, index))


def distance(phrase: Phrase, alternatives: Alternatives, index: int) -> float:
    """Return how far the places of a phrase and of a person are apart, 0 to 1.

    Places are the middles of phrase and head word, over the lengths of their sentences.
    """
    entity = (alternatives.entities or ())[index]
    place = (phrase.start + len(phrase.masculine) / 2) / max(len(alternatives.text), 1)
    return abs((entity.start + entity.end) / 2 / max(len(alternatives.source), 1) - place)
