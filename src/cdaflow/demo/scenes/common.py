"""What people do, where and when, and to whom: shared by the constructions."""

from __future__ import annotations

from cdaflow.demo.draw import Draw
from cdaflow.demo.scene import Person, Tense

EMPLOYERS = ("occupation", "office")
EMPLOYING = frozenset({"hire", "dismiss", "interview"})
#: Times of what somebody does again and again.
NOT_NOW = ("today",)
_CITIES = ("rome", "paris", "madrid")
_HOMES = (*_CITIES, "village", "near_bridge", "near_school", "front_of_church", "hotel")
_KITCHENS = ("kitchen", "restaurant", "hotel", "school", "hospital", "office")
WORKPLACES = (
    "hospital", "station", "school", "office", "restaurant", "market", "museum", "library",
    "hotel", "airport", "theatre", "university", "bank", "village", "stadium", *_CITIES,
)  # fmt: skip


def time_of(draw: Draw, tense: Tense, probability: float = 0.5) -> str | None:
    """Return a time of the tense, with this probability, but not "today"."""
    return draw.time(tense, probability, NOT_NOW)


def doing(draw: Draw, tense: Tense, place: float) -> tuple[str, str | None, str | None]:
    """Return an intransitive verb with a place (by probability) and a time that suit it."""
    verb = draw.verb("intransitive")
    time = draw.time(tense, 0.5, () if verb == "work" else NOT_NOW)
    if verb == "live":
        return verb, draw.place(among=_HOMES), "last_year" if time and tense is Tense.PAST else None
    among = {"cook": _KITCHENS, "work": WORKPLACES}.get(verb, ())
    return verb, draw.place(place, among), time


def object_of(draw: Draw, verb: str, *, but: Person | None = None, plural: float = 0.0) -> Person:
    """Return somebody to whom a verb can be done: no sibling is hired."""
    kinds = ("occupation",) if verb in EMPLOYING else ()
    return draw.person(kinds=kinds, but=but, plural=plural, adjective=0.15)


def subject_of(draw: Draw, verb: str, *, but: Person | None = None) -> Person:
    """Return somebody who may do it: it takes an employer to hire."""
    kinds = EMPLOYERS if verb in EMPLOYING else ()
    return draw.person(kinds=kinds, but=but, adjective=0.12)
