"""The constructions in which a pronoun tells the gender of a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cdaflow.demo.builder import Phrase
from cdaflow.demo.fr.phrases import (
    Agreement,
    Words,
    adverb,
    agreement,
    article,
    object_pronoun,
    preposition,
    stressed_pronoun,
    subject_pronoun,
    with_preposition,
)
from cdaflow.demo.fr.verbs import (
    Form,
    Group,
    aspect,
    copula,
    event,
    infinitive,
    state,
    verb,
)
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Scene, Tense

#: Who keeps the article after "être": elle est une amie, not *elle est amie.
_NO_OCCUPATION = frozenset({
    "advisee", "bystander", "champion", "child", "client", "colleague", "cousin", "customer",
    "expert", "friend", "grandchild", "grandparent", "guest", "hero", "neighbor", "onlooker",
    "parent", "partner", "passenger", "patient", "pedestrian", "sibling", "spouse", "teenager",
    "thief", "tourist", "visitor", "wizard",
})  # fmt: skip


def _ref(scene: Scene) -> Person:
    if scene.referent is None:
        raise ValueError(f"a scene of {scene.construction!r} needs a referent")
    return scene.people[scene.referent]


def _that(clause: Phrase) -> Phrase:
    return clause.led_by(Phrase("que", "que", "SCONJ", {}, "mark")).as_("ccomp")


def _role(person: Person, words: Words) -> Phrase:
    """A person as a predicate: infirmière, une écrivaine célèbre, une amie."""
    indefinite = person.determiner is Determiner.A
    occupation = person.profession not in _NO_OCCUPATION
    return words.person(person, bare=indefinite and occupation and person.adjective is None)


def _profession(scene: Scene, words: Words) -> Phrase:
    what = agreement(_ref(scene))
    clause = copula(words, _role(scene.people[0], words), scene.tense, what)
    return clause.led_by(subject_pronoun(what))


def _become(scene: Scene, words: Words) -> Phrase:
    what = agreement(_ref(scene))
    early, late = words.time(scene.time)
    clause = verb(words, "become", event(scene.tense), what, Group(early=early))
    return clause.led_by(subject_pronoun(what)).with_after(
        _role(scene.people[0], words).as_("xcomp"), late
    )


def _work_as(scene: Scene, words: Words) -> Phrase:
    what = agreement(_ref(scene))
    early, late = words.time(scene.time)
    clause = verb(words, "work", state(scene.tense), what, Group(early=early))
    bare = scene.people[0].determiner is Determiner.A
    role = words.person(scene.people[0], bare=bare).led_by(preposition("comme")).as_("obl:mod")
    place = None if scene.place is None else words.place(scene.place)
    return clause.led_by(subject_pronoun(what)).with_after(role, place, late)


def _say(scene: Scene, words: Words, clause: Phrase) -> Phrase:
    speaker = scene.people[0]
    said = verb(words, "say", event(scene.tense), agreement(speaker))
    return said.led_by(words.person(speaker).as_("nsubj")).with_after(_that(clause))


def _said(scene: Scene, words: Words) -> Phrase:
    what = agreement(_ref(scene))
    predicate = words.adjective(scene.adjectives[0], what, very=scene.very)
    clause = copula(words, predicate, Tense.PAST, what).led_by(subject_pronoun(what))
    return _say(scene, words, clause)


def _hers(scene: Scene, words: Words) -> Phrase:
    (thing,) = scene.things
    owner = stressed_pronoun(agreement(_ref(scene))).led_by(preposition("à"))
    clause = copula(words, owner, Tense.PAST, words.thing_agreement(thing))
    return _say(scene, words, clause.led_by(words.thing(thing).as_("nsubj")))


def _when(scene: Scene, words: Words) -> Phrase:
    person, what = scene.people[0], agreement(_ref(scene))
    clause = verb(words, scene.verbs[0], event(scene.tense), agreement(person))
    when = Phrase("quand", "quand", "SCONJ", {}, "mark")
    comma = Phrase(",", ",", "PUNCT", {}, "punct", attach_left=True)
    clause = clause.led_by(when, words.person(person).as_("nsubj")).with_after(comma)
    predicate = words.adjective(scene.adjectives[0], what, very=scene.very)
    main = copula(words, predicate, scene.tense, what)
    return main.led_by(clause.as_("advcl"), subject_pronoun(what))


def _reflexive(scene: Scene, words: Words) -> Phrase:
    (person,) = scene.people
    early, late = words.time(scene.time)
    group = Group(early=early)
    clause = verb(words, scene.verbs[0], event(scene.tense), agreement(person), group)
    return clause.led_by(words.person(person).as_("nsubj")).with_after(late)


def _some_help() -> Phrase:
    """The object of "demander de l'aide": a partitive, which is a fixed expression."""
    help_ = Agreement(Gender.FEMININE, Number.SINGULAR)
    some = Phrase("de", "de", "ADP", {"ExtPos": "DET"}, "det")
    some = some.with_after(article("le", help_).as_("fixed"))
    return Phrase("aide", "aide", "NOUN", help_.feats, "obj", before=[some])


def _two_people(scene: Scene, words: Words, *, reason: bool = False) -> Phrase:
    """The first person doing something to the second; with a reason an attitude is a state."""
    first, second = scene.people
    key = scene.verbs[0]
    lasting = aspect(words, key) == "state" or (reason and aspect(words, key) == "attitude")
    clause = verb(words, key, event(scene.tense, "state" if lasting else ""), agreement(first))
    clause = clause.led_by(words.person(first).as_("nsubj"))
    if key == "ask_for_help":
        clause = clause.with_after(_some_help())
    preposition_ = words.lexicon.tables["verbs"][key]["preposition"]
    other = words.person(second)
    if preposition_:
        return clause.with_after(with_preposition(other, preposition_, "obl:arg"))
    return clause.with_after(other.as_("obj"))


def _because(scene: Scene, words: Words, clause: Phrase) -> Phrase:
    que = Phrase("que", "que", "SCONJ", {}, "fixed")
    mark = Phrase("parce", "parce", "ADV", {"ExtPos": "SCONJ"}, "mark", after=[que])
    return _two_people(scene, words, reason=True).with_after(clause.led_by(mark).as_("advcl"))


def _because_adjective(scene: Scene, words: Words) -> Phrase:
    what = agreement(_ref(scene))
    predicate = words.adjective(scene.adjectives[0], what, very=scene.very)
    clause = copula(words, predicate, scene.tense, what).led_by(subject_pronoun(what))
    return _because(scene, words, clause)


def _because_verb(scene: Scene, words: Words) -> Phrase:
    what = agreement(_ref(scene))
    clause = _reason(words, scene.verbs[1], what, scene.tense).led_by(subject_pronoun(what))
    return _because(scene, words, clause)


def _reason(words: Words, key: str, what: Agreement, tense: Tense) -> Phrase:
    """The clause of a verb of the frames vp-subject and vp-object, without its subject."""
    row = words.lexicon.tables["reasons"][key]
    if row["adjective"]:
        masculine = row["adjective"]
        forms = (masculine, f"{masculine}e", f"{masculine}s", f"{masculine}es")
        predicate = Phrase(what.pick(forms), masculine, "ADJ", what.feats)
        return copula(words, predicate, tense, what)
    if row["tense"] == "pluperfect":
        form = Form.COMPOUND if tense is Tense.PRESENT else Form.PLUPERFECT
    else:
        form = state(tense)
    clause = verb(words, row["verb"], form, what, Group(negated=bool(row["negated"])))
    if row["adverb"]:
        clause = clause.with_after(adverb(row["adverb"]))
    return clause.with_after(_complement(words, row)) if row["noun"] else clause


def _complement(words: Words, row: Mapping[str, str]) -> Phrase:
    """What follows the verb of a reason: besoin d'argent, les clés, en retard."""
    what = Agreement(Gender(row["gender"]), Number(row["number"]))
    lemma = row["noun"].removesuffix("s") if what.plural else row["noun"]
    noun = words.noun(row["noun"], row["gender"], row["number"], lemma)
    if row["determiner"]:
        noun = noun.with_before(article(row["determiner"], what))
    if row["of_noun"]:
        of = words.noun(row["of_noun"], row["of_gender"]).with_before(preposition("de"))
        return noun.with_after(of.as_("nmod")).as_("obj:lvc")
    if row["preposition"]:
        return with_preposition(noun, row["preposition"], "obl:mod")
    return noun.as_("obj")


