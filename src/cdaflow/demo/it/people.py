"""People without a pronoun: English leaves their gender open."""

from __future__ import annotations

from cdaflow.demo.builder import Phrase
from cdaflow.demo.it.clauses import (
    WE,
    conjunction,
    how_told,
    predicate_of,
    with_adjuncts,
    with_copula,
)
from cdaflow.demo.it.phrases import adverb, agreement_of, together
from cdaflow.demo.it.verbs import IMPERFECT, PERFECT, Words, copula
from cdaflow.demo.scene import Number, Scene


def simple(scene: Scene, words: Words) -> Phrase:
    """L'infermiera lavora in ospedale ogni giorno; è arrivata ieri; si è ferita."""
    (person,) = scene.people
    key = scene.verbs[0]
    verb = words.verb(key, how_told(scene, words.past(key)), agreement_of(person))
    return with_adjuncts(scene, words, verb, words.person(person))


def transitive(scene: Scene, words: Words) -> Phrase:
    """La fornaia ha comprato la macchina rossa; ha finito il suo rapporto."""
    (person,) = scene.people
    owner = person if scene.construction == "own-thing" else None
    verb = words.verb(scene.verbs[0], how_told(scene, PERFECT), agreement_of(person))
    verb = verb.with_after(words.thing(scene.things[0], owner).as_("obj"))
    return with_adjuncts(scene, words, verb, words.person(person))


def predicative(scene: Scene, words: Words) -> Phrase:
    """L'avvocata è molto stanca."""
    (person,) = scene.people
    predicate = predicate_of(scene, words, agreement_of(person))
    return with_copula(predicate, scene.tense, person.number, words.person(person))


def passive(scene: Scene, words: Words) -> Phrase:
    """L'infermiera è stata assunta dal direttore."""
    person, *agents = scene.people
    verb = words.passive(scene.verbs[0], scene.tense, agreement_of(person))
    by = [words.person(agent, case="da").as_("obl:agent") for agent in agents]
    verb = verb.led_by(words.person(person).as_("nsubj:pass"))
    return verb.with_after(*by, words.time(scene.time)[1])


def relative_subject(scene: Scene, words: Words) -> Phrase:
    """Il medico che lavora in ospedale è anziano."""
    (person,) = scene.people
    who = Phrase("che", "che", "PRON", {"PronType": "Rel"})
    clause = words.verb(scene.verbs[0], how_told(scene, IMPERFECT), agreement_of(person))
    clause = clause.led_by(who.as_("nsubj")).with_after(words.place(scene.place))
    subject = words.person(person).with_after(clause.as_("acl:relcl"))
    predicate = predicate_of(scene, words, agreement_of(person))
    return with_copula(predicate, scene.tense, person.number, subject)


def relative_object(scene: Scene, words: Words) -> Phrase:
    """Il medico che l'avvocata conosce è famoso."""
    known, knower = scene.people
    whom = Phrase("che", "che", "PRON", {"PronType": "Rel"})
    clause = words.verb(scene.verbs[0], how_told(scene, IMPERFECT), agreement_of(knower))
    clause = clause.led_by(whom.as_("obj"), words.person(knower).as_("nsubj"))
    subject = words.person(known).with_after(clause.as_("acl:relcl"))
    predicate = predicate_of(scene, words, agreement_of(known))
    return with_copula(predicate, scene.tense, known.number, subject)


def _both(scene: Scene, words: Words) -> Phrase:
    first, second = (words.person(person) for person in scene.people)
    return first.with_after(second.led_by(conjunction()).as_("conj"))


def coordinated_people(scene: Scene, words: Words) -> Phrase:
    """Il medico e l'infermiera sono stanchi."""
    predicate = predicate_of(scene, words, together(scene.people))
    return with_copula(predicate, scene.tense, Number.PLURAL, _both(scene, words))


def coordinated_motion(scene: Scene, words: Words) -> Phrase:
    """Il medico e l'infermiera sono arrivati ieri."""
    verb = words.verb(scene.verbs[0], how_told(scene, PERFECT), together(scene.people))
    return with_adjuncts(scene, words, verb, _both(scene, words))


def coordinated_verbs(scene: Scene, words: Words) -> Phrase:
    """Il fornaio è entrato e ha aperto la finestra."""
    (person,) = scene.people
    what, how = agreement_of(person), how_told(scene, PERFECT)
    second = words.verb(scene.verbs[1], how, what).led_by(conjunction())
    second = second.with_after(words.thing(scene.things[0]).as_("obj"))
    first = words.verb(scene.verbs[0], how, what).led_by(words.person(person).as_("nsubj"))
    return first.with_after(second.as_("conj"))


def of_person(scene: Scene, words: Words) -> Phrase:
    """La macchina della scrittrice è rossa."""
    thing = scene.things[0]
    what = words.thing_agreement(thing)
    owner = words.person(scene.people[0], case="di").as_("nmod")
    predicate = predicate_of(scene, words, what, "thing")
    return with_copula(predicate, scene.tense, what.number, words.thing(thing).with_after(owner))


def to_person(scene: Scene, words: Words) -> Phrase:
    """Il cameriere ha dato la bottiglia all'infermiera."""
    giver, receiver = scene.people
    verb = words.verb("give", how_told(scene, PERFECT), agreement_of(giver))
    return verb.led_by(words.person(giver).as_("nsubj")).with_after(
        words.thing(scene.things[0]).as_("obj"), words.person(receiver, case="a").as_("obl")
    )


def there_is(scene: Scene, words: Words) -> Phrase:
    """C'è un nuovo medico in ospedale."""
    (person,) = scene.people
    be = copula(scene.tense, person.number)
    there = Phrase("ci", "ci", "PRON", {"Clitic": "Yes", "PronType": "Prs"}, "expl")
    verb = Phrase(be.form, "essere", "VERB", be.feats).with_before(there)
    return verb.with_after(words.person(person).as_("nsubj"), words.place(scene.place))


def we_verb(scene: Scene, words: Words) -> Phrase:
    """Abbiamo visto la guardiana stanca alla stazione."""
    key = scene.verbs[0]
    verb = words.verb(key, how_told(scene, words.past(key)), WE, person="1")
    return with_adjuncts(scene, words, words.with_object(verb, key, scene.people[0]))


def question_where(scene: Scene, words: Words) -> Phrase:
    """Dove lavora il medico?"""
    (person,) = scene.people
    key = scene.verbs[0]
    verb = words.verb(key, how_told(scene, words.background(key)), agreement_of(person))
    return verb.led_by(adverb("dove")).with_after(words.person(person).as_("nsubj"))


def negation(scene: Scene, words: Words) -> Phrase:
    """Il medico non lavora in ospedale."""
    (person,) = scene.people
    key = scene.verbs[0]
    verb = words.verb(key, how_told(scene, words.background(key)), agreement_of(person))
    verb = verb.led_by(words.person(person).as_("nsubj"), adverb("non"))
    return verb.with_after(words.place(scene.place))


def comparison(scene: Scene, words: Words) -> Phrase:
    """La fornaia è più forte del guardiano."""
    better, worse = scene.people
    predicate = words.adjective(scene.adjectives[0], agreement_of(better))
    than = words.person(worse, case="di").as_("obl")
    predicate = predicate.with_before(adverb("più")).with_after(than)
    return with_copula(predicate, scene.tense, better.number, words.person(better))
