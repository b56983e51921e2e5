"""Segments of the store of trees: rows of blocks, each of them the trees of one batch.

    magic, records, packed size, size  (4 bytes each, little-endian)
    BLAKE2b of the packed trees (8 bytes), of what stands above and of the table (8 bytes)
    table: key (16 bytes) and end within the unpacked trees (4 bytes) of each record
    the trees (CoNLL-U, UTF-8), packed together by zstd

The tables are read by seeking over the trees. A block that is cut short or damaged ends its
segment for the reader.
"""

from __future__ import annotations

import hashlib
import io
import os
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
import zstandard
from numpy.typing import NDArray

KEY_BYTES = 16

_MAGIC = b"cdT1"
_HEADER = struct.Struct("<4sIII8s8s")
_RECORD_BYTES = KEY_BYTES + 4

#: A header that asks for more is damaged: no batch is so large.
_MAX_BLOCK = 1 << 28


@dataclass(frozen=True)
class Place:
    """Where a block starts, and how long it is."""

    path: Path
    offset: int
    size: int


def key_beginnings(keys: list[bytes]) -> NDArray[np.uint64]:
    """Return the first 8 bytes of each key as a number."""
    return np.frombuffer(b"".join(keys), dtype="<u8")[:: KEY_BYTES // 8].astype(np.uint64)


def _checksum(*parts: bytes) -> bytes:
    total = hashlib.blake2b(digest_size=8)
    for part in parts:
        total.update(part)
    return total.digest()


def pack_block(records: Mapping[bytes, str]) -> bytes:
    """Return records as a block."""
    trees = [tree.encode("utf-8") for tree in records.values()]
    body = b"".join(trees)
    packed = zstandard.ZstdCompressor(level=3).compress(body)
    ends = np.cumsum([len(tree) for tree in trees])
    table = b"".join(
        key + int(end).to_bytes(4, "little") for key, end in zip(records, ends, strict=True)
    )
    sizes = struct.pack("<4sIII", _MAGIC, len(trees), len(packed), len(body))
    trees_sum = _checksum(packed)
    return sizes + trees_sum + _checksum(sizes, trees_sum, table) + table + packed


def _header(handle: BinaryIO) -> tuple[bytes, int, int, bytes] | None:
    """Return the table, packed size, size and checksum at the position, None where none is."""
    head = handle.read(_HEADER.size)
    if len(head) < _HEADER.size:
        return None
    magic, count, packed, size, trees_sum, head_sum = _HEADER.unpack(head)
    if magic != _MAGIC or max(count * _RECORD_BYTES, packed, size) > _MAX_BLOCK:
        return None
    table = handle.read(count * _RECORD_BYTES)
    if len(table) < count * _RECORD_BYTES or _checksum(head[:-8], table) != head_sum:
        return None
    return table, packed, size, trees_sum


def read_tables(path: Path) -> Iterator[tuple[Place, NDArray[np.uint64]]]:
    """Yield the whole blocks of a segment, with the beginnings of their keys."""
    try:
        with path.open("rb") as handle:
            length = os.fstat(handle.fileno()).st_size
            offset = 0
            while header := _header(handle):
                table, packed, _, _ = header
                end = offset + _HEADER.size + len(table) + packed
                if end > length:
                    return
                rows = np.frombuffer(table, dtype=np.uint8).reshape(-1, _RECORD_BYTES)
                beginnings = np.ascontiguousarray(rows[:, :8]).view("<u8")[:, 0]
                yield Place(path, offset, end - offset), beginnings.astype(np.uint64)
                handle.seek(end)
                offset = end
    except OSError:
        # Gone, or not for us: as good as never written.
        return


def unpack_block(block: bytes) -> dict[bytes, bytes]:
    """Return the records of a block, none where it is damaged."""
    handle = io.BytesIO(block)
    header = _header(handle)
    if header is None:
        return {}
    table, packed, size, trees_sum = header
    body = handle.read(packed)
    if len(body) != packed or _checksum(body) != trees_sum:
        return {}
    trees = zstandard.ZstdDecompressor().decompress(body, max_output_size=size)
    records: dict[bytes, bytes] = {}
    start = 0
    for place in range(0, len(table), _RECORD_BYTES):
        end = int.from_bytes(table[place + KEY_BYTES : place + _RECORD_BYTES], "little")
        records[table[place : place + KEY_BYTES]] = trees[start:end]
        start = end
    return records
