"""The training texts that encoders are compared by, as rules and tables name them.

"original"; "augment-90": augmented above the 90th percentile (Dolci et al. 2023, section 4.2);
"augment-90-random" and "augment-90-copies": its controls; "debiased-50": the original text with
word vectors of which half of the gender is taken away.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cdaflow.errors import InputError

ORIGINAL = "original"
DEBIASED = "debiased"

#: How text is adjusted, and the controls of each: random examples in place of the most biased, or
#: the most biased once more in place of their swaps.
CONTROLS = {
    "subtract": ("random",),
    "augment": ("random", "copies"),
    "combined": ("random", "copies"),
}

#: What names of variants are made of.
PATTERN = rf"{ORIGINAL}|{DEBIASED}-[0-9]+|(?:{'|'.join(CONTROLS)})-[0-9]+(?:-(?:random|copies))?"


@dataclass(frozen=True)
class Variant:
    """A training text. `number`: the percentile above which examples are treated, or per cent."""

    by: str
    number: float = 0
    control: str = ""

    @property
    def name(self) -> str:
        """Its name in paths and tables."""
        if self.by == ORIGINAL:
            return ORIGINAL
        return f"{self.by}-{self.number:g}" + (f"-{self.control}" if self.control else "")

    @property
    def is_adjusted(self) -> bool:
        """Whether its text is another than the original one."""
        return self.by in CONTROLS

    def controls(self) -> list[Variant]:
        """Return its controls; of all examples (0) no others can be taken at random."""
        if self.control or not self.is_adjusted:
            return []
        return [
            Variant(self.by, self.number, control)
            for control in CONTROLS[self.by]
            if control != "random" or self.number
        ]


def read_variant(name: str) -> Variant:
    """Return the variant with a name; InputError for an unknown name."""
    if not re.fullmatch(PATTERN, name):
        raise InputError(
            "variant.unknown",
            f"{name!r} is not the name of a training text",
            hint="write for example original, subtract-90, augment-90-copies or debiased-100",
        )
    by, _, rest = name.partition("-")
    number, _, control = rest.partition("-")
    return Variant(by, int(number or 0), control)
