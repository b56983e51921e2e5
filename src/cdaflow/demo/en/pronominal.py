"""English sentences in which a pronoun tells the gender of somebody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cdaflow.demo.builder import Phrase
from cdaflow.demo.en.clauses import (
    NOT,
    and_verb,
    be,
    clause,
    is_plural,
    predicate,
)
from cdaflow.demo.en.phrases import (
    Words,
    adverb,
    article,
    auxiliary,
    noun,
    preposition,
    pronoun,
)
from cdaflow.demo.scene import Number, Person, Scene, Tense


def _they(person: Person) -> bool:
    """Whether the verb of the person's pronoun is plural (they were, of one person too)."""
    return person.neutral or person.number is Number.PLURAL


def _ref(scene: Scene) -> Person:
    if scene.referent is None:
        raise ValueError(f"a scene of {scene.construction!r} needs a referent")
    return scene.people[scene.referent]


def _profession(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    noun_phrase = words.person(scene.people[0])
    return be(noun_phrase, pronoun(who, "subject"), scene.tense, plural=_they(who))


def _become(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    verb = words.finite("become", scene.tense, plural=_they(who))
    verb = verb.with_after(words.person(scene.people[0]).as_("xcomp"))
    return clause(scene, words, verb, pronoun(who, "subject"))


def _work_as(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    role = words.person(scene.people[0]).led_by(preposition("as")).as_("obl")
    verb = words.finite("work", scene.tense, plural=_they(who)).with_after(role)
    return clause(scene, words, verb, pronoun(who, "subject"))


def _said_that(scene: Scene, words: Words, clause: Phrase) -> Phrase:
    that = Phrase("that", "that", "SCONJ", {}, "mark")
    said = words.finite("say", scene.tense, plural=is_plural(scene.people[0]))
    return said.with_before(words.person(scene.people[0]).as_("nsubj")).with_after(
        clause.led_by(that).as_("ccomp")
    )


def _said(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    quality = predicate(words, scene.adjectives[0], very=scene.very)
    clause = be(quality, pronoun(who, "subject"), Tense.PAST, plural=_they(who))
    return _said_that(scene, words, clause)


def _hers(scene: Scene, words: Words) -> Phrase:
    thing = scene.things[0]
    owned = pronoun(_ref(scene), "independent")
    clause = be(owned, words.thing(thing), Tense.PAST, plural=is_plural(thing))
    return _said_that(scene, words, clause)


def _when(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    person = scene.people[0]
    clause = words.finite(scene.verbs[0], scene.tense, plural=is_plural(person))
    clause = clause.with_before(adverb("when"), words.person(person).as_("nsubj"))
    comma = Phrase(",", ",", "PUNCT", {}, "punct", attach_left=True)
    main = be(
        words.adjective(scene.adjectives[0]),
        pronoun(who, "subject"),
        scene.tense,
        plural=_they(who),
    )
    return main.led_by(clause.as_("advcl"), comma)


def _reflexive(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    verb = words.finite(scene.verbs[0], scene.tense, plural=is_plural(person))
    verb = verb.with_after(pronoun(_ref(scene), "object", reflexive=True).as_("obj"))
    return clause(scene, words, verb, words.person(person))


def _two_people(scene: Scene, words: Words) -> Phrase:
    first, second = scene.people
    verb = words.finite(scene.verbs[0], scene.tense, plural=is_plural(first))
    verb = verb.with_before(words.person(first).as_("nsubj"))
    return words.with_object(verb, scene.verbs[0], words.person(second))


def _because(scene: Scene, words: Words, clause: Phrase) -> Phrase:
    mark = Phrase("because", "because", "SCONJ", {}, "mark")
    return _two_people(scene, words).with_after(clause.led_by(mark).as_("advcl"))


def _because_adjective(scene: Scene, words: Words) -> Phrase:
    who = _ref(scene)
    quality = predicate(words, scene.adjectives[0], very=scene.very)
    clause = be(quality, pronoun(who, "subject"), scene.tense, plural=_they(who))
    return _because(scene, words, clause)


def _because_verb(scene: Scene, words: Words) -> Phrase:
    return _because(scene, words, _reason(words, scene.verbs[1], _ref(scene), scene.tense))


def _reason(words: Words, key: str, who: Person, tense: Tense) -> Phrase:
    """The clause of a verb of the frames vp-subject and vp-object, with a pronoun as subject."""
    row = words.lexicon.tables["verbs"][key]
    subject, plural = pronoun(who, "subject"), _they(who)
    if row["aspect"] == "copula":
        hurry = noun("hurry", "hurry").with_before(preposition("in"), article("a"))
        return be(hurry, subject, tense, plural=plural)
    if row["aspect"] == "perfect":
        had = auxiliary("have", Tense.PAST, plural=plural, deprel="aux")
        verb = words.participle(key).with_before(subject.as_("nsubj"), had)
    elif row["aspect"] == "negated":
        do = auxiliary("do", tense, plural=plural, deprel="aux")
        verb = words.infinitive(key).with_before(subject.as_("nsubj"), do, Phrase(*NOT))
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
    second = and_verb(words, scene.verbs[1], scene.tense, plural=is_plural(scene.people[0]))
    second = words.with_object(second, scene.verbs[1], pronoun(_ref(scene), "object"))
    return _two_people(scene, words).with_after(second)


def _thank_for(scene: Scene, words: Words) -> Phrase:
    first, second = scene.people
    verb = words.finite("thank", scene.tense, plural=is_plural(first))
    help_ = words.thing(scene.things[0], _ref(scene)).led_by(preposition("for"))
    return verb.with_before(words.person(first).as_("nsubj")).with_after(
        words.person(second).as_("obj"), help_.as_("obl")
    )


def _promise(scene: Scene, words: Words) -> Phrase:
    first, second = scene.people
    to = Phrase("to", "to", "PART", {}, "mark")
    deed = words.infinitive(scene.verbs[0]).with_before(to)
    deed = deed.with_after(words.thing(scene.things[0], _ref(scene)).as_("obj"))
    verb = words.finite("promise", scene.tense, plural=is_plural(first))
    return verb.with_before(words.person(first).as_("nsubj")).with_after(
        words.person(second).as_("iobj"), deed.as_("xcomp")
    )


#: By construction.
PRONOMINAL: Mapping[str, Callable[[Scene, Words], Phrase]] = {
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
