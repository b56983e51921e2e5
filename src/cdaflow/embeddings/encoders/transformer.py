"""Any encoder of Hugging Face in a folder, such as those of sentence-transformers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch

from cdaflow.embeddings.encoders.base import Encoder, Pooling, States
from cdaflow.embeddings.encoders.pieces import Loaded, load_transformer
from cdaflow.embeddings.words import split_words
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import MALFORMED, batched, digest, read_json, write_json
from cdaflow.networks import torch_device

#: Sentences of about one length that are encoded at a time, and sorted at a time.
_BATCH, _SORTED = 64, 2048

#: What sentence-transformers calls each pooling in 1_Pooling/config.json.
_MODES: dict[str, Pooling] = {
    "pooling_mode_max_tokens": "max",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_cls_token": "cls",
}

#: What a folder of cdaflow bias tune-encoder says of its training.
_FACTS = "cdaflow.json"

_NOTHING = (np.zeros((0, 0), dtype=np.float32), np.zeros(0, dtype=np.float32))


@dataclass(frozen=True)
class _Chunk:
    """A part of a sentence that fits into the encoder: its ids, and the pieces of each word."""

    ids: list[int]
    lengths: list[int]


class TransformerEncoder(Encoder):
    """An encoder of Hugging Face; its states are those of the last layer.

    A sentence longer than the encoder's positions is encoded in parts, one behind the other.
    """

    contextual = True
    inputs = None

    def __init__(self, folder: Path, loaded: Loaded, pooling: Pooling, device: str = "cpu") -> None:
        tokeniser, model, pieces = loaded
        self.name, self.pooling = folder.name, pooling
        self.dimensions = int(model.config.hidden_size)
        self.mask: str | None = getattr(tokeniser, "mask_token", None)
        self._folder = folder
        self._pieces = pieces
        self._tokeniser = tokeniser
        self._model = model.to(torch_device(device)).eval()
        self._device = device

    @cached_property
    def fingerprint(self) -> str:  # type: ignore[override]
        """The SHA-256 of the weights."""
        for name in ("model.safetensors", "pytorch_model.bin"):
            if (self._folder / name).is_file():
                return digest(self._folder / name)
        # Weights in several files: their index names them all.
        index = self._folder / "model.safetensors.index.json"
        return digest(index if index.is_file() else self._folder / "config.json")

    def split(self, text: str) -> list[str]:
        """Return the words of a text, clitics at their words: the tokeniser splits them."""
        return split_words(text, clitics=False)

    def states(self, sentences: Sequence[Sequence[str]]) -> Iterator[States]:
        """Yield the states (T, d) of the words of each sentence; see `Encoder`."""
        for states, _ in self._encoded(sentences):
            yield states

    def embed(self, sentences: Sequence[Sequence[str]]) -> States:
        """Return the vectors of sentences (n, d), pooled as sentence-transformers does.

        The positions before and behind the words take part in it; of a sentence in several parts
        it is the maximum or mean over all of them, or the first position of the first.
        """
        rows = [vector for _, vector in self._encoded(sentences)]
        return np.array(rows, dtype=np.float32).reshape(len(rows), self.dimensions)

    def _encoded(self, sentences: Sequence[Sequence[str]]) -> Iterator[tuple[States, States]]:
        """Yield the states and the vector of each sentence."""
        for some in batched(sentences, _SORTED):
            parts = [self._chunks(words) for words in some]
            flat = [chunk for chunks in parts for chunk in chunks]
            chunk_states: list[tuple[States, States]] = [_NOTHING] * len(flat)
            # Sentences of about one length together: little padding.
            by_length = sorted(range(len(flat)), key=lambda index: len(flat[index].ids))
            for batch in batched(by_length, _BATCH):
                encoded = self._forward([flat[index] for index in batch])
                for index, states, vector in zip(batch, *encoded, strict=True):
                    chunk_states[index] = states, vector
            start = 0
            for chunks in parts:
                here = chunk_states[start : start + len(chunks)]
                start += len(chunks)
                whole = (
                    here[0][0] if len(here) == 1 else np.concatenate([matrix for matrix, _ in here])
                )
                yield (
                    whole,
                    self._joined([vector for _, vector in here], [len(c.ids) for c in chunks]),
                )

    def _joined(self, vectors: Sequence[States], sizes: Sequence[int]) -> States:
        """Return the vector of a sentence from those of its parts."""
        if len(vectors) == 1 or self.pooling == "cls":
            return vectors[0]
        rows = np.array(vectors)
        if self.pooling == "max":
            return np.asarray(rows.max(axis=0), dtype=np.float32)
        return np.average(rows, axis=0, weights=sizes).astype(np.float32)

    def _chunks(self, words: Sequence[str]) -> list[_Chunk]:
        pieces = self._pieces
        chunks: list[_Chunk] = []
        ids: list[int] = []
        lengths: list[int] = []
        for word in words:
            piece_ids = pieces.of(word)
            if len(ids) + len(piece_ids) > pieces.room:
                chunks.append(_Chunk([*pieces.before, *ids, *pieces.after], lengths))
                ids, lengths = [], []
            ids = ids + piece_ids
            lengths = [*lengths, len(piece_ids)]
        chunks.append(_Chunk([*pieces.before, *ids, *pieces.after], lengths))
        return chunks

    @property
    def network(self) -> torch.nn.Module:
        """Its network, for a training that changes it."""
        network: torch.nn.Module = self._model
        return network

    def ids_of(self, text: str) -> list[int]:
        """Return the ids of a text's sub-words; of a longer text those of its first part."""
        return self._chunks(self.split(text))[0].ids

    def vectors(self, ids: Sequence[Sequence[int]]) -> torch.Tensor:
        """Return the vectors (n, d) of sub-words that `ids_of` returned, with their gradient."""
        return self._pooled(*self._hidden(ids))

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What it was fine-tuned on and how, for reports; of one that was not, nothing."""
        path = self._folder / _FACTS
        return dict(read_json(path)) if path.is_file() else {}

    def save(self, folder: Path, facts: Mapping[str, Any]) -> None:
        """Write network, tokeniser and pooling, as sentence-transformers has them, and facts."""
        self._model.save_pretrained(folder)
        self._tokeniser.save_pretrained(folder)
        modes = {mode: pooling == self.pooling for mode, pooling in _MODES.items()}
        write_json(
            folder / "1_Pooling" / "config.json",
            {"word_embedding_dimension": self.dimensions, **modes},
        )
        write_json(folder / _FACTS, facts)

    def _hidden(self, ids: Sequence[Sequence[int]]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the states (n, T, d) of the last layer, and which positions are there (n, T)."""
        size = max(map(len, ids))
        padded = np.full((len(ids), size), self._pieces.padding)
        mask = np.zeros((len(ids), size), dtype=np.int64)
        for row, piece_ids in enumerate(ids):
            padded[row, : len(piece_ids)] = piece_ids
            mask[row, : len(piece_ids)] = 1
        attention = torch.from_numpy(mask).to(self._device)
        states: torch.Tensor = self._model(
            input_ids=torch.from_numpy(padded).to(self._device), attention_mask=attention
        ).last_hidden_state
        return states, attention

    @torch.inference_mode()
    def _forward(self, chunks: Sequence[_Chunk]) -> tuple[list[States], States]:
        """Return the states of the words of each part, and the vectors (n, d) of the parts."""
        hidden, attention = self._hidden([chunk.ids for chunk in chunks])
        vectors: States = self._pooled(hidden, attention).cpu().numpy()
        values: States = hidden.cpu().numpy()
        begin = len(self._pieces.before)
        merged = []
        for row, chunk in enumerate(chunks):
            count = sum(chunk.lengths)
            word_states = values[row, begin : begin + count]
            if count > len(chunk.lengths):
                starts = np.cumsum([0, *chunk.lengths[:-1]])
                word_states = np.maximum.reduceat(word_states, starts, axis=0)
            merged.append(word_states)
        return merged, vectors

    def _pooled(self, hidden: torch.Tensor, attention: torch.Tensor) -> torch.Tensor:
        if self.pooling == "cls":
            return hidden[:, 0]
        there = attention[..., None].to(hidden.dtype)
        if self.pooling == "max":
            return hidden.masked_fill(there == 0, -torch.inf).amax(dim=1)
        return (hidden * there).sum(dim=1) / there.sum(dim=1)