def _object_pronoun(scene: Scene, words: Words) -> Phrase:
    who = agreement(_ref(scene))
    group = Group(clitics=[object_pronoun(who)], objects=who)
    key = scene.verbs[1]
    form = event(scene.tense, aspect(words, key))
    second = verb(words, key, form, agreement(scene.people[0]), group)
    second = second.led_by(Phrase("et", "et", "CCONJ", {}, "cc")).as_("conj")
    return _two_people(scene, words).with_after(second)


def _thank_for(scene: Scene, words: Words) -> Phrase:
    first, second = scene.people
    clause = verb(words, "thank", event(scene.tense), agreement(first))
    help_ = words.thing(scene.things[0], owner=_ref(scene)).led_by(preposition("pour"))
    return clause.led_by(words.person(first).as_("nsubj")).with_after(
        words.person(second).as_("obj"), help_.as_("obl:arg")
    )


def _promise(scene: Scene, words: Words) -> Phrase:
    first, second = scene.people
    to = Phrase("de", "de", "ADP", {}, "mark")
    deed = infinitive(words, scene.verbs[0]).with_before(to)
    deed = deed.with_after(words.thing(scene.things[0], owner=_ref(scene)).as_("obj"))
    clause = verb(words, "promise", event(scene.tense), agreement(first))
    return clause.led_by(words.person(first).as_("nsubj")).with_after(
        words.person(second).led_by(preposition("à")).as_("obl:arg"), deed.as_("xcomp")
    )


#: The function of each of these constructions.
SENTENCES: Mapping[str, Callable[[Scene, Words], Phrase]] = {
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
