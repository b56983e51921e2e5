"""One function per construction: a scene to the Italian tree, without its full stop.

A subject pronoun is said only where nothing else names the person: Lei è una scrittrice famosa,
but "ha detto che era stanca".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cdaflow.demo.builder import Phrase
from cdaflow.demo.it.phrases import (
    MASCULINE,
    Agreement,
    adverb,
    agreement_of,
    preposition,
    together,
)
from cdaflow.demo.it.verbs import (
    IMPERFECT,
    PERFECT,
    PRESENT,
    Words,
    copula,
    stressed,
)
from cdaflow.demo.scene import Gender, Number, Person, Scene, Tense

_WE = Agreement(Gender.MASCULINE, Number.PLURAL)


def _how(scene: Scene, past: str) -> str:
    return PRESENT if scene.tense is Tense.PRESENT else past


def _clause(scene: Scene, words: Words, verb: Phrase, subject: Phrase | None = None) -> Phrase:
    """The verb with its subject in front, and place and time where they belong."""
    early, late = words.time(scene.time)
    verb.after[:0] = [early] if early is not None else []
    verb = verb.led_by(subject and subject.as_("nsubj"))
    return verb.with_after(words.place(scene.place), late)


def _be(predicate: Phrase, tense: Tense, number: Number, subject: Phrase | None = None) -> Phrase:
    return predicate.led_by(subject and subject.as_("nsubj"), copula(tense, number))


def _predicate(scene: Scene, words: Words, what: Agreement, use: str = "person") -> Phrase:
    """The first adjective of the scene, agreeing with `what`, with molto where the scene has it."""
    adjective = words.adjective(scene.adjectives[0], what, use)
    return adjective.with_before(adverb("molto") if scene.very else None)


def _conjunction() -> Phrase:
    return Phrase("e", "e", "CCONJ", {}, "cc")


def _subordinator(form: str) -> Phrase:
    return Phrase(form, form, "SCONJ", {}, "mark")


def _ref(scene: Scene) -> Person:
    if scene.referent is None:
        raise ValueError(f"a scene of {scene.construction!r} needs a referent")
    return scene.people[scene.referent]


# -- one person, no pronoun ----------------------------------------------------------------------


def _simple(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    key = scene.verbs[0]
    verb = words.verb(key, _how(scene, words.past(key)), agreement_of(person))
    return _clause(scene, words, verb, words.person(person))


def _transitive(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    owner = person if scene.construction == "own-thing" else None
    verb = words.verb(scene.verbs[0], _how(scene, PERFECT), agreement_of(person))
    verb = verb.with_after(words.thing(scene.things[0], owner).as_("obj"))
    return _clause(scene, words, verb, words.person(person))


def _predicative(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    predicate = _predicate(scene, words, agreement_of(person))
    return _be(predicate, scene.tense, person.number, words.person(person))


def _passive(scene: Scene, words: Words) -> Phrase:
    person, *agents = scene.people
    verb = words.passive(scene.verbs[0], scene.tense, agreement_of(person))
    by = [words.person(agent, case="da").as_("obl:agent") for agent in agents]
    verb = verb.led_by(words.person(person).as_("nsubj:pass"))
    return verb.with_after(*by, words.time(scene.time)[1])


def _relative_subject(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    who = Phrase("che", "che", "PRON", {"PronType": "Rel"})
    clause = words.verb(scene.verbs[0], _how(scene, IMPERFECT), agreement_of(person))
    clause = clause.led_by(who.as_("nsubj")).with_after(words.place(scene.place))
    subject = words.person(person).with_after(clause.as_("acl:relcl"))
    predicate = _predicate(scene, words, agreement_of(person))
    return _be(predicate, scene.tense, person.number, subject)


def _relative_object(scene: Scene, words: Words) -> Phrase:
    known, knower = scene.people
    whom = Phrase("che", "che", "PRON", {"PronType": "Rel"})
    clause = words.verb(scene.verbs[0], _how(scene, IMPERFECT), agreement_of(knower))
    clause = clause.led_by(whom.as_("obj"), words.person(knower).as_("nsubj"))
    subject = words.person(known).with_after(clause.as_("acl:relcl"))
    predicate = _predicate(scene, words, agreement_of(known))
    return _be(predicate, scene.tense, known.number, subject)


def _both(scene: Scene, words: Words) -> Phrase:
    first, second = (words.person(person) for person in scene.people)
    return first.with_after(second.led_by(_conjunction()).as_("conj"))


def _coordinated_people(scene: Scene, words: Words) -> Phrase:
    predicate = _predicate(scene, words, together(scene.people))
    return _be(predicate, scene.tense, Number.PLURAL, _both(scene, words))


def _coordinated_motion(scene: Scene, words: Words) -> Phrase:
    verb = words.verb(scene.verbs[0], _how(scene, PERFECT), together(scene.people))
    return _clause(scene, words, verb, _both(scene, words))


def _coordinated_verbs(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    what, how = agreement_of(person), _how(scene, PERFECT)
    second = words.verb(scene.verbs[1], how, what).led_by(_conjunction())
    second = second.with_after(words.thing(scene.things[0]).as_("obj"))
    first = words.verb(scene.verbs[0], how, what).led_by(words.person(person).as_("nsubj"))
    return first.with_after(second.as_("conj"))


def _of_person(scene: Scene, words: Words) -> Phrase:
    thing = scene.things[0]
    what = words.thing_agreement(thing)
    owner = words.person(scene.people[0], case="di").as_("nmod")
    predicate = _predicate(scene, words, what, "thing")
    return _be(predicate, scene.tense, what.number, words.thing(thing).with_after(owner))


def _to_person(scene: Scene, words: Words) -> Phrase:
    giver, receiver = scene.people
    verb = words.verb("give", _how(scene, PERFECT), agreement_of(giver))
    return verb.led_by(words.person(giver).as_("nsubj")).with_after(
        words.thing(scene.things[0]).as_("obj"), words.person(receiver, case="a").as_("obl")
    )


def _there_is(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    be = copula(scene.tense, person.number)
    there = Phrase("ci", "ci", "PRON", {"Clitic": "Yes", "PronType": "Prs"}, "expl")
    verb = Phrase(be.form, "essere", "VERB", be.feats).with_before(there)
    return verb.with_after(words.person(person).as_("nsubj"), words.place(scene.place))


def _we_verb(scene: Scene, words: Words) -> Phrase:
    key = scene.verbs[0]
    verb = words.verb(key, _how(scene, words.past(key)), _WE, person="1")
    return _clause(scene, words, words.with_object(verb, key, scene.people[0]))


def _question_where(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    key = scene.verbs[0]
    verb = words.verb(key, _how(scene, words.background(key)), agreement_of(person))
    return verb.led_by(adverb("dove")).with_after(words.person(person).as_("nsubj"))


def _negation(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    key = scene.verbs[0]
    verb = words.verb(key, _how(scene, words.background(key)), agreement_of(person))
    verb = verb.led_by(words.person(person).as_("nsubj"), adverb("non"))
    return verb.with_after(words.place(scene.place))


def _comparison(scene: Scene, words: Words) -> Phrase:
    better, worse = scene.people
    predicate = words.adjective(scene.adjectives[0], agreement_of(better))
    than = words.person(worse, case="di").as_("obl")
    predicate = predicate.with_before(adverb("più")).with_after(than)
    return _be(predicate, scene.tense, better.number, words.person(better))


# -- a pronoun in English ------------------------------------------------------------------------


def _profession(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    return _be(words.person(scene.people[0]), scene.tense, who.number, stressed(who))


def _become(scene: Scene, words: Words) -> Phrase:
    who, role = _ref(scene), scene.people[0]
    # Without an adjective no article: è diventata infermiera.
    noun_phrase = words.person(role, bare=role.adjective is None)
    verb = words.verb("become", _how(scene, PERFECT), agreement_of(who))
    return _clause(scene, words, verb.with_after(noun_phrase.as_("xcomp")), stressed(who))


def _work_as(scene: Scene, words: Words) -> Phrase:
    who, role = _ref(scene), scene.people[0]
    noun_phrase = words.person(role, bare=role.adjective is None).led_by(preposition("come"))
    verb = words.verb("work", _how(scene, words.background("work")), agreement_of(who))
    return _clause(scene, words, verb.with_after(noun_phrase.as_("obl")), stressed(who))


def _said_that(scene: Scene, words: Words, clause: Phrase) -> Phrase:
    (person,) = scene.people
    said = words.verb("say", _how(scene, PERFECT), agreement_of(person))
    return said.led_by(words.person(person).as_("nsubj")).with_after(
        clause.led_by(_subordinator("che")).as_("ccomp")
    )


def _said(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    predicate = _predicate(scene, words, agreement_of(who))
    return _said_that(scene, words, _be(predicate, scene.tense, who.number))


def _hers(scene: Scene, words: Words) -> Phrase:
    thing = scene.things[0]
    what = words.thing_agreement(thing)
    owned = words.owned(_ref(scene), what)
    return _said_that(scene, words, _be(owned, scene.tense, what.number, words.thing(thing)))


def _when(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    who = _ref(scene)
    clause = words.verb(scene.verbs[0], _how(scene, PERFECT), agreement_of(person))
    clause = clause.led_by(_subordinator("quando"), words.person(person).as_("nsubj"))
    comma = Phrase(",", ",", "PUNCT", {}, "punct", attach_left=True)
    predicate = _predicate(scene, words, agreement_of(who))
    return _be(predicate, scene.tense, who.number).led_by(clause.with_after(comma).as_("advcl"))


def _two_people(scene: Scene, words: Words, key: str) -> Phrase:
    first, second = scene.people
    verb = words.verb(key, _how(scene, words.past(key)), agreement_of(first))
    return words.with_object(verb.led_by(words.person(first).as_("nsubj")), key, second)


def _because(scene: Scene, words: Words, clause: Phrase) -> Phrase:
    clause = clause.led_by(_subordinator("perché")).as_("advcl")
    return _two_people(scene, words, scene.verbs[0]).with_after(clause)


def _because_adjective(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    predicate = _predicate(scene, words, agreement_of(who))
    return _because(scene, words, _be(predicate, scene.tense, who.number))


def _because_verb(scene: Scene, words: Words) -> Phrase:
    return _because(scene, words, words.reason(scene.verbs[1], agreement_of(_ref(scene))))


def _object_pronoun(scene: Scene, words: Words) -> Phrase:
    what, who, key = agreement_of(scene.people[0]), _ref(scene), scene.verbs[1]
    how = _how(scene, PERFECT)
    case = words.lexicon.tables["verbs"][key]["preposition"]
    if case:  # si è congratulato con lei
        second = words.verb(key, how, what)
        second = second.with_after(stressed(who).led_by(preposition(case)).as_("obl"))
    else:
        second = words.verb(key, how, what, clitic=agreement_of(who))
    first = _two_people(scene, words, scene.verbs[0])
    return first.with_after(second.led_by(_conjunction()).as_("conj"))


def _thank_for(scene: Scene, words: Words) -> Phrase:
    gift = words.thing(scene.things[0], _ref(scene), case="per")
    return _two_people(scene, words, "thank").with_after(gift.as_("obl"))


def _promise(scene: Scene, words: Words) -> Phrase:
    first, second = scene.people
    deed = words.infinitive(scene.verbs[0]).with_before(Phrase("di", "di", "ADP", {}, "mark"))
    deed = deed.with_after(words.thing(scene.things[0], _ref(scene)).as_("obj"))
    verb = words.verb("promise", _how(scene, PERFECT), agreement_of(first))
    return verb.led_by(words.person(first).as_("nsubj")).with_after(
        words.person(second, case="a").as_("obl"), deed.as_("xcomp")
    )


# -- things --------------------------------------------------------------------------------------


def _thing_predicate(scene: Scene, words: Words) -> Phrase:
    thing = scene.things[0]
    what = words.thing_agreement(thing)
    predicate = _predicate(scene, words, what, "thing")
    return _be(predicate, scene.tense, what.number, words.thing(thing))


def _thing_place(scene: Scene, words: Words) -> Phrase:
    thing = scene.things[0]
    place = words.place(scene.place)
    if place is None:
        raise ValueError("a scene of 'thing-place' needs a place")
    return _be(
        place.as_("root"), scene.tense, words.thing_agreement(thing).number, words.thing(thing)
    )


def _thing_motion(scene: Scene, words: Words) -> Phrase:
    thing = scene.things[0]
    verb = words.verb(scene.verbs[0], _how(scene, PERFECT), words.thing_agreement(thing))
    return _clause(scene, words, verb, words.thing(thing))


def _thing_passive(scene: Scene, words: Words) -> Phrase:
    thing = scene.things[0]
    verb = words.passive(scene.verbs[0], scene.tense, words.thing_agreement(thing))
    verb = verb.led_by(words.thing(thing).as_("nsubj:pass"))
    return verb.with_after(words.time(scene.time)[1])


def _weather(scene: Scene, words: Words) -> Phrase:
    return _clause(scene, words, words.verb("rain", _how(scene, PERFECT), MASCULINE))


def _thing_pronoun(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    thing, how = scene.things[0], _how(scene, PERFECT)
    clitic = words.thing_agreement(thing)
    second = words.verb(scene.verbs[1], how, agreement_of(person), clitic=clitic)
    first = words.verb(scene.verbs[0], how, agreement_of(person))
    return first.led_by(words.person(person).as_("nsubj")).with_after(
        words.thing(thing).as_("obj"), second.led_by(_conjunction()).as_("conj")
    )


#: The function of each construction.
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
    "question": _predicative,
    "question-where": _question_where,
    "negation": _negation,
    "comparison": _comparison,
    "own-thing": _transitive,
    "profession": _profession,
    "become": _become,
    "work-as": _work_as,
    "said": _said,
    "when": _when,
    "reflexive": _simple,
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
