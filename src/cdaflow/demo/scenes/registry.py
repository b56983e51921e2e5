"""The constructions of the demo: what each says, how often it is sampled, and its scenes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cdaflow.demo.sampler import Sampler
from cdaflow.demo.scene import Scene


@dataclass(frozen=True)
class Construction:
    """One sentence pattern.

    `share`: how often it is sampled, relative to the others. `example`: such a sentence in
    English. `sample`: returns a scene of it in which everything goes together. `challenge`: how
    often it is sampled for the challenge set, 0 for never: there are two people, and a pronoun that
    means one of them. How a language says it is the method of its name in
    `cdaflow.demo.grammar.Grammar`.
    """

    share: int
    example: str
    sample: Callable[[Sampler], Scene]
    challenge: int


#: By name, in the order in which the modules of this package define them.
CONSTRUCTIONS: dict[str, Construction] = {}


def construction(
    share: int, *, challenge: int = 0
) -> Callable[[Callable[[Sampler], Scene]], Callable[[Sampler], Scene]]:
    """Register the function that samples the scenes of the construction of its name.

    Its docstring is the example.
    """

    def register(sample: Callable[[Sampler], Scene]) -> Callable[[Sampler], Scene]:
        name = sample.__name__.replace("_", "-")
        CONSTRUCTIONS[name] = Construction(share, sample.__doc__ or "", sample, challenge)
        return sample

    return register
