"""The constructions of the demo grammar: what each says, and which fields of a scene it uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Construction:
    """One sentence pattern.

    `people`, `things`: how many the scene holds. `verbs`: the frames of `scene.verbs` in order
    (see lexicon/verbs.tsv); `adjectives`: the kinds of `scene.adjectives` in order (see
    lexicon/adjectives.tsv). `optional`: fields that may be None or set. `plural`: whether the
    first person may be a group. `example`: one such sentence in English.
    """

    example: str
    people: int = 0
    things: int = 0
    verbs: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    plural: bool = False


#: By name. P0 and P1 are scene.people[0] and [1]; "ref" is scene.referent.
CONSTRUCTIONS: Mapping[str, Construction] = {
    # -- one person, no pronoun: English leaves the gender open -------------------------------
    "simple": Construction(
        "The old nurse works at the hospital every day.", 1, 0, ("intransitive",),
        optional=("place", "time"), plural=True,
    ),
    "motion": Construction(
        "The nurse arrived yesterday.", 1, 0, ("motion",), optional=("time",), plural=True
    ),
    "transitive": Construction(
        "The baker bought the red car last week.", 1, 1, ("thing",), optional=("time",), plural=True
    ),
    "predicate": Construction(
        "The lawyer is very tired.", 1, adjectives=("trait|state",), optional=("very",), plural=True
    ),
    "passive": Construction(
        "The nurse was invited yesterday.", 1, 0, ("passive",), optional=("time",), plural=True
    ),
    "passive-agent": Construction("The nurse was hired by the director.", 2, 0, ("passive",)),
    "relative-subject": Construction(
        "The doctor who works at the hospital is old.", 1, 0, ("intransitive",), ("trait|state",),
        optional=("place",), plural=True,
    ),
    "relative-object": Construction(
        "The doctor that the lawyer knows is famous.", 2, 0, ("person-stative",), ("trait",)
    ),
    "coordinated-people": Construction(
        "The doctor and the nurse are tired.", 2, adjectives=("trait|state",), optional=("very",)
    ),
    "coordinated-people-motion": Construction(
        "The doctor and the nurse arrived yesterday.", 2, 0, ("motion",), optional=("time",)
    ),
    "coordinated-verbs": Construction(
        "The baker came in and opened the window.", 1, 1, ("motion", "thing")
    ),
    "of-person": Construction("The writer's car is red.", 1, 1, adjectives=("trait",), plural=True),
    "to-person": Construction("The waiter gave the bottle to the nurse.", 2, 1),
    "there-is": Construction("There is a new doctor at the hospital.", 1, optional=("place",)),
    "we-verb": Construction(
        "We saw the tired guard at the station.", 1, 0, ("person",), optional=("place", "time"),
        plural=True,
    ),
    "question": Construction("Is the nurse tired?", 1, adjectives=("state",), plural=True),
    "question-where": Construction("Where does the doctor work?", 1, 0, ("intransitive",)),
    "negation": Construction(
        "The doctor does not work at the hospital.", 1, 0, ("intransitive",), optional=("place",),
        plural=True,
    ),
    "comparison": Construction(
        "The baker is stronger than the guard.", 2, adjectives=("comparable",)
    ),
    # -- a pronoun tells the gender -----------------------------------------------------------
    "own-thing": Construction(
        "The logistician finished her report.", 1, 1, ("thing",), optional=("time",), plural=True
    ),
    "profession": Construction("She is a famous writer.", 1),
    "become": Construction("He became a nurse last year.", 1, optional=("time",)),
    "work-as": Construction("She works as a cook at the hotel.", 1, optional=("place",)),
    "said": Construction(
        "The nurse said that she was tired.", 1, adjectives=("state",), optional=("very",)
    ),
    "when": Construction(
        "When the doctor arrived, she was tired.", 1, 0, ("motion",), ("state",)
    ),
    "reflexive": Construction("The baker hurt herself yesterday.", 1, 0, ("reflexive",),
                              optional=("time",)),
    "hers": Construction("The nurse said that the car was hers.", 1, 1),
    # -- two people and a pronoun that points at one of them ----------------------------------
    "because-adjective": Construction(
        "The lawyer hired the cook because she was patient.", 2, 0,
        ("because-subject|because-object",), ("because-subject|because-object",),
    ),
    "because-verb": Construction(
        "The lawyer hired the cook because she spoke French well.", 2, 0,
        ("because-subject|because-object", "vp-subject|vp-object"),
    ),
    "object-pronoun": Construction(
        "The clerk recognised the doctor and greeted her.", 2, 0, ("person", "person")
    ),
    "thank-for": Construction("The farmer thanked the nurse for her help.", 2, 1),
    "promise": Construction("The cook promised the guard to repair her car.", 2, 1, ("thing",)),
    # -- nobody -------------------------------------------------------------------------------
    "thing-predicate": Construction("The car is red.", 0, 1, adjectives=("trait|state",)),
    "thing-place": Construction("The red car is in front of the church.", 0, 1),
    "thing-motion": Construction("The train arrived yesterday.", 0, 1, ("motion",),
                                 optional=("time",)),
    "thing-passive": Construction("The door was opened yesterday.", 0, 1, ("thing",),
                                  optional=("time",)),
    "weather": Construction("It rained yesterday.", optional=("time",)),
    # -- a person, and a pronoun that means a thing: it must not change -----------------------
    "thing-pronoun": Construction("The baker bought the car and sold it.", 1, 1,
                                  ("thing", "thing")),
}  # fmt: skip
