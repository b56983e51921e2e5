"""Readings of a word form: the genders, numbers and cases that it can have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import TypeVar

#: One reading: gender ("Masc", "Fem", "Neut"), number ("Sing", "Plur") and, in languages that
#: have them, case ("Nom", "Gen", "Dat", "Acc", ...), as UD spells the values. A value is ""
#: where the form does not show it; values at the end may be left out.
Slot = tuple[str, ...]

#: The readings of a form; empty where nothing is known of it.
Slots = frozenset[Slot]

Form = TypeVar("Form")


def frozen(readings: Mapping[Form, Iterable[Slot]]) -> dict[Form, Slots]:
    """Return a table of forms with the readings that were collected for each."""
    return {form: frozenset(slots) for form, slots in readings.items()}


# A test set has few different sets of readings, which are compared tens of thousands of times.
@lru_cache(maxsize=1 << 16)
def common(one: Slots, other: Slots) -> Slots:
    """Return the readings on which two sets agree; an empty value agrees with any."""
    return frozenset(
        tuple(a or b for a, b in zip_longest(left, right, fillvalue=""))
        for left in one
        for right in other
        if all(not a or not b or a == b for a, b in zip_longest(left, right, fillvalue=""))
    )


@lru_cache(maxsize=1 << 16)
def genders(slots: Slots, known: tuple[str, ...] = ("Masc", "Fem")) -> frozenset[str]:
    """Return the genders that the readings leave open, of those that the language knows."""
    return frozenset(value for slot in slots for value in ([slot[0]] if slot[0] else known))
