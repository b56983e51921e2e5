"""Fitting a transducer: maximum likelihood by Adam, all alignments summed.

The learning rate falls in a straight line to 0 over the epochs that are set, since how long a
training takes is then known; after each epoch the dev forms are decoded greedily, to be told, and
the parameters kept are those with the lowest dev loss (the share of right forms jumps about where
dev is small). It ends early where the last `patience` epochs brought nothing.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.inflection.transducer.batch import Alphabet, Batch, by_length, make_batch
from cdaflow.inflection.transducer.calibration import calibrate
from cdaflow.inflection.transducer.examples import Example
from cdaflow.inflection.transducer.model import Transducer, load_parameters
from cdaflow.inflection.transducer.network import Network, Sizes
from cdaflow.io.model_file import (
    below,
    load_state,
    parameters,
    restore_optimiser,
    save_state,
)
from cdaflow.progress import progress, say


@dataclass(frozen=True)
class Settings:
    """How a transducer is trained.

    `examples`: the most that are learned from (drawn by lemma where there are more; see
    `selection`). They are gone through `epochs` times, and few of them so often that it comes to
    `visits` examples in all. `rare`: characters in at most so many examples count as unknown;
    `forget`: the share of examples in which one letter does, so that unknown ones are learned to
    be copied. `dev_share`: that of the lemmata held out for dev, where no treebank is given for
    it; `dev_examples`: the most that are decoded after each epoch; `precision`: what the
    threshold is to reach. The same settings, examples and seed give the same model, byte for
    byte, on one machine.
    """

    sizes: Sizes = field(default_factory=Sizes)
    examples: int = 20_000
    epochs: int = 6
    visits: int = 60_000
    patience: int = 20
    batch_size: int = 64
    learning_rate: float = 0.003
    clip: float = 5.0
    dropout: float = 0.2
    rare: int = 3
    forget: float = 0.05
    dev_share: float = 0.05
    dev_examples: int = 1500
    precision: float = 0.98
    seed: int = 1

    def __post_init__(self) -> None:
        above_0 = "examples", "epochs", "patience", "batch_size", "learning_rate", "clip"
        for name in (*above_0, "dev_examples"):
            if not getattr(self, name) > 0:
                raise ConfigError(f"{name} is to be above 0, found {getattr(self, name)}")
        for name in ("dropout", "dev_share", "precision", "forget"):
            if not 0 <= getattr(self, name) < 1:
                raise ConfigError(f"{name} is to be from 0 to below 1")


@dataclass
class _Progress:
    """What is known after some epochs: dev accuracy and loss of each, the best parameters."""

    accuracy: list[float]
    loss: list[float]
    best: dict[str, NDArray[np.float32]]

    @property
    def best_epoch(self) -> int:
        """The number (from 0) of the epoch with the lowest dev loss."""
        return self.loss.index(min(self.loss))


def train(
    training: Sequence[Example],
    dev: Sequence[Example],
    *,
    language: str,
    settings: Settings | None = None,
    state: str | os.PathLike[str] | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Transducer:
    """Return a transducer fitted to examples, its threshold calibrated on `dev`.

    `state` is a work file, written after each epoch: a run that was stopped goes on from it and
    ends with the same model as one that was not. A work file of other examples or settings is
    not used. `facts` are added to those that the model carries.

    Raises InputError where there are no training or dev examples.
    """
    settings = settings or Settings()
    for found, what in ((training, "training"), (dev, "dev")):
        if not found:
            raise InputError(f"there is no form to learn from in the {what} data")
    dev = _spread(dev, settings.dev_examples)
    alphabet = Alphabet.collect(training, settings.rare)
    training = [example for example in training if _learnable(example, alphabet)]
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        network = Network(alphabet.size, len(alphabet.symbols), settings.sizes, settings.dropout)
    run = _Run(network, alphabet, settings, list(training), list(dev))
    identity = run.identity(language)
    if state is not None:
        run.resume(Path(state), identity)
    while not run.done():
        run.epoch(language)
        if state is not None:
            run.save(Path(state), identity)
    done = run.progress
    told = {
        "settings": asdict(settings),
        "training_examples": len(training),
        "dev_examples": len(dev),
        "epochs": len(done.loss),
        "best_epoch": done.best_epoch + 1,
        "dev_accuracy": [round(value, 6) for value in done.accuracy],
        "dev_nats_per_form": [round(value, 6) for value in done.loss],
        **(facts or {}),
    }
    model = Transducer(language, alphabet, settings.sizes, done.best)
    threshold, calibration = calibrate(model, dev, settings.precision)
    told["calibration"] = calibration
    facts_read = json.loads(json.dumps(told))
    return Transducer(language, alphabet, settings.sizes, done.best, threshold, facts_read)


def _spread(examples: Sequence[Example], most: int) -> list[Example]:
    """Return at most so many examples, evenly from all over the sequence."""
    size = min(most, len(examples))
    return [examples[i * len(examples) // size] for i in range(size)]


def _learnable(example: Example, alphabet: Alphabet) -> bool:
    """Whether all characters of the form are known or can be copied."""
    known = set(alphabet.characters) | set(example.source)
    return bool(example.source and example.target) and set(example.target) <= known


class _Run:
    """A training under way."""

    def __init__(
        self,
        network: Network,
        alphabet: Alphabet,
        settings: Settings,
        training: list[Example],
        dev: list[Example],
    ) -> None:
        self.network, self.alphabet, self.settings = network, alphabet, settings
        self.training, self.dev = training, dev
        self.optimiser = torch.optim.Adam(network.parameters(), lr=settings.learning_rate)
        self.progress = _Progress([], [], {})
        self.epochs = max(settings.epochs, math.ceil(settings.visits / len(training)))
        self._steps = math.ceil(len(training) / settings.batch_size)

    def done(self) -> bool:
        """Whether the epochs are spent, or brought nothing of late."""
        epochs = len(self.progress.loss)
        late = epochs and epochs - 1 - self.progress.best_epoch >= self.settings.patience
        return bool(late) or epochs >= self.epochs

    def epoch(self, language: str) -> None:
        """Go through all batches once, in an order of this epoch's own; then decode dev."""
        settings, number = self.settings, len(self.progress.loss)
        batches = by_length(self.training, settings.batch_size, (settings.seed, number))
        self.network.train()
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed * 1_000_003 + number + 1)
            what = f"inflection ({language}), epoch {number + 1} of {self.epochs}"
            for step, numbers in enumerate(
                progress(batches, what, total=len(batches), unit="step")
            ):
                gone = (number * self._steps + step) / (self.epochs * self._steps)
                batch = make_batch(
                    [self.training[i] for i in numbers], self.alphabet,
                    forget=settings.forget,
                    random=np.random.default_rng((settings.seed, number, step)),
                )  # fmt: skip
                self._step(batch, gone)
        accuracy, loss = self._evaluate()
        if not math.isfinite(loss):
            raise ConfigError(
                f"the training diverged in epoch {number + 1}", hint="lower the learning rate"
            )
        self.progress.accuracy.append(accuracy)
        self.progress.loss.append(loss)
        if self.progress.best_epoch == number:
            self.progress.best = parameters(self.network)
        say(f"inflection ({language}): epoch {number + 1}, {100 * accuracy:.2f}% of "
            f"{len(self.dev)} dev forms right")  # fmt: skip

    def _step(self, batch: Batch, gone: float) -> None:
        warm = min(1.0, gone * 20)  # over the first twentieth
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.learning_rate * (1.0 - gone) * warm
        self.optimiser.zero_grad()
        loss = -self.network.log_likelihood(batch).mean()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.clip)
        self.optimiser.step()

    def _evaluate(self) -> tuple[float, float]:
        """Return the share of dev forms that are right, and the loss (nats a form)."""
        self.network.eval()
        now = Transducer("", self.alphabet, self.settings.sizes, parameters(self.network))
        forms = now.transduce(self.dev)
        right = sum(f[0].form == e.target for f, e in zip(forms, self.dev, strict=True))
        each = np.maximum(now.log_probability(self.dev), -50.0)
        return right / len(self.dev), -float(each.mean())

    def identity(self, language: str) -> str:
        """Return a digest of all that the course of the training depends on."""
        digest = hashlib.sha256()
        told: list[Any] = [
            language,
            asdict(self.settings),
            self.alphabet.characters,
            self.alphabet.symbols,
        ]
        told += [torch.__version__, self.training, self.dev]
        digest.update(json.dumps(told, sort_keys=True).encode())
        return digest.hexdigest()

    def save(self, path: Path, identity: str) -> None:
        """Write the state, whole or not at all."""
        save_state(
            path, identity, self.network, self.optimiser, self.progress.best,
            accuracy=self.progress.accuracy,
            loss=self.progress.loss,
        )  # fmt: skip

    def resume(self, path: Path, identity: str) -> None:
        """Go on from a state, where there is one and it is of this very training."""
        arrays = load_state(path, identity)
        if arrays is None:
            return
        load_parameters(self.network, below(arrays, "now/"))
        restore_optimiser(arrays, self.network, self.optimiser)
        self.progress = _Progress(
            arrays["accuracy"].tolist(), arrays["loss"].tolist(), below(arrays, "best/")
        )
        say(f"inflection: going on after epoch {len(self.progress.loss)}")
