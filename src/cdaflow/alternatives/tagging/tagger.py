"""A trained tagger: its folder, and the head words that it finds.

tagger.json has what the tagger is: back end, calibration, versions, digests of its other files and
of the data that it was trained on. Nothing in the folder is code or a pickle.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.alternatives.structures import Entity
from cdaflow.alternatives.tagging.calibration import Calibration
from cdaflow.alternatives.tagging.data import LABELS, word_spans
from cdaflow.alternatives.tagging.folders import NetworkFolder
from cdaflow.alternatives.tagging.network import WordNetwork, logits
from cdaflow.alternatives.tagging.tags import Tagger

META = "tagger.json"
FOLDER = NetworkFolder("tagger", META, "train-tagger")

#: Sentences whose scores are in memory together.
_AT_ONCE = 10_000


@dataclass
class TrainedTagger:
    """A network with its calibration. `meta`: what else is known of it (data, training)."""

    network: WordNetwork
    calibration: Calibration
    meta: Mapping[str, Any]

    def tag(self, sentences: Sequence[str]) -> list[list[Entity]]:
        """Return the head words of each sentence, in order."""
        heads = []
        for start in range(0, len(sentences), _AT_ONCE):
            heads += self.tag_with_scores(sentences[start : start + _AT_ONCE])[0]
        return heads

    def tag_with_scores(
        self, sentences: Sequence[str]
    ) -> tuple[list[list[Entity]], list[NDArray[np.float32]]]:
        """Return the head words and the logits of the words (words, labels) of each sentence."""
        spans = [word_spans(text) for text in sentences]
        words = [[t[s:e] for s, e in found] for t, found in zip(sentences, spans, strict=True)]
        scores = logits(self.network, words)
        heads = []
        for found, one in zip(spans, scores, strict=True):
            probabilities = self.calibration.probabilities(one)
            labels = self.calibration.labels(probabilities)
            heads.append(
                [
                    Entity(start, end, LABELS[label], round(float(p[label]), 6))
                    for (start, end), label, p in zip(found, labels, probabilities, strict=True)
                    if label
                ]
            )
        return heads, scores

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the tagger into a new folder, whole or not at all.

        Raises InputError if the folder has something that is no tagger.
        """
        calibration = {
            "temperature": self.calibration.temperature,
            "threshold": self.calibration.threshold,
            "labels": list(LABELS),
        }
        FOLDER.save(self.network, {**self.meta, **calibration}, folder)

    @classmethod
    def load(
        cls, folder: str | os.PathLike[str], *, threads: int | None = None, device: str = "cpu"
    ) -> TrainedTagger:
        """Return the tagger of a folder; InputError where it is none, or its files were changed."""
        network, meta, calibration = FOLDER.load(
            folder, _check, len(LABELS), threads=threads, device=device
        )
        return cls(network, calibration, meta)


def open_tagger(
    folder: str | os.PathLike[str], *, threads: int | None = None, device: str = "cpu"
) -> Tagger:
    """Return the tagger in a folder that `cdaflow alternatives train-tagger` wrote.

    `threads`: of the CPU (None: as many as PyTorch takes). Raises InputError for a folder that is
    none or was changed.
    """
    return TrainedTagger.load(folder, threads=threads, device=device)


def _check(meta: Mapping[str, Any]) -> Calibration:
    """Return the calibration of a description; ValueError or the like where it is none."""
    if meta["labels"] != list(LABELS):
        raise ValueError("its labels are others")
    found = Calibration(float(meta["temperature"]), float(meta["threshold"]))
    if not (0 < found.temperature < 1000 and 0 <= found.threshold <= 1):
        raise ValueError("temperature or threshold is out of its range")
    return found
