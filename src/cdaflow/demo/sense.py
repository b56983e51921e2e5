"""What no sentence of the demo says, though each of its words fits its place: a heavy key.

A scene without sense is passed over as a whole, so that the scenes after it stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from cdaflow.demo.scene import Scene

#: By a word, those that are not said beside it.
APART: Mapping[str, frozenset[str]] = {
    "heavy": frozenset({"ticket", "photo", "key", "letter", "newspaper", "hat"}),
    # things and where they are
    "water": frozenset({"hospital", "hotel", "library", "museum", "office", "school"}),
    "soup": frozenset({"library", "museum"}),
    "bed": frozenset({"kitchen", "library", "office", "restaurant"}),
    "station": frozenset({"bridge", "garden", "house", "plane", "ship"}),
    "front_of_church": frozenset({"plane", "ship", "train"}),
    "near_school": frozenset({"plane", "ship", "train"}),
    "village": frozenset({"plane", "ship"}),
    "madrid": frozenset({"ship"}),
    # verbs and times
    "admire": frozenset({"yesterday", "this_morning", "last_week", "on_monday", "last_year",
                         "two_days_ago"}),
    "buy": frozenset({"every_day", "on_sundays", "in_the_evening", "often", "always"}),
    "always": frozenset({"arrive", "leave", "return", "come_in", "go_out"}),
    "often": frozenset({"arrive", "come_in"}),
    "on_sundays": frozenset({"eat", "sleep"}),
    "last_year": frozenset({"introduce", "prepare", "defend_self", "greet", "laugh", "smile"}),
}  # fmt: skip
#: By an adjective of somebody, what is not said of him or her besides: the opposite, or the same.
APART_OF_ONE: Mapping[str, frozenset[str]] = {
    "lazy": frozenset({"brilliant", "honest", "patient", "experienced", "work_well", "work"}),
    "kind": frozenset({"rude"}),
    "rich": frozenset({"need_money"}),
    "happy": frozenset({"nervous", "worried", "angry"}),
    "honest": frozenset({"honesty"}),
    "patient": frozenset({"patience"}),
}


def makes_sense(scene: Scene) -> bool:
    """Return whether the words of a scene go together."""
    nouns = [thing.noun for thing in scene.things]
    said = {*scene.verbs, *scene.adjectives, *nouns}
    words = {*said, *(thing.adjective for thing in scene.things), scene.place, scene.time}
    if not all(words.isdisjoint(APART[word]) for word in APART.keys() & words):
        return False
    # "The tired cook apologized to the nurse because she was tired" is odd whoever is meant.
    if any(person.adjective in scene.adjectives for person in scene.people):
        return False
    if scene.referent is None:
        return True
    adjective = scene.people[scene.referent].adjective
    return said.isdisjoint(APART_OF_ONE.get(adjective or "", ()))
