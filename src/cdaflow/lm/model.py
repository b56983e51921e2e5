"""A small language model: an LSTM over pieces of words, with tied embeddings.

As the baseline of Zmigrod et al. 2019 (BPE-RNNLM of Mielke and Eisner 2018), smaller: the vectors
of the pieces are also the weights of the output layer.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.model_file import Arrays, ModelFile, require_float32
from cdaflow.lm.pieces import BEGIN, END, Pieces
from cdaflow.networks import load_parameters, require_above_0

#: Sentences scored at once.
_BATCH = 256

#: The array of a file that holds the vocabulary, SentencePiece's own bytes.
_PIECES = "pieces"


@dataclass(frozen=True)
class Sizes:
    """The sizes of a network: of its vectors, of its state, and how many layers."""

    vector: int = 128
    state: int = 256
    layers: int = 1

    def __post_init__(self) -> None:
        require_above_0(self, "vector", "state", "layers")


class Network(torch.nn.Module):
    """Vectors of pieces, an LSTM, and the logits of the next piece."""

    def __init__(self, pieces: int, sizes: Sizes, dropout: float = 0.0) -> None:
        super().__init__()
        self.vectors = torch.nn.Embedding(pieces, sizes.vector)
        self.recurrent = torch.nn.LSTM(
            sizes.vector, sizes.state, sizes.layers, batch_first=True,
            dropout=dropout if sizes.layers > 1 else 0.0,
        )  # fmt: skip
        self.narrow = torch.nn.Linear(sizes.state, sizes.vector)
        self.bias = torch.nn.Parameter(torch.zeros(pieces))
        self.dropout = torch.nn.Dropout(dropout)
        torch.nn.init.normal_(self.vectors.weight, std=sizes.vector**-0.5)

    @property
    def device(self) -> torch.device:
        """The device that the parameters are on."""
        return self.bias.device

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Return the logits of the next piece: ids (rows, steps) to (rows, steps, pieces)."""
        states, _ = self.recurrent(self.dropout(self.vectors(ids)))
        narrowed = self.dropout(self.narrow(states))
        return torch.nn.functional.linear(narrowed, self.vectors.weight, self.bias)


def padded(rows: Sequence[Sequence[int]]) -> torch.Tensor:
    """Return rows of ids as one tensor, shorter ones filled with END."""
    width = max(map(len, rows))
    return torch.tensor([[*row, *[END] * (width - len(row))] for row in rows])


@dataclass(frozen=True, eq=False)
class LanguageModel(ModelFile):
    """A model: its language, vocabulary, sizes and parameters.

    `facts` says how it was trained (JSON values).
    """

    member = "lm.json"
    kind = "language model"
    written_by = "cdaflow lm train"

    language: str
    pieces: Pieces
    sizes: Sizes
    parameters: Mapping[str, NDArray[np.float32]]
    facts: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def network(self) -> Network:
        """The network with the model's parameters, for use."""
        network = Network(len(self.pieces), self.sizes)
        load_parameters(network, self.parameters)
        return network.eval()

    def prefix_log_probabilities(self, texts: Sequence[str]) -> list[float]:
        """Return the natural log of the probability that a sentence begins with each text.

        That is the sum over all sentences that have these words first: the product of the pieces
        of the text, times the probability that its last word ends there (that the next piece goes
        on no word). Only the usual segmentation of a word is counted, as in training.
        """
        return self._scores(texts, whole=False)

    def log_probabilities(self, texts: Sequence[str]) -> list[float]:
        """Return the natural log of the probability of each text as a whole sentence."""
        return self._scores(texts, whole=True)

    def _scores(self, texts: Sequence[str], *, whole: bool) -> list[float]:
        encoded = [self.pieces.encode(text) for text in texts]
        if not all(encoded):
            raise InputError("text.empty", "an empty text has no probability")
        closing = torch.from_numpy(~self.pieces.goes_on)
        result = np.zeros(len(texts))
        order = sorted(range(len(texts)), key=lambda i: len(encoded[i]))
        with torch.no_grad():
            for start in range(0, len(order), _BATCH):
                numbers = order[start : start + _BATCH]
                rows = [encoded[i] for i in numbers]
                logits = self.network(padded([[BEGIN, *row] for row in rows]))
                logs = torch.log_softmax(logits.double(), dim=-1)
                targets = padded(rows)
                steps = logs[:, :-1].gather(2, targets[:, :, None])[:, :, 0]
                for place, (number, row) in enumerate(zip(numbers, rows, strict=True)):
                    end = logs[place, len(row)]
                    last = end[END] if whole else torch.logsumexp(end[closing], dim=0)
                    result[number] = float(steps[place, : len(row)].sum() + last)
        return [float(value) for value in result]

    def header(self) -> dict[str, Any]:
        """Return all of the model but its arrays, as JSON values."""
        return {
            "language": self.language,
            "sizes": asdict(self.sizes),
            "training": dict(self.facts),
        }

    def arrays(self) -> Arrays:
        """Return the parameters by name, and the vocabulary."""
        raw = np.frombuffer(self.pieces.serialised, dtype=np.uint8)
        return {**self.parameters, _PIECES: raw}

    @classmethod
    def assemble(cls, header: Mapping[str, Any], arrays: Arrays) -> LanguageModel:
        """Return the model of a file; see the base class."""
        arrays = dict(arrays)
        pieces = Pieces(arrays.pop(_PIECES).astype(np.uint8).tobytes())
        require_float32(arrays)
        sizes = Sizes(**{name: int(value) for name, value in header["sizes"].items()})
        model = cls(str(header["language"]), pieces, sizes, arrays, header["training"])
        _ = model.network
        return model


def load_language_model(path: str | os.PathLike[str]) -> LanguageModel:
    """Return the model of a file of `cdaflow lm train`; see `ModelFile.load`."""
    return LanguageModel.load(path)
