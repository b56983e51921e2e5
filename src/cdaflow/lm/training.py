"""Training a language model: cross-entropy by Adam, equally many updates for texts of any size.

Corpora with counterfactuals are larger than the original. With equal passes over the text their
models would be trained longer; with equal updates only the text differs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.lm.model import LanguageModel, Network, Sizes, padded
from cdaflow.lm.pieces import BEGIN, END, Pieces
from cdaflow.networks import (
    Training,
    identity_of,
    require_above_0,
    torch_device,
    with_changes,
)
from cdaflow.progress import progress, say


@dataclass(frozen=True)
class Settings:
    """How a language model is trained.

    `updates` of `batch_size` sentences each; the held-out text is scored after each `interval` of
    them, and the parameters of the lowest loss are kept. The learning rate falls in a straight
    line to 0. `dev`: the most sentences that are held out. The same settings, text and seed give
    the same model, byte for byte, on one machine.
    """

    sizes: Sizes = field(default_factory=Sizes)
    pieces: int = 4000
    updates: int = 12_000
    interval: int = 1000
    batch_size: int = 64
    learning_rate: float = 0.003
    clip: float = 1.0
    dropout: float = 0.2
    max_pieces: int = 100
    dev: int = 2000
    seed: int = 1

    def __post_init__(self) -> None:
        require_above_0(
            self, "pieces", "updates", "interval", "batch_size", "learning_rate", "clip",
            "max_pieces", "dev",
        )  # fmt: skip
        if not 0 <= self.dropout < 1:
            raise ConfigError("dropout.out-of-range", "dropout must be at least 0 and less than 1")


#: Settings by name: "full" for real text, "tiny" for the embedded corpus, "large" for a GPU, with
#: the sizes of Merity et al. 2018.
RECIPES: Mapping[str, Settings] = {
    "full": Settings(),
    "tiny": Settings(
        sizes=Sizes(vector=64, state=128), pieces=1000, updates=2000, interval=400,
        learning_rate=0.02, dropout=0.1, dev=500,
    ),
    "large": Settings(
        sizes=Sizes(vector=400, state=1150, layers=3), pieces=15_000, updates=100_000,
        interval=5000, learning_rate=0.001, dropout=0.3,
    ),
}  # fmt: skip


def recipe(name: str, **changes: int | None) -> Settings:
    """Return the settings of a recipe, those of `changes` that are not None replaced.

    Raises ConfigError for an unknown name or a value out of bounds.
    """
    return with_changes(RECIPES, name, changes)


class LanguageModelTraining(Training):
    """A training of a language model; its loss is that of the held-out text in nats a piece."""

    network: Network

    def __init__(
        self,
        network: Network,
        language: str,
        settings: Settings,
        training: Sequence[Sequence[int]],
        dev: Sequence[Sequence[int]],
        vocabulary: bytes,
    ) -> None:
        text = torch.tensor([number for row in (*training, *dev) for number in row])
        lengths = torch.tensor([len(row) for row in (*training, *dev)])
        raw = torch.frombuffer(bytearray(vocabulary), dtype=torch.uint8)
        optimiser = torch.optim.Adam(network.parameters(), lr=settings.learning_rate)
        facts = language, asdict(settings)
        super().__init__(
            f"language model ({language})", network, optimiser,
            identity_of(facts, (text, lengths, raw)),
        )  # fmt: skip
        self.settings, self.training, self.dev = settings, training, dev
        self._lengths = np.array([len(row) for row in training])
        self._order: tuple[int, NDArray[np.int64], NDArray[np.int64]] | None = None

    def is_done(self) -> bool:
        """Whether the updates are spent."""
        return len(self.losses) * self.settings.interval >= self.settings.updates

    def train_epoch(self, epoch: int) -> None:
        """Make the updates of one interval."""
        settings = self.settings
        first = (epoch - 1) * settings.interval
        steps = range(first, min(first + settings.interval, settings.updates))
        self.network.train()
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed * 1_000_003 + epoch)
            what = f"{self.name}, updates {steps[0] + 1} to {steps[-1] + 1}"
            for step in progress(steps, what, total=len(steps), unit="step"):
                for group in self.optimiser.param_groups:
                    left = 1.0 - step / settings.updates
                    group["lr"] = settings.learning_rate * left
                rows = [self.training[i] for i in self._batch(step)]
                self.step(_loss(self.network, rows, "mean"), settings.clip)

    def _batch(self, step: int) -> Sequence[int]:
        """Return the numbers of the sentences of an update, of about one length.

        Each pass over the text has an order of its own: sentences by length, equally long ones at
        random, cut into batches, which are shuffled.
        """
        size = self.settings.batch_size
        batches = -(-len(self.training) // size)
        passed, index = divmod(step, batches)
        if self._order is None or self._order[0] != passed:
            random = np.random.default_rng((self.settings.seed, passed))
            order = np.lexsort((random.random(len(self._lengths)), self._lengths))
            self._order = passed, order, random.permutation(batches)
        _, order, shuffled = self._order
        chosen = int(shuffled[index])
        return [int(i) for i in order[chosen * size : (chosen + 1) * size]]

    def evaluate(self, epoch: int) -> dict[str, float]:
        """Return the loss on the held-out text."""
        self.network.eval()
        order = sorted(range(len(self.dev)), key=lambda i: len(self.dev[i]))
        total = pieces = 0.0
        with torch.no_grad():
            for start in range(0, len(order), 256):
                rows = [self.dev[i] for i in order[start : start + 256]]
                total += float(_loss(self.network, rows, "sum"))
                pieces += sum(len(row) + 1 for row in rows)
        loss = total / pieces
        updates = min(epoch * self.settings.interval, self.settings.updates)
        say(f"{self.name}: {updates} updates, {loss:.3f} nats per piece")
        return {"loss": loss}


def _loss(network: Network, rows: Sequence[Sequence[int]], reduction: str) -> torch.Tensor:
    """Return the cross-entropy of rows of pieces, each between BEGIN and END, in nats."""
    logits = network(padded([[BEGIN, *row] for row in rows]).to(network.device))
    targets = padded([[*row, END] for row in rows])
    lengths = torch.tensor([len(row) + 1 for row in rows])
    targets[torch.arange(targets.shape[1])[None, :] >= lengths[:, None]] = -100
    return torch.nn.functional.cross_entropy(
        logits.flatten(0, 1),
        targets.flatten().to(network.device),
        ignore_index=-100,
        reduction=reduction,
    )


def train(
    sentences: Sequence[str],
    *,
    language: str,
    pieces: Pieces | None = None,
    settings: Settings | None = None,
    state: str | os.PathLike[str] | None = None,
    facts: Mapping[str, Any] | None = None,
    device: str = "cpu",
) -> LanguageModel:
    """Return a language model of a text.

    `pieces`: the vocabulary, by default one learned from the text. Equal sentences are held out
    together or not at all. Sentences of more than `max_pieces` are left out. `state`: a work file,
    see `cdaflow.networks`; `facts` are added to those that the model carries.

    Raises InputError where too little is left to train on, ConfigError for a device that is absent.
    """
    settings, place = settings or Settings(), torch_device(device)
    pieces = pieces or Pieces.train(sentences, settings.pieces)
    held = _held_out(sentences, settings)
    training, dev, too_long = [], [], 0
    for sentence in sentences:
        row = pieces.encode(sentence)
        if not row or len(row) > settings.max_pieces:
            too_long += bool(row)
        elif sentence in held:
            dev.append(row)
        else:
            training.append(row)
    if not dev or len(training) < settings.batch_size:
        raise InputError(
            "training.too-few-sentences",
            f"too few sentences: {len(training)} for training and {len(dev)} held out",
            hint="give more text",
        )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        network = Network(len(pieces), settings.sizes, settings.dropout).to(place)
    run = LanguageModelTraining(network, language, settings, training, dev, pieces.serialised)
    run.run(state)
    facts_of_training = {
        "settings": asdict(settings),
        "sentences": len(training),
        "held_out": len(dev),
        "too_long": too_long,
        "pieces": len(pieces),
        "nats_per_piece": [round(value, 6) for value in run.losses],
        **(facts or {}),
    }
    facts_read = json.loads(json.dumps(facts_of_training))
    return LanguageModel(language, pieces, settings.sizes, run.best, facts_read)


def _held_out(sentences: Sequence[str], settings: Settings) -> set[str]:
    """Return the different sentences that are held out: at most a fiftieth of them."""
    distinct = list(dict.fromkeys(sentences))
    size = min(settings.dev, max(1, len(distinct) // 50))
    chosen = np.random.default_rng((settings.seed, 0)).permutation(len(distinct))[:size]
    return {distinct[int(i)] for i in chosen}
