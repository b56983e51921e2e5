"""Scenes of people without a pronoun: the English leaves the gender open."""

from __future__ import annotations

from dataclasses import replace

from cdaflow.demo.sampler import EMPLOYING, POSSESSIVES, Sampler
from cdaflow.demo.scene import Determiner, Person, Scene, Tense, Thing
from cdaflow.demo.scenes.registry import construction

#: Verbs that may be said of every day.
_HABITS = ("clean", "bring", "carry", "open", "close", "read", "buy", "forget", "sign", "write")
_MEETING = ("see", "meet", "greet", "recognise", "interview", "help", "call", "invite")


@construction(60)
def simple(sampler: Sampler) -> Scene:
    """The old nurse works at the hospital every day."""
    tense = sampler.tense()
    verb, place, time = sampler.activity(tense, 0.6)
    person = sampler.person(plural=0.25)
    return Scene("simple", (person,), verbs=(verb,), place=place, time=time, tense=tense)


@construction(40)
def motion(sampler: Sampler) -> Scene:
    """The nurse arrived yesterday."""
    tense = sampler.tense(0.75)
    verb = sampler.verb("motion", () if tense is Tense.PAST else ("fall", "stay"))
    time = sampler.usual_time(tense, 0.65 if tense is Tense.PAST else 1.0)
    return Scene("motion", (sampler.person(plural=0.25),), verbs=(verb,), time=time, tense=tense)


@construction(70)
def transitive(sampler: Sampler) -> Scene:
    """The baker bought the red car last week."""
    tense = sampler.tense(0.85)
    verb = sampler.verb("thing") if tense is Tense.PAST else sampler.pick(_HABITS)
    time = sampler.usual_time(tense, 0.4 if tense is Tense.PAST else 1.0)
    return Scene(
        "transitive",
        (sampler.person(plural=0.2),),
        (sampler.thing_for(verb),),
        (verb,),
        time=time,
        tense=tense,
    )


@construction(45)
def predicate(sampler: Sampler) -> Scene:
    """The lawyer is very tired."""
    person = sampler.person(plural=0.25, adjective=0.1, plain=True, definite=True)
    quality = sampler.quality("trait|state", person)
    return Scene(
        "predicate",
        (person,),
        adjectives=(quality,),
        tense=sampler.tense(0.45),
        very=sampler.very(quality),
    )


@construction(30)
def passive(sampler: Sampler) -> Scene:
    """The nurse was invited yesterday."""
    verb = sampler.verb("passive")
    return Scene(
        "passive",
        (sampler.patient_of(verb, plural=0.25),),
        verbs=(verb,),
        time=sampler.time(Tense.PAST, 0.7),
    )


@construction(30)
def passive_agent(sampler: Sampler) -> Scene:
    """The nurse was hired by the director."""
    verb = sampler.verb("passive")
    person = sampler.patient_of(verb)
    return Scene("passive-agent", (person, sampler.agent_of(verb, but=person)), verbs=(verb,))


def _singled_out(person: Person) -> Person:
    """The person to be followed by a relative clause: not "my doctor who works at the hospital"."""
    owned = person.determiner in POSSESSIVES
    return replace(person, determiner=Determiner.THE) if owned else person


@construction(35)
def relative_subject(sampler: Sampler) -> Scene:
    """The doctor who works at the hospital is old."""
    tense = sampler.tense(0.4)
    verb, place, _ = sampler.activity(tense, 1.0)
    person = sampler.person(plural=0.25, adjective=0.0, definite=True)
    return Scene(
        "relative-subject",
        (_singled_out(person),),
        verbs=(verb,),
        adjectives=(sampler.quality("trait|state", person),),
        place=place,
        tense=tense,
    )


@construction(30)
def relative_object(sampler: Sampler) -> Scene:
    """The doctor that the lawyer knows is famous."""
    object_person = sampler.person(adjective=0.0, definite=True)
    knower = sampler.person(but=object_person, adjective=0.1, definite=True)
    if knower.determiner is Determiner.THAT:  # "that that nurse knows"
        knower = replace(knower, determiner=Determiner.THE)
    return Scene(
        "relative-object",
        (_singled_out(object_person), knower),
        verbs=(sampler.verb("person-stative"),),
        adjectives=(sampler.quality("trait", object_person),),
        tense=sampler.tense(0.4),
    )


def _two(sampler: Sampler, adjective: float = 0.0) -> tuple[Person, Person]:
    first = sampler.person(adjective=adjective, definite=True)
    return first, sampler.person(but=first, adjective=adjective, definite=True)


