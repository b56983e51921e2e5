"""Zstandard files read as a stream, with the check that the stock reader lacks."""

from __future__ import annotations

import io
from typing import BinaryIO

import zstandard

#: Packed bytes taken at a time. Small, since a block of a few bytes may unpack to 128 KiB.
_BLOCK = 4096


class ZstdFile(io.RawIOBase):
    """The unpacked bytes of `packed`, which holds one or more zstd frames.

    `zstandard`'s own stream reader ends quietly where a file is cut short, so that half a
    corpus would pass for a whole one; this one raises EOFError.
    """

    def __init__(self, packed: BinaryIO) -> None:
        self._packed = packed
        self._frame: zstandard.ZstdDecompressionObj | None = None
        self._rest = b""  # packed bytes behind the end of the last frame
        self._text = memoryview(b"")  # unpacked and not yet handed out

    def readable(self) -> bool:
        """Return True: this is a file for reading."""
        return True

    def readinto(self, buffer: object) -> int:
        """Fill `buffer` with the next bytes; return how many, 0 at the end of the file."""
        target = memoryview(buffer)  # type: ignore[arg-type]
        while not self._text:
            block = self._rest or self._packed.read(_BLOCK)
            if not block:
                if self._frame is not None:
                    raise EOFError("the last zstd frame has no end")
                return 0
            self._rest = b""
            if self._frame is None:
                self._frame = zstandard.ZstdDecompressor().decompressobj()
            self._text = memoryview(self._frame.decompress(block))
            if self._frame.eof:
                self._rest = self._frame.unused_data
                self._frame = None
        count = min(len(target), len(self._text))
        target[:count] = self._text[:count]
        self._text = self._text[count:]
        return count

    def close(self) -> None:
        """Close the packed file too."""
        if not self.closed:
            self._packed.close()
        super().close()
