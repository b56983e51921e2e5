"""Text to the pieces of a vocabulary and back, as Marian does it within itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError, ProgramError
from cdaflow.nmt.vocabulary import piece_count

#: Put at the end of each sentence by Marian.
END = "</s>"


class Pieces:
    """A SentencePiece vocabulary; `names` are its pieces in the order of their numbers.

    Raises InputError for a vocabulary that is none, ProgramError where SentencePiece is not
    installed.
    """

    def __init__(self, path: Path) -> None:
        if path.suffix != ".spm":
            raise InputError(
                "CTranslate2 is given SentencePiece vocabularies (.spm) alone",
                file=path,
                hint="decode this model with --decoder marian",
            )
        try:
            from sentencepiece import SentencePieceProcessor
        except ImportError:
            raise ProgramError(
                "SentencePiece was not found", hint="pip install 'cdaflow[ctranslate2]'"
            ) from None
        piece_count(path)  # says so where it is no vocabulary
        self._processor: Any = SentencePieceProcessor(model_file=str(path))
        count = self._processor.get_piece_size()
        self.names: list[str] = [self._processor.id_to_piece(number) for number in range(count)]
        self.unknown = self.names[self._processor.unk_id()]
        if END not in self.names:
            raise InputError(f"the vocabulary has no piece {END}", file=path)

    def encode(self, line: str) -> list[str]:
        """Return the pieces of a line."""
        pieces: list[str] = self._processor.encode(line, out_type=str)
        return pieces

    def decode(self, pieces: Sequence[str]) -> str:
        """Return the line that is made of pieces; a line break in one becomes a blank."""
        line: str = self._processor.decode(list(pieces))
        return line.replace("\r", " ").replace("\n", " ")
