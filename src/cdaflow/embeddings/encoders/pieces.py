"""Encoders of Hugging Face in folders: loaded without trust, and their sub-words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from cdaflow.errors import ConfigError, InputError

#: Sub-words of a window at most; encoders of fewer positions have shorter ones.
POSITIONS = 512

#: Sub-words of a word that the encoder sees at most: longer ones are no words of a language.
MAX_PIECES = 64

#: Words whose sub-words are remembered.
_REMEMBERED = 500_000


class Pieces:
    """The sub-words of a tokeniser.

    `before`, `after`: the ids around a sentence; `room`: ids that fit between them; `padding`: the
    id that fills a batch.
    """

    def __init__(self, tokeniser: Any, config: Any) -> None:
        self._tokeniser = tokeniser
        bare = self._ids("a")
        whole = list(tokeniser("a")["input_ids"])
        begin = next(i for i in range(len(whole)) if whole[i : i + len(bare)] == bare)
        self.before, self.after = whole[:begin], whole[begin + len(bare) :]
        # Two positions are kept back: encoders such as RoBERTa count from the padding index on.
        positions = getattr(config, "max_position_embeddings", 0) - 2
        positions = min(POSITIONS, positions) if positions > 0 else POSITIONS
        self.room = positions - len(self.before) - len(self.after)
        self.padding: int = tokeniser.pad_token_id or 0
        self._known: dict[str, list[int]] = {}

    def _ids(self, word: str) -> list[int]:
        return list(self._tokeniser(word, add_special_tokens=False)["input_ids"])

    def of(self, word: str) -> list[int]:
        """Return the ids of a word's sub-words, at least one."""
        ids = self._known.get(word)
        if ids is None:
            unknown = self._tokeniser.unk_token_id or 0
            ids = self._ids(word)[: min(MAX_PIECES, self.room)] or [unknown]
            if len(self._known) > _REMEMBERED:
                self._known.clear()
            self._known[word] = ids
        return ids


#: The tokeniser and the model of a folder, and their sub-words.
Loaded = tuple[Any, Any, Pieces]


def load_transformer(folder: Path) -> Loaded:
    """Return tokeniser, model (weights of 32 bits) and sub-words of a folder.

    No code of the folder is run, and nothing is fetched. Raises InputError for a folder that has no
    encoder, ConfigError where the package transformers is missing.
    """
    try:
        import transformers
    except ImportError:
        raise ConfigError(
            "encoder.no-transformers",
            "an encoder needs the Python package transformers",
            hint="pip install 'cdaflow[encoder]'",
        ) from None
    transformers.logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    transformers.logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    if not (folder / "config.json").is_file():
        raise InputError(
            "encoder.no-config",
            "the folder has no encoder (config.json)",
            file=folder,
            hint="get a small encoder with cdaflow alternatives fetch-encoder",
        )
    try:
        tokeniser = transformers.AutoTokenizer.from_pretrained(
            str(folder), local_files_only=True, add_prefix_space=True
        )
        encoder = transformers.AutoModel.from_pretrained(
            str(folder), local_files_only=True, dtype=torch.float32
        )
        return tokeniser, encoder, Pieces(tokeniser, encoder.config)
    except Exception as error:
        # transformers, tokenizers and safetensors raise exceptions of many kinds, some bare.
        first = str(error).partition("\n")[0] or type(error).__name__
        raise InputError(
            "encoder.not-loadable", f"transformers cannot load this encoder ({first})", file=folder
        ) from None
