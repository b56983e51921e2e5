"""How an encoder is trained: options of a command, and keys of the configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cdaflow.errors import ConfigError


@dataclass(frozen=True)
class Settings:
    """How an encoder is trained; equal settings, examples and seed give the same file.

    Attributes:
        embedding: dimensions of the learned word vectors
        hidden: units of the LSTM in each direction; a sentence has twice as many dimensions
        min_count: words that occur less often in the training text are unknown
        optimiser: adam, or sgd as in Dolci et al. 2023
        learning_rate: learning rate of the first epoch
        decay: factor of the learning rate after each epoch
        shrink: divisor of the learning rate after an epoch without improvement on the dev examples
        min_learning_rate: training ends below this learning rate
        batch_size: examples per batch
        max_epochs: maximum number of epochs
        patience: epochs without a better result after which training ends
        choose_by: measure on the dev examples that chooses the best epoch and sets the rate: their
            loss, or their accuracy, as in InferSent
        linear_classifier: use three linear layers as the classifier of inferences, as InferSent
            does, instead of two with a nonlinearity between them
        boundaries: put the words <s> and </s> around each sentence, as in InferSent; they count
            in the importance of words
        clip: maximum norm of the gradients
    """

    embedding: int = 64
    hidden: int = 128
    min_count: int = 2
    optimiser: Literal["adam", "sgd"] = "adam"
    learning_rate: float = 0.002
    decay: float = 1.0
    shrink: float = 1.0
    min_learning_rate: float = 1e-5
    batch_size: int = 64
    max_epochs: int = 3
    patience: int = 2
    choose_by: Literal["loss", "accuracy"] = "loss"
    linear_classifier: bool = False
    boundaries: bool = False
    clip: float = 5.0

    def __post_init__(self) -> None:
        for name in (
            "embedding", "hidden", "min_count", "learning_rate", "decay", "shrink",
            "batch_size", "max_epochs", "patience", "clip",
        ):  # fmt: skip
            if not getattr(self, name) > 0:
                raise ConfigError(
                    "training.setting-not-positive",
                    f"{name} must be above 0, found {getattr(self, name)}",
                )
        if self.decay > 1 or self.shrink < 1:
            raise ConfigError(
                "training.decay-or-shrink-out-of-range",
                "decay must be at most 1 and shrink at least 1",
            )
