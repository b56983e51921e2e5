"""Seeded streams of scenes."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping
from itertools import accumulate
from random import Random

from cdaflow.demo.draw import Draw
from cdaflow.demo.lexicon import Inventory, load_inventory
from cdaflow.demo.scene import Scene
from cdaflow.demo.scenes import draw_scene
from cdaflow.wordlists.english_lists import Stereotypes


def scenes(
    stereotypes: Stereotypes,
    seed: int,
    stream: str,
    *,
    weights: Mapping[str, int] | None = None,
    balanced: bool = False,
    inventory: Inventory | None = None,
) -> Iterator[Scene]:
    """Yield scenes for ever, the same for the same seed and name of the stream.

    `weights`: how often each construction comes, those of the inventory by default. A person's
    gender is drawn by the feminine share of the profession; with `balanced`, by one half. Scenes
    may come more than once.
    """
    inventory = inventory or load_inventory()
    weights = weights or inventory.weights
    constructions = [name for name, weight in weights.items() if weight > 0]
    limits = list(accumulate(weights[name] for name in constructions))
    # Seeded by a string, Random hashes it with SHA-512: no dependence on PYTHONHASHSEED.
    random = Random(f"{seed}/{stream}")
    draw = Draw(inventory, stereotypes, random, balanced)
    while True:
        construction = constructions[bisect(limits, random.random() * limits[-1])]
        yield draw_scene(draw, construction)
