"""About how many lines a large file has, from its beginning and its size on disk."""

from __future__ import annotations

import functools
import io
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.compression import DAMAGE, open_binary_raw, unpack

#: Bytes on disk that are read; the lines of a smaller file are counted.
_SAMPLE = 1 << 20
#: Bytes of text that are looked at, should so few bytes unpack to more.
_MOST_TEXT = 1 << 26
_BLOCK = 1 << 16

#: What begins a translation unit of a TMX file.
_UNITS = (b"<tu ", b"<tu>", b"<tu\n", b"<tu\r", b"<tu\t")


def estimate_lines(path: str) -> int:
    """Return about how many lines a text file has, packed or not; of a TMX file, its units.

    In a file of up to 1 MiB on disk they are counted; a larger one is taken to be like its first
    MiB. The same file always gives the same number.

    Raises InputError where the file is absent, or where one that is counted is damaged.
    """
    file = Path(path)
    state = (file.stat().st_size, file.stat().st_mtime_ns) if file.is_file() else (0, 0)
    return _estimate(path, str(file.absolute()), state)


@functools.cache
def _estimate(path: str, absolute: str, state: tuple[int, int]) -> int:
    """Return the number for a file as it is now: `absolute` and `state` tell it from others."""
    del absolute, state
    with open_binary_raw(path) as handle:
        packed = io.BytesIO(handle.read(_SAMPLE))
        size = max(Path(path).stat().st_size, len(packed.getbuffer()))
    whole = size == len(packed.getbuffer())
    units = ".tmx" in Path(path).suffixes
    lines = text = 0
    tail = b"\n"
    unpacked = unpack(packed, path)
    try:
        while text < _MOST_TEXT and (block := unpacked.read(_BLOCK)):
            text += len(block)
            lines += sum(map(block.count, _UNITS)) if units else block.count(b"\n")
            tail = block[-1:]
    except DAMAGE as error:  # where the sample ends, or the file
        if whole:
            raise InputError(
                "file.damaged",
                f"the file is damaged or truncated ({type(error).__name__}: {error})",
                file=path,
                hint="fetch or copy the file again and compare its checksum",
            ) from None
    if whole and text < _MOST_TEXT:
        return lines + (tail != b"\n" and not units)
    return round(lines * size / max(1, packed.tell()))
