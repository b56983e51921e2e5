"""The binary container of Marian's quantised models, as Firefox's translator reads them.

Little-endian: the version and the number n of items (uint64); n headers of four uint64 (length of
the name with its final NUL, type, number of dimensions, bytes of data); the names; the dimensions
(int32); the number of padding bytes (uint64) and these; the data of each item. Source: Marian,
src/common/binary.cpp, and the types in src/common/types.h.
"""

from __future__ import annotations

import math
import os
import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_path, read_blocks

#: Data begin at a multiple of it in the file, and those of parameters fill a multiple of it.
ALIGNMENT = 256

_VERSION = 1
_COUNTS = struct.Struct("<QQ")
_HEADER = struct.Struct("<4Q")
_LENGTH = struct.Struct("<Q")

#: More than any real model has: a damaged count is not to take all memory.
_MAX_BYTES = 1 << 31
_MAX_NAME = 1024
_MAX_RANK = 8

_HINT = (
    "give the model.*.intgemm.alphas.bin of a Firefox (Bergamot) model; if this is such a file, "
    "it is damaged or truncated: copy it again"
)


class Type(IntEnum):
    """What the data of an item are, by Marian's number.

    INT8: text or plain bytes; FLOAT32: a parameter; INTGEMM8: int8 values, then one float32, the
    multiplier that they were made with.
    """

    INT8 = 0x101
    FLOAT32 = 0x404
    INTGEMM8 = 0x4101

    def size(self, shape: Sequence[int]) -> int:
        """Return how many bytes an item of a shape needs, without padding."""
        count = math.prod(shape)
        if self is Type.FLOAT32:
            return 4 * count
        return count + 4 if self is Type.INTGEMM8 else count


@dataclass(frozen=True)
class Item:
    """A named array of a file; `data` are its bytes as they are there, padding included."""

    name: str
    type: Type
    shape: tuple[int, ...]
    data: bytes


def read_items(path: str | os.PathLike[str]) -> list[Item]:
    """Return the items of a file in their order; the file may be compressed (.gz, .zst, .xz).

    Raises InputError for a file that is none such, is truncated, repeats a name, or has a type or
    a length that does not go with the rest.
    """
    raw = _read(Path(path))
    try:
        return _parse(raw)
    except ValueError as error:
        raise InputError(
            "model.incomplete-binary",
            f"this is not a complete binary model of Marian ({error})",
            file=path,
            hint=_HINT,
        ) from None


def write_items(path: str | os.PathLike[str], items: Sequence[Item]) -> None:
    """Write items to a file, whole or not at all: those that were read give the same bytes."""
    names = [item.name.encode() + b"\0" for item in items]
    headers = b"".join(
        _HEADER.pack(len(name), item.type, len(item.shape), len(item.data))
        for name, item in zip(names, items, strict=True)
    )
    shapes = b"".join(struct.pack(f"<{len(item.shape)}i", *item.shape) for item in items)
    begin = _COUNTS.pack(_VERSION, len(items)) + headers + b"".join(names) + shapes
    padding = -(len(begin) + _LENGTH.size) % ALIGNMENT
    with atomic_path(path) as temporary, open(temporary, "wb") as handle:
        handle.write(begin + _LENGTH.pack(padding) + bytes(padding))
        for item in items:
            handle.write(item.data)


def _read(path: Path) -> bytes:
    blocks: list[bytes] = []
    size = 0
    for block in read_blocks(path, 1 << 20):
        size += len(block)
        if size > _MAX_BYTES:
            raise InputError(
                "model.too-large",
                f"the file has more than {_MAX_BYTES} bytes",
                file=path,
                hint=_HINT,
            )
        blocks.append(block)
    return b"".join(blocks)


class _Reader:
    """A position in the bytes of a file."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._position = 0

    @property
    def left(self) -> int:
        return len(self._raw) - self._position

    def take(self, size: int, what: str) -> bytes:
        """Return the next bytes; ValueError where there are fewer."""
        if size > self.left:
            raise ValueError(f"{what}: expected {size} bytes, found {self.left}")
        self._position += size
        return self._raw[self._position - size : self._position]


def _parse(raw: bytes) -> list[Item]:
    """Return the items of a file's bytes; ValueError where they are no such file."""
    reader = _Reader(raw)
    version, count = _COUNTS.unpack(reader.take(_COUNTS.size, "version and number of items"))
    if version != _VERSION:
        raise ValueError(f"version {version}, expected {_VERSION}")
    if count > reader.left // _HEADER.size:
        raise ValueError(f"{count} items do not fit into the file")
    headers = [_HEADER.unpack(reader.take(_HEADER.size, "header")) for _ in range(count)]
    names = [_name(reader, length, number) for number, (length, *_) in enumerate(headers, 1)]
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise ValueError(f"the name {repeated[0]!r} is repeated")
    shapes = [
        _shape(reader, rank, name) for name, (_, _, rank, _) in zip(names, headers, strict=True)
    ]
    (padding,) = _LENGTH.unpack(reader.take(_LENGTH.size, "number of padding bytes"))
    if padding >= ALIGNMENT:
        raise ValueError(f"{padding} padding bytes, expected fewer than {ALIGNMENT}")
    reader.take(padding, "padding")
    items = [
        _item(reader, name, number, shape, size)
        for name, shape, (_, number, _, size) in zip(names, shapes, headers, strict=True)
    ]
    if reader.left:
        raise ValueError(f"{reader.left} bytes after the last item")
    return items


def _name(reader: _Reader, length: int, number: int) -> str:
    if not 1 < length <= _MAX_NAME:
        raise ValueError(f"the name of item {number} has {length} bytes")
    raw = reader.take(length, f"name of item {number}")
    name = raw[:-1].decode("utf-8")  # UnicodeDecodeError is a ValueError
    if raw[-1] or not name.isprintable():
        raise ValueError(f"the name of item {number} is {raw!r}")
    return name


def _shape(reader: _Reader, rank: int, name: str) -> tuple[int, ...]:
    if not 0 < rank <= _MAX_RANK:
        raise ValueError(f"{name} has {rank} dimensions")
    shape = struct.unpack(f"<{rank}i", reader.take(4 * rank, f"dimensions of {name}"))
    if min(shape) < 1:
        raise ValueError(f"{name} has the shape {shape}")
    return shape


def _item(reader: _Reader, name: str, number: int, shape: tuple[int, ...], size: int) -> Item:
    if number not in set(Type):
        raise ValueError(f"{name} has the unknown type {number:#x}")
    kind = Type(number)
    needed = kind.size(shape)
    if not needed <= size < needed + ALIGNMENT:
        raise ValueError(f"{name} of shape {shape} has {size} bytes, expected {needed}")
    return Item(name, kind, shape, reader.take(size, f"data of {name}"))
