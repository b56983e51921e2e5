"""The back end `encoder`: any encoder of Hugging Face in a folder, and a linear layer on it.

A word is labelled at its first sub-word (Garg et al. 2024, appendix D).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from cdaflow.alternatives.tagging.data import LABELS
from cdaflow.alternatives.tagging.network import Window, WordNetwork
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.model_file import DAMAGED, pack, read_bytes, unpack

#: Sub-words of a window at most; encoders of fewer positions have shorter ones.
POSITIONS = 512

#: Sub-words of a word that the encoder sees at most: longer ones are no words of a language.
MAX_PIECES = 64

#: Folder and file below the folder of a tagger.
ENCODER, HEAD = "encoder", "head.npz"

_DROPOUT = 0.1


class EncoderNetwork(WordNetwork):
    """An encoder, its tokeniser and a linear layer."""

    backend = "encoder"

    def __init__(self, encoder: Any, tokeniser: Any, labels: int = len(LABELS)) -> None:
        super().__init__()
        self.encoder, self.tokeniser = encoder, tokeniser
        self.dropout = torch.nn.Dropout(_DROPOUT)
        self.linear = torch.nn.Linear(encoder.config.hidden_size, labels)
        bare = self._pieces_of("a")
        whole = list(tokeniser("a")["input_ids"])
        begin = next(i for i in range(len(whole)) if whole[i : i + len(bare)] == bare)
        self._before, self._after = whole[:begin], whole[begin + len(bare) :]
        # Two positions are kept back: encoders such as RoBERTa count from the padding index on.
        positions = getattr(encoder.config, "max_position_embeddings", 0) - 2
        positions = min(POSITIONS, positions) if positions > 0 else POSITIONS
        self._room = positions - len(self._before) - len(self._after)
        self._known: dict[str, list[int]] = {}

    def _pieces_of(self, word: str) -> list[int]:
        return list(self.tokeniser(word, add_special_tokens=False)["input_ids"])

    def _pieces(self, word: str) -> list[int]:
        """Return the ids of a word's sub-words, at least one."""
        found = self._known.get(word)
        if found is None:
            unknown = self.tokeniser.unk_token_id or 0
            found = self._pieces_of(word)[: min(MAX_PIECES, self._room)] or [unknown]
            if len(self._known) > 500_000:
                self._known.clear()
            self._known[word] = found
        return found

    def windows(self, words: Sequence[str]) -> list[Window]:
        """Return windows that overlap by half; each word is labelled where it has most context."""
        pieces = [self._pieces(word) for word in words]
        ends = np.cumsum([0, *map(len, pieces)])
        found: list[Window] = []
        start = first = 0
        while first < len(words):
            stop = int(np.searchsorted(ends, ends[start] + self._room, "right")) - 1
            following = int(np.searchsorted(ends, ends[start] + self._room // 2, "left"))
            following = min(max(following, start + 1), stop)
            if stop <= first:  # a word that is nearly as long as a window comes next
                start = following
                continue
            last = len(words) if stop == len(words) else max((following + stop) // 2, first + 1)
            ids = [*self._before, *(one for p in pieces[start:stop] for one in p), *self._after]
            at = [len(self._before) + int(ends[i] - ends[start]) for i in range(first, last)]
            found.append(Window((ids, at), len(ids), first, last))
            start, first = following, last
        return found

    def forward(self, windows: Sequence[Window]) -> torch.Tensor:
        """Return logits of the labelled words: shape (words, labels)."""
        size = max(window.size for window in windows)
        padding = self.tokeniser.pad_token_id or 0
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

    No code of the folder is run, and nothing is fetched. Raises InputError for a folder that has no
    encoder, ConfigError where the package transformers is missing.
    """
    try:
        import transformers
    except ImportError:
        raise ConfigError(
            "an encoder needs the Python package transformers",
            hint="pip install 'cdaflow[encoder]'",
        ) from None
    transformers.logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    transformers.logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    if not (folder / "config.json").is_file():
        raise InputError(
            "this folder has no encoder (config.json)",
            file=folder,
            hint="cdaflow alternatives fetch-encoder gets a small one",
        )
    try:
        tokeniser = transformers.AutoTokenizer.from_pretrained(
            str(folder), local_files_only=True, add_prefix_space=True
        )
        encoder = transformers.AutoModel.from_pretrained(
            str(folder), local_files_only=True, dtype=torch.float32
        )
        return EncoderNetwork(encoder, tokeniser, labels)
    except Exception as error:
        # transformers, tokenizers and safetensors raise exceptions of many kinds, some bare.
        first = str(error).partition("\n")[0] or type(error).__name__
        raise InputError(f"no encoder that transformers can load ({first})", file=folder) from None


def load_encoder(folder: Path, labels: int = len(LABELS)) -> EncoderNetwork:
    """Return the trained network of a tagger's folder; InputError where it is damaged."""
    network = open_encoder(folder / ENCODER, labels)
    try:
        _, arrays = unpack("head.json", read_bytes(folder / HEAD), 1)
        tensors = {name: torch.from_numpy(np.array(array)) for name, array in arrays.items()}
        network.linear.load_state_dict(tensors)
    except DAMAGED as error:
        raise InputError(f"the linear layer is damaged ({error})", file=folder / HEAD) from None
    return network
