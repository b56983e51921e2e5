"""Things, the weather, and a pronoun that means a thing."""

from __future__ import annotations

from cdaflow.demo.builder import Phrase
from cdaflow.demo.it.clauses import conjunction, how_told, predicate_of, with_adjuncts, with_copula
from cdaflow.demo.it.phrases import MASCULINE, agreement_of
from cdaflow.demo.it.verbs import PERFECT, Words
from cdaflow.demo.scene import Scene


def thing_predicate(scene: Scene, words: Words) -> Phrase:
    """La macchina è rossa."""
    thing = scene.things[0]
    what = words.thing_agreement(thing)
    predicate = predicate_of(scene, words, what, "thing")
    return with_copula(predicate, scene.tense, what.number, words.thing(thing))


def thing_place(scene: Scene, words: Words) -> Phrase:
    """La macchina rossa è davanti alla chiesa."""
    thing = scene.things[0]
    place = words.place(scene.place)
    if place is None:
        raise ValueError("a scene of 'thing-place' needs a place")
    return with_copula(
        place.as_("root"), scene.tense, words.thing_agreement(thing).number, words.thing(thing)
    )


def thing_motion(scene: Scene, words: Words) -> Phrase:
    """Il treno è arrivato ieri."""
    thing = scene.things[0]
    verb = words.verb(scene.verbs[0], how_told(scene, PERFECT), words.thing_agreement(thing))
    return with_adjuncts(scene, words, verb, words.thing(thing))


def thing_passive(scene: Scene, words: Words) -> Phrase:
    """La porta è stata aperta ieri."""
    thing = scene.things[0]
    verb = words.passive(scene.verbs[0], scene.tense, words.thing_agreement(thing))
    verb = verb.led_by(words.thing(thing).as_("nsubj:pass"))
    return verb.with_after(words.time(scene.time)[1])


def weather(scene: Scene, words: Words) -> Phrase:
    """Ha piovuto ieri."""
    return with_adjuncts(scene, words, words.verb("rain", how_told(scene, PERFECT), MASCULINE))


def thing_pronoun(scene: Scene, words: Words) -> Phrase:
    """Il fornaio ha comprato la macchina e l'ha venduta."""
    (person,) = scene.people
    thing, how = scene.things[0], how_told(scene, PERFECT)
    clitic = words.thing_agreement(thing)
    second = words.verb(scene.verbs[1], how, agreement_of(person), clitic=clitic)
    first = words.verb(scene.verbs[0], how, agreement_of(person))
    return first.led_by(words.person(person).as_("nsubj")).with_after(
        words.thing(thing).as_("obj"), second.led_by(conjunction()).as_("conj")
    )
