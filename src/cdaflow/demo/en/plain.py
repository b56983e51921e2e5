"""English sentences in which no pronoun means a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cdaflow.demo.builder import Phrase
from cdaflow.demo.en.clauses import (
    NOT,
    and_verb,
    be,
    clause,
    is_plural,
    passive_of,
    place_of,
    predicate,
)
from cdaflow.demo.en.phrases import (
    Words,
    adverb,
    auxiliary,
    it,
    preposition,
)
from cdaflow.demo.scene import Number, Scene


def _simple(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    verb = words.finite(scene.verbs[0], scene.tense, plural=is_plural(person))
    return clause(scene, words, verb, words.person(person))


def _transitive(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    owner = person if scene.construction == "own-thing" else None
    verb = words.finite(scene.verbs[0], scene.tense, plural=is_plural(person))
    verb = verb.with_after(words.thing(scene.things[0], owner).as_("obj"))
    return clause(scene, words, verb, words.person(person))


def _predicative(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    quality = predicate(words, scene.adjectives[0], very=scene.very)
    return be(quality, words.person(person), scene.tense, plural=is_plural(person))


def _passive(scene: Scene, words: Words) -> Phrase:
    person, *agent = scene.people
    verb = passive_of(
        words, scene.verbs[0], words.person(person), scene.tense, plural=is_plural(person)
    )
    by = [words.person(p).led_by(preposition("by")).as_("obl:agent") for p in agent]
    return verb.with_after(*by, words.time(scene.time)[1])


def _relative_subject(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    who = Phrase("who", "who", "PRON", {"PronType": "Rel"}, "nsubj")
    clause = words.finite(scene.verbs[0], scene.tense, plural=is_plural(person))
    clause = clause.with_before(who).with_after(place_of(scene, words))
    subject = words.person(person).with_after(clause.as_("acl:relcl"))
    return be(predicate(words, scene.adjectives[0]), subject, scene.tense, plural=is_plural(person))


def _relative_object(scene: Scene, words: Words) -> Phrase:
    known, knower = scene.people
    that = Phrase("that", "that", "PRON", {"PronType": "Rel"}, "obj")
    clause = words.finite(scene.verbs[0], scene.tense, plural=is_plural(knower))
    clause = clause.with_before(that, words.person(knower).as_("nsubj"))
    subject = words.person(known).with_after(clause.as_("acl:relcl"))
    return be(predicate(words, scene.adjectives[0]), subject, scene.tense, plural=is_plural(known))


def _both(scene: Scene, words: Words) -> Phrase:
    first, second = (words.person(person) for person in scene.people)
    cc = Phrase("and", "and", "CCONJ", {}, "cc")
    return first.with_after(second.led_by(cc).as_("conj"))


def _coordinated_people(scene: Scene, words: Words) -> Phrase:
    quality = predicate(words, scene.adjectives[0], very=scene.very)
    return be(quality, _both(scene, words), scene.tense, plural=True)


def _coordinated_motion(scene: Scene, words: Words) -> Phrase:
    verb = words.finite(scene.verbs[0], scene.tense, plural=True)
    return clause(scene, words, verb, _both(scene, words))


def _coordinated_verbs(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    plural = is_plural(person)
    second = and_verb(words, scene.verbs[1], scene.tense, plural=plural)
    second = second.with_after(words.thing(scene.things[0]).as_("obj"))
    first = words.finite(scene.verbs[0], scene.tense, plural=plural)
    return first.with_before(words.person(person).as_("nsubj")).with_after(second)


def _of_person(scene: Scene, words: Words) -> Phrase:
    owner = words.person(scene.people[0])
    ending = "'" if is_plural(scene.people[0]) and owner.form.endswith("s") else "'s"
    mark = Phrase(ending, "'s", "PART", {}, "case", attach_left=True)
    thing = words.thing(scene.things[0])
    # The owner stands where the article would.
    thing.before[:] = [child for child in thing.before if child.deprel == "amod"]
    thing = thing.led_by(owner.with_after(mark).as_("nmod:poss"))
    plural = is_plural(scene.things[0])
    return be(predicate(words, scene.adjectives[0]), thing, scene.tense, plural=plural)


def _to_person(scene: Scene, words: Words) -> Phrase:
    giver, receiver = scene.people
    verb = words.finite("give", scene.tense, plural=is_plural(giver))
    return verb.with_before(words.person(giver).as_("nsubj")).with_after(
        words.thing(scene.things[0]).as_("obj"),
        words.person(receiver).led_by(preposition("to")).as_("obl"),
    )


def _there_is(scene: Scene, words: Words) -> Phrase:
    be = auxiliary("be", scene.tense, plural=is_plural(scene.people[0]), deprel="root")
    there = Phrase("there", "there", "PRON", {}, "expl")
    verb = Phrase(be.form, "be", "VERB", be.feats)
    return verb.with_before(there).with_after(
        words.person(scene.people[0]).as_("nsubj"), place_of(scene, words)
    )


def _we_verb(scene: Scene, words: Words) -> Phrase:
    feats = {"Case": "Nom", "Number": "Plur", "Person": "1", "PronType": "Prs"}
    verb = words.finite(scene.verbs[0], scene.tense, plural=True, person="1")
    verb = words.with_object(verb, scene.verbs[0], words.person(scene.people[0]))
    return clause(scene, words, verb, Phrase("we", "we", "PRON", feats))


def _question(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    copula = auxiliary("be", scene.tense, plural=is_plural(person), deprel="cop")
    return words.adjective(scene.adjectives[0]).with_before(
        copula, words.person(person).as_("nsubj")
    )


def _question_where(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    do = auxiliary("do", scene.tense, plural=is_plural(person), deprel="aux")
    return words.infinitive(scene.verbs[0]).with_before(
        adverb("where"), do, words.person(person).as_("nsubj")
    )


def _negation(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    do = auxiliary("do", scene.tense, plural=is_plural(person), deprel="aux")
    verb = words.infinitive(scene.verbs[0])
    verb = verb.with_before(words.person(person).as_("nsubj"), do, Phrase(*NOT))
    return verb.with_after(place_of(scene, words))


def _comparison(scene: Scene, words: Words) -> Phrase:
    better, worse = scene.people
    than = words.person(worse).led_by(preposition("than")).as_("obl")
    quality = words.comparative(scene.adjectives[0]).with_after(than)
    return be(quality, words.person(better), scene.tense, plural=is_plural(better))


def _thing_predicate(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    quality = predicate(words, scene.adjectives[0], very=scene.very)
    return be(quality, words.thing(thing), scene.tense, plural=is_plural(thing))


def _thing_place(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    if scene.place is None:
        raise ValueError("a scene of 'thing-place' needs a place")
    spot = words.place(scene.place)
    copula = auxiliary("be", scene.tense, plural=is_plural(thing), deprel="cop")
    # The preposition follows the copula: the car is near the bridge.
    return spot.led_by(words.thing(thing).as_("nsubj"), copula)


def _thing_motion(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    verb = words.finite(scene.verbs[0], scene.tense, plural=is_plural(thing))
    return clause(scene, words, verb, words.thing(thing))


def _thing_passive(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    verb = passive_of(
        words, scene.verbs[0], words.thing(thing), scene.tense, plural=is_plural(thing)
    )
    return verb.with_after(words.time(scene.time)[1])


def _weather(scene: Scene, words: Words) -> Phrase:
    verb = words.finite("rain", scene.tense, plural=False)
    return clause(scene, words, verb, it(Number.SINGULAR, "subject").as_("expl"))


def _thing_pronoun(scene: Scene, words: Words) -> Phrase:
    (person,), (thing,) = scene.people, scene.things
    plural = is_plural(person)
    second = and_verb(words, scene.verbs[1], scene.tense, plural=plural)
    second = second.with_after(it(thing.number, "object").as_("obj"))
    first = words.finite(scene.verbs[0], scene.tense, plural=plural)
    return first.with_before(words.person(person).as_("nsubj")).with_after(
        words.thing(thing).as_("obj"), second
    )


#: By construction.
PLAIN: Mapping[str, Callable[[Scene, Words], Phrase]] = {
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
    "thing-predicate": _thing_predicate,
    "thing-place": _thing_place,
    "thing-motion": _thing_motion,
    "thing-passive": _thing_passive,
    "weather": _weather,
    "thing-pronoun": _thing_pronoun,
}
