"""One function per construction: a scene to the English tree, without its full stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cdaflow.demo.builder import Phrase
from cdaflow.demo.en.phrases import (
    Words,
    adverb,
    article,
    auxiliary,
    it,
    noun,
    preposition,
    pronoun,
)
from cdaflow.demo.scene import Number, Person, Scene, Tense

_NOT = ("not", "not", "PART", {"Polarity": "Neg"}, "advmod")


def _plural(thing: Person | object) -> bool:
    return getattr(thing, "number", None) is Number.PLURAL


def _they(person: Person) -> bool:
    """Whether the verb of the person's pronoun is plural (they were, of one person too)."""
    return person.neutral or person.number is Number.PLURAL


def _be(predicate: Phrase, subject: Phrase, tense: Tense, *, plural: bool) -> Phrase:
    copula = auxiliary("be", tense, plural=plural, deprel="cop")
    return predicate.led_by(subject.as_("nsubj"), copula)


def _predicate(words: Words, key: str, *, very: bool = False) -> Phrase:
    return words.adjective(key).with_before(adverb("very") if very else None)


def _place(scene: Scene, words: Words) -> Phrase | None:
    return None if scene.place is None else words.place(scene.place)


def _clause(scene: Scene, words: Words, verb: Phrase, subject: Phrase) -> Phrase:
    """The verb with its subject in front, and place and time where they belong."""
    early, late = words.time(scene.time)
    return verb.with_before(subject.as_("nsubj"), early).with_after(_place(scene, words), late)


