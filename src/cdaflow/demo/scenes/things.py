"""Scenes about things, and of the weather; in one of them a pronoun means a thing."""

from __future__ import annotations

from cdaflow.demo.sampler import OUTDOORS, Sampler
from cdaflow.demo.scene import Scene, Tense
from cdaflow.demo.scenes.registry import construction

_INDOORS = ("kitchen", "office", "library", "hotel", "school", "hospital", "museum", "restaurant")
#: What one does to a thing, and then to "it".
_THEN = (
    ("buy", "sell"), ("repair", "sell"), ("clean", "sell"), ("buy", "break"), ("buy", "lose"),
    ("find", "lose"), ("lose", "find"), ("open", "close"), ("break", "repair"), ("read", "sign"),
    ("write", "sign"), ("finish", "sign"), ("find", "read"), ("buy", "paint"), ("buy", "read"),
    ("find", "open"), ("bring", "open"), ("clean", "paint"), ("buy", "repair"), ("find", "bring"),
)  # fmt: skip


@construction(35)
def thing_predicate(sampler: Sampler) -> Scene:
    """The car is red."""
    while True:
        thing = sampler.thing(list(sampler.inventory.nouns), adjective=0.1, definite=True)
        choices = sampler.inventory.adjectives_for(thing.noun, "trait|state")
        fitting = [key for key in choices if key != thing.adjective]
        if fitting:
            quality = sampler.pick(fitting)
            return Scene(
                "thing-predicate",
                things=(thing,),
                adjectives=(quality,),
                tense=sampler.tense(0.4),
                very=sampler.very(quality),
            )


@construction(25)
def thing_place(sampler: Sampler) -> Scene:
    """The red car is in front of the church."""
    if sampler.chance(0.35):
        nouns = sampler.nouns("moving", "vehicle", "ground", "building")
        place = sampler.pick(OUTDOORS)
    else:
        nouns = sampler.nouns("portable", "furniture", "food", "substance")
        place = sampler.pick(_INDOORS)
    thing = sampler.thing(nouns, adjective=0.35, definite=True)
    return Scene("thing-place", things=(thing,), place=place, tense=sampler.tense(0.4))


@construction(12)
def thing_motion(sampler: Sampler) -> Scene:
    """The train arrived yesterday."""
    tense = sampler.tense(0.7)
    thing = sampler.thing(sampler.nouns("vehicle"), adjective=0.3, definite=True)
    verb = sampler.pick(("arrive", "leave", "return"))
    time = sampler.time(tense, 0.7 if tense is Tense.PAST else 1.0)
    return Scene("thing-motion", things=(thing,), verbs=(verb,), time=time, tense=tense)


@construction(20)
def thing_passive(sampler: Sampler) -> Scene:
    """The door was opened yesterday."""
    verb = sampler.verb("thing")
    thing = sampler.thing_for(verb, definite=True)
    # "The door was closed" may be a state as well, which other languages say in another way.
    time = sampler.time(Tense.PAST, 0.8) or "yesterday"
    return Scene("thing-passive", things=(thing,), verbs=(verb,), time=time)


@construction(2)
def weather(sampler: Sampler) -> Scene:
    """It rained yesterday."""
    tense = sampler.tense(0.6)
    return Scene("weather", time=sampler.time(tense, 0.9), tense=tense)


@construction(25)
def thing_pronoun(sampler: Sampler) -> Scene:
    """The baker bought the car and sold it."""
    first, second = sampler.pick(_THEN)
    takes = sampler.inventory.verbs["thing"]
    while True:
        thing = sampler.thing_for(first, plural=0.25)
        if not sampler.inventory.nouns[thing.noun].isdisjoint(takes[second]):
            return Scene("thing-pronoun", (sampler.person(plural=0.1),), (thing,), (first, second))
