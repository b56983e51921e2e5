"""The back end `encoder`: any encoder of Hugging Face in a folder, and a linear layer on it.

A word is labelled at its first sub-word (Garg et al. 2024, appendix D).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from cdaflow.alternatives.tagging.data import LABELS
from cdaflow.alternatives.tagging.network import Window, WordNetwork
from cdaflow.embeddings.encoders.pieces import Loaded, load_transformer
from cdaflow.errors import InputError
from cdaflow.io.model_file import DAMAGED, pack, read_bytes, unpack

#: Folder and file below the folder of a tagger.
ENCODER, HEAD = "encoder", "head.npz"

_DROPOUT = 0.1


class EncoderNetwork(WordNetwork):
    """An encoder, its tokeniser and a linear layer."""

    backend = "encoder"

    def __init__(self, loaded: Loaded, labels: int = len(LABELS)) -> None:
        super().__init__()
        self.tokeniser, self.encoder, self._pieces = loaded
        self.dropout = torch.nn.Dropout(_DROPOUT)
        self.linear = torch.nn.Linear(self.encoder.config.hidden_size, labels)

    def windows(self, words: Sequence[str]) -> list[Window]:
        """Return windows that overlap by half; each word is labelled where it has most context."""
        pieces = [self._pieces.of(word) for word in words]
        ends = np.cumsum([0, *map(len, pieces)])
        found: list[Window] = []
        start = first = 0
        while first < len(words):
            stop = int(np.searchsorted(ends, ends[start] + self._pieces.room, "right")) - 1
            following = int(np.searchsorted(ends, ends[start] + self._pieces.room // 2, "left"))
            following = min(max(following, start + 1), stop)
            if stop <= first:  # a word that is nearly as long as a window comes next
                start = following
                continue
            last = len(words) if stop == len(words) else max((following + stop) // 2, first + 1)
            ids = [
                *self._pieces.before,
                *(one for p in pieces[start:stop] for one in p),
                *self._pieces.after,
            ]
            at = [len(self._pieces.before) + int(ends[i] - ends[start]) for i in range(first, last)]
            found.append(Window((ids, at), len(ids), first, last))
            start, first = following, last
        return found

    def forward(self, windows: Sequence[Window]) -> torch.Tensor:
        """Return logits of the labelled words: shape (words, labels)."""
        size = max(window.size for window in windows)
        padding = self._pieces.padding
        ids = torch.full((len(windows), size), padding)
        mask = torch.zeros((len(windows), size), dtype=torch.long)
        rows, columns = [], []
        for row, window in enumerate(windows):
            pieces, at = window.features
            ids[row, : len(pieces)] = torch.tensor(pieces)
            mask[row, : len(pieces)] = 1
            rows += [row] * len(at)
            columns += at
        hidden = self.encoder(
            input_ids=ids.to(self.device), attention_mask=mask.to(self.device)
        ).last_hidden_state
        scores: torch.Tensor = self.linear(self.dropout(hidden[rows, columns]))
        return scores

    def save(self, folder: Path) -> None:
        """Write the encoder with its tokeniser (safetensors) and the linear layer (NumPy)."""
        self.encoder.save_pretrained(folder / ENCODER)
        self.tokeniser.save_pretrained(folder / ENCODER)
        arrays = {name: p.detach().cpu().numpy() for name, p in self.linear.named_parameters()}
        (folder / HEAD).write_bytes(pack("head.json", {"format": 1}, arrays))


def open_encoder(folder: Path, labels: int = len(LABELS)) -> EncoderNetwork:
    """Return the network on an encoder's folder, its linear layer not trained.

    Raises what `load_transformer` does.
    """
    return EncoderNetwork(load_transformer(folder), labels)


def load_encoder(folder: Path, labels: int = len(LABELS)) -> EncoderNetwork:
    """Return the trained network of a tagger's folder; InputError where it is damaged."""
    network = open_encoder(folder / ENCODER, labels)
    try:
        _, arrays = unpack("head.json", read_bytes(folder / HEAD), 1)
        tensors = {name: torch.from_numpy(np.array(array)) for name, array in arrays.items()}
        network.linear.load_state_dict(tensors)
    except DAMAGED as error:
        raise InputError(
            "encoder.linear-layer-damaged",
            f"the linear layer is damaged ({error})",
            file=folder / HEAD,
        ) from None
    return network