def _simple(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    verb = words.finite(scene.verbs[0], scene.tense, plural=_plural(person))
    return _clause(scene, words, verb, words.person(person))


def _transitive(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    owner = person if scene.construction == "own-thing" else None
    verb = words.finite(scene.verbs[0], scene.tense, plural=_plural(person))
    verb = verb.with_after(words.thing(scene.things[0], owner).as_("obj"))
    return _clause(scene, words, verb, words.person(person))


def _predicative(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    predicate = _predicate(words, scene.adjectives[0], very=scene.very)
    return _be(predicate, words.person(person), scene.tense, plural=_plural(person))


def _passive_of(words: Words, key: str, subject: Phrase, tense: Tense, *, plural: bool) -> Phrase:
    was = auxiliary("be", tense, plural=plural, deprel="aux:pass")
    return words.participle(key, passive=True).with_before(subject.as_("nsubj:pass"), was)


def _passive(scene: Scene, words: Words) -> Phrase:
    person, *agent = scene.people
    verb = _passive_of(
        words, scene.verbs[0], words.person(person), scene.tense, plural=_plural(person)
    )
    by = [words.person(p).led_by(preposition("by")).as_("obl:agent") for p in agent]
    return verb.with_after(*by, words.time(scene.time)[1])


def _relative_subject(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    who = Phrase("who", "who", "PRON", {"PronType": "Rel"}, "nsubj")
    clause = words.finite(scene.verbs[0], scene.tense, plural=_plural(person))
    clause = clause.with_before(who).with_after(_place(scene, words))
    subject = words.person(person).with_after(clause.as_("acl:relcl"))
    return _be(_predicate(words, scene.adjectives[0]), subject, scene.tense, plural=_plural(person))


def _relative_object(scene: Scene, words: Words) -> Phrase:
    known, knower = scene.people
    that = Phrase("that", "that", "PRON", {"PronType": "Rel"}, "obj")
    clause = words.finite(scene.verbs[0], scene.tense, plural=_plural(knower))
    clause = clause.with_before(that, words.person(knower).as_("nsubj"))
    subject = words.person(known).with_after(clause.as_("acl:relcl"))
    return _be(_predicate(words, scene.adjectives[0]), subject, scene.tense, plural=_plural(known))


def _both(scene: Scene, words: Words) -> Phrase:
    first, second = (words.person(person) for person in scene.people)
    cc = Phrase("and", "and", "CCONJ", {}, "cc")
    return first.with_after(second.led_by(cc).as_("conj"))


def _coordinated_people(scene: Scene, words: Words) -> Phrase:
    predicate = _predicate(words, scene.adjectives[0], very=scene.very)
    return _be(predicate, _both(scene, words), scene.tense, plural=True)


def _coordinated_motion(scene: Scene, words: Words) -> Phrase:
    verb = words.finite(scene.verbs[0], scene.tense, plural=True)
    return _clause(scene, words, verb, _both(scene, words))


def _and_verb(words: Words, key: str, tense: Tense, *, plural: bool) -> Phrase:
    cc = Phrase("and", "and", "CCONJ", {}, "cc")
    return words.finite(key, tense, plural=plural).with_before(cc).as_("conj")


def _coordinated_verbs(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    plural = _plural(person)
    second = _and_verb(words, scene.verbs[1], scene.tense, plural=plural)
    second = second.with_after(words.thing(scene.things[0]).as_("obj"))
    first = words.finite(scene.verbs[0], scene.tense, plural=plural)
    return first.with_before(words.person(person).as_("nsubj")).with_after(second)


def _of_person(scene: Scene, words: Words) -> Phrase:
    owner = words.person(scene.people[0])
    ending = "'" if _plural(scene.people[0]) and owner.form.endswith("s") else "'s"
    mark = Phrase(ending, "'s", "PART", {}, "case", attach_left=True)
    thing = words.thing(scene.things[0])
    # The owner stands where the article would.
    thing.before[:] = [child for child in thing.before if child.deprel == "amod"]
    thing = thing.led_by(owner.with_after(mark).as_("nmod:poss"))
    plural = _plural(scene.things[0])
    return _be(_predicate(words, scene.adjectives[0]), thing, scene.tense, plural=plural)


def _to_person(scene: Scene, words: Words) -> Phrase:
    giver, receiver = scene.people
    verb = words.finite("give", scene.tense, plural=_plural(giver))
    return verb.with_before(words.person(giver).as_("nsubj")).with_after(
        words.thing(scene.things[0]).as_("obj"),
        words.person(receiver).led_by(preposition("to")).as_("obl"),
    )


def _there_is(scene: Scene, words: Words) -> Phrase:
    be = auxiliary("be", scene.tense, plural=_plural(scene.people[0]), deprel="root")
    there = Phrase("there", "there", "PRON", {}, "expl")
    verb = Phrase(be.form, "be", "VERB", be.feats)
    return verb.with_before(there).with_after(
        words.person(scene.people[0]).as_("nsubj"), _place(scene, words)
    )


def _we_verb(scene: Scene, words: Words) -> Phrase:
    feats = {"Case": "Nom", "Number": "Plur", "Person": "1", "PronType": "Prs"}
    verb = words.finite(scene.verbs[0], scene.tense, plural=True, person="1")
    verb = words.with_object(verb, scene.verbs[0], words.person(scene.people[0]))
    return _clause(scene, words, verb, Phrase("we", "we", "PRON", feats))


def _question(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    copula = auxiliary("be", scene.tense, plural=_plural(person), deprel="cop")
    return words.adjective(scene.adjectives[0]).with_before(
        copula, words.person(person).as_("nsubj")
    )


def _question_where(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    do = auxiliary("do", scene.tense, plural=_plural(person), deprel="aux")
    return words.infinitive(scene.verbs[0]).with_before(
        adverb("where"), do, words.person(person).as_("nsubj")
    )


def _negation(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    do = auxiliary("do", scene.tense, plural=_plural(person), deprel="aux")
    verb = words.infinitive(scene.verbs[0])
    verb = verb.with_before(words.person(person).as_("nsubj"), do, Phrase(*_NOT))
    return verb.with_after(_place(scene, words))


def _comparison(scene: Scene, words: Words) -> Phrase:
    better, worse = scene.people
    than = words.person(worse).led_by(preposition("than")).as_("obl")
    predicate = words.comparative(scene.adjectives[0]).with_after(than)
    return _be(predicate, words.person(better), scene.tense, plural=_plural(better))


def _ref(scene: Scene) -> Person:
    if scene.referent is None:
        raise ValueError(f"a scene of {scene.construction!r} needs a referent")
    return scene.people[scene.referent]


def _profession(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    noun_phrase = words.person(scene.people[0])
    return _be(noun_phrase, pronoun(who, "subject"), scene.tense, plural=_they(who))


def _become(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    verb = words.finite("become", scene.tense, plural=_they(who))
    verb = verb.with_after(words.person(scene.people[0]).as_("xcomp"))
    return _clause(scene, words, verb, pronoun(who, "subject"))


def _work_as(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    role = words.person(scene.people[0]).led_by(preposition("as")).as_("obl")
    verb = words.finite("work", scene.tense, plural=_they(who)).with_after(role)
    return _clause(scene, words, verb, pronoun(who, "subject"))


def _said_that(scene: Scene, words: Words, clause: Phrase) -> Phrase:
    that = Phrase("that", "that", "SCONJ", {}, "mark")
    said = words.finite("say", scene.tense, plural=_plural(scene.people[0]))
    return said.with_before(words.person(scene.people[0]).as_("nsubj")).with_after(
        clause.led_by(that).as_("ccomp")
    )


def _said(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    predicate = _predicate(words, scene.adjectives[0], very=scene.very)
    clause = _be(predicate, pronoun(who, "subject"), Tense.PAST, plural=_they(who))
    return _said_that(scene, words, clause)


def _hers(scene: Scene, words: Words) -> Phrase:
    thing = scene.things[0]
    owned = pronoun(_ref(scene), "independent")
    clause = _be(owned, words.thing(thing), Tense.PAST, plural=_plural(thing))
    return _said_that(scene, words, clause)


def _when(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    person = scene.people[0]
    clause = words.finite(scene.verbs[0], scene.tense, plural=_plural(person))
    clause = clause.with_before(adverb("when"), words.person(person).as_("nsubj"))
    comma = Phrase(",", ",", "PUNCT", {}, "punct", attach_left=True)
    main = _be(
        words.adjective(scene.adjectives[0]),
        pronoun(who, "subject"),
        scene.tense,
        plural=_they(who),
    )
    return main.led_by(clause.as_("advcl"), comma)


def _reflexive(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    verb = words.finite(scene.verbs[0], scene.tense, plural=_plural(person))
    verb = verb.with_after(pronoun(_ref(scene), "object", reflexive=True).as_("obj"))
    return _clause(scene, words, verb, words.person(person))


def _two_people(scene: Scene, words: Words) -> Phrase:
    first, second = scene.people
    verb = words.finite(scene.verbs[0], scene.tense, plural=_plural(first))
    verb = verb.with_before(words.person(first).as_("nsubj"))
    return words.with_object(verb, scene.verbs[0], words.person(second))


def _because(scene: Scene, words: Words, clause: Phrase) -> Phrase:
    mark = Phrase("because", "because", "SCONJ", {}, "mark")
    return _two_people(scene, words).with_after(clause.led_by(mark).as_("advcl"))


def _because_adjective(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    predicate = _predicate(words, scene.adjectives[0], very=scene.very)
    clause = _be(predicate, pronoun(who, "subject"), scene.tense, plural=_they(who))
    return _because(scene, words, clause)


def _because_verb(scene: Scene, words: Words) -> Phrase:
    return _because(scene, words, _reason(words, scene.verbs[1], _ref(scene), scene.tense))


def _reason(words: Words, key: str, who: Person, tense: Tense) -> Phrase:
    """The clause of a verb of the frames vp-subject and vp-object, with a pronoun as subject."""
    row = words.lexicon.tables["verbs"][key]
    subject, plural = pronoun(who, "subject"), _they(who)
    if row["aspect"] == "copula":
        hurry = noun("hurry", "hurry").with_before(preposition("in"), article("a"))
        return _be(hurry, subject, tense, plural=plural)
    if row["aspect"] == "perfect":
        had = auxiliary("have", Tense.PAST, plural=plural, deprel="aux")
        verb = words.participle(key).with_before(subject.as_("nsubj"), had)
    elif row["aspect"] == "negated":
        do = auxiliary("do", tense, plural=plural, deprel="aux")
        verb = words.infinitive(key).with_before(subject.as_("nsubj"), do, Phrase(*_NOT))
    else:
        verb = words.finite(key, tense, plural=plural).with_before(subject.as_("nsubj"))
    if row["object"]:
        direct = _object(row["object_determiner"], row["object"])
        verb = replace(verb, after=[direct, *verb.after])
    return verb


def _object(determiner: str, form: str) -> Phrase:
    if form[0].isupper():  # the name of a language
        return Phrase(form, form, "PROPN", {"Number": "Sing"}, "obj")
    thing = noun(form, "key", Number.PLURAL) if form == "keys" else noun(form, form)
    return thing.with_before(article(determiner) if determiner else None).as_("obj")


def _object_pronoun(scene: Scene, words: Words) -> Phrase:
    second = _and_verb(words, scene.verbs[1], scene.tense, plural=_plural(scene.people[0]))
    second = words.with_object(second, scene.verbs[1], pronoun(_ref(scene), "object"))
    return _two_people(scene, words).with_after(second)


def _thank_for(scene: Scene, words: Words) -> Phrase:
    first, second = scene.people
    verb = words.finite("thank", scene.tense, plural=_plural(first))
    help_ = words.thing(scene.things[0], _ref(scene)).led_by(preposition("for"))
    return verb.with_before(words.person(first).as_("nsubj")).with_after(
        words.person(second).as_("obj"), help_.as_("obl")
    )


def _promise(scene: Scene, words: Words) -> Phrase:
    first, second = scene.people
    to = Phrase("to", "to", "PART", {}, "mark")
    deed = words.infinitive(scene.verbs[0]).with_before(to)
    deed = deed.with_after(words.thing(scene.things[0], _ref(scene)).as_("obj"))
    verb = words.finite("promise", scene.tense, plural=_plural(first))
    return verb.with_before(words.person(first).as_("nsubj")).with_after(
        words.person(second).as_("iobj"), deed.as_("xcomp")
    )


def _thing_predicate(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    predicate = _predicate(words, scene.adjectives[0], very=scene.very)
    return _be(predicate, words.thing(thing), scene.tense, plural=_plural(thing))


def _thing_place(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    if scene.place is None:
        raise ValueError("a scene of 'thing-place' needs a place")
    spot = words.place(scene.place)
    copula = auxiliary("be", scene.tense, plural=_plural(thing), deprel="cop")
    # The preposition follows the copula: the car is near the bridge.
    return spot.led_by(words.thing(thing).as_("nsubj"), copula)


def _thing_motion(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    verb = words.finite(scene.verbs[0], scene.tense, plural=_plural(thing))
    return _clause(scene, words, verb, words.thing(thing))


def _thing_passive(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    verb = _passive_of(
        words, scene.verbs[0], words.thing(thing), scene.tense, plural=_plural(thing)
    )
    return verb.with_after(words.time(scene.time)[1])


def _weather(scene: Scene, words: Words) -> Phrase:
    verb = words.finite("rain", scene.tense, plural=False)
    return _clause(scene, words, verb, it(Number.SINGULAR, "subject").as_("expl"))


def _thing_pronoun(scene: Scene, words: Words) -> Phrase:
    (person,), (thing,) = scene.people, scene.things
    plural = _plural(person)
    second = _and_verb(words, scene.verbs[1], scene.tense, plural=plural)
    second = second.with_after(it(thing.number, "object").as_("obj"))
    first = words.finite(scene.verbs[0], scene.tense, plural=plural)
    return first.with_before(words.person(person).as_("nsubj")).with_after(
        words.thing(thing).as_("obj"), second
    )


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
