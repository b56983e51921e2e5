"""One function per construction: a scene to the French tree, without its full stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cdaflow.demo.builder import Phrase
from cdaflow.demo.fr import reference
from cdaflow.demo.fr.phrases import (
    Agreement,
    Words,
    adverb,
    agreement,
    object_pronoun,
    preposition,
    subject_pronoun,
)
from cdaflow.demo.fr.verbs import (
    Group,
    aspect,
    copula,
    event,
    passive,
    state,
    verb,
)
from cdaflow.demo.scene import Determiner, Gender, Number, Scene

_IT = Agreement(Gender.MASCULINE, Number.SINGULAR)


def _place(scene: Scene, words: Words) -> Phrase | None:
    return None if scene.place is None else words.place(scene.place)


def _and() -> Phrase:
    return Phrase("et", "et", "CCONJ", {}, "cc")


def _simple(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    early, late = words.time(scene.time)
    key = scene.verbs[0]
    form = event(scene.tense, aspect(words, key))
    clause = verb(words, key, form, agreement(person), Group(early=early))
    subject = words.person(person).as_("nsubj")
    return clause.led_by(subject).with_after(_place(scene, words), late)


def _transitive(scene: Scene, words: Words) -> Phrase:
    (person,), (thing,) = scene.people, scene.things
    owner = person if scene.construction == "own-thing" else None
    early, late = words.time(scene.time)
    clause = verb(words, scene.verbs[0], event(scene.tense), agreement(person), Group(early=early))
    subject = words.person(person).as_("nsubj")
    return clause.led_by(subject).with_after(words.thing(thing, owner=owner).as_("obj"), late)


def _predicative(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    what = agreement(person)
    predicate = words.adjective(scene.adjectives[0], what, very=scene.very)
    clause = copula(words, predicate, scene.tense, what)
    return clause.led_by(words.person(person).as_("nsubj"))


def _passive(scene: Scene, words: Words) -> Phrase:
    person, *agent = scene.people
    early, late = words.time(scene.time)
    clause = passive(words, scene.verbs[0], scene.tense, agreement(person), early)
    by = [words.person(p).led_by(preposition("par")).as_("obl:agent") for p in agent]
    return clause.led_by(words.person(person).as_("nsubj:pass")).with_after(*by, late)


def _relative(scene: Scene, words: Words, clause: Phrase) -> Phrase:
    """The first person with a relative clause as subject, and an adjective said of it."""
    what = agreement(scene.people[0])
    subject = words.person(scene.people[0]).with_after(clause.as_("acl:relcl"))
    predicate = words.adjective(scene.adjectives[0], what, very=scene.very)
    return copula(words, predicate, scene.tense, what).led_by(subject.as_("nsubj"))


def _relative_subject(scene: Scene, words: Words) -> Phrase:
    who = Phrase("qui", "qui", "PRON", {"PronType": "Rel"}, "nsubj")
    clause = verb(words, scene.verbs[0], state(scene.tense), agreement(scene.people[0]))
    return _relative(scene, words, clause.led_by(who).with_after(_place(scene, words)))


def _relative_object(scene: Scene, words: Words) -> Phrase:
    knower = scene.people[1]
    whom = Phrase("que", "que", "PRON", {"PronType": "Rel"}, "obj")
    clause = verb(words, scene.verbs[0], state(scene.tense), agreement(knower))
    return _relative(scene, words, clause.led_by(whom, words.person(knower).as_("nsubj")))


def _both(scene: Scene, words: Words) -> Phrase:
    first, second = (words.person(person) for person in scene.people)
    return first.with_after(second.led_by(_and()).as_("conj")).as_("nsubj")


def _coordinated_people(scene: Scene, words: Words) -> Phrase:
    what = agreement(*scene.people)
    predicate = words.adjective(scene.adjectives[0], what, very=scene.very)
    return copula(words, predicate, scene.tense, what).led_by(_both(scene, words))


def _coordinated_motion(scene: Scene, words: Words) -> Phrase:
    early, late = words.time(scene.time)
    what = agreement(*scene.people)
    clause = verb(words, scene.verbs[0], event(scene.tense), what, Group(early=early))
    return clause.led_by(_both(scene, words)).with_after(late)


def _coordinated_verbs(scene: Scene, words: Words) -> Phrase:
    (person,), (thing,) = scene.people, scene.things
    what, form = agreement(person), event(scene.tense)
    second = verb(words, scene.verbs[1], form, what).led_by(_and()).as_("conj")
    first = verb(words, scene.verbs[0], form, what).led_by(words.person(person).as_("nsubj"))
    return first.with_after(second.with_after(words.thing(thing).as_("obj")))


def _of_person(scene: Scene, words: Words) -> Phrase:
    (owner,), (thing,) = scene.people, scene.things
    what = words.thing_agreement(thing)
    of = words.person(owner).led_by(preposition("de")).as_("nmod")
    # The owner makes it definite, whatever else is said.
    subject = words.thing(thing, determiner=Determiner.THE).with_after(of)
    predicate = words.adjective(scene.adjectives[0], what, very=scene.very)
    return copula(words, predicate, scene.tense, what).led_by(subject.as_("nsubj"))


def _to_person(scene: Scene, words: Words) -> Phrase:
    giver, receiver = scene.people
    clause = verb(words, "give", event(scene.tense), agreement(giver))
    return clause.led_by(words.person(giver).as_("nsubj")).with_after(
        words.thing(scene.things[0]).as_("obj"),
        words.person(receiver).led_by(preposition("à")).as_("obl:arg"),
    )


def _there_is(scene: Scene, words: Words) -> Phrase:
    clitic = Phrase("y", "y", "PRON", {"Emph": "No", "Person": "3", "PronType": "Prs"})
    clause = verb(words, "have", state(scene.tense), _IT, Group(clitics=[clitic.as_("expl:comp")]))
    return clause.led_by(subject_pronoun(_IT).as_("expl:subj")).with_after(
        words.person(scene.people[0]).as_("obj"), _place(scene, words)
    )


def _we_verb(scene: Scene, words: Words) -> Phrase:
    we = Agreement(Gender.MASCULINE, Number.PLURAL, "1")
    feats = {"Emph": "No", "Number": "Plur", "Person": "1", "PronType": "Prs"}
    early, late = words.time(scene.time)
    clause = verb(words, scene.verbs[0], event(scene.tense), we, Group(early=early))
    return clause.led_by(Phrase("nous", "nous", "PRON", feats, "nsubj")).with_after(
        words.person(scene.people[0]).as_("obj"), _place(scene, words), late
    )


def _question(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    what = agreement(person)
    predicate = words.adjective(scene.adjectives[0], what, very=scene.very)
    clause = copula(
        words, predicate, scene.tense, what, inverted=subject_pronoun(what, inverted=True)
    )
    return clause.led_by(words.person(person).as_("nsubj"))


def _question_where(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    what, key = agreement(person), scene.verbs[0]
    group = Group(inverted=subject_pronoun(what, inverted=True))
    clause = verb(words, key, event(scene.tense, aspect(words, key)), what, group)
    where = adverb("où", PronType="Int")
    return clause.led_by(where, words.person(person).as_("nsubj"))


def _negation(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    key = scene.verbs[0]
    form = event(scene.tense, aspect(words, key))
    clause = verb(words, key, form, agreement(person), Group(negated=True))
    subject = words.person(person).as_("nsubj")
    return clause.led_by(subject).with_after(_place(scene, words))


def _comparison(scene: Scene, words: Words) -> Phrase:
    better, worse = scene.people
    what = agreement(better)
    than = Phrase("que", "que", "SCONJ", {}, "case")
    predicate = words.adjective(scene.adjectives[0], what).with_before(adverb("plus"))
    predicate = predicate.with_after(words.person(worse).led_by(than).as_("obl:arg"))
    return copula(words, predicate, scene.tense, what).led_by(words.person(better).as_("nsubj"))


def _thing_predicate(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    what = words.thing_agreement(thing)
    predicate = words.adjective(scene.adjectives[0], what, very=scene.very)
    return copula(words, predicate, scene.tense, what).led_by(words.thing(thing).as_("nsubj"))


def _thing_place(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    spot = _place(scene, words)
    if spot is None:
        raise ValueError("a scene of 'thing-place' needs a place")
    clause = copula(words, spot, scene.tense, words.thing_agreement(thing))
    return clause.led_by(words.thing(thing).as_("nsubj"))


def _thing_motion(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    early, late = words.time(scene.time)
    what = words.thing_agreement(thing)
    clause = verb(words, scene.verbs[0], event(scene.tense), what, Group(early=early))
    return clause.led_by(words.thing(thing).as_("nsubj")).with_after(_place(scene, words), late)


def _thing_passive(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    early, late = words.time(scene.time)
    clause = passive(words, scene.verbs[0], scene.tense, words.thing_agreement(thing), early)
    return clause.led_by(words.thing(thing).as_("nsubj:pass")).with_after(late)


def _weather(scene: Scene, words: Words) -> Phrase:
    early, late = words.time(scene.time)
    clause = verb(words, "rain", event(scene.tense), _IT, Group(early=early))
    return clause.led_by(subject_pronoun(_IT).as_("expl:subj")).with_after(
        _place(scene, words), late
    )


def _thing_pronoun(scene: Scene, words: Words) -> Phrase:
    (person,), (thing,) = scene.people, scene.things
    what, it, form = agreement(person), words.thing_agreement(thing), event(scene.tense)
    group = Group(clitics=[object_pronoun(it)], objects=it)
    # What was lost is found again: retrouver.
    then = "find_again" if scene.verbs == ("lose", "find") else scene.verbs[1]
    second = verb(words, then, form, what, group).led_by(_and()).as_("conj")
    first = verb(words, scene.verbs[0], form, what).led_by(words.person(person).as_("nsubj"))
    return first.with_after(words.thing(thing).as_("obj"), second)


#: The function of each construction of `cdaflow.demo.constructions`.
SENTENCES: Mapping[str, Callable[[Scene, Words], Phrase]] = {
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
    **reference.SENTENCES,
}
