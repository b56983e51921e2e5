"""Files opened for reading, unpacked by the endings of their names: .gz, .xz, .bz2, .zst."""

from __future__ import annotations

import bz2
import errno
import gzip
import io
import lzma
import os
import stat
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_LE, getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

import zstandard

from cdaflow.errors import InputError
from cdaflow.io.beginnings import HEAD_BYTES, PACKED, address_hint, check_bytes

#: What a damaged or truncated archive raises, by reader.
DAMAGE = (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error, zstandard.ZstdError, OSError)

#: Packed bytes taken at a time. Small, since a block of a few bytes may unpack to 128 KiB.
_BLOCK = 4096


#: What opens a path or a file by the ending of its name; .zst is beside them.
_OPENERS: dict[str, Callable[[Any, Any], Any]] = {
    ".gz": gzip.open,
    ".xz": lzma.open,
    ".bz2": bz2.open,
}


def open_binary(path: str | os.PathLike[str]) -> BinaryIO:
    """Open `path` for reading bytes, unpacking .gz, .xz, .bz2 and .zst by name.

    Raises InputError where the file is absent, a folder or not readable, and where its first bytes
    are those of what no reader takes (see `cdaflow.io.recognition`).
    """
    name = str(path)
    check_file(path)
    with _opening(path):
        if opener := _OPENERS.get(Path(name).suffix):
            return cast(BinaryIO, opener(name, "rb"))
        packed = open(name, "rb")  # noqa: SIM115 (closed by BlockFile)
        return unpack(packed, name)


def unpack(packed: BinaryIO, name: str | os.PathLike[str]) -> BinaryIO:
    """Return the text of an open file, unpacked by the ending of its name, for reading bytes."""
    name = str(name)
    if opener := _OPENERS.get(Path(name).suffix):
        return cast(BinaryIO, opener(packed, "rb"))
    if name.endswith(".zst"):
        # Several frames in one file are usual (pzstd, cat a.zst b.zst).
        return cast(BinaryIO, io.BufferedReader(BlockFile(packed, unpack_zstd(packed))))
    return packed


def open_binary_raw(path: str | os.PathLike[str]) -> io.BufferedReader:
    """Open `path` for reading its bytes as they lie on disk; InputError as for `open_binary`."""
    with _opening(path):
        return open(path, "rb")


@contextmanager
def _opening(path: str | os.PathLike[str]) -> Iterator[None]:
    """Raise InputError for what can go wrong when `path` is opened for reading."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            "file.missing",
            "no such file",
            file=path,
            hint=address_hint(path)
            or "check the path; a relative one starts at the folder in which the command runs",
        ) from None
    except IsADirectoryError:
        raise InputError("file.is-a-folder", "expected a file, found a folder", file=path) from None
    except PermissionError:
        raise InputError(
            "file.not-permitted", "the file cannot be read (permission denied)", file=path
        ) from None
    except ValueError:  # a NUL, or half of a surrogate pair
        raise InputError("file.bad-name", "this is not the name of a file", file=path) from None
    except OSError as error:
        if error.errno not in (errno.ENAMETOOLONG, errno.ELOOP, errno.ENXIO, errno.ENODEV):
            raise
        raise InputError(
            "file.unreadable", f"cannot be opened: {error.strerror}", file=path
        ) from None


def check_file(path: str | os.PathLike[str]) -> None:
    """Look at the first bytes of a file that cdaflow or another program is going to read.

    Raises InputError where it cannot be opened, or is what no reader takes; of a pipe nothing is
    read.
    """
    with _opening(path):
        mode = Path(path).stat().st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError
        if not stat.S_ISREG(mode):
            return
        with open(path, "rb") as file:
            head = file.read(HEAD_BYTES)
    if not head and str(path).endswith(tuple(PACKED)):
        raise InputError(
            "archive.empty",
            "the archive is empty (0 bytes); even an archive without text has a header",
            file=path,
            hint="fetch or make the file again",
        )
    check_bytes(path, head)


class BlockFile(io.RawIOBase):
    """A file for reading whose bytes come in `blocks`, of any length, made from `source`."""

    def __init__(self, source: BinaryIO, blocks: Iterator[bytes]) -> None:
        self._source = source
        self._blocks = blocks
        self._text = memoryview(b"")  # made and not yet handed out

    def readable(self) -> bool:
        """Return True: this is a file for reading."""
        return True

    def readinto(self, buffer: object) -> int:
        """Fill `buffer` with the next bytes; return how many, 0 at the end of the file."""
        target = memoryview(buffer)  # type: ignore[arg-type]
        self._text = self._text or memoryview(next(filter(None, self._blocks), b""))
        count = min(len(target), len(self._text))
        target[:count] = self._text[:count]
        self._text = self._text[count:]
        return count

    def close(self) -> None:
        """Close the file that the bytes are made from, too."""
        if not self.closed:
            self._source.close()
        super().close()


def unpack_zstd(packed: BinaryIO) -> Iterator[bytes]:
    """Yield the unpacked bytes of `packed`, which holds one or more zstd frames.

    `zstandard`'s own stream reader ends quietly where a file is cut short, so that half a
    corpus would pass for a whole one; this one raises EOFError.
    """
    frame, rest = None, b""
    while block := rest or packed.read(_BLOCK):
        frame = frame or zstandard.ZstdDecompressor().decompressobj()
        yield frame.decompress(block)
        rest = frame.unused_data
        frame = None if frame.eof else frame
    if frame is not None:
        raise EOFError("the last zstd frame has no end")


def as_utf8(source: BinaryIO, head: bytes) -> BinaryIO | None:
    """Return text in UTF-16, as Windows writes it, as a file of UTF-8; None for other text.

    `head`: its first bytes, already read. UTF-16 is known by its byte order mark; text that is
    damaged raises EOFError.
    """
    if not head.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or head.startswith(BOM_UTF32_LE):
        return None
    return io.BufferedReader(BlockFile(source, _utf8_blocks(source, head)))


def _utf8_blocks(source: BinaryIO, block: bytes) -> Iterator[bytes]:
    decoder = getincrementaldecoder("utf-16")()
    try:
        while block:
            yield decoder.decode(block).encode()
            block = source.read(_BLOCK)
        decoder.decode(b"", final=True)
    except UnicodeError as error:
        raise EOFError(f"it begins as UTF-16, but goes on otherwise: {error}") from None
