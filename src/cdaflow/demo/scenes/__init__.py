"""Random scenes: a function per construction, in which everything goes together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cdaflow.demo.draw import Draw
from cdaflow.demo.scene import Scene
from cdaflow.demo.scenes.plain import PLAIN
from cdaflow.demo.scenes.pronouns import PRONOUNS
from cdaflow.demo.scenes.things import THINGS

__all__ = ["SCENES", "TWO_PEOPLE_AND_PRONOUN", "draw_scene"]

#: The function of each construction.
SCENES: Mapping[str, Callable[[Draw], Scene]] = {**PLAIN, **PRONOUNS, **THINGS}

#: Two people, and a pronoun that points at one of them: what the challenge set asks.
TWO_PEOPLE_AND_PRONOUN = (
    "because-adjective",
    "because-verb",
    "object-pronoun",
    "thank-for",
    "promise",
)


def draw_scene(draw: Draw, construction: str) -> Scene:
    """Return a scene of `construction`, with the person whom its counterfactual changes.

    That is the one whom the pronoun means; without a pronoun, any of the people.
    """
    scene = SCENES[construction](draw)
    if not scene.people:
        return scene
    focus = scene.referent
    if focus is None:
        focus = int(draw.chance(0.5)) if len(scene.people) == 2 else 0
    return replace(scene, focus=focus)
