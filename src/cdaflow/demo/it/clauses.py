"""What the Italian sentences of the demo have in common."""

from __future__ import annotations

from cdaflow.demo.builder import Phrase
from cdaflow.demo.it.phrases import Agreement, adverb
from cdaflow.demo.it.verbs import PRESENT, Words, copula
from cdaflow.demo.scene import Gender, Number, Person, Scene, Tense

#: Who "we" are.
WE = Agreement(Gender.MASCULINE, Number.PLURAL)


def how_told(scene: Scene, past: str) -> str:
    """Return PRESENT in a scene of the present, else `past` (PERFECT, IMPERFECT)."""
    return PRESENT if scene.tense is Tense.PRESENT else past


def with_adjuncts(
    scene: Scene, words: Words, verb: Phrase, subject: Phrase | None = None
) -> Phrase:
    """Return the verb with its subject in front, and place and time where they belong."""
    early, late = words.time(scene.time)
    verb.after[:0] = [early] if early is not None else []
    verb = verb.led_by(subject and subject.as_("nsubj"))
    return verb.with_after(words.place(scene.place), late)


def with_copula(
    predicate: Phrase, tense: Tense, number: Number, subject: Phrase | None = None
) -> Phrase:
    """Return the predicate with a form of essere, and the subject before it."""
    return predicate.led_by(subject and subject.as_("nsubj"), copula(tense, number))


def predicate_of(scene: Scene, words: Words, what: Agreement, use: str = "person") -> Phrase:
    """Return the first adjective of the scene, agreeing with `what`, and molto if it is said."""
    adjective = words.adjective(scene.adjectives[0], what, use)
    return adjective.with_before(adverb("molto") if scene.very else None)


def conjunction() -> Phrase:
    """Return e, the coordinating conjunction."""
    return Phrase("e", "e", "CCONJ", {}, "cc")


def subordinator(form: str) -> Phrase:
    """Return che, perché or quando."""
    return Phrase(form, form, "SCONJ", {}, "mark")


def referent(scene: Scene) -> Person:
    """Return whom the pronoun of the English sentence means; ValueError where there is none."""
    if scene.referent is None:
        raise ValueError(f"a scene of {scene.construction!r} needs a referent")
    return scene.people[scene.referent]
