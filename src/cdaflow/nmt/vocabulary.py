"""Vocabularies: SentencePiece models, and YAML for text that is segmented outside of Marian.

Vocabularies in YAML have a token and its number a line, as marian-vocab writes them. Marian finds
the tokens between the blanks of its input, and writes them so. In models of OPUS-MT two
SentencePiece models make them of text (source.spm, target.spm), and only such models are read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from cdaflow.errors import InputError
from cdaflow.nmt.spm import read_subwords, vocabulary_size

#: Marian reads files with these endings as YAML.
SUFFIXES = (".yml", ".yaml", ".json")

#: No vocabulary has more bytes; one of 65,000 tokens has a million.
_MAX_BYTES = 32 * 1024 * 1024

#: At least this share of the subwords of a SentencePiece model are tokens of its vocabulary, which
#: has those that its training text had.
_LEAST_SHARE = 0.5

_TARGET_LANGUAGE = re.compile(r">>[A-Za-z]{2,3}\S*<<")

#: Put at the end of each sentence by Marian.
END = "</s>"

#: What vocabularies in YAML have for all tokens that they do not have.
UNKNOWN = "<unk>"


#: Cuts a line into subwords, written with blanks between them.
Segment = Callable[[str], str]


def read_tokens(path: Path) -> list[str]:
    """Return the tokens of a vocabulary in the order of their numbers, which are 0 to N - 1.

    Raises InputError where the file is no such vocabulary.
    """
    if path.suffix not in SUFFIXES:
        raise InputError(
            f"a vocabulary of this kind ({path.suffix or 'without an ending'}) cannot be read",
            file=path,
            hint="vocabularies are SentencePiece models (.spm) or YAML (.yml)",
        )
    if path.stat().st_size > _MAX_BYTES:
        raise InputError(f"the vocabulary is larger than {_MAX_BYTES} bytes", file=path)
    try:
        values = list(_scalars(path.read_text(encoding="utf-8")))
        numbers = {
            token: int(number) for token, number in zip(values[::2], values[1::2], strict=True)
        }
    except (yaml.YAMLError, ValueError) as error:
        raise InputError(
            f"no vocabulary in YAML ({str(error).partition(chr(10))[0]})",
            file=path,
            hint="each line has a token and its number, as marian-vocab writes them",
        ) from None
    tokens = sorted(numbers, key=numbers.__getitem__)
    count = len(values) // 2
    if not tokens or [numbers[token] for token in tokens] != list(range(count)):
        raise InputError(
            f"the numbers of the {count} tokens are not 0 to {count - 1}, each once",
            file=path,
            hint="is the file complete, and is it the vocabulary that the model was trained with?",
        )
    return tokens


def _scalars(text: str) -> Iterator[str]:
    """Yield keys and values of one flat mapping, as text: a token may be `no`, `12` or `null`.

    Raises ValueError for another document. Nothing is built of it: what is nested ends it.
    """
    # Of libyaml, which is quicker, where it is there.
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    mappings = 0
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.ScalarEvent) and mappings:
            yield str(event.value)
        elif isinstance(event, yaml.MappingStartEvent) and not mappings:
            mappings += 1
        elif isinstance(event, yaml.NodeEvent):
            raise ValueError(f"line {event.start_mark.line + 1} has no token and number")


def check_tokens(tokens: Sequence[str], path: Path) -> None:
    """Raise InputError for the vocabulary of a model that needs what cdaflow does not do to text.

    These are the merges of BPE codes, and a token in front of the text for the target language.
    """
    cut = [token for token in tokens if token.endswith("@@")]
    if len(cut) > len(tokens) / 100:
        raise InputError(
            f"the tokens are made by BPE codes ({', '.join(cut[:3])}, ...), which cannot be used",
            file=path,
            hint="take a model that comes with SentencePiece models (source.spm, target.spm)",
        )
    codes = [token for token in tokens if _TARGET_LANGUAGE.fullmatch(token)]
    if codes:
        raise InputError(
            f"the model takes the target language as a token ({', '.join(codes[:3])}), which "
            "cannot be given",
            file=path,
            hint="take a model of one target language",
        )


def check_segmentation(tokens: Sequence[str], path: Path, spm: Path) -> None:
    """Raise InputError where a SentencePiece model is not the one that a vocabulary was made by."""
    subwords = read_subwords(spm)
    known = len(set(tokens).intersection(subwords))
    if known < _LEAST_SHARE * len(subwords):
        raise InputError(
            f"only {known} of its {len(subwords)} subwords are tokens of the vocabulary {path}",
            file=spm,
            hint="give the SentencePiece models that the model was trained with, source first",
        )


class Segmenter:
    """Cuts text into the subwords of a vocabulary; `names`: they in the order of their numbers.

    A vocabulary that is a SentencePiece model segments text itself; one in YAML has `spm`, a
    SentencePiece model, beside it, see `cdaflow.nmt.model.Model`.

    Raises InputError for a vocabulary that is none.
    """

    def __init__(self, path: Path, spm: Path | None = None) -> None:
        from sentencepiece import SentencePieceProcessor

        model = spm or path
        vocabulary_size(model)  # raises where it is no SentencePiece model
        self._processor: Any = SentencePieceProcessor(model_file=str(model))
        if spm is None:
            count = self._processor.get_piece_size()
            self.names: list[str] = [self._processor.id_to_piece(number) for number in range(count)]
            self.unknown = self.names[self._processor.unk_id()]
        else:
            self.names, self.unknown = read_tokens(path), UNKNOWN
        for name in (END, self.unknown):
            if name not in self.names:
                raise InputError(f"the vocabulary has no subword {name}", file=path)

    def encode(self, line: str) -> list[str]:
        """Return the subwords of a line."""
        subwords: list[str] = self._processor.encode(line, out_type=str)
        return subwords

    def spans(self, line: str) -> list[tuple[int, int]]:
        """Return where each subword of a line stands in it: offsets of characters, half-open.

        The mark of a word's beginning stands for the blank before it. What text is normalised to
        (a ligature to two letters) shares its characters: only the last subword has them.
        """
        found = self._processor.encode(line, out_type="offset_mapping")
        return [(start, end) for start, end in found["offsets"]]

    def encode_line(self, line: str) -> str:
        """Return the subwords of a line with blanks between them, as Marian reads and writes."""
        return " ".join(self.encode(line))

    def decode_line(self, line: str) -> str:
        """Return the line that is made of such subwords."""
        return self.decode(list(filter(None, line.split(" "))))

    def decode(self, subwords: Sequence[str]) -> str:
        """Return the line that is made of subwords; a line break in one becomes a blank."""
        line: str = self._processor.decode(list(subwords))
        return _one_line(line)

    def decode_spans(self, subwords: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
        """Return the line that is made of subwords, and where each of them stands in it."""
        found = self._processor.decode(list(subwords), out_type="offset_mapping")
        return _one_line(found["text"]), [(start, end) for start, end in found["offsets"]]


def _one_line(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ")
