"""People with a pronoun in English, which tells the gender.

Italian says the subject pronoun only where nothing else names the person: Lei è una scrittrice
famosa, but "ha detto che era stanca".
"""

from __future__ import annotations

from cdaflow.demo.builder import Phrase
from cdaflow.demo.it.clauses import (
    conjunction,
    how_told,
    predicate_of,
    referent,
    subordinator,
    with_adjuncts,
    with_copula,
)
from cdaflow.demo.it.phrases import agreement_of, preposition
from cdaflow.demo.it.verbs import PERFECT, Words, stressed
from cdaflow.demo.scene import Scene


def profession(scene: Scene, words: Words) -> Phrase:
    """Lei è una scrittrice famosa."""
    who = referent(scene)
    return with_copula(words.person(scene.people[0]), scene.tense, who.number, stressed(who))


def become(scene: Scene, words: Words) -> Phrase:
    """Lui è diventato infermiere l'anno scorso."""
    who, role = referent(scene), scene.people[0]
    # Without an adjective no article: è diventata infermiera.
    noun_phrase = words.person(role, bare=role.adjective is None)
    verb = words.verb("become", how_told(scene, PERFECT), agreement_of(who))
    return with_adjuncts(scene, words, verb.with_after(noun_phrase.as_("xcomp")), stressed(who))


def work_as(scene: Scene, words: Words) -> Phrase:
    """Lei lavora come cuoca in albergo."""
    who, role = referent(scene), scene.people[0]
    noun_phrase = words.person(role, bare=role.adjective is None).led_by(preposition("come"))
    verb = words.verb("work", how_told(scene, words.background("work")), agreement_of(who))
    return with_adjuncts(scene, words, verb.with_after(noun_phrase.as_("obl")), stressed(who))


def _said_that(scene: Scene, words: Words, clause: Phrase) -> Phrase:
    (person,) = scene.people
    said = words.verb("say", how_told(scene, PERFECT), agreement_of(person))
    return said.led_by(words.person(person).as_("nsubj")).with_after(
        clause.led_by(subordinator("che")).as_("ccomp")
    )


def said(scene: Scene, words: Words) -> Phrase:
    """L'infermiera ha detto che era stanca."""
    who = referent(scene)
    predicate = predicate_of(scene, words, agreement_of(who))
    return _said_that(scene, words, with_copula(predicate, scene.tense, who.number))


def hers(scene: Scene, words: Words) -> Phrase:
    """L'infermiera ha detto che la macchina era sua."""
    thing = scene.things[0]
    what = words.thing_agreement(thing)
    owned = words.owned(referent(scene), what)
    return _said_that(
        scene, words, with_copula(owned, scene.tense, what.number, words.thing(thing))
    )


def when(scene: Scene, words: Words) -> Phrase:
    """Quando la dottoressa è arrivata, era stanca."""
    (person,) = scene.people
    who = referent(scene)
    clause = words.verb(scene.verbs[0], how_told(scene, PERFECT), agreement_of(person))
    clause = clause.led_by(subordinator("quando"), words.person(person).as_("nsubj"))
    comma = Phrase(",", ",", "PUNCT", {}, "punct", attach_left=True)
    predicate = predicate_of(scene, words, agreement_of(who))
    return with_copula(predicate, scene.tense, who.number).led_by(
        clause.with_after(comma).as_("advcl")
    )


def _two_people(scene: Scene, words: Words, key: str) -> Phrase:
    first, second = scene.people
    verb = words.verb(key, how_told(scene, words.past(key)), agreement_of(first))
    return words.with_object(verb.led_by(words.person(first).as_("nsubj")), key, second)


def _because(scene: Scene, words: Words, clause: Phrase) -> Phrase:
    clause = clause.led_by(subordinator("perché")).as_("advcl")
    return _two_people(scene, words, scene.verbs[0]).with_after(clause)


def because_adjective(scene: Scene, words: Words) -> Phrase:
    """L'avvocato ha assunto la cuoca perché era onesta."""
    who = referent(scene)
    predicate = predicate_of(scene, words, agreement_of(who))
    return _because(scene, words, with_copula(predicate, scene.tense, who.number))


def because_verb(scene: Scene, words: Words) -> Phrase:
    """L'avvocato ha assunto la cuoca perché parlava bene il francese."""
    return _because(scene, words, words.reason(scene.verbs[1], agreement_of(referent(scene))))


def object_pronoun(scene: Scene, words: Words) -> Phrase:
    """L'impiegato ha riconosciuto la dottoressa e l'ha salutata."""
    what, who, key = agreement_of(scene.people[0]), referent(scene), scene.verbs[1]
    how = how_told(scene, PERFECT)
    case = words.lexicon.tables["verbs"][key]["preposition"]
    if case:  # si è congratulato con lei
        second = words.verb(key, how, what)
        second = second.with_after(stressed(who).led_by(preposition(case)).as_("obl"))
    else:
        second = words.verb(key, how, what, clitic=agreement_of(who))
    first = _two_people(scene, words, scene.verbs[0])
    return first.with_after(second.led_by(conjunction()).as_("conj"))


def thank_for(scene: Scene, words: Words) -> Phrase:
    """L'agricoltore ha ringraziato l'infermiera per il suo aiuto."""
    gift = words.thing(scene.things[0], referent(scene), case="per")
    return _two_people(scene, words, "thank").with_after(gift.as_("obl"))


def promise(scene: Scene, words: Words) -> Phrase:
    """Il cuoco ha promesso al guardiano di riparare la sua macchina."""
    first, second = scene.people
    deed = words.infinitive(scene.verbs[0]).with_before(Phrase("di", "di", "ADP", {}, "mark"))
    deed = deed.with_after(words.thing(scene.things[0], referent(scene)).as_("obj"))
    verb = words.verb("promise", how_told(scene, PERFECT), agreement_of(first))
    return verb.led_by(words.person(first).as_("nsubj")).with_after(
        words.person(second, case="a").as_("obl"), deed.as_("xcomp")
    )
