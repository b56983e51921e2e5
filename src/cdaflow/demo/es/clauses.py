"""Spanish clauses of the demo: verbs and predicates with what belongs to them."""

from __future__ import annotations

from cdaflow.demo.builder import Phrase
from cdaflow.demo.es.phrases import Agreement, adverb, agreement_of
from cdaflow.demo.es.verbs import Verbs
from cdaflow.demo.scene import Number, Person, Scene, Tense


def conjunction() -> Phrase:
    """Return y (which `settle` makes e before an i)."""
    return Phrase("y", "y", "CCONJ", {}, "cc")


def subordinator(form: str = "que") -> Phrase:
    """Return que, cuando or porque as the marker of a clause."""
    return Phrase(form, form, "SCONJ", {}, "mark")


def referent(scene: Scene) -> Person:
    """Return whom the pronoun of the English sentence means; ValueError where it is not said."""
    if scene.referent is None:
        raise ValueError(f"a scene of {scene.construction!r} needs a referent")
    return scene.people[scene.referent]


def place(scene: Scene, verbs: Verbs) -> Phrase | None:
    """Return the adjunct of place, None where the scene has none."""
    return None if scene.place is None else verbs.words.place(scene.place)


def clause(
    scene: Scene, verbs: Verbs, verb: Phrase, subject: Phrase | None, *objects: Phrase
) -> Phrase:
    """Return the verb with its subject and objects, and place and time where they belong."""
    times = verbs.time(scene.time)
    nominative = None if subject is None else subject.as_("nsubj")
    return verb.led_by(nominative, times.early).with_after(
        times.middle, *objects, place(scene, verbs), times.late
    )


def finite(scene: Scene, verbs: Verbs, number: Number, *, person: str = "3") -> Phrase:
    """Return the first verb of the scene, in the past as its aspect and the time want."""
    dated = scene.time is not None
    return verbs.finite(scene.verbs[0], scene.tense, number, person=person, dated=dated)


def be(
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


def said_of(
    verbs: Verbs, scene: Scene, tense: Tense, subject: Phrase | None, *who: Person
) -> Phrase:
    """Return the first adjective of the scene as said of somebody, or of several together."""
    return be(
        verbs, scene.adjectives[0], agreement_of(*who), tense, subject, "predicate", "person",
        very=scene.very,
    )  # fmt: skip


def second_verb(scene: Scene, verbs: Verbs) -> Phrase:
    """Return the second verb of a sentence about the first person, without its objects."""
    return verbs.finite(scene.verbs[1], scene.tense, scene.people[0].number)


def joined(first: Phrase, second: Phrase) -> Phrase:
    """Return two clauses with y between them."""
    return first.with_after(second.led_by(conjunction()).as_("conj"))


def thing_is(scene: Scene, verbs: Verbs, subject: Phrase) -> Phrase:
    """Return the first adjective of the scene as said of its thing."""
    agreement = verbs.words.agreement(scene.things[0])
    return be(verbs, scene.adjectives[0], agreement, scene.tense, subject, "thing", very=scene.very)


def two_people(scene: Scene, verbs: Verbs) -> Phrase:
    """Return the first verb with the first person as subject and the second as object."""
    first, second = scene.people
    verb = verbs.finite(scene.verbs[0], scene.tense, first.number)
    verb = verb.led_by(verbs.words.person(first).as_("nsubj"))
    return verbs.with_person(verb, scene.verbs[0], verbs.words.person(second))
