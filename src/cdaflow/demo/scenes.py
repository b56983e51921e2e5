"""One function per construction that draws a scene of it: everything in it goes together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cdaflow.demo.draw import Draw
from cdaflow.demo.scene import Determiner, Person, Scene, Tense, Thing

_EMPLOYERS = ("occupation", "office")
_AT_WORK = ("occupation", "office")
_EMPLOYING = frozenset({"hire", "dismiss", "interview"})
#: Times of what somebody does again and again.
_NOT_NOW = ("today",)
#: Verbs that may be said of every day.
_HABITS = ("clean", "bring", "carry", "open", "close", "read", "buy", "forget", "sign", "write")
_CITIES = ("rome", "paris", "madrid")
_HOMES = (*_CITIES, "village", "near_bridge", "near_school", "front_of_church", "hotel")
_KITCHENS = ("kitchen", "restaurant", "hotel", "school", "hospital", "office")
_WORKPLACES = (
    "hospital", "station", "school", "office", "restaurant", "market", "museum", "library",
    "hotel", "airport", "theatre", "university", "bank", "village", "stadium", *_CITIES,
)  # fmt: skip
_OUTDOORS = (*_CITIES, "front_of_church", "near_school", "village", "station")
_INDOORS = ("kitchen", "office", "library", "hotel", "school", "hospital", "museum", "restaurant")
_MEETING = ("see", "meet", "greet", "recognise", "interview", "help", "call", "invite")
#: What one does to a thing, and then to "it".
_THEN = (
    ("buy", "sell"), ("repair", "sell"), ("clean", "sell"), ("buy", "break"), ("buy", "lose"),
    ("find", "lose"), ("lose", "find"), ("open", "close"), ("break", "repair"), ("read", "sign"),
    ("write", "sign"), ("finish", "sign"), ("find", "read"), ("buy", "paint"), ("buy", "read"),
    ("find", "open"), ("bring", "open"), ("clean", "paint"), ("buy", "repair"), ("find", "bring"),
)  # fmt: skip
#: What one promises to do with what is one's own.
_DEEDS = ("repair", "clean", "bring", "finish", "sell", "sign", "find", "paint", "open", "close")
#: What one does to somebody, and then to him or her.
_FIRST = ("see", "meet", "recognise", "call", "invite", "help", "accompany", "interview", "defend",
          "thank", "admire")  # fmt: skip
_SECOND = ("greet", "thank", "help", "call", "invite", "accompany", "congratulate", "hire",
           "criticise", "defend")  # fmt: skip


def _time(draw: Draw, tense: Tense, probability: float = 0.5) -> str | None:
    return draw.time(tense, probability, _NOT_NOW)


def _doing(draw: Draw, tense: Tense, place: float) -> tuple[str, str | None, str | None]:
    """An intransitive verb with a place (by probability) and a time that suit it."""
    verb = draw.verb("intransitive")
    time = draw.time(tense, 0.5, () if verb == "work" else _NOT_NOW)
    if verb == "live":
        return verb, draw.place(among=_HOMES), "last_year" if time and tense is Tense.PAST else None
    among = {"cook": _KITCHENS, "work": _WORKPLACES}.get(verb, ())
    return verb, draw.place(place, among), time


def _simple(draw: Draw) -> Scene:
    tense = draw.tense()
    verb, place, time = _doing(draw, tense, 0.6)
    person = draw.person(plural=0.25)
    return Scene("simple", (person,), verbs=(verb,), place=place, time=time, tense=tense)


def _motion(draw: Draw) -> Scene:
    tense = draw.tense(0.75)
    verb = draw.verb("motion", () if tense is Tense.PAST else ("fall", "stay"))
    time = _time(draw, tense, 0.65 if tense is Tense.PAST else 1.0)
    return Scene("motion", (draw.person(plural=0.25),), verbs=(verb,), time=time, tense=tense)


def _transitive(draw: Draw) -> Scene:
    tense = draw.tense(0.85)
    verb = draw.verb("thing") if tense is Tense.PAST else draw.one(_HABITS)
    time = _time(draw, tense, 0.4 if tense is Tense.PAST else 1.0)
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


def _object_of(draw: Draw, verb: str, *, but: Person | None = None, plural: float = 0.0) -> Person:
    """Somebody to whom a verb can be done: no sibling is hired."""
    kinds = ("occupation",) if verb in _EMPLOYING else ()
    return draw.person(kinds=kinds, but=but, plural=plural, adjective=0.15)


def _subject_of(draw: Draw, verb: str, *, but: Person | None = None) -> Person:
    kinds = _EMPLOYERS if verb in _EMPLOYING else ()
    return draw.person(kinds=kinds, but=but, adjective=0.12)


def _passive(draw: Draw) -> Scene:
    verb = draw.verb("passive")
    return Scene(
        "passive",
        (_object_of(draw, verb, plural=0.25),),
        verbs=(verb,),
        time=draw.time(Tense.PAST, 0.7),
    )


def _passive_agent(draw: Draw) -> Scene:
    verb = draw.verb("passive")
    person = _object_of(draw, verb)
    return Scene("passive-agent", (person, _subject_of(draw, verb, but=person)), verbs=(verb,))


def _relative_subject(draw: Draw) -> Scene:
    tense = draw.tense(0.4)
    verb, place, _ = _doing(draw, tense, 1.0)
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
    place = draw.place(0.9)
    return Scene("there-is", (person,), place=place, tense=draw.tense(0.4))


def _we_verb(draw: Draw) -> Scene:
    verb = draw.verb("person")
    place = draw.place(0.5) if verb in _MEETING[:4] else None
    person = _object_of(draw, verb, plural=0.25)
    if verb in _EMPLOYING and person.determiner is Determiner.OUR:
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
    verb, place, _ = _doing(draw, tense, 0.6)
    person = draw.person(plural=0.25, definite=True)
    return Scene("negation", (person,), verbs=(verb,), place=place, tense=tense)


def _comparison(draw: Draw) -> Scene:
    people = _two(draw)
    quality = draw.quality("comparable", people[0])
    if quality == people[1].profession:
        quality = "strong"
    return Scene("comparison", people, adjectives=(quality,), tense=draw.tense(0.4))


def _own_thing(draw: Draw) -> Scene:
    verb = draw.verb("thing")
    thing = draw.thing_for(verb)
    person = draw.neutral(draw.person(plural=0.1))
    owned = Thing(thing.noun, thing.number, adjective=thing.adjective)
    time = draw.time(Tense.PAST, 0.4)
    return Scene("own-thing", (person,), (owned,), (verb,), time=time, referent=0)


def _with_article(draw: Draw, kinds: tuple[str, ...], adjective: float) -> Person:
    person = draw.person(kinds=kinds, adjective=adjective)
    return Person(person.profession, person.gender, determiner=Determiner.A,
                  adjective=person.adjective)  # fmt: skip


def _profession(draw: Draw) -> Scene:
    person = _with_article(draw, ("occupation", "role"), 0.75)
    return Scene("profession", (person,), tense=draw.tense(0.35), referent=0)


def _become(draw: Draw) -> Scene:
    person = _with_article(draw, ("occupation",), 0.5)
    time = draw.one(("last_year", "last_week", "this_morning", "two_days_ago", None, None))
    return Scene("become", (person,), time=time, referent=0)


def _work_as(draw: Draw) -> Scene:
    person = _with_article(draw, ("occupation",), 0.0)
    place = draw.place(0.85, _WORKPLACES)
    return Scene("work-as", (person,), place=place, tense=draw.tense(0.4), referent=0)


def _said(draw: Draw) -> Scene:
    person = draw.neutral(draw.person(plural=0.1, adjective=0.12, plain=True))
    quality = draw.quality("state", person)
    return Scene("said", (person,), adjectives=(quality,), very=draw.very(quality), referent=0)


def _when(draw: Draw) -> Scene:
    verb = draw.verb("motion", ("stay",))
    person = draw.neutral(draw.person(adjective=0.12, plain=True))
    quality = draw.quality("state", person)
    return Scene("when", (person,), verbs=(verb,), adjectives=(quality,), referent=0)


def _reflexive(draw: Draw) -> Scene:
    verb = draw.verb("reflexive")
    person = draw.neutral(draw.person(adjective=0.25))
    return Scene("reflexive", (person,), verbs=(verb,), time=draw.time(Tense.PAST, 0.5), referent=0)


def _hers(draw: Draw) -> Scene:
    thing = draw.thing(draw.nouns("goods", "portable"))
    chosen = draw.weighted(((Determiner.THE, 60), (Determiner.THIS, 20), (Determiner.THAT, 20)))
    thing = Thing(thing.noun, thing.number, chosen, thing.adjective)
    person = draw.neutral(draw.person(adjective=0.15))
    return Scene("hers", (person,), (thing,), referent=0)


def _pair(
    draw: Draw, construction: str, verbs: tuple[str, ...], referent: int, **fields: object
) -> Scene:
    """Two people of different professions, one of whom a pronoun means."""
    second = _object_of(draw, next((v for v in verbs if v in _EMPLOYING), verbs[0]))
    employing = next((v for v in verbs if v in _EMPLOYING), verbs[0])
    people = [_subject_of(draw, employing, but=second), second]
    people[referent] = draw.neutral(people[referent])
    scene = Scene(construction, tuple(people), verbs=verbs, referent=referent)
    return _with(scene, **fields)


def _with(scene: Scene, **fields: object) -> Scene:
    return replace(scene, **fields)  # type: ignore[arg-type]


def _because_verbs(draw: Draw) -> tuple[str, int]:
    """A verb of a because-frame, and whose reason it is: 0 the subject's, 1 the object's."""
    frame = draw.one(("because-subject", "because-object"))
    return draw.verb(frame), int(frame == "because-object")


def _because_adjective(draw: Draw) -> Scene:
    verb, referent = _because_verbs(draw)
    scene = _pair(draw, "because-adjective", (verb,), referent)
    qualities = draw.inventory.reasons[verb][0]
    person = scene.people[referent]
    fitting = [q for q in qualities if q not in (person.adjective, person.profession)]
    quality = draw.one(fitting)
    return _with(scene, adjectives=(quality,), very=draw.very(quality, 0.2))


def _because_verb(draw: Draw) -> Scene:
    verb, referent = _because_verbs(draw)
    reason = draw.one(draw.inventory.reasons[verb][1])
    return _pair(draw, "because-verb", (verb, reason), referent)


def _object_pronoun(draw: Draw) -> Scene:
    while True:
        first, second = draw.one(_FIRST), draw.one(_SECOND)
        if first != second and (second != "hire" or first in ("interview", "meet", "see")):
            return _pair(draw, "object-pronoun", (first, second), 1)


def _thank_for(draw: Draw) -> Scene:
    thing = Thing(draw.one(draw.nouns("abstract")))
    return _with(_pair(draw, "thank-for", ("thank",), 1), verbs=(), things=(thing,))


def _promise(draw: Draw) -> Scene:
    verb = draw.one(_DEEDS)
    thing = draw.thing_for(verb, adjective=0.15)
    owned = Thing(thing.noun, thing.number, adjective=thing.adjective)
    return _with(_pair(draw, "promise", ("thank",), 0), verbs=(verb,), things=(owned,))


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


#: The function of each construction.
SCENES: Mapping[str, Callable[[Draw], Scene]] = {
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
    "own-thing": _own_thing,
    "profession": _profession,
    "become": _become,
    "work-as": _work_as,
    "said": _said,
    "when": _when,
    "reflexive": _reflexive,
    "hers": _hers,
    "because-adjective": _because_adjective,
    "because-verb": _because_verb,
    "object-pronoun": _object_pronoun,
    "thank-for": _thank_for,
    "promise": _promise,
    "thing-predicate": _thing_predicate,
    "thing-place": _thing_place,
    "thing-motion": _thing_motion,
    "thing-passive": _thing_passive,
    "weather": _weather,
    "thing-pronoun": _thing_pronoun,
}


def draw_scene(draw: Draw, construction: str) -> Scene:
    """Return a scene of `construction`, with the person whom its counterfactual changes.

    That is the one whom the pronoun means; without a pronoun, any of the people.
    """
    scene = SCENES[construction](draw)
    if not scene.people:
        return scene
    focus = scene.referent
    if focus is None:
        focus = int(draw.chance(0.5)) if len(scene.people) == 2 else 0
    return _with(scene, focus=focus)


#: Two people, and a pronoun that points at one of them: what the challenge set asks.
TWO_PEOPLE_AND_PRONOUN = (
    "because-adjective",
    "because-verb",
    "object-pronoun",
    "thank-for",
    "promise",
)
