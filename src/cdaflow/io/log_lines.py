"""The lines that a program adds to its log, read while it works."""

from __future__ import annotations

from pathlib import Path


class LogLines:
    """Follows a log from byte `start` on; the file must be there at each look."""

    def __init__(self, log: Path, start: int = 0) -> None:
        self._log = log
        self._position = start
        self._rest = b""

    def new(self) -> list[str]:
        """Return the lines that were ended since the last look, without their ends.

        What is no UTF-8 becomes U+FFFD: a log says what it can.
        """
        with open(self._log, "rb") as handle:
            handle.seek(self._position)
            data = handle.read()
        self._position += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [line.decode("utf-8", errors="replace") for line in lines]
