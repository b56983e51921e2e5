"""Scenes of people without a pronoun: the English leaves the gender open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cdaflow.demo.draw import Draw
from cdaflow.demo.scene import Determiner, Person, Scene, Tense, Thing
from cdaflow.demo.scenes.common import (
    EMPLOYING,
    doing,
    object_of,
    subject_of,
    time_of,
)

#: Verbs that may be said of every day.
_HABITS = ("clean", "bring", "carry", "open", "close", "read", "buy", "forget", "sign", "write")
_MEETING = ("see", "meet", "greet", "recognise", "interview", "help", "call", "invite")


def _simple(draw: Draw) -> Scene:
    tense = draw.tense()
    verb, place, time = doing(draw, tense, 0.6)
    person = draw.person(plural=0.25)
    return Scene("simple", (person,), verbs=(verb,), place=place, time=time, tense=tense)


def _motion(draw: Draw) -> Scene:
    tense = draw.tense(0.75)
    verb = draw.verb("motion", () if tense is Tense.PAST else ("fall", "stay"))
    time = time_of(draw, tense, 0.65 if tense is Tense.PAST else 1.0)
    return Scene("motion", (draw.person(plural=0.25),), verbs=(verb,), time=time, tense=tense)


def _transitive(draw: Draw) -> Scene:
    tense = draw.tense(0.85)
    verb = draw.verb("thing") if tense is Tense.PAST else draw.one(_HABITS)
    time = time_of(draw, tense, 0.4 if tense is Tense.PAST else 1.0)
    return Scene(
        "transitive",
        (draw.person(plural=0.2),),
        (draw.thing_for(verb),),
        (verb,),
        time=time,
        tense=tense,
    )


def _predicate(draw: Draw) -> Scene:
    person = draw.person(plural=0.25, adjective=0.1, plain=True, definite=True)
    quality = draw.quality("trait|state", person)
    return Scene(
        "predicate",
        (person,),
        adjectives=(quality,),
        tense=draw.tense(0.45),
        very=draw.very(quality),
    )


def _passive(draw: Draw) -> Scene:
    verb = draw.verb("passive")
    return Scene(
        "passive",
        (object_of(draw, verb, plural=0.25),),
        verbs=(verb,),
        time=draw.time(Tense.PAST, 0.7),
    )


def _passive_agent(draw: Draw) -> Scene:
    verb = draw.verb("passive")
    person = object_of(draw, verb)
    return Scene("passive-agent", (person, subject_of(draw, verb, but=person)), verbs=(verb,))


def _relative_subject(draw: Draw) -> Scene:
    tense = draw.tense(0.4)
    verb, place, _ = doing(draw, tense, 1.0)
    person = draw.person(plural=0.25, adjective=0.0, definite=True)
    return Scene(
        "relative-subject",
        (person,),
        verbs=(verb,),
        adjectives=(draw.quality("trait|state", person),),
        place=place,
        tense=tense,
    )


def _relative_object(draw: Draw) -> Scene:
    known = draw.person(adjective=0.0, definite=True)
    knower = draw.person(but=known, adjective=0.1, definite=True)
    if knower.determiner is Determiner.THAT:  # "that that nurse knows"
        knower = replace(knower, determiner=Determiner.THE)
    return Scene(
        "relative-object",
        (known, knower),
        verbs=(draw.verb("person-stative"),),
        adjectives=(draw.quality("trait", known),),
        tense=draw.tense(0.4),
    )


def _two(draw: Draw, adjective: float = 0.0) -> tuple[Person, Person]:
    first = draw.person(adjective=adjective, definite=True)
    return first, draw.person(but=first, adjective=adjective, definite=True)


def _coordinated_people(draw: Draw) -> Scene:
    people = _two(draw)
    quality = draw.quality("trait|state", people[0])
    if quality == people[1].profession:
        quality = "tired"
    return Scene(
        "coordinated-people",
        people,
        adjectives=(quality,),
        tense=draw.tense(0.45),
        very=draw.very(quality),
    )


def _coordinated_motion(draw: Draw) -> Scene:
    return Scene(
        "coordinated-people-motion",
        _two(draw, 0.1),
        verbs=(draw.verb("motion"),),
        time=draw.time(Tense.PAST, 0.75),
    )


def _coordinated_verbs(draw: Draw) -> Scene:
    verb = draw.verb("thing")
    thing = draw.thing_for(verb)
    motion = draw.verb("motion", ("fall", "stay"))
    return Scene("coordinated-verbs", (draw.person(),), (thing,), (motion, verb))


def _of_person(draw: Draw) -> Scene:
    nouns = [*draw.nouns("goods", "portable"), "garden"]
    thing = draw.thing(nouns, adjective=0.0)
    quality = draw.one(draw.inventory.adjectives_for(thing.noun, "trait"))
    thing = Thing(thing.noun, thing.number)
    owner = draw.person(plural=0.25, adjective=0.15, definite=True)
    return Scene("of-person", (owner,), (thing,), adjectives=(quality,), tense=draw.tense(0.4))


def _to_person(draw: Draw) -> Scene:
    return Scene("to-person", _two(draw, 0.15), (draw.thing(draw.nouns("portable", "food")),))


def _there_is(draw: Draw) -> Scene:
    person = draw.person(kinds=("occupation", "role"), adjective=0.5)
    person = Person(person.profession, person.gender, adjective=person.adjective,
                    determiner=Determiner.A)  # fmt: skip
    place = draw.place()
    return Scene("there-is", (person,), place=place, tense=draw.tense(0.4))


def _we_verb(draw: Draw) -> Scene:
    verb = draw.verb("person")
    place = draw.place(0.5) if verb in _MEETING[:4] else None
    person = object_of(draw, verb, plural=0.25)
    if verb in EMPLOYING and person.determiner is Determiner.OUR:
        verb = "thank"
    return Scene("we-verb", (person,), verbs=(verb,), place=place, time=draw.time(Tense.PAST, 0.4))


def _question(draw: Draw) -> Scene:
    person = draw.person(plural=0.25, adjective=0.1, plain=True, definite=True)
    quality = draw.quality("state", person)
    return Scene("question", (person,), adjectives=(quality,), tense=draw.tense(0.4))


def _question_where(draw: Draw) -> Scene:
    verb = draw.one(("work", "sleep", "sing", "wait", "dance", "eat", "live", "cook"))
    return Scene("question-where", (draw.person(adjective=0.3, definite=True),), verbs=(verb,),
                 tense=draw.tense(0.45))  # fmt: skip


def _negation(draw: Draw) -> Scene:
    tense = draw.tense(0.5)
    verb, place, _ = doing(draw, tense, 0.6)
    person = draw.person(plural=0.25, definite=True)
    if person.determiner is Determiner.ALL:  # "all the cooks do not sing" says two things
        person = replace(person, determiner=Determiner.THE)
    return Scene("negation", (person,), verbs=(verb,), place=place, tense=tense)


def _comparison(draw: Draw) -> Scene:
    people = _two(draw)
    quality = draw.quality("comparable", people[0])
    if quality == people[1].profession:
        quality = "strong"
    return Scene("comparison", people, adjectives=(quality,), tense=draw.tense(0.4))


#: By construction.
PLAIN: Mapping[str, Callable[[Draw], Scene]] = {
    "simple": _simple,
    "motion": _motion,
    "transitive": _transitive,
    "predicate": _predicate,
    "passive": _passive,
    "passive-agent": _passive_agent,
    "relative-subject": _relative_subject,
    "relative-object": _relative_object,
    "coordinated-people": _coordinated_people,
    "coordinated-people-motion": _coordinated_motion,
    "coordinated-verbs": _coordinated_verbs,
    "of-person": _of_person,
    "to-person": _to_person,
    "there-is": _there_is,
    "we-verb": _we_verb,
    "question": _question,
    "question-where": _question_where,
    "negation": _negation,
    "comparison": _comparison,
}
