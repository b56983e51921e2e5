"""Scenes about things, and of the weather; in one of them a pronoun means a thing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cdaflow.demo.draw import Draw
from cdaflow.demo.scene import Scene, Tense

_CITIES = ("rome", "paris", "madrid")
_OUTDOORS = (*_CITIES, "front_of_church", "near_school", "village", "station")
_INDOORS = ("kitchen", "office", "library", "hotel", "school", "hospital", "museum", "restaurant")
#: What one does to a thing, and then to "it".
_THEN = (
    ("buy", "sell"), ("repair", "sell"), ("clean", "sell"), ("buy", "break"), ("buy", "lose"),
    ("find", "lose"), ("lose", "find"), ("open", "close"), ("break", "repair"), ("read", "sign"),
    ("write", "sign"), ("finish", "sign"), ("find", "read"), ("buy", "paint"), ("buy", "read"),
    ("find", "open"), ("bring", "open"), ("clean", "paint"), ("buy", "repair"), ("find", "bring"),
)  # fmt: skip


def _thing_predicate(draw: Draw) -> Scene:
    while True:
        thing = draw.thing(list(draw.inventory.nouns), adjective=0.1, definite=True)
        choices = draw.inventory.adjectives_for(thing.noun, "trait|state")
        fitting = [key for key in choices if key != thing.adjective]
        if fitting:
            quality = draw.one(fitting)
            return Scene(
                "thing-predicate",
                things=(thing,),
                adjectives=(quality,),
                tense=draw.tense(0.4),
                very=draw.very(quality),
            )


def _thing_place(draw: Draw) -> Scene:
    if draw.chance(0.35):
        nouns = draw.nouns("moving", "vehicle", "ground", "building")
        place = draw.one(_OUTDOORS)
    else:
        nouns = draw.nouns("portable", "furniture", "food", "substance")
        place = draw.one(_INDOORS)
    thing = draw.thing(nouns, adjective=0.35, definite=True)
    return Scene("thing-place", things=(thing,), place=place, tense=draw.tense(0.4))


def _thing_motion(draw: Draw) -> Scene:
    tense = draw.tense(0.7)
    thing = draw.thing(draw.nouns("vehicle"), adjective=0.3, definite=True)
    verb = draw.one(("arrive", "leave", "return"))
    time = draw.time(tense, 0.7 if tense is Tense.PAST else 1.0)
    return Scene("thing-motion", things=(thing,), verbs=(verb,), time=time, tense=tense)


def _thing_passive(draw: Draw) -> Scene:
    verb = draw.verb("thing")
    thing = draw.thing_for(verb, definite=True)
    time = draw.time(Tense.PAST, 0.8)
    return Scene("thing-passive", things=(thing,), verbs=(verb,), time=time)


def _weather(draw: Draw) -> Scene:
    tense = draw.tense(0.6)
    return Scene("weather", time=draw.time(tense, 0.9), tense=tense)


def _thing_pronoun(draw: Draw) -> Scene:
    first, second = draw.one(_THEN)
    takes = draw.inventory.verbs["thing"]
    while True:
        thing = draw.thing_for(first, plural=0.25)
        if not draw.inventory.nouns[thing.noun].isdisjoint(takes[second]):
            return Scene("thing-pronoun", (draw.person(plural=0.1),), (thing,), (first, second))


#: By construction.
THINGS: Mapping[str, Callable[[Draw], Scene]] = {
    "thing-predicate": _thing_predicate,
    "thing-place": _thing_place,
    "thing-motion": _thing_motion,
    "thing-passive": _thing_passive,
    "weather": _weather,
    "thing-pronoun": _thing_pronoun,
}
