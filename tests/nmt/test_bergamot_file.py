"""Tests of the binary container of Marian's quantised models."""

from __future__ import annotations

import gzip
import struct

import numpy as np
import pytest

from cdaflow.errors import InputError
from cdaflow.nmt.bergamot_file import Item, Type, read_items, write_items

from ..errors import raises


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 256)


@pytest.fixture
def items():
    sample = np.random.default_rng(7)
    matrix = sample.integers(-127, 128, (6, 8), dtype=np.int8).tobytes() + struct.pack("<f", 31.5)
    bias = sample.normal(size=8).astype("<f4").tobytes()
    return [
        Item("W", Type.INTGEMM8, (6, 8), padded(matrix)),
        Item("b", Type.FLOAT32, (1, 8), padded(bias)),
        Item("special:model.yml", Type.INT8, (12,), b"dim-emb: 6\n\0"),
    ]


@pytest.fixture
def file(tmp_path, items):
    write_items(tmp_path / "model.bin", items)
    return tmp_path / "model.bin"


def reference_bytes(items):
    """Return the bytes of a file by the description of the format, written out one by one."""
    names = [item.name.encode() + b"\0" for item in items]
    out = struct.pack("<QQ", 1, len(items))
    for name, item in zip(names, items, strict=True):
        out += struct.pack("<4Q", len(name), item.type, len(item.shape), len(item.data))
    out += b"".join(names)
    for item in items:
        for size in item.shape:
            out += struct.pack("<i", size)
    padding = 256 - (len(out) + 8) % 256
    out += struct.pack("<Q", padding) + bytes(padding)
    return out + b"".join(item.data for item in items)


def test_written_bytes_are_those_of_the_format(file, items):
    assert file.read_bytes() == reference_bytes(items)


def test_items_come_back(file, items):
    assert read_items(file) == items


def test_a_file_that_was_read_is_written_with_the_same_bytes(file, tmp_path):
    write_items(tmp_path / "again.bin", read_items(file))
    assert (tmp_path / "again.bin").read_bytes() == file.read_bytes()


def test_compressed_file(file, tmp_path, items):
    packed = tmp_path / "model.bin.gz"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    assert read_items(packed) == items


@pytest.mark.parametrize("size", [0, 7, 15, 20, 110, 125, 150, 170, 300, 600, -1])
def test_truncated(file, size):
    file.write_bytes(file.read_bytes()[:size])
    with raises("model.incomplete-binary") as caught:
        read_items(file)
    assert caught.value.file == str(file)
    assert "truncated" in caught.value.hint


def put(raw: bytes, offset: int, layout: str, value: int) -> bytes:
    new = bytearray(raw)
    struct.pack_into(layout, new, offset, value)
    return bytes(new)


#: The headers begin at 16 and have 32 bytes, the names at 112.
FAULTS = {
    "version 2, expected 1": (0, "<Q", 2),
    "1099511627776 items do not fit": (8, "<Q", 1 << 40),
    "the name of item 1 has 1000000 bytes": (16, "<Q", 1000000),
    "W has the unknown type 0x999": (24, "<Q", 0x999),
    "W has 4000000000 dimensions": (32, "<Q", 4000000000),
    "W of shape .6, 8. has 9223372036854775808 bytes, expected 52": (40, "<Q", 1 << 63),
    "W of shape .6, 8. has 40 bytes": (40, "<Q", 40),
    "the name 'W' is repeated": (114, "<B", ord("W")),
    "the name of item 1 is b'\\\\x07": (112, "<B", 7),
    "W has the shape .-6, 8.": (134, "<i", -6),
    "b of shape .1, 8000. has 256 bytes": (146, "<i", 8000),
    "300 padding bytes": (154, "<Q", 300),
}


@pytest.mark.parametrize("message", FAULTS)
def test_faults(file, message):
    file.write_bytes(put(file.read_bytes(), *FAULTS[message]))
    with pytest.raises(InputError, match=message):
        read_items(file)


def test_bytes_after_the_end(file):
    file.write_bytes(file.read_bytes() + b"more")
    with raises("model.incomplete-binary", "4"):
        read_items(file)
