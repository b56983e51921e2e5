"""The limits of a selection; the defaults are those of the paper (Naik et al. 2023)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cdaflow.errors import ConfigError
from cdaflow.option_types import Count, Positive, Ratio

#: What is done with plural professions: not seen, seen but not taken, taken.
Plurals = Literal["ignore", "count", "take"]


@dataclass(frozen=True)
class Form:
    """Form of a pair.

    Raises ConfigError for a ratio below 1 that is not 0.

    Attributes:
        max_tokens: maximum number of whitespace tokens on a side (0: any)
        length_ratio: largest ratio of the tokens of the sides (0: any)
        capital: the English must begin with a capital
        punctuation: the English must end in a punctuation mark
    """

    max_tokens: Count = 100
    length_ratio: Ratio = 3.0
    capital: bool = True
    punctuation: bool = True

    def __post_init__(self) -> None:
        if 0 < self.length_ratio < 1:
            raise ConfigError(
                "length-ratio.out-of-range",
                f"a length ratio of {self.length_ratio}",
                hint="give one from 1 up",
            )


@dataclass(frozen=True)
class Limits(Form):
    """Form of a pair, and the persons of its English.

    Attributes:
        max_pronouns: maximum number of gendered pronouns in the English, all of one gender
        plurals: plural professions: ignore sees singular forms only, as in the paper; with count a
            plural counts as well, so that "the doctors told the nurse" has two, but is not taken;
            take takes it
    """

    max_tokens: Count = 20
    max_pronouns: Positive = 1
    plurals: Plurals = "ignore"


@dataclass(frozen=True)
class TagLimits:
    """Tags of the English.

    Attributes:
        noun: the profession must be tagged as a noun
        proper_nouns: the English may have proper nouns
    """

    noun: bool = True
    proper_nouns: bool = False
