"""Random scenes: seeded streams over the constructions."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from random import Random

from cdaflow.demo.lexicon import load_inventory
from cdaflow.demo.sampler import Sampler
from cdaflow.demo.scene import Scene
from cdaflow.demo.scenes import plain, pronouns, things
from cdaflow.demo.scenes.registry import CONSTRUCTIONS, Construction
from cdaflow.errors import InputError
from cdaflow.io.files import read_table, whole_number
from cdaflow.wordlists.english_lists import Stereotypes

__all__ = [
    "CONSTRUCTIONS", "Construction", "plain", "pronouns", "read_shares", "sample_scene", "scenes",
    "things",
]  # fmt: skip


def sample_scene(sampler: Sampler, construction: str) -> Scene:
    """Return a scene of `construction`, with the person whom its counterfactual changes.

    That is the one whom the pronoun means; without a pronoun, any of the people.
    """
    scene = CONSTRUCTIONS[construction].sample(sampler)
    if not scene.people:
        return scene
    focus = scene.referent
    if focus is None:
        focus = int(sampler.chance(0.5)) if len(scene.people) == 2 else 0
    return replace(scene, focus=focus)


def scenes(
    stereotypes: Stereotypes,
    seed: int,
    stream: str,
    *,
    shares: Mapping[str, int] | None = None,
    balanced: bool = False,
    first_meant: float = 0.0,
) -> Iterator[Scene]:
    """Yield scenes for ever, the same for the same seed and name of the stream.

    `shares`: how often each construction comes, its own share by default. A person's gender is
    sampled by the feminine share of the profession; with `balanced`, by one half. `first_meant`:
    how often a pronoun may mean the first of two people, see `Sampler`. Scenes may come more than
    once.
    """
    if shares is None:
        shares = {name: construction.share for name, construction in CONSTRUCTIONS.items()}
    constructions = [name for name, share in shares.items() if share > 0]
    limits = list(accumulate(shares[name] for name in constructions))
    # Seeded by a string, Random hashes it with SHA-512: no dependence on PYTHONHASHSEED.
    random = Random(f"{seed}/{stream}")
    sampler = Sampler(load_inventory(), stereotypes, random, balanced, first_meant)
    while True:
        construction = constructions[bisect(limits, random.random() * limits[-1])]
        scene = sample_scene(sampler, construction)
        if makes_sense(scene):
            yield scene


def read_shares(path: Path) -> dict[str, int]:
    """Return the share of each construction, from a table construction, weight.

    Raises InputError at an unknown construction and at a weight that is no whole number from 0.
    """
    shares: dict[str, int] = {}
    for number, row in read_table(path, ("construction", "weight")):
        if row["construction"] not in CONSTRUCTIONS:
            raise InputError(
                "construction.unknown",
                f"unknown construction {row['construction']!r}",
                file=path,
                line=number,
                hint=f"known: {', '.join(CONSTRUCTIONS)}",
            )
        share = whole_number(row["weight"])
        if share is None:
            raise InputError(
                "construction.weight-not-whole-number",
                f"expected a whole number from 0 as the weight, found {row['weight']!r}",
                file=path,
                line=number,
            )
        shares[row["construction"]] = share
    if not any(shares.values()):
        raise InputError(
            "construction.no-positive-weight",
            "at least one construction needs a weight above 0",
            file=path,
        )
    return shares


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
