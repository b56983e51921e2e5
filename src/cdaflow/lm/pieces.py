"""Pieces of words (byte pair encoding by SentencePiece), and where words begin among them.

Text is read as it is, in NFC, with a blank before its first word, so that a word is cut alike
everywhere. Training is deterministic: one thread, sentences in their order.
"""

from __future__ import annotations

import io
import os
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
import sentencepiece
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError

#: Ids of the pieces that are no text; EOS also ends the padding of a batch.
UNKNOWN, BEGIN, END = 0, 1, 2
_SPECIAL = 3


class Pieces:
    """A vocabulary of pieces.

    `serialised`: SentencePiece's own file.
    """

    def __init__(self, serialised: bytes) -> None:
        self.serialised = serialised
        self._processor = sentencepiece.SentencePieceProcessor(model_proto=serialised)

    def __len__(self) -> int:
        return int(self._processor.get_piece_size())

    @classmethod
    def train(cls, sentences: Iterable[str], size: int) -> Pieces:
        """Return a vocabulary of at most `size` pieces of a text.

        Raises InputError for a text without words, ConfigError where `size` does not hold even the
        letters of the text.
        """
        written = io.BytesIO()
        rows = (unicodedata.normalize("NFC", sentence) for sentence in sentences)
        try:
            sentencepiece.SentencePieceTrainer.train(
                sentence_iterator=iter(rows), model_writer=written, model_type="bpe",
                vocab_size=size, hard_vocab_limit=False, character_coverage=1.0,
                normalization_rule_name="identity", shuffle_input_sentence=False,
                num_threads=1, unk_id=UNKNOWN, bos_id=BEGIN, eos_id=END, minloglevel=2,
            )  # fmt: skip
        except (RuntimeError, OSError) as error:
            if "vocab_size" in str(error) or "required_chars" in str(error):
                raise ConfigError(
                    "pieces.unfit-size",
                    f"a vocabulary of {size} pieces does not fit the text: {str(error)[-200:]}",
                    hint="give another number of pieces",
                ) from None
            raise InputError("pieces.no-text", "there is no text to learn pieces from") from None
        return cls(written.getvalue())

    @classmethod
    def read(cls, serialised: bytes, path: str | os.PathLike[str]) -> Pieces:
        """Return the vocabulary of the bytes of a file.

        Raises InputError where they are none, or one with other ids of UNKNOWN, BEGIN and END.
        """
        try:
            vocabulary = cls(serialised)
        except (RuntimeError, OSError):
            raise InputError(
                "pieces.not-sentencepiece",
                "this is not a SentencePiece model",
                file=path,
                hint="make one with `cdaflow lm pieces`",
            ) from None
        processor = vocabulary._processor
        if (processor.unk_id(), processor.bos_id(), processor.eos_id()) != (UNKNOWN, BEGIN, END):
            raise InputError(
                "vocabulary.other-program", "the vocabulary was made by another program", file=path
            )
        return vocabulary

    def encode(self, text: str) -> list[int]:
        """Return the ids of the pieces of a text, without BEGIN and END."""
        return list(self._processor.encode(unicodedata.normalize("NFC", text)))

    @cached_property
    def goes_on(self) -> NDArray[np.bool_]:
        """For each piece, whether it goes on a word: it begins with a letter, digit, - or '."""
        names = [self._processor.id_to_piece(number) for number in range(len(self))]
        continues = [
            number >= _SPECIAL and (name[0].isalnum() or name[0] in "-'’\u05f3\u05f4\"")
            for number, name in enumerate(names)
        ]
        return np.array(continues)

    def names(self, ids: Sequence[int]) -> list[str]:
        """Return the pieces of ids as they are written, a blank as ▁."""
        return [self._processor.id_to_piece(number) for number in ids]
