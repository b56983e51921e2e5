"""The back end `lstm`: a bidirectional LSTM from scratch over words and their character n-grams.

n-grams are hashed, so that words that no training sentence has are read by their parts.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

from cdaflow.alternatives.tagging.data import LABELS
from cdaflow.alternatives.tagging.network import Window, WordNetwork
from cdaflow.errors import InputError
from cdaflow.io.model_file import DAMAGED, pack, read_bytes, unpack

FILE, MEMBER = "lstm.npz", "lstm.json"

_BUCKETS = 1 << 14
_NGRAMS = (2, 3, 4, 5)
_WORD, _NGRAM, _CASE, _HIDDEN = 96, 64, 8, 128
_DROPOUT = 0.33

#: Share of the words that are hidden in training, so that their n-grams learn to stand for them.
_HIDDEN_WORDS = 0.1

#: Characters of a word whose n-grams are read.
_CHARACTERS = 40


class LstmNetwork(WordNetwork):
    """Embeddings of words, n-grams and case; an LSTM in both directions; a linear layer."""

    backend = "lstm"

    def __init__(self, vocabulary: Sequence[str], labels: int = len(LABELS)) -> None:
        super().__init__()
        self.vocabulary = list(vocabulary)
        self._ids = {word: number for number, word in enumerate(self.vocabulary, 1)}
        self.words = torch.nn.Embedding(len(self.vocabulary) + 1, _WORD)
        self.ngrams = torch.nn.EmbeddingBag(_BUCKETS, _NGRAM, mode="mean")
        self.case = torch.nn.Embedding(4, _CASE)
        self.lstm = torch.nn.LSTM(
            _WORD + _NGRAM + _CASE, _HIDDEN, num_layers=2, batch_first=True, bidirectional=True,
            dropout=_DROPOUT,
        )  # fmt: skip
        self.dropout = torch.nn.Dropout(_DROPOUT)
        self.linear = torch.nn.Linear(2 * _HIDDEN, labels)
        self._known: dict[str, tuple[int, int, list[int]]] = {}

    def _features(self, word: str) -> tuple[int, int, list[int]]:
        """Return the number of a word, of its case, and those of its n-grams."""
        found = self._known.get(word)
        if found is None:
            lower = word.lower()
            case = (
                0 if word == lower else 1 if word[1:] == lower[1:] else 2 if word.isupper() else 3
            )
            found = self._ids.get(lower, 0), case, ngrams(lower)
            if len(self._known) > 500_000:
                self._known.clear()
            self._known[word] = found
        return found

    def windows(self, words: Sequence[str]) -> list[Window]:
        """Return one window of all words, none for an empty sentence."""
        features = [self._features(word) for word in words]
        return [Window(features, len(words), 0, len(words))] if words else []

    def forward(self, windows: Sequence[Window]) -> torch.Tensor:
        """Return logits of the words: shape (words, labels)."""
        features = [one for window in windows for one in window.features]
        ids = torch.tensor([one[0] for one in features], device=self.device)
        if self.training:
            ids = ids.masked_fill(torch.rand(len(ids), device=self.device) < _HIDDEN_WORDS, 0)
        flat = torch.tensor([n for one in features for n in one[2]], device=self.device)
        starts = np.cumsum([0, *(len(one[2]) for one in features[:-1])])
        bags = self.ngrams(flat, torch.from_numpy(starts).to(self.device))
        case = self.case(torch.tensor([one[1] for one in features], device=self.device))
        inputs = self.dropout(torch.cat([self.words(ids), bags, case], dim=1))
        lengths = [window.size for window in windows]
        padded = pad_sequence(list(torch.split(inputs, lengths)), batch_first=True)
        packed = pack_padded_sequence(
            padded, torch.tensor(lengths), batch_first=True, enforce_sorted=False
        )
        states, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        rows = [row for row, length in enumerate(lengths) for _ in range(length)]
        columns = [column for length in lengths for column in range(length)]
        scores: torch.Tensor = self.linear(self.dropout(states[rows, columns]))
        return scores

    def save(self, folder: Path) -> None:
        """Write parameters and vocabulary as one file of NumPy arrays."""
        arrays = {name: p.detach().cpu().numpy() for name, p in self.named_parameters()}
        (folder / FILE).write_bytes(
            pack(MEMBER, {"format": 1, "vocabulary": self.vocabulary}, arrays)
        )


def ngrams(word: str) -> list[int]:
    """Return the numbers (0 to 2^14 - 1) of a word's n-grams, ends marked; at least one."""
    marked = f"<{word[:_CHARACTERS]}>"
    found = [
        zlib.crc32(marked[start : start + n].encode()) % _BUCKETS
        for n in _NGRAMS
        for start in range(len(marked) - n + 1)
    ]
    return found or [0]


def new_lstm(sentences: Iterable[Sequence[str]], labels: int = len(LABELS)) -> LstmNetwork:
    """Return a network, not trained, whose vocabulary is the words that come twice or more."""
    counts = Counter(word.lower() for words in sentences for word in words)
    return LstmNetwork(sorted(word for word, count in counts.items() if count > 1), labels)


def load_lstm(folder: Path, labels: int = len(LABELS)) -> LstmNetwork:
    """Return the trained network of a tagger's folder; InputError where it is damaged."""
    path = folder / FILE
    try:
        header, arrays = unpack(MEMBER, read_bytes(path), 1)
        vocabulary = header["vocabulary"]
        if not all(isinstance(word, str) for word in vocabulary):
            raise TypeError("the vocabulary is no list of words")
        network = LstmNetwork(vocabulary, labels)
        network.load_state_dict({n: torch.from_numpy(np.array(a)) for n, a in arrays.items()})
    except DAMAGED as error:
        raise InputError(
            "model.network-damaged", f"the network is damaged ({error})", file=path
        ) from None
    return network
