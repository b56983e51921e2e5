"""One function per construction: a scene to the Spanish tree, without its full stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cdaflow.demo.builder import Phrase
from cdaflow.demo.es.phrases import (
    Agreement,
    adverb,
    agreement_of,
    determiner,
    object_pronoun,
    preposition,
    subject_pronoun,
)
from cdaflow.demo.es.verbs import Verbs
from cdaflow.demo.scene import Number, Person, Scene, Tense

#: Roles that are said with an article even without an adjective: es una amiga, but es enfermera.
_WITH_ARTICLE = frozenset({"client", "friend", "neighbor", "patient"})


def _conjunction() -> Phrase:
    return Phrase("y", "y", "CCONJ", {}, "cc")


def _that(form: str = "que") -> Phrase:
    return Phrase(form, form, "SCONJ", {}, "mark")


def _ref(scene: Scene) -> Person:
    if scene.referent is None:
        raise ValueError(f"a scene of {scene.construction!r} needs a referent")
    return scene.people[scene.referent]


def _place(scene: Scene, verbs: Verbs) -> Phrase | None:
    return None if scene.place is None else verbs.words.place(scene.place)


def _clause(
    scene: Scene, verbs: Verbs, verb: Phrase, subject: Phrase | None, *objects: Phrase
) -> Phrase:
    """The verb with its subject and objects, and place and time where they belong."""
    times = verbs.time(scene.time)
    nominative = None if subject is None else subject.as_("nsubj")
    return verb.led_by(nominative, times.early).with_after(
        times.middle, *objects, _place(scene, verbs), times.late
    )


def _finite(scene: Scene, verbs: Verbs, number: Number, *, person: str = "3") -> Phrase:
    """The first verb of the scene, in the past as its aspect and the time want."""
    dated = scene.time is not None
    return verbs.finite(scene.verbs[0], scene.tense, number, person=person, dated=dated)


def _be(
    verbs: Verbs, key: str, agreement: Agreement, tense: Tense, subject: Phrase | None,
    *uses: str, very: bool = False,
) -> Phrase:  # fmt: skip
    """An adjective as the predicate: (la médica) está muy cansada."""
    row = verbs.words.row("adjectives", key, *uses)
    copula = "be:state" if row["copula"] == "estar" else "be"
    predicate = verbs.words.adjective(key, agreement, *uses)
    predicate = predicate.with_before(adverb("muy") if very else None)
    return predicate.led_by(
        None if subject is None else subject.as_("nsubj"),
        verbs.auxiliary(copula, tense, agreement.number, "cop"),
    )


def _is(verbs: Verbs, scene: Scene, tense: Tense, subject: Phrase | None, *who: Person) -> Phrase:
    """The first adjective of the scene, said of people."""
    return _be(
        verbs, scene.adjectives[0], agreement_of(*who), tense, subject, "predicate", "person",
        very=scene.very,
    )  # fmt: skip


# -- one person, or two, and no pronoun --------------------------------------------------------


def _simple(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    return _clause(scene, verbs, _finite(scene, verbs, person.number), verbs.words.person(person))


def _transitive(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    owner = person if scene.construction == "own-thing" else None
    thing = verbs.words.thing(scene.things[0], owner).as_("obj")
    subject = verbs.words.person(person)
    return _clause(scene, verbs, _finite(scene, verbs, person.number), subject, thing)


def _predicative(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    return _is(verbs, scene, scene.tense, verbs.words.person(person), person)


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
    clause = clause.led_by(who).with_after(_place(scene, verbs))
    subject = verbs.words.person(person).with_after(clause.as_("acl:relcl"))
    return _is(verbs, scene, scene.tense, subject, person)


def _relative_object(scene: Scene, verbs: Verbs) -> Phrase:
    known, knower = scene.people
    whom = Phrase("que", "que", "PRON", {"PronType": "Rel"}, "obj").with_before(
        preposition("a"), determiner("el", agreement_of(known))
    )
    clause = verbs.finite(scene.verbs[0], scene.tense, knower.number, background=True)
    clause = clause.led_by(whom).with_after(verbs.words.person(knower).as_("nsubj"))
    subject = verbs.words.person(known).with_after(clause.as_("acl:relcl"))
    return _is(verbs, scene, scene.tense, subject, known)


def _both(scene: Scene, verbs: Verbs) -> Phrase:
    first, second = (verbs.words.person(person) for person in scene.people)
    return first.with_after(second.led_by(_conjunction()).as_("conj"))


def _coordinated_people(scene: Scene, verbs: Verbs) -> Phrase:
    return _is(verbs, scene, scene.tense, _both(scene, verbs), *scene.people)


def _coordinated_motion(scene: Scene, verbs: Verbs) -> Phrase:
    verb = _finite(scene, verbs, Number.PLURAL)
    return _clause(scene, verbs, verb, _both(scene, verbs))


def _and_verb(scene: Scene, verbs: Verbs) -> Phrase:
    """The second verb of a sentence whose subject is the first person, without its objects."""
    return verbs.finite(scene.verbs[1], scene.tense, scene.people[0].number)


def _joined(first: Phrase, second: Phrase) -> Phrase:
    return first.with_after(second.led_by(_conjunction()).as_("conj"))


def _coordinated_verbs(scene: Scene, verbs: Verbs) -> Phrase:
    second = _and_verb(scene, verbs).with_after(verbs.words.thing(scene.things[0]).as_("obj"))
    return _joined(_simple(scene, verbs), second)


def _of_person(scene: Scene, verbs: Verbs) -> Phrase:
    (thing,), (owner,) = scene.things, scene.people
    of = verbs.words.person(owner).led_by(preposition("de")).as_("nmod")
    return _thing_is(scene, verbs, verbs.words.thing(thing).with_after(of))


def _thing_is(scene: Scene, verbs: Verbs, subject: Phrase) -> Phrase:
    agreement = verbs.words.agreement(scene.things[0])
    return _be(
        verbs, scene.adjectives[0], agreement, scene.tense, subject, "thing", very=scene.very
    )


def _to_person(scene: Scene, verbs: Verbs) -> Phrase:
    giver, receiver = scene.people
    verb = verbs.finite("give", scene.tense, giver.number)
    verb = verb.led_by(verbs.words.person(giver).as_("nsubj"))
    verb = verb.with_after(verbs.words.thing(scene.things[0]).as_("obj"))
    return verbs.with_person(verb, "give", verbs.words.person(receiver))


def _there_is(scene: Scene, verbs: Verbs) -> Phrase:
    verb = verbs.finite("there_is", scene.tense, Number.SINGULAR, background=True)
    person = verbs.words.person(scene.people[0]).as_("obj")
    return verb.with_after(person, _place(scene, verbs))


def _we_verb(scene: Scene, verbs: Verbs) -> Phrase:
    verb = _finite(scene, verbs, Number.PLURAL, person="1")
    verb = verbs.with_person(verb, scene.verbs[0], verbs.words.person(scene.people[0]))
    return _clause(scene, verbs, verb, None)


def _question(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    predicate = _is(verbs, scene, scene.tense, None, person)
    first = replace(predicate.before[0], attach_left=True)  # no space after ¿
    subject = verbs.words.person(person).as_("nsubj")
    return replace(predicate, before=[first, *predicate.before[1:]]).with_after(subject)


def _question_where(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    where = replace(adverb("dónde"), attach_left=True)
    verb = _finite(scene, verbs, person.number)
    return verb.led_by(where).with_after(verbs.words.person(person).as_("nsubj"))


def _negation(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    verb = _finite(scene, verbs, person.number).led_by(adverb("no"))
    return _clause(scene, verbs, verb, verbs.words.person(person))


def _comparison(scene: Scene, verbs: Verbs) -> Phrase:
    better, worse = scene.people
    than = verbs.words.person(worse).led_by(_that()).as_("obl")
    predicate = _is(verbs, scene, scene.tense, verbs.words.person(better), better)
    return predicate.with_before(adverb("más")).with_after(than)


# -- a pronoun tells the gender in English -----------------------------------------------------


def _profession(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    bare = person.adjective is None and person.profession not in _WITH_ARTICLE
    copula = verbs.auxiliary("be", scene.tense, person.number, "cop")
    predicate = verbs.words.person(person, bare=bare)
    return predicate.led_by(subject_pronoun(agreement_of(_ref(scene))), copula)


def _become(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    if person.adjective is None:
        verb = verbs.finite("become", scene.tense, person.number)
        role = verbs.words.person(person, bare=True).as_("xcomp")
    else:
        verb = verbs.finite("become", scene.tense, person.number, use="famous")
        role = verbs.words.person(person).led_by(preposition("en")).as_("obl")
    return _clause(scene, verbs, verb, subject_pronoun(agreement_of(_ref(scene))), role)


def _work_as(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    bare = person.adjective is None
    role = verbs.words.person(person, bare=bare).led_by(preposition("como")).as_("obl")
    verb = verbs.finite("work", scene.tense, person.number, dated=scene.time is not None)
    return _clause(scene, verbs, verb, subject_pronoun(agreement_of(_ref(scene))), role)


def _said_that(scene: Scene, verbs: Verbs, clause: Phrase) -> Phrase:
    (person,) = scene.people
    verb = verbs.finite("say", scene.tense, person.number)
    verb = verb.led_by(verbs.words.person(person).as_("nsubj"))
    return verb.with_after(clause.led_by(_that()).as_("ccomp"))


def _said(scene: Scene, verbs: Verbs) -> Phrase:
    return _said_that(scene, verbs, _is(verbs, scene, Tense.PAST, None, _ref(scene)))


def _hers(scene: Scene, verbs: Verbs) -> Phrase:
    (thing,) = scene.things
    agreement = verbs.words.agreement(thing)
    feats = {"Person": "3", "Poss": "Yes", "PronType": "Prs", **agreement.feats}
    form = agreement.pick(("suyo", "suya", "suyos", "suyas"))
    owned = Phrase(form, "suyo", "PRON", feats).with_before(
        verbs.words.thing(thing).as_("nsubj"),
        verbs.auxiliary("be", Tense.PAST, thing.number, "cop"),
    )
    return _said_that(scene, verbs, owned)


def _when(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    clause = verbs.finite(scene.verbs[0], scene.tense, person.number)
    clause = clause.led_by(_that("cuando"), verbs.words.person(person).as_("nsubj"))
    comma = Phrase(",", ",", "PUNCT", {"PunctType": "Comm"}, "punct", attach_left=True)
    main = _is(verbs, scene, scene.tense, None, _ref(scene))
    return main.led_by(clause.with_after(comma).as_("advcl"))


def _reflexive(scene: Scene, verbs: Verbs) -> Phrase:
    (person,) = scene.people
    verb = _finite(scene, verbs, person.number)
    itself = [p.as_("obj") if p.deprel == "expl:pv" else p for p in verb.before]
    verb = replace(verb, before=itself)
    return _clause(scene, verbs, verb, verbs.words.person(person))


# -- two people, and a pronoun that means one of them ------------------------------------------


def _two_people(scene: Scene, verbs: Verbs) -> Phrase:
    first, second = scene.people
    verb = verbs.finite(scene.verbs[0], scene.tense, first.number)
    verb = verb.led_by(verbs.words.person(first).as_("nsubj"))
    return verbs.with_person(verb, scene.verbs[0], verbs.words.person(second))


def _because_adjective(scene: Scene, verbs: Verbs) -> Phrase:
    clause = _is(verbs, scene, scene.tense, None, _ref(scene))
    return _two_people(scene, verbs).with_after(clause.led_by(_that("porque")).as_("advcl"))


def _because_verb(scene: Scene, verbs: Verbs) -> Phrase:
    clause = verbs.reason(scene.verbs[1], scene.tense, _ref(scene).number)
    return _two_people(scene, verbs).with_after(clause.led_by(_that("porque")).as_("advcl"))


def _object_pronoun(scene: Scene, verbs: Verbs) -> Phrase:
    second = _and_verb(scene, verbs)
    second = verbs.with_pronoun(second, scene.verbs[1], agreement_of(_ref(scene)))
    return _joined(_two_people(scene, verbs), second)


def _thank_for(scene: Scene, verbs: Verbs) -> Phrase:
    gift = verbs.words.thing(scene.things[0], _ref(scene)).led_by(preposition("por"))
    thanks = _two_people(replace(scene, verbs=("thank",)), verbs)
    return thanks.with_after(gift.as_("obl"))


def _promise(scene: Scene, verbs: Verbs) -> Phrase:
    deed = verbs.infinitive(scene.verbs[0]).with_after(
        verbs.words.thing(scene.things[0], _ref(scene)).as_("obj")
    )
    return _two_people(replace(scene, verbs=("promise",)), verbs).with_after(deed.as_("xcomp"))


# -- nobody, or a pronoun that means a thing ---------------------------------------------------


def _thing_predicate(scene: Scene, verbs: Verbs) -> Phrase:
    return _thing_is(scene, verbs, verbs.words.thing(scene.things[0]))


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
    return _clause(scene, verbs, verb, verbs.words.thing(thing))


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
    return _joined(_transitive(scene, verbs), _and_verb(scene, verbs).with_before(pronoun))


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
