"""Which pairs stay: the limits, and the reason for each drop."""

from __future__ import annotations

from dataclasses import dataclass

from cdaflow.errors import ConfigError
from cdaflow.text.normalise import has_control, normalise

#: Why a pair is dropped, in the order of the tests; the columns of the drops table.
CONTROL = "control"
EMPTY = "empty"
WORDS = "too_many_words"
CHARACTERS = "too_many_characters"
RATIO = "length_ratio"
IDENTICAL = "identical"
HELD_OUT_SOURCE = "held_out_source"
HELD_OUT_TARGET = "held_out_target"
WEIGHT = "weight"
DUPLICATE = "duplicate"
REASONS = (
    CONTROL,
    EMPTY,
    WORDS,
    CHARACTERS,
    RATIO,
    IDENTICAL,
    HELD_OUT_SOURCE,
    HELD_OUT_TARGET,
    WEIGHT,
    DUPLICATE,
)


@dataclass(frozen=True)
class Limits:
    """Limits of a pair; 0 switches a number off.

    Attributes:
        max_words: longest side in words (0: any)
        max_chars: longest side in characters (0: any)
        length_ratio: drop pairs of which one side has more than this many times the words of the
            other (default: 0, off)
        drop_identical: drop pairs whose two sides are equal
        keep_duplicates: keep a pair each time it comes
    """

    max_words: int = 200
    max_chars: int = 2000
    length_ratio: float = 0.0
    drop_identical: bool = False
    keep_duplicates: bool = False

    def __post_init__(self) -> None:
        for name, value in (("max-words", self.max_words), ("max-chars", self.max_chars)):
            if value < 0:
                raise ConfigError(f"{name} is {value}", hint="give a number from 1, or 0 for none")
        if not (self.length_ratio == 0 or 1 <= self.length_ratio < float("inf")):
            raise ConfigError(
                f"length-ratio is {self.length_ratio}", hint="give a number from 1, or 0 for none"
            )


def clean(sides: tuple[str, ...], limits: Limits) -> tuple[str, ...] | str:
    """Return the normalised sides of a pair (or of one sentence), or the reason to drop it.

    Tests what one pair shows by itself; held-out sentences, weights and duplicates are the matter
    of the build.
    """
    for side in sides:
        if has_control(side):
            return CONTROL
    sides = tuple([normalise(side) for side in sides])
    if "" in sides:
        return EMPTY
    # After normalisation words are parted by exactly one space.
    lengths = [side.count(" ") + 1 for side in sides]
    if limits.max_words and max(lengths) > limits.max_words:
        return WORDS
    if limits.max_chars and max(map(len, sides)) > limits.max_chars:
        return CHARACTERS
    if limits.length_ratio and max(lengths) > limits.length_ratio * min(lengths):
        return RATIO
    if limits.drop_identical and len(sides) > 1 and len(set(sides)) == 1:
        return IDENTICAL
    return sides
