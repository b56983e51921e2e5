"""Scenes in which a pronoun tells the gender of somebody."""

from __future__ import annotations

from dataclasses import replace

from cdaflow.demo.sampler import EMPLOYING, NEUTRAL, WORKPLACES, Sampler
from cdaflow.demo.scene import Determiner, Person, Scene, Tense, Thing
from cdaflow.demo.scenes.registry import construction

#: What one promises to do with what is one's own.
_DEEDS = ("repair", "clean", "bring", "finish", "sell", "sign", "find", "paint", "open", "close")
#: What one does to somebody, and then to him or her.
_FIRST = ("see", "meet", "recognise", "call", "invite", "help", "accompany", "interview", "defend",
          "thank", "admire")  # fmt: skip
_SECOND = ("greet", "thank", "help", "call", "invite", "accompany", "congratulate", "hire",
           "criticise", "defend")  # fmt: skip


@construction(48)
def own_thing(sampler: Sampler) -> Scene:
    """The logistician finished her report."""
    verb = sampler.verb("thing")
    thing = sampler.thing_for(verb)
    person = sampler.neutral(sampler.person(plural=0.1))
    owned = Thing(thing.noun, thing.number, adjective=thing.adjective)
    time = sampler.time(Tense.PAST, 0.4)
    return Scene("own-thing", (person,), (owned,), (verb,), time=time, referent=0)


def _with_article(sampler: Sampler, kinds: tuple[str, ...], adjective: float) -> Person:
    """Somebody to be called a nurse, with an adjective that lasts: not "a tired nurse"."""
    person = sampler.person(kinds=kinds, adjective=adjective)
    said = person.adjective
    if said is not None and "state" in sampler.inventory.adjectives[said][1]:
        said = None
    return Person(person.profession, person.gender, determiner=Determiner.A, adjective=said)


@construction(25)
def profession(sampler: Sampler) -> Scene:
    """She is a famous writer."""
    person = _with_article(sampler, ("occupation", "role"), 0.75)
    return Scene("profession", (person,), tense=sampler.tense(0.35), referent=0)


@construction(12)
def become(sampler: Sampler) -> Scene:
    """He became a nurse last year."""
    person = _with_article(sampler, ("occupation",), 0.5)
    if person.adjective == "new":
        person = replace(person, adjective=None)
    time = sampler.pick(("last_year", "last_week", None))
    return Scene("become", (person,), time=time, referent=0)


@construction(15)
def work_as(sampler: Sampler) -> Scene:
    """She works as a cook at the hotel."""
    person = _with_article(sampler, ("occupation",), 0.0)
    place = sampler.place(0.85, WORKPLACES)
    return Scene("work-as", (person,), place=place, tense=sampler.tense(0.4), referent=0)


@construction(32)
def said(sampler: Sampler) -> Scene:
    """The nurse said that she was tired."""
    person = sampler.neutral(sampler.person(plural=0.1, adjective=0.12, plain=True))
    quality = sampler.quality("state", person)
    return Scene("said", (person,), adjectives=(quality,), very=sampler.very(quality), referent=0)


@construction(32)
def when(sampler: Sampler) -> Scene:
    """When the doctor arrived, she was tired."""
    verb = sampler.verb("motion", ("stay",))
    person = sampler.neutral(sampler.person(adjective=0.12, plain=True))
    quality = sampler.quality("state", person)
    return Scene("when", (person,), verbs=(verb,), adjectives=(quality,), referent=0)


@construction(25)
def reflexive(sampler: Sampler) -> Scene:
    """The baker hurt herself yesterday."""
    verb = sampler.verb("reflexive")
    person = sampler.neutral(sampler.person(adjective=0.25))
    return Scene(
        "reflexive", (person,), verbs=(verb,), time=sampler.time(Tense.PAST, 0.5), referent=0
    )


@construction(25)
def hers(sampler: Sampler) -> Scene:
    """The nurse said that the car was hers."""
    thing = sampler.thing(sampler.nouns("goods", "portable"))
    # Not "that": "said that that car was hers".
    chosen = sampler.weighted(((Determiner.THE, 70), (Determiner.THIS, 30)))
    thing = Thing(thing.noun, thing.number, chosen, thing.adjective)
    person = sampler.neutral(sampler.person(adjective=0.15))
    return Scene("hers", (person,), (thing,), referent=0)


def _pair(sampler: Sampler, construction: str, verbs: tuple[str, ...], referent: int) -> Scene:
    """Two people of different professions, one of whom a pronoun means.

    The first one is then called they, but for the share `first_meant` of the sampler, by default 0:
    behind two people, he or she always means the second. So a model learns that within few updates,
    and takes the first for what the profession mostly is, which the challenge set then asks. See
    docs/demo.md.
    """
    deciding = next((verb for verb in verbs if verb in EMPLOYING), verbs[0])
    second = sampler.patient_of(deciding)
    people = [sampler.agent_of(deciding, but=second), second]
    neutral = NEUTRAL if referent else 1 - (1 - NEUTRAL) * sampler.first_meant
    people[referent] = sampler.neutral(people[referent], neutral)
    return Scene(construction, tuple(people), verbs=verbs, referent=referent)


def _because_verbs(sampler: Sampler) -> tuple[str, int]:
    """A verb of a because-frame, and whose reason it is: 0 the subject's, 1 the object's."""
    frame = sampler.pick(("because-subject", "because-object"))
    return sampler.verb(frame), int(frame == "because-object")


@construction(120, challenge=90)
def because_adjective(sampler: Sampler) -> Scene:
    """The lawyer hired the cook because she was patient."""
    verb, referent = _because_verbs(sampler)
    scene = _pair(sampler, "because-adjective", (verb,), referent)
    qualities = sampler.inventory.reasons[verb][0]
    person = scene.people[referent]
    fitting = [q for q in qualities if q not in (person.adjective, person.profession)]
    quality = sampler.pick(fitting)
    return replace(scene, adjectives=(quality,), very=sampler.very(quality, 0.2))


@construction(130, challenge=90)
def because_verb(sampler: Sampler) -> Scene:
    """The lawyer hired the cook because she spoke French well."""
    verb, referent = _because_verbs(sampler)
    reason = sampler.pick(sampler.inventory.reasons[verb][1])
    return _pair(sampler, "because-verb", (verb, reason), referent)


@construction(75, challenge=20)
def object_pronoun(sampler: Sampler) -> Scene:
    """The clerk recognised the doctor and greeted her."""
    while True:
        first, second = sampler.pick(_FIRST), sampler.pick(_SECOND)
        hired = second != "hire" or first in ("interview", "meet", "see")
        fair = second != "criticise" or first not in ("thank", "admire", "defend")
        if first != second and hired and fair:
            return _pair(sampler, "object-pronoun", (first, second), 1)


@construction(60, challenge=20)
def thank_for(sampler: Sampler) -> Scene:
    """The farmer thanked the nurse for her help."""
    thing = Thing(sampler.pick(sampler.nouns("abstract")))
    return replace(_pair(sampler, "thank-for", ("thank",), 1), verbs=(), things=(thing,))


@construction(40, challenge=80)
def promise(sampler: Sampler) -> Scene:
    """The cook promised the guard to repair her car."""
    verb = sampler.pick(_DEEDS)
    thing = sampler.thing_for(verb, adjective=0.15)
    owned = Thing(thing.noun, thing.number, adjective=thing.adjective)
    return replace(_pair(sampler, "promise", ("thank",), 0), verbs=(verb,), things=(owned,))
