"""An encoder of our own: a bidirectional LSTM with max pooling over word vectors.

Conneau et al. 2017 ("Supervised learning of universal sentence representations"), as Dolci et al.
2023, section 4, take it: the state of a word is what both directions make of it, and the vector of
a sentence the maximum of each dimension. What it learns from is another matter: see
`cdaflow.bias.encoder_training`.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch

from cdaflow.embeddings.encoders.base import Encoder, Pooling, States
from cdaflow.embeddings.vectors import Vectors
from cdaflow.embeddings.words import frame
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import batched
from cdaflow.io.model_file import Arrays, ModelFile, require_float32
from cdaflow.networks import load_parameters, parameters, torch_device

#: Sentences that are sorted by length together, and those of them that are computed at a time.
_BLOCK, _BATCH = 4096, 64


class BiLstm(torch.nn.Module):
    """The network: word vectors (V, e), and an LSTM of h units in each direction (d = 2 h)."""

    def __init__(self, vocabulary: int, embedding: int, hidden: int) -> None:
        super().__init__()
        self.embedding = torch.nn.Embedding(vocabulary, embedding)
        self.lstm = torch.nn.LSTM(embedding, hidden, batch_first=True, bidirectional=True)

    @property
    def dimensions(self) -> int:
        """Return d, the dimensions of a state."""
        return 2 * self.lstm.hidden_size

    def forward(self, rows: Sequence[torch.Tensor]) -> torch.Tensor:
        """Return the states (n, T, d) of n sentences of word numbers, T the longest, with -inf
        behind the end of the others; no sentence may be empty.
        """
        lengths = torch.tensor([len(row) for row in rows])  # on the CPU, whatever the device
        padded = torch.nn.utils.rnn.pad_sequence(list(rows), batch_first=True)
        padded = padded.to(self.embedding.weight.device)
        packed = torch.nn.utils.rnn.pack_padded_sequence(
            self.embedding(padded), lengths, batch_first=True, enforce_sorted=False
        )
        states, _ = torch.nn.utils.rnn.pad_packed_sequence(
            self.lstm(packed)[0], batch_first=True, padding_value=float("-inf")
        )
        return states

    def pooled(self, rows: Sequence[torch.Tensor]) -> torch.Tensor:
        """Return the vectors (n, d) of n sentences, by max pooling."""
        vectors: torch.Tensor = self(rows).max(dim=1).values
        return vectors


@dataclass(frozen=True, eq=False)
class BiLstmFile(ModelFile):
    """The file of an encoder, as `cdaflow bias train-encoder` writes it.

    `words`: those that it knows, in the order of the rows of `arrays["embedding.weight"]`.
    `facts`: what it was trained on and how, for reports.
    """

    words: tuple[str, ...]
    weights: Mapping[str, Any]
    facts: Mapping[str, Any]

    member = "encoder.json"
    kind = "sentence encoder"
    written_by = "cdaflow bias train-encoder"

    def header(self) -> dict[str, Any]:
        """Return words and facts, as JSON values."""
        return {"words": list(self.words), "facts": dict(self.facts)}

    def arrays(self) -> Arrays:
        """Return the parameters of the network by name."""
        return dict(self.weights)

    @classmethod
    def assemble(cls, header: Mapping[str, Any], arrays: Arrays) -> BiLstmFile:
        """Return the encoder of a file; InputError where words and weights do not fit."""
        require_float32(arrays)
        words = tuple(str(word) for word in header["words"])
        if arrays["embedding.weight"].ndim != 2 or len(arrays["embedding.weight"]) != len(words):
            raise InputError(
                "encoder.vector-count", "the encoder does not have exactly one word vector per word"
            )
        encoder = cls(words, arrays, dict(header["facts"]))
        encoder.network()
        return encoder

    def network(self) -> BiLstm:
        """Return the network with its weights; InputError where they are of another one."""
        vocabulary, embedding = self.weights["embedding.weight"].shape
        hidden = self.weights["lstm.weight_hh_l0"].shape[-1]
        network = BiLstm(vocabulary, embedding, hidden)
        load_parameters(network, self.weights)
        return network.eval()

    @classmethod
    def of_network(
        cls, words: Sequence[str], network: BiLstm, facts: Mapping[str, Any]
    ) -> BiLstmFile:
        """Return the file of a network that was trained."""
        return cls(tuple(words), parameters(network), facts)


class BiLstmEncoder(Encoder):
    """The encoder of such a file; a word that it does not know takes no part in its sentence.

    `vectors`: those that it was trained with: it knows all of their words then, as InferSent, whose
    vocabulary is built for each text.
    """

    pooling: Pooling = "max"
    contextual = True
    mask = None

    def __init__(
        self, name: str, model: BiLstmFile, device: str = "cpu", vectors: Vectors | None = None
    ) -> None:
        self.name = name
        self._model = model
        self._vectors = vectors
        network = model.network()
        if vectors is not None:
            _check_vectors(name, model, vectors)
            network.embedding = torch.nn.Embedding(
                len(vectors.words), vectors.dimensions, _weight=torch.from_numpy(vectors.matrix)
            )
        self._network = network.to(torch_device(device))
        self.dimensions = self._network.dimensions
        self.facts = model.facts
        self.inputs = vectors or Vectors(model.words, np.asarray(model.weights["embedding.weight"]))
        self._framed = bool(model.facts.get("settings", {}).get("boundaries"))

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        pooling: Pooling | None = None,
        device: str = "cpu",
        vectors: Vectors | None = None,
    ) -> BiLstmEncoder:
        """Return the encoder of a file; `pooling`: another one than max; `vectors`: see above.

        Raises InputError where it was trained with other vectors.
        """
        if pooling == "cls":
            raise ConfigError(
                "encoder.lstm-no-first-position",
                "an LSTM has no first position: give max or mean pooling",
                file=path,
            )
        encoder = cls(Path(path).name, BiLstmFile.load(path), device, vectors)
        if pooling is not None:
            encoder.pooling = pooling
        return encoder

    @cached_property
    def fingerprint(self) -> str:  # type: ignore[override]
        """The SHA-256 of the model, with the vectors that were given beside it."""
        if self._vectors is None:
            return self._model.digest
        content = hashlib.sha256(self._model.digest.encode())
        content.update("\n".join(self._vectors.words).encode())
        content.update(np.ascontiguousarray(self._vectors.matrix).data)
        return content.hexdigest()

    def frame(self, words: Sequence[str]) -> list[str]:
        """Return the words of a sentence with <s> and </s>, where it was trained so."""
        return frame(words) if self._framed else list(words)

    def states(self, sentences: Sequence[Sequence[str]]) -> Iterator[States]:
        """Yield the states (T, d) of each sentence, NaN for unknown words."""
        for block in batched(sentences, _BLOCK):
            rows = [self.inputs.rows(words) for words in block]
            known_rows = [row[row >= 0] for row in rows]
            known_states: list[States] = [np.empty((0, self.dimensions), np.float32)] * len(block)
            order = sorted(
                (i for i, row in enumerate(known_rows) if len(row)),
                key=lambda i: len(known_rows[i]),
            )
            for batch in batched(order, _BATCH):
                with torch.inference_mode():
                    made_of = [torch.from_numpy(known_rows[i]) for i in batch]
                    states = self._network(made_of).cpu().numpy()
                for i, sentence_states in zip(batch, states, strict=True):
                    known_states[i] = sentence_states[: len(known_rows[i])]
            for row, sentence_states in zip(rows, known_states, strict=True):
                whole = np.full((len(row), self.dimensions), np.nan, np.float32)
                whole[row >= 0] = sentence_states
                yield whole


def _check_vectors(name: str, model: BiLstmFile, vectors: Vectors) -> None:
    """Raise InputError where an encoder was not trained with these vectors."""
    own = np.asarray(model.weights["embedding.weight"])
    rows = [vectors.index.get(word, -1) for word in model.words]
    missing = [word for word, row in zip(model.words, rows, strict=True) if row < 0]
    if missing:
        problem = f"the word {missing[0]!r} is missing"
    elif own.shape[1] != vectors.dimensions:
        problem = f"they have {vectors.dimensions} dimensions, the encoder {own.shape[1]}"
    elif not np.array_equal(own, vectors.matrix[rows]):
        problem = "the values of its words differ"
    else:
        return
    raise InputError(
        "encoder.other-vectors",
        f"the encoder was not trained with these word vectors: {problem}",
        file=name,
        hint="give the file that cdaflow bias train-encoder had as --vectors",
    )
