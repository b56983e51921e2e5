"""English clauses: verbs with subjects, copulas, passives, adjuncts in their places."""

from __future__ import annotations

from cdaflow.demo.builder import Phrase
from cdaflow.demo.en.phrases import (
    Words,
    adverb,
    auxiliary,
)
from cdaflow.demo.scene import Number, Person, Scene, Tense, Thing

NOT = ("not", "not", "PART", {"Polarity": "Neg"}, "advmod")


def is_plural(noun: Person | Thing) -> bool:
    """Return whether the verb of this subject is plural."""
    return noun.number is Number.PLURAL


def be(predicate: Phrase, subject: Phrase, tense: Tense, *, plural: bool) -> Phrase:
    """Return a predicate with its subject and a copula in front."""
    copula = auxiliary("be", tense, plural=plural, deprel="cop")
    return predicate.led_by(subject.as_("nsubj"), copula)


def predicate(words: Words, key: str, *, very: bool = False) -> Phrase:
    """Return an adjective as predicate: (very) tired."""
    return words.adjective(key).with_before(adverb("very") if very else None)


def place_of(scene: Scene, words: Words) -> Phrase | None:
    """Return the adjunct of place, None where the scene has none."""
    return None if scene.place is None else words.place(scene.place)


def clause(scene: Scene, words: Words, verb: Phrase, subject: Phrase) -> Phrase:
    """Return the verb with its subject in front, and place and time where they belong."""
    early, late = words.time(scene.time)
    return verb.with_before(subject.as_("nsubj"), early).with_after(place_of(scene, words), late)


def passive_of(words: Words, key: str, subject: Phrase, tense: Tense, *, plural: bool) -> Phrase:
    """Return a passive verb with its subject: the nurse was invited."""
    was = auxiliary("be", tense, plural=plural, deprel="aux:pass")
    return words.participle(key, passive=True).with_before(subject.as_("nsubj:pass"), was)


def and_verb(words: Words, key: str, tense: Tense, *, plural: bool) -> Phrase:
    """Return "and" with a finite verb, as the second of two."""
    cc = Phrase("and", "and", "CCONJ", {}, "cc")
    return words.finite(key, tense, plural=plural).with_before(cc).as_("conj")
