"""The limits of a selection; the defaults are those of the paper (Naik et al. 2023)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from cdaflow.errors import ConfigError

#: What is done with plural professions: not seen, seen but not taken, taken.
Plurals = Literal["ignore", "count", "take"]


@dataclass(frozen=True)
class Form:
    """Form of a pair.

    Raises ConfigError for limits below 0, and for a ratio below 1 that is not 0.

    Attributes:
        max_tokens: longest side in whitespace tokens (0: any)
        length_ratio: longest side as a multiple of the other (0: any)
        capital: the English must begin with a capital
        punctuation: the English must end in a punctuation mark
    """

    max_tokens: int = 100
    length_ratio: float = 3.0
    capital: bool = True
    punctuation: bool = True

    def __post_init__(self) -> None:
        if self.max_tokens < 0 or self.length_ratio < 0:
            raise ConfigError("a limit is below 0", hint="0 stands for no limit")
        if 0 < self.length_ratio < 1:
            raise ConfigError(f"a length ratio of {self.length_ratio}", hint="give one from 1 up")


@dataclass(frozen=True)
class Limits(Form):
    """Form of a pair, and the persons of its English.

    Attributes:
        max_tokens: longest side in whitespace tokens (0: any)
        length_ratio: longest side as a multiple of the other (0: any)
        capital: the English must begin with a capital
        punctuation: the English must end in a punctuation mark
        max_pronouns: maximum number of gendered pronouns, all of one gender
        plurals: plural professions: ignore sees singular forms only, as the list of the paper; with
            count a plural counts as well, so that "the doctors told the nurse" has two, but is not
            taken; take takes it
    """

    max_tokens: int = 20
    max_pronouns: int = 1
    plurals: Plurals = "ignore"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.max_pronouns < 1:
            raise ConfigError("max_pronouns is below 1: no sentence would be left")
        if self.plurals not in get_args(Plurals):
            known = ", ".join(get_args(Plurals))
            raise ConfigError(f"plurals {self.plurals!r}", hint=f"give one of {known}")


@dataclass(frozen=True)
class TagLimits:
    """Tags of the English.

    Attributes:
        noun: the profession must be tagged as a noun
        proper_nouns: the English may have proper nouns
    """

    noun: bool = True
    proper_nouns: bool = False
