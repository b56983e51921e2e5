"""What networks that label words have in common, and how sentences go through them in batches."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cdaflow.progress import progress

#: Padded positions of a batch when sentences are scored.
POSITIONS = 4096


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of a sentence that goes through a network at once.

    `features`: what the network made of it; `size`: its length in positions; `first`, `last`: the
    words of the sentence that are labelled by it, the last one excluded.
    """

    features: Any
    size: int
    first: int
    last: int


class WordNetwork(torch.nn.Module):
    """A network that gives each word of a sentence a score for each label."""

    #: The name of the back end.
    backend: str

    #: The last layer: a score for each label of a state.
    linear: torch.nn.Linear

    @abstractmethod
    def windows(self, words: Sequence[str]) -> list[Window]:
        """Return the windows of a sentence, which label each word once and in order."""

    @abstractmethod
    def forward(self, windows: Sequence[Window]) -> torch.Tensor:
        """Return logits of the labelled words of some windows: shape (words, labels)."""

    @abstractmethod
    def save(self, folder: Path) -> None:
        """Write all files of the network into an existing folder."""

    @property
    def device(self) -> torch.device:
        """Where the parameters are."""
        return next(self.parameters()).device


@torch.inference_mode()
def logits(
    network: WordNetwork, sentences: Sequence[Sequence[str]], what: str = "tag"
) -> list[NDArray[np.float32]]:
    """Return the logits of the words of each sentence: shape (words, labels) each.

    Sentences of about the same length go through the network together.
    """
    was_training = network.training
    network.eval()
    windows = [
        (number, window)
        for number, words in enumerate(sentences)
        for window in network.windows(words)
    ]
    windows.sort(key=lambda one: one[1].size)
    found: list[list[tuple[int, NDArray[np.float32]]]] = [[] for _ in sentences]
    for batch in progress(_batches(windows), what, unit="step"):
        scores = network([window for _, window in batch]).float().cpu().numpy()
        start = 0
        for number, window in batch:
            count = window.last - window.first
            found[number].append((window.first, scores[start : start + count]))
            start += count
    network.train(was_training)
    empty = np.zeros((0, network.linear.out_features), dtype=np.float32)
    return [
        np.concatenate([empty, *(part for _, part in sorted(parts, key=lambda one: one[0]))])
        for parts in found
    ]


def _batches(windows: Sequence[tuple[int, Window]]) -> list[list[tuple[int, Window]]]:
    batches: list[list[tuple[int, Window]]] = []
    for one in windows:  # the longest so far is the last one
        if batches and (len(batches[-1]) + 1) * one[1].size <= POSITIONS:
            batches[-1].append(one)
        else:
            batches.append([one])
    return batches