@construction(35)
def coordinated_people(sampler: Sampler) -> Scene:
    """The doctor and the nurse are tired."""
    people = _two(sampler)
    quality = sampler.quality("trait|state", people[0])
    if quality == people[1].profession:
        quality = "tired"
    return Scene(
        "coordinated-people",
        people,
        adjectives=(quality,),
        tense=sampler.tense(0.45),
        very=sampler.very(quality),
    )


@construction(25)
def coordinated_people_motion(sampler: Sampler) -> Scene:
    """The doctor and the nurse arrived yesterday."""
    return Scene(
        "coordinated-people-motion",
        _two(sampler, 0.1),
        verbs=(sampler.verb("motion"),),
        time=sampler.time(Tense.PAST, 0.75),
    )


@construction(35)
def coordinated_verbs(sampler: Sampler) -> Scene:
    """The baker came in and opened the window."""
    verb = sampler.verb("thing")
    thing = sampler.thing_for(verb)
    motion = sampler.verb("motion", ("fall", "stay"))
    return Scene("coordinated-verbs", (sampler.person(),), (thing,), (motion, verb))


@construction(40)
def of_person(sampler: Sampler) -> Scene:
    """The writer's car is red."""
    nouns = [*sampler.nouns("goods", "portable"), "garden"]
    thing = sampler.thing(nouns, adjective=0.0)
    quality = sampler.pick(sampler.inventory.adjectives_for(thing.noun, "trait"))
    thing = Thing(thing.noun, thing.number)
    owner = sampler.person(plural=0.25, adjective=0.15, definite=True)
    return Scene("of-person", (owner,), (thing,), adjectives=(quality,), tense=sampler.tense(0.4))


@construction(35)
def to_person(sampler: Sampler) -> Scene:
    """The waiter gave the bottle to the nurse."""
    return Scene(
        "to-person", _two(sampler, 0.15), (sampler.thing(sampler.nouns("portable", "food")),)
    )


@construction(20)
def there_is(sampler: Sampler) -> Scene:
    """There is a new doctor at the hospital."""
    person = sampler.person(kinds=("occupation", "role"), adjective=0.5)
    person = Person(person.profession, person.gender, adjective=person.adjective,
                    determiner=Determiner.A)  # fmt: skip
    place = sampler.place()
    return Scene("there-is", (person,), place=place, tense=sampler.tense(0.4))


@construction(40)
def we_verb(sampler: Sampler) -> Scene:
    """We saw the tired guard at the station."""
    verb = sampler.verb("person")
    place = sampler.place(0.5) if verb in _MEETING[:4] else None
    person = sampler.patient_of(verb, plural=0.25)
    if verb in EMPLOYING and person.determiner is Determiner.OUR:
        verb = "thank"
    return Scene(
        "we-verb", (person,), verbs=(verb,), place=place, time=sampler.time(Tense.PAST, 0.4)
    )


@construction(20)
def question(sampler: Sampler) -> Scene:
    """Is the nurse tired?"""
    person = sampler.person(plural=0.25, adjective=0.1, plain=True, definite=True)
    quality = sampler.quality("state", person)
    return Scene("question", (person,), adjectives=(quality,), tense=sampler.tense(0.4))


@construction(15)
def question_where(sampler: Sampler) -> Scene:
    """Where does the doctor work?"""
    verb = sampler.pick(("work", "sleep", "sing", "wait", "dance", "eat", "live", "cook"))
    return Scene("question-where", (sampler.person(adjective=0.3, definite=True),), verbs=(verb,),
                 tense=sampler.tense(0.45))  # fmt: skip


@construction(25)
def negation(sampler: Sampler) -> Scene:
    """The doctor does not work at the hospital."""
    tense = sampler.tense(0.5)
    verb, place, _ = sampler.activity(tense, 0.6)
    person = sampler.person(plural=0.25, definite=True)
    if person.determiner is Determiner.ALL:  # "all the cooks do not sing" says two things
        person = replace(person, determiner=Determiner.THE)
    return Scene("negation", (person,), verbs=(verb,), place=place, tense=tense)


@construction(25)
def comparison(sampler: Sampler) -> Scene:
    """The baker is stronger than the guard."""
    people = _two(sampler)
    quality = sampler.quality("comparable", people[0])
    if quality == people[1].profession:
        quality = "strong"
    return Scene("comparison", people, adjectives=(quality,), tense=sampler.tense(0.4))