def own_pooling(folder: Path) -> Pooling | None:
    """Return the pooling that sentence-transformers wrote into a folder; None where it did not.

    Raises InputError for a pooling that cdaflow does not have, or several together.
    """
    path = folder / "1_Pooling" / "config.json"
    if not path.is_file():
        return None
    settings = read_json(path)
    try:
        modes = [
            name for name, value in settings.items() if name.startswith("pooling_mode") and value
        ]
        if settings.get("pooling_mode") is not None:  # sentence-transformers from version 5.3 on
            modes = [f"pooling_mode_{settings['pooling_mode']}", *modes]
        poolings = {_MODES.get(name) or _MODES.get(f"{name}_tokens") or _MODES.get(f"{name}_token")
                 for name in modes if name != "pooling_mode"}  # fmt: skip
    except MALFORMED:
        raise InputError("pooling.no-settings", "expected pooling settings", file=path) from None
    if len(poolings) != 1 or None in poolings:
        raise InputError(
            "pooling.unsupported-by-folder",
            f"the pooling must be max, mean or cls, not {', '.join(modes) or 'empty'}",
            file=path,
            hint="choose a pooling: --pooling max",
        )
    return poolings.pop()


def open_transformer(
    folder: Path, *, pooling: Pooling | None = None, threads: int = 1, device: str = "cpu"
) -> TransformerEncoder:
    """Return the encoder of a folder of Hugging Face.

    Raises ConfigError where no pooling is given and the folder has none; see `load_transformer`.
    """
    chosen = pooling or own_pooling(folder)
    if chosen is None:
        raise ConfigError(
            "pooling.not-stated",
            "this encoder does not define how sentence vectors are pooled (1_Pooling)",
            file=folder,
            hint="give --pooling mean, max or cls; all-MiniLM-L6-v2 was trained with mean",
        )
    torch.set_num_threads(threads)
    return TransformerEncoder(folder, load_transformer(folder), chosen, device)
