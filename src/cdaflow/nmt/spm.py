"""SentencePiece models as files, read and changed without the trainer's protocol buffer classes.

A SentencePiece model (.spm) is a protocol buffer (sentencepiece_model.proto, public): field 1
repeats the subwords, field 2 is the trainer's specification, whose fields 1 (input) and 2
(model_prefix) hold paths of the machine it was made on; field 1 of a subword is its text, field 3
its type.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator
from pathlib import Path

from cdaflow.errors import InputError

_SUBWORDS, _TRAINER = 1, 2
_TEXT, _TYPE = 1, 3
_PATHS = (1, 2)

#: Types of subwords: one of the text, and one that is kept whole wherever it stands.
NORMAL, USER_DEFINED = 1, 4
_UNUSED = 5

#: How a field of a protocol buffer is coded, by the last three bits of its tag.
_VARINT, _LENGTH = 0, 2
_FIXED = {1: 8, 5: 4}


class _FormatError(Exception):
    """The bytes are no protocol buffer."""


def vocabulary_size(path: str | os.PathLike[str]) -> int:
    """Return the number of subwords of a SentencePiece model; InputError if it is not one."""
    return len(read_subwords(path))


def read_subwords(path: str | os.PathLike[str]) -> list[str]:
    """Return the subwords of a SentencePiece model in their order, which is that of embeddings.

    One at the beginning of a word begins with U+2581. Raises InputError where it is no such model.
    """
    return [text for text, _ in typed_subwords(path)]


def user_defined(path: str | os.PathLike[str]) -> set[str]:
    """Return the symbols that a SentencePiece model keeps whole; InputError if it is not one."""
    return {text for text, kind in typed_subwords(path) if kind == USER_DEFINED}


def typed_subwords(path: str | os.PathLike[str]) -> list[tuple[str, int]]:
    """Return the subwords of a SentencePiece model with their types, or raise InputError."""
    subwords = []
    try:
        for number, content, _ in _fields(Path(path).read_bytes()):
            if number == _SUBWORDS:
                parts = {inner: (text, field) for inner, text, field in _fields(content)}
                text, _ = parts[_TEXT]
                # The type is a number: behind the one byte of its tag, and of one byte itself.
                kind = parts[_TYPE][1][1] if _TYPE in parts else NORMAL
                subwords.append((text.decode("utf-8"), kind))
    except (_FormatError, UnicodeDecodeError, KeyError):
        subwords = []
    if not subwords:
        raise InputError(
            "model.not-sentencepiece",
            "this is not a SentencePiece model",
            file=path,
            hint="a vocabulary with the ending .spm must be a model file written by "
            "SentencePiece or Marian",
        )
    return subwords


def with_symbols(path: str | os.PathLike[str], symbols: Iterable[str]) -> bytes:
    """Return a SentencePiece model that keeps symbols whole; the same bytes where it does.

    A new symbol comes behind all subwords; one that was an ordinary subword keeps its number.
    Raises InputError where the file is no such model, or a symbol is a special subword of it.
    """
    types = dict(typed_subwords(path))
    data = Path(path).read_bytes()
    to_define = {symbol for symbol in symbols if types.get(symbol) != USER_DEFINED}
    for symbol in to_define & types.keys():
        if types[symbol] not in (NORMAL, _UNUSED):
            raise InputError(
                "vocabulary.symbol-special",
                f"{symbol} is a special subword of the vocabulary",
                file=path,
            )
    parts: list[bytes] = []
    end = 0
    for number, content, field in _fields(data):
        if number == _SUBWORDS:
            inner = {key: raw for key, _, raw in _fields(content)}
            text = next(text for key, text, _ in _fields(content) if key == _TEXT).decode()
            if text in to_define:
                rest = b"".join(raw for key, raw in inner.items() if key != _TYPE)
                field = _message(_SUBWORDS, rest + bytes([_TYPE << 3, USER_DEFINED]))
            end = len(parts) + 1
        parts.append(field)
    # The score of a symbol is not looked at.
    new = [
        _message(_SUBWORDS, _message(_TEXT, symbol.encode()) + bytes([_TYPE << 3, USER_DEFINED]))
        for symbol in symbols
        if symbol in to_define and symbol not in types
    ]
    return b"".join([*parts[:end], *new, *parts[end:]])


def with_subwords(path: str | os.PathLike[str], numbers: Container[int]) -> bytes:
    """Return a SentencePiece model with some of its subwords alone, by their numbers, in order."""
    parts = []
    number = -1
    for field, _, content in _fields(Path(path).read_bytes()):
        number += field == _SUBWORDS
        if field != _SUBWORDS or number in numbers:
            parts.append(content)
    return b"".join(parts)


def without_paths(data: bytes) -> bytes:
    """Return a SentencePiece model without the paths of its training.

    Marian trains from a temporary file with a random name: without this the same training
    gives other bytes each time.
    """
    parts = []
    try:
        for number, content, field in _fields(data):
            if number == _TRAINER and content:
                rest = b"".join(part for inner, _, part in _fields(content) if inner not in _PATHS)
                field = _message(_TRAINER, rest)
            parts.append(field)
    except _FormatError:
        return data
    return b"".join(parts)


def _fields(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield number, content (empty for a number) and all bytes of each field of a message."""
    position = 0
    while position < len(data):
        start, content = position, b""
        tag, position = _decode(data, position)
        kind = tag & 7
        if kind == _VARINT:
            _, position = _decode(data, position)
        elif kind == _LENGTH:
            length, position = _decode(data, position)
            content = data[position : position + length]
            position += length
        elif kind in _FIXED:
            position += _FIXED[kind]
        else:
            raise _FormatError
        if position > len(data) or tag < 8:
            raise _FormatError
        yield tag >> 3, content, data[start:position]


def _decode(data: bytes, position: int) -> tuple[int, int]:
    """Return a variable-length integer and the position behind it."""
    value = 0
    for shift, byte in enumerate(data[position : position + 10]):
        value |= (byte & 0x7F) << 7 * shift
        if byte < 0x80:
            return value, position + shift + 1
    raise _FormatError


def _message(number: int, content: bytes) -> bytes:
    """Return the field of a message that holds text or another message."""
    return bytes([number << 3 | _LENGTH]) + _encode(len(content)) + content


def _encode(value: int) -> bytes:
    """Return a variable-length integer."""
    head = bytearray()
    while value > 0x7F:
        head.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*head, value])
