"""Files of SentencePiece models (.spm), read as far as this package needs.

A .spm file is a protocol buffer (sentencepiece_model.proto, public): field 1 repeats the
pieces, field 2 is the trainer's specification, whose fields 1 (input) and 2 (model_prefix)
hold paths of the machine it was made on; field 1 of a piece is its text.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from cdaflow.errors import InputError

_PIECES, _TRAINER = 1, 2
_PATHS = (1, 2)
_TEXT = 1
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5


class _FormatError(Exception):
    """The bytes are no protocol buffer."""


def piece_count(path: str | os.PathLike[str]) -> int:
    """Return the number of pieces of a SentencePiece model; InputError where it is none."""
    return len(read_pieces(path))


def read_pieces(path: str | os.PathLike[str]) -> list[str]:
    """Return the pieces of a SentencePiece model in their order, which is that of embeddings.

    A piece at the beginning of a word begins with U+2581. Raises InputError where it is none.
    """
    data = Path(path).read_bytes()
    pieces = []
    try:
        for field, start, end in _fields(data):
            if field != _PIECES:
                continue
            body = data[_split(data, start)[1] : end]
            for inner, first, last in _fields(body):
                if inner == _TEXT:
                    pieces.append(body[_split(body, first)[1] : last].decode("utf-8"))
    except (_FormatError, UnicodeDecodeError):
        pieces = []
    if not pieces:
        raise InputError(
            "this is no SentencePiece model",
            file=path,
            hint="a vocabulary named .spm is the model file that SentencePiece or Marian wrote",
        )
    return pieces


def without_paths(data: bytes) -> bytes:
    """Return a SentencePiece model without the paths of its training.

    Marian trains from a temporary file with a random name: without this the same training
    gives other bytes each time.
    """
    try:
        parts = []
        for field, start, end in _fields(data):
            if field == _TRAINER:
                head, body = _split(data, start)
                spec = data[body:end]
                kept = b"".join(spec[s:e] for f, s, e in _fields(spec) if f not in _PATHS)
                parts.append(data[start : start + head] + _encode(len(kept)) + kept)
            else:
                parts.append(data[start:end])
    except _FormatError:
        return data
    return b"".join(parts)


def _fields(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield (field number, start, end) of each field of a message, its tag included."""
    position = 0
    while position < len(data):
        start = position
        tag, position = _decode(data, position)
        kind = tag & 7
        if kind == _VARINT:
            _, position = _decode(data, position)
        elif kind == _LENGTH:
            length, position = _decode(data, position)
            position += length
        elif kind in (_FIXED64, _FIXED32):
            position += 8 if kind == _FIXED64 else 4
        else:
            raise _FormatError
        if position > len(data) or tag < 8:
            raise _FormatError
        yield tag >> 3, start, position


def _split(data: bytes, start: int) -> tuple[int, int]:
    """Return the length of the tag at `start` and where the field's content begins."""
    _, after_tag = _decode(data, start)
    _, body = _decode(data, after_tag)
    return after_tag - start, body


def _decode(data: bytes, position: int) -> tuple[int, int]:
    """Return a variable-length integer and the position behind it."""
    value = 0
    for shift in range(0, 70, 7):
        if position >= len(data):
            raise _FormatError
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
    raise _FormatError


def _encode(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
