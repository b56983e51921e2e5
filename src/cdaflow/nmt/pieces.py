"""Text to the pieces of a vocabulary and back, as Marian does it within itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError
from cdaflow.nmt.data import Segment
from cdaflow.nmt.model import Model
from cdaflow.nmt.vocabulary import piece_count
from cdaflow.nmt.yaml_vocabulary import read_tokens

#: Put at the end of each sentence by Marian.
END = "</s>"

#: What vocabularies in YAML have for all tokens that they do not have.
UNKNOWN = "<unk>"


class Pieces:
    """A vocabulary with its segmentation; `names` are its pieces in the order of their numbers.

    A vocabulary that is a SentencePiece model segments text itself; one in YAML has `spm`, a
    SentencePiece model, beside it, see `cdaflow.nmt.model.Model`.

    Raises InputError for a vocabulary that is none.
    """

    def __init__(self, path: Path, spm: Path | None = None) -> None:
        from sentencepiece import SentencePieceProcessor

        model = spm or path
        piece_count(model)  # says so where it is no SentencePiece model
        self._processor: Any = SentencePieceProcessor(model_file=str(model))
        if spm is None:
            count = self._processor.get_piece_size()
            self.names: list[str] = [self._processor.id_to_piece(number) for number in range(count)]
            self.unknown = self.names[self._processor.unk_id()]
        else:
            self.names, self.unknown = read_tokens(path), UNKNOWN
        for name in (END, self.unknown):
            if name not in self.names:
                raise InputError(f"the vocabulary has no piece {name}", file=path)

    def encode(self, line: str) -> list[str]:
        """Return the pieces of a line."""
        pieces: list[str] = self._processor.encode(line, out_type=str)
        return pieces

    def encode_line(self, line: str) -> str:
        """Return the pieces of a line with blanks between them, as Marian reads and writes them."""
        return " ".join(self.encode(line))

    def decode_line(self, line: str) -> str:
        """Return the line that is made of such pieces."""
        return self.decode([piece for piece in line.split(" ") if piece])

    def decode(self, pieces: Sequence[str]) -> str:
        """Return the line that is made of pieces; a line break in one becomes a blank."""
        line: str = self._processor.decode(list(pieces))
        return line.replace("\r", " ").replace("\n", " ")


def pieces_of(model: Model) -> tuple[Pieces, Pieces]:
    """Return the pieces of the source and of the target of a model."""
    source, target = model.vocabularies
    source_spm, target_spm = model.spm or (None, None)
    return Pieces(source, source_spm), Pieces(target, target_spm)


def line_segmentation(model: Model) -> tuple[Segment, Segment] | None:
    """Return what segments lines of source and target before Marian; None where it does so itself.

    Marian knows of a vocabulary in YAML the pieces alone, not how text is cut into them.
    """
    if model.spm is None:
        return None
    source, target = pieces_of(model)
    return source.encode_line, target.encode_line
