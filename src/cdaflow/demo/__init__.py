"""The embedded corpus: a small multilingual grammar that knows the right counterfactuals.

A `Scene` says what a sentence means, in no language: which construction, which people of which
gender, which verbs and things. A grammar per language realises it as a UD tree. A pair of
sentences is one scene realised twice; its counterfactual is the same scene with the gender of
one person changed. So every tree, translation and counterfactual is right by construction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cdaflow.option_types import Positive, Value


@dataclass(frozen=True)
class Sizes:
    """Sizes of the embedded corpus, for each language.

    Attributes:
        train: distinct training pairs
        dev: distinct development pairs
        test: distinct test pairs
        treebank: trees in the training part of the treebank; dev has a tenth of that, test a fifth
        challenge: rows of the challenge set in the WinoMT format
    """

    train: Positive = 22_000
    dev: Positive = 500
    test: Positive = 1_000
    treebank: Positive = 2_000
    challenge: Annotated[int, Value(metavar="N", least=4)] = 1_200
