"""The constructions in which English has a pronoun that tells the gender."""

from __future__ import annotations

from dataclasses import replace

from cdaflow.demo.builder import Phrase
from cdaflow.demo.es.clauses import (
    clause,
    finite,
    joined,
    referent,
    said_of,
    second_verb,
    subordinator,
    two_people,
)
from cdaflow.demo.es.phrases import agreement_of, preposition, subject_pronoun
from cdaflow.demo.es.verbs import Verbs
from cdaflow.demo.scene import Scene, Tense

#: Roles that are said with an article even without an adjective: es una amiga, but es enfermera.
_WITH_ARTICLE = frozenset({"client", "friend", "neighbor", "patient"})


def profession(scene: Scene, verbs: Verbs) -> Phrase:
    """She is a famous writer: Ella es una escritora famosa; without adjective no article."""
    (person,) = scene.people
    bare = person.adjective is None and person.profession not in _WITH_ARTICLE
    copula = verbs.auxiliary("be", scene.tense, person.number, "cop")
    predicate = verbs.words.person(person, bare=bare)
    return predicate.led_by(subject_pronoun(agreement_of(referent(scene))), copula)


def become(scene: Scene, verbs: Verbs) -> Phrase:
    """He became a nurse: Él se hizo enfermero; with an adjective: se convirtió en un ..."""
    (person,) = scene.people
    if person.adjective is None:
        verb = verbs.finite("become", scene.tense, person.number)
        role = verbs.words.person(person, bare=True).as_("xcomp")
    else:
        verb = verbs.finite("become", scene.tense, person.number, use="famous")
        role = verbs.words.person(person).led_by(preposition("en")).as_("obl")
    return clause(scene, verbs, verb, subject_pronoun(agreement_of(referent(scene))), role)


def work_as(scene: Scene, verbs: Verbs) -> Phrase:
    """She works as a cook: Ella trabaja como cocinera."""
    (person,) = scene.people
    bare = person.adjective is None
    role = verbs.words.person(person, bare=bare).led_by(preposition("como")).as_("obl")
    verb = verbs.finite("work", scene.tense, person.number, dated=scene.time is not None)
    return clause(scene, verbs, verb, subject_pronoun(agreement_of(referent(scene))), role)


def _said_that(scene: Scene, verbs: Verbs, clause: Phrase) -> Phrase:
    (person,) = scene.people
    verb = verbs.finite("say", scene.tense, person.number)
    verb = verb.led_by(verbs.words.person(person).as_("nsubj"))
    return verb.with_after(clause.led_by(subordinator()).as_("ccomp"))


def said(scene: Scene, verbs: Verbs) -> Phrase:
    """The nurse said that she was tired: dijo que estaba cansada."""
    return _said_that(scene, verbs, said_of(verbs, scene, Tense.PAST, None, referent(scene)))


def hers(scene: Scene, verbs: Verbs) -> Phrase:
    """The nurse said that the car was hers: suyo agrees with the car."""
    (thing,) = scene.things
    agreement = verbs.words.agreement(thing)
    feats = {"Person": "3", "Poss": "Yes", "PronType": "Prs", **agreement.feats}
    form = agreement.pick(("suyo", "suya", "suyos", "suyas"))
    owned = Phrase(form, "suyo", "PRON", feats).with_before(
        verbs.words.thing(thing).as_("nsubj"),
        verbs.auxiliary("be", Tense.PAST, thing.number, "cop"),
    )
    return _said_that(scene, verbs, owned)


def when(scene: Scene, verbs: Verbs) -> Phrase:
    """When the doctor arrived, she was tired: Cuando la médica llegó, estaba cansada."""
    (person,) = scene.people
    clause = verbs.finite(scene.verbs[0], scene.tense, person.number)
    clause = clause.led_by(subordinator("cuando"), verbs.words.person(person).as_("nsubj"))
    comma = Phrase(",", ",", "PUNCT", {"PunctType": "Comm"}, "punct", attach_left=True)
    main = said_of(verbs, scene, scene.tense, None, referent(scene))
    return main.led_by(clause.with_after(comma).as_("advcl"))


def reflexive(scene: Scene, verbs: Verbs) -> Phrase:
    """The baker hurt herself: La panadera se lastimó."""
    (person,) = scene.people
    verb = finite(scene, verbs, person.number)
    itself = [p.as_("obj") if p.deprel == "expl:pv" else p for p in verb.before]
    verb = replace(verb, before=itself)
    return clause(scene, verbs, verb, verbs.words.person(person))


# -- two people, and a pronoun that means one of them ------------------------------------------


def because_adjective(scene: Scene, verbs: Verbs) -> Phrase:
    """... because she was patient: porque era paciente; only the noun and the adjective agree."""
    clause = said_of(verbs, scene, scene.tense, None, referent(scene))
    return two_people(scene, verbs).with_after(clause.led_by(subordinator("porque")).as_("advcl"))


def because_verb(scene: Scene, verbs: Verbs) -> Phrase:
    """... because she spoke French well: porque hablaba bien francés."""
    clause = verbs.reason(scene.verbs[1], scene.tense, referent(scene).number)
    return two_people(scene, verbs).with_after(clause.led_by(subordinator("porque")).as_("advcl"))


def object_pronoun(scene: Scene, verbs: Verbs) -> Phrase:
    """The clerk recognised the doctor and greeted her: reconoció a la médica y la saludó."""
    second = second_verb(scene, verbs)
    second = verbs.with_pronoun(second, scene.verbs[1], agreement_of(referent(scene)))
    return joined(two_people(scene, verbs), second)


def thank_for(scene: Scene, verbs: Verbs) -> Phrase:
    """The farmer thanked the nurse for her help: dio las gracias a la enfermera por su ayuda."""
    gift = verbs.words.thing(scene.things[0], referent(scene)).led_by(preposition("por"))
    thanks = two_people(replace(scene, verbs=("thank",)), verbs)
    return thanks.with_after(gift.as_("obl"))


def promise(scene: Scene, verbs: Verbs) -> Phrase:
    """The cook promised the guard to repair her car: prometió a la vigilante reparar su coche."""
    deed = verbs.infinitive(scene.verbs[0]).with_after(
        verbs.words.thing(scene.things[0], referent(scene)).as_("obj")
    )
    return two_people(replace(scene, verbs=("promise",)), verbs).with_after(deed.as_("xcomp"))
