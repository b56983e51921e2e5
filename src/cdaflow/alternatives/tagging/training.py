"""The training of a network that labels words, and the choice of its best epoch on dev data."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import torch

from cdaflow.alternatives.structures import AMBIGUOUS
from cdaflow.alternatives.tagging.calibration import Calibration, best_threshold, calibrate, softmax
from cdaflow.alternatives.tagging.data import LABELS, Labelled
from cdaflow.alternatives.tagging.network import Window, WordNetwork, logits
from cdaflow.alternatives.tagging.tags import TrainingOptions
from cdaflow.errors import ConfigError
from cdaflow.progress import progress, say

T = TypeVar("T")

#: The label of words that are not learned, as PyTorch has it.
IGNORED = -100

#: Learning rates by back end.
RATES = {"encoder": 2e-4, "lstm": 2e-3}

#: Share of the updates in which the learning rate rises; in the others it falls to 0.
_WARMUP = 0.06

_CLIP = 1.0

#: Batches among which windows are sorted by length.
_POOL = 50


@dataclass(frozen=True)
class Epoch:
    """What was measured after an epoch: the mean training loss, and a figure of the dev data."""

    number: int
    loss: float
    dev: float


def seed_all(seed: int) -> None:
    """Seed what a network's first parameters and dropout come from."""
    torch.manual_seed(seed)


def train(
    network: WordNetwork,
    sentences: Sequence[Labelled],
    dev: Sequence[Labelled],
    options: TrainingOptions,
    on_epoch: Callable[[Epoch], None] = lambda _: None,
) -> tuple[list[Epoch], int, Calibration]:
    """Train a tagger's network; leave in it the parameters of the best epoch, by F1 of `ambiguous`.

    `on_epoch`: called after each epoch, with the parameters of that epoch in the network. Returns
    what was measured, the number of the best epoch and its calibration on the dev data. Raises
    ConfigError where the training diverges.
    """

    def measure() -> tuple[float, tuple[Any, Any]]:
        scores, gold = dev_scores(network, dev)
        is_open = LABELS.index(AMBIGUOUS)
        f1 = best_threshold(softmax(scores)[:, is_open], gold == is_open)[1]
        return 100 * f1, (scores, gold)

    epochs, best, found = fit(network, sentences, options, measure, "F1 of ambiguous", on_epoch)
    return epochs, best, calibrate(*found)


def fit(
    network: WordNetwork,
    sentences: Sequence[Labelled],
    options: TrainingOptions,
    measure: Callable[[], tuple[float, T]],
    name: str,
    on_epoch: Callable[[Epoch], None] = lambda _: None,
) -> tuple[list[Epoch], int, T]:
    """Train a network; leave in it the parameters of the epoch for which `measure` was highest.

    `measure` returns a figure in per cent, `name` says which, and anything else; of the best epoch
    this is returned, with what was measured and its number. Words with the label IGNORED are not
    learned. Raises ConfigError where the training diverges.
    """
    windows = [
        (window, sentence.labels[window.first : window.last])
        for sentence in sentences
        for window in network.windows(sentence.words)
    ]
    windows = [each for each in windows if any(label != IGNORED for label in each[1])]
    rate = RATES[network.backend] if options.learning_rate is None else options.learning_rate
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01)
    total = options.epochs * math.ceil(len(windows) / options.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _share(step, total))
    epochs: list[Epoch] = []
    best: tuple[dict[str, torch.Tensor], T] | None = None
    for number in range(1, options.epochs + 1):
        shuffle = random.Random(f"{options.seed} {number}")
        batches = list(_batches(windows, options.batch, shuffle))
        losses = []
        network.train()
        for batch in progress(batches, f"epoch {number}", total=len(batches), unit="step"):
            losses.append(_update(network, batch, optimiser, options.precision))
            schedule.step()
        loss = float(np.mean(losses))
        if not math.isfinite(loss):
            raise ConfigError(
                "training.diverged",
                f"the training diverged in epoch {number}",
                hint="lower --learning-rate",
            )
        figure, found = measure()
        epoch = Epoch(number, loss, figure)
        say(f"epoch {number}: loss {epoch.loss:.4f}, {name} on dev {epoch.dev:.2f}")
        on_epoch(epoch)
        epochs.append(epoch)
        if best is None or epoch.dev >= max(one.dev for one in epochs):
            best = {key: value.clone() for key, value in network.state_dict().items()}, found
    if best is None:
        raise ConfigError("training.no-epoch", "no epoch", hint="--epochs is 1 at least")
    network.load_state_dict(best[0])
    network.eval()
    return epochs, max(epochs, key=lambda one: (one.dev, one.number)).number, best[1]


def _share(step: int, total: int) -> float:
    """Return the share of the highest learning rate at an update."""
    rising = max(1, round(_WARMUP * total))
    if step < rising:
        return (step + 1) / rising
    return max(0.0, (total - step) / max(1, total - rising))


def _batches(
    windows: Sequence[tuple[Window, Sequence[int]]], size: int, shuffle: random.Random
) -> Iterator[Sequence[tuple[Window, Sequence[int]]]]:
    """Yield all windows in batches of about the same length, in random order."""
    order = list(windows)
    shuffle.shuffle(order)
    batches = []
    for start in range(0, len(order), size * _POOL):
        pool = sorted(order[start : start + size * _POOL], key=lambda one: one[0].size)
        batches += [pool[begin : begin + size] for begin in range(0, len(pool), size)]
    shuffle.shuffle(batches)
    yield from batches


def _update(
    network: WordNetwork,
    batch: Sequence[tuple[Window, Sequence[int]]],
    optimiser: Any,
    precision: str,
) -> float:
    """Change the parameters by a batch; return the mean loss of its words."""
    half = network.backend == "encoder" and precision == "bfloat16"
    with torch.autocast(network.device.type, dtype=torch.bfloat16, enabled=half):
        scores = network([window for window, _ in batch])
    gold = torch.tensor([label for _, labels in batch for label in labels], device=scores.device)
    loss = torch.nn.functional.cross_entropy(scores.float(), gold)
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(network.parameters(), _CLIP)
    optimiser.step()
    return float(loss.detach())


def dev_scores(network: WordNetwork, dev: Sequence[Labelled]) -> tuple[Any, Any]:
    """Return logits (words, labels) and labels (words,) of all words of some sentences."""
    scores = np.concatenate(logits(network, [one.words for one in dev], "dev")).astype(np.float64)
    return scores, np.array([label for one in dev for label in one.labels], dtype=np.int64)
