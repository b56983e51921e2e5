"""Options of the training of a tagger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cdaflow.option_types import Positive, Seed, Value


@dataclass(frozen=True)
class TrainingOptions:
    """Training.

    Attributes:
        epochs: epochs, of which the best on the dev data is kept
        learning_rate: the highest learning rate (default: 2e-4 for an encoder, 2e-3 for an lstm)
        batch: sentences of a batch
        precision: precision of the matrix products when an encoder is trained
        seed: seed of all random choices
    """

    epochs: Positive = 5
    learning_rate: Annotated[float, Value(metavar="RATE", least=0)] | None = None
    batch: Positive = 32
    precision: Literal["bfloat16", "float32"] = "bfloat16"
    seed: Seed = 1
