"""One function per construction: a scene to the Spanish tree, without its full stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cdaflow.demo.builder import Phrase
from cdaflow.demo.es import pronominal
from cdaflow.demo.es.clauses import (
    clause,
    conjunction,
    finite,
    joined,
    place,
    said_of,
    second_verb,
    subordinator,
    thing_is,
)
from cdaflow.demo.es.phrases import (
    adverb,
    agreement_of,
    determiner,
    object_pronoun,
    preposition,
)
from cdaflow.demo.es.verbs import Verbs
from cdaflow.demo.scene import Number, Scene

# -- one person, or two, and no pronoun --------------------------------------------------------


def _simple(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    return clause(scene, verbs, finite(scene, verbs, person.number), verbs.words.person(person))


def _transitive(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    owner = person if scene.construction == "own-thing" else None
    thing = verbs.words.thing(scene.things[0], owner).as_("obj")
    subject = verbs.words.person(person)
    return clause(scene, verbs, finite(scene, verbs, person.number), subject, thing)


def _predicative(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    return said_of(verbs, scene, scene.tense, verbs.words.person(person), person)


def _passive(scene: Scene, verbs: Verbs) -> Phrase:
    person, *agents = scene.people
    verb = verbs.passive(
        scene.verbs[0], verbs.words.person(person), agreement_of(person), scene.tense
    )
    by = [verbs.words.person(p).led_by(preposition("por")).as_("obl:agent") for p in agents]
    return verb.with_after(*by, verbs.time(scene.time).late)


def _relative_subject(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    who = Phrase("que", "que", "PRON", {"PronType": "Rel"}, "nsubj")
    clause = verbs.finite(scene.verbs[0], scene.tense, person.number, background=True)
    clause = clause.led_by(who).with_after(place(scene, verbs))
    subject = verbs.words.person(person).with_after(clause.as_("acl:relcl"))
    return said_of(verbs, scene, scene.tense, subject, person)


def _relative_object(scene: Scene, verbs: Verbs) -> Phrase:
    known, knower = scene.people
    whom = Phrase("que", "que", "PRON", {"PronType": "Rel"}, "obj").with_before(
        preposition("a"), determiner("el", agreement_of(known))
    )
    clause = verbs.finite(scene.verbs[0], scene.tense, knower.number, background=True)
    clause = clause.led_by(whom).with_after(verbs.words.person(knower).as_("nsubj"))
    subject = verbs.words.person(known).with_after(clause.as_("acl:relcl"))
    return said_of(verbs, scene, scene.tense, subject, known)


def _both(scene: Scene, verbs: Verbs) -> Phrase:
    first, second = (verbs.words.person(person) for person in scene.people)
    return first.with_after(second.led_by(conjunction()).as_("conj"))


def _coordinated_people(scene: Scene, verbs: Verbs) -> Phrase:
    return said_of(verbs, scene, scene.tense, _both(scene, verbs), *scene.people)


def _coordinated_motion(scene: Scene, verbs: Verbs) -> Phrase:
    verb = finite(scene, verbs, Number.PLURAL)
    return clause(scene, verbs, verb, _both(scene, verbs))


def _coordinated_verbs(scene: Scene, verbs: Verbs) -> Phrase:
    second = second_verb(scene, verbs).with_after(verbs.words.thing(scene.things[0]).as_("obj"))
    return joined(_simple(scene, verbs), second)


def _of_person(scene: Scene, verbs: Verbs) -> Phrase:
    (thing,), (owner,) = scene.things, scene.people
    of = verbs.words.person(owner).led_by(preposition("de")).as_("nmod")
    return thing_is(scene, verbs, verbs.words.thing(thing).with_after(of))


def _to_person(scene: Scene, verbs: Verbs) -> Phrase:
    giver, receiver = scene.people
    verb = verbs.finite("give", scene.tense, giver.number)
    verb = verb.led_by(verbs.words.person(giver).as_("nsubj"))
    verb = verb.with_after(verbs.words.thing(scene.things[0]).as_("obj"))
    return verbs.with_person(verb, "give", verbs.words.person(receiver))


def _there_is(scene: Scene, verbs: Verbs) -> Phrase:
    verb = verbs.finite("there_is", scene.tense, Number.SINGULAR, background=True)
    person = verbs.words.person(scene.people[0]).as_("obj")
    return verb.with_after(person, place(scene, verbs))


def _we_verb(scene: Scene, verbs: Verbs) -> Phrase:
    verb = finite(scene, verbs, Number.PLURAL, person="1")
    verb = verbs.with_person(verb, scene.verbs[0], verbs.words.person(scene.people[0]))
    return clause(scene, verbs, verb, None)


def _question(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    predicate = said_of(verbs, scene, scene.tense, None, person)
    first = replace(predicate.before[0], attach_left=True)  # no space after ¿
    subject = verbs.words.person(person).as_("nsubj")
    return replace(predicate, before=[first, *predicate.before[1:]]).with_after(subject)


def _question_where(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    where = replace(adverb("dónde"), attach_left=True)
    verb = finite(scene, verbs, person.number)
    return verb.led_by(where).with_after(verbs.words.person(person).as_("nsubj"))


def _negation(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    verb = finite(scene, verbs, person.number).led_by(adverb("no"))
    return clause(scene, verbs, verb, verbs.words.person(person))


def _comparison(scene: Scene, verbs: Verbs) -> Phrase:
    better, worse = scene.people
    than = verbs.words.person(worse).led_by(subordinator()).as_("obl")
    predicate = said_of(verbs, scene, scene.tense, verbs.words.person(better), better)
    return predicate.with_before(adverb("más")).with_after(than)


# -- nobody, or a pronoun that means a thing ---------------------------------------------------


def _thing_predicate(scene: Scene, verbs: Verbs) -> Phrase:
    return thing_is(scene, verbs, verbs.words.thing(scene.things[0]))


def _thing_place(scene: Scene, verbs: Verbs) -> Phrase:
    (thing,) = scene.things
    if scene.place is None:
        raise ValueError("a scene of 'thing-place' needs a place")
    copula = verbs.auxiliary("be:state", scene.tense, thing.number, "cop")
    spot = verbs.words.place(scene.place)
    return spot.led_by(verbs.words.thing(thing).as_("nsubj"), copula)


def _thing_motion(scene: Scene, verbs: Verbs) -> Phrase:
    (thing,) = scene.things
    verb = verbs.finite(scene.verbs[0], scene.tense, thing.number, use="thing")
    return clause(scene, verbs, verb, verbs.words.thing(thing))


def _thing_passive(scene: Scene, verbs: Verbs) -> Phrase:
    (thing,) = scene.things
    agreement = verbs.words.agreement(thing)
    verb = verbs.passive(scene.verbs[0], verbs.words.thing(thing), agreement, scene.tense)
    return verb.with_after(verbs.time(scene.time).late)


def _weather(scene: Scene, verbs: Verbs) -> Phrase:
    times = verbs.time(scene.time)
    verb = verbs.finite("rain", scene.tense, Number.SINGULAR)
    return verb.led_by(times.late, times.early).with_after(times.middle)


def _thing_pronoun(scene: Scene, verbs: Verbs) -> Phrase:
    pronoun = object_pronoun(verbs.words.agreement(scene.things[0]))
    return joined(_transitive(scene, verbs), second_verb(scene, verbs).with_before(pronoun))


#: The function of each construction of `cdaflow.demo.constructions`.
SENTENCES: Mapping[str, Callable[[Scene, Verbs], Phrase]] = {
    "simple": _simple,
    "motion": _simple,
    "transitive": _transitive,
    "predicate": _predicative,
    "passive": _passive,
    "passive-agent": _passive,
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
    "own-thing": _transitive,
    "profession": pronominal.profession,
    "become": pronominal.become,
    "work-as": pronominal.work_as,
    "said": pronominal.said,
    "when": pronominal.when,
    "reflexive": pronominal.reflexive,
    "hers": pronominal.hers,
    "because-adjective": pronominal.because_adjective,
    "because-verb": pronominal.because_verb,
    "object-pronoun": pronominal.object_pronoun,
    "thank-for": pronominal.thank_for,
    "promise": pronominal.promise,
    "thing-predicate": _thing_predicate,
    "thing-place": _thing_place,
    "thing-motion": _thing_motion,
    "thing-passive": _thing_passive,
    "weather": _weather,
    "thing-pronoun": _thing_pronoun,
}
