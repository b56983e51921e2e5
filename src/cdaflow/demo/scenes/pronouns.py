"""Scenes in which a pronoun tells the gender of somebody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cdaflow.demo.draw import Draw
from cdaflow.demo.scene import Determiner, Person, Scene, Tense, Thing
from cdaflow.demo.scenes.common import (
    EMPLOYING,
    WORKPLACES,
    object_of,
    subject_of,
)

#: What one promises to do with what is one's own.
_DEEDS = ("repair", "clean", "bring", "finish", "sell", "sign", "find", "paint", "open", "close")
#: What one does to somebody, and then to him or her.
_FIRST = ("see", "meet", "recognise", "call", "invite", "help", "accompany", "interview", "defend",
          "thank", "admire")  # fmt: skip
_SECOND = ("greet", "thank", "help", "call", "invite", "accompany", "congratulate", "hire",
           "criticise", "defend")  # fmt: skip


def _own_thing(draw: Draw) -> Scene:
    verb = draw.verb("thing")
    thing = draw.thing_for(verb)
    person = draw.neutral(draw.person(plural=0.1))
    owned = Thing(thing.noun, thing.number, adjective=thing.adjective)
    time = draw.time(Tense.PAST, 0.4)
    return Scene("own-thing", (person,), (owned,), (verb,), time=time, referent=0)


def _with_article(draw: Draw, kinds: tuple[str, ...], adjective: float) -> Person:
    """Somebody to be called a nurse, with an adjective that lasts: not "a tired nurse"."""
    person = draw.person(kinds=kinds, adjective=adjective)
    said = person.adjective
    if said is not None and "state" in draw.inventory.adjectives[said][1]:
        said = None
    return Person(person.profession, person.gender, determiner=Determiner.A, adjective=said)


def _profession(draw: Draw) -> Scene:
    person = _with_article(draw, ("occupation", "role"), 0.75)
    return Scene("profession", (person,), tense=draw.tense(0.35), referent=0)


def _become(draw: Draw) -> Scene:
    person = _with_article(draw, ("occupation",), 0.5)
    if person.adjective == "new":
        person = replace(person, adjective=None)
    time = draw.one(("last_year", "last_week", "this_morning", "two_days_ago", None, None))
    return Scene("become", (person,), time=time, referent=0)


def _work_as(draw: Draw) -> Scene:
    person = _with_article(draw, ("occupation",), 0.0)
    place = draw.place(0.85, WORKPLACES)
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
    # Not "that": "said that that car was hers".
    chosen = draw.weighted(((Determiner.THE, 70), (Determiner.THIS, 30)))
    thing = Thing(thing.noun, thing.number, chosen, thing.adjective)
    person = draw.neutral(draw.person(adjective=0.15))
    return Scene("hers", (person,), (thing,), referent=0)


def _pair(draw: Draw, construction: str, verbs: tuple[str, ...], referent: int) -> Scene:
    """Two people of different professions, one of whom a pronoun means."""
    deciding = next((verb for verb in verbs if verb in EMPLOYING), verbs[0])
    second = object_of(draw, deciding)
    people = [subject_of(draw, deciding, but=second), second]
    people[referent] = draw.neutral(people[referent])
    return Scene(construction, tuple(people), verbs=verbs, referent=referent)


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
    return replace(scene, adjectives=(quality,), very=draw.very(quality, 0.2))


def _because_verb(draw: Draw) -> Scene:
    verb, referent = _because_verbs(draw)
    reason = draw.one(draw.inventory.reasons[verb][1])
    return _pair(draw, "because-verb", (verb, reason), referent)


def _object_pronoun(draw: Draw) -> Scene:
    while True:
        first, second = draw.one(_FIRST), draw.one(_SECOND)
        hired = second != "hire" or first in ("interview", "meet", "see")
        fair = second != "criticise" or first not in ("thank", "admire", "defend")
        if first != second and hired and fair:
            return _pair(draw, "object-pronoun", (first, second), 1)


def _thank_for(draw: Draw) -> Scene:
    thing = Thing(draw.one(draw.nouns("abstract")))
    return replace(_pair(draw, "thank-for", ("thank",), 1), verbs=(), things=(thing,))


def _promise(draw: Draw) -> Scene:
    verb = draw.one(_DEEDS)
    thing = draw.thing_for(verb, adjective=0.15)
    owned = Thing(thing.noun, thing.number, adjective=thing.adjective)
    return replace(_pair(draw, "promise", ("thank",), 0), verbs=(verb,), things=(owned,))


#: By construction.
PRONOUNS: Mapping[str, Callable[[Draw], Scene]] = {
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
}
