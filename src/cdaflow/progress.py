"""Progress of long work: a bar on a terminal, a line now and then in a log; logs of programs."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

#: Seconds between two lines where stderr is a file or a pipe.
LOG_INTERVAL = 15.0


def progress(
    items: Iterable[T], what: str, *, total: int | None = None, unit: str = "line"
) -> Iterator[T]:
    """Yield `items` while showing on stderr how many have passed.

    On a terminal this is a bar; elsewhere a line every LOG_INTERVAL seconds, so that a log
    stays readable and work of a few seconds prints nothing.
    """
    if sys.stderr.isatty():
        # Imported here, since it costs every short command a twentieth of a second.
        from tqdm import tqdm

        yield from tqdm(items, desc=what, total=total, unit=unit, leave=False)
        return
    start = last = time.monotonic()
    for count, item in enumerate(items, 1):
        yield item
        now = time.monotonic()
        if now - last >= LOG_INTERVAL:
            last = now
            of = f" of {total}" if total else ""
            rate = count / (now - start)
            say(f"{what}: {count}{of} {unit}s, {rate:.0f} a second")


def say(message: str) -> None:
    """Print one line to stderr at once (stdout is kept for results)."""
    print(message, file=sys.stderr, flush=True)


#: The same for what is seen again wherever a file is read: said once by a process.
say_once = cache(say)


class LogLines:
    """Follows a log from byte `start` on; one that is not there yet has no lines."""

    def __init__(self, log: Path, start: int = 0) -> None:
        self._log = log
        self._position = start
        self._rest = b""

    def new(self) -> list[str]:
        """Return the lines that were ended since the last look, without their ends.

        What is no UTF-8 becomes U+FFFD: a log says what it can.
        """
        if not self._log.exists():
            return []
        with open(self._log, "rb") as handle:
            handle.seek(self._position)
            data = handle.read()
        self._position += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [line.decode("utf-8", errors="replace") for line in lines]


class Meter:
    """Progress of work that a program does: a bar on a terminal, a line now and then in a log."""

    def __init__(self, what: str, *, unit: str, total: int | None = None) -> None:
        self._last = time.monotonic()
        self._count = 0
        self._bar = None
        if sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(total=total, desc=what, unit=unit, leave=False)

    def show(self, count: int, line: str, *, total: int | None = None, note: str = "") -> None:
        """Show that `count` units are done: with a note behind the bar, or else as a line.

        No line where there are no more than in the line before.
        """
        if self._bar is not None:
            self._bar.total = total or self._bar.total
            self._bar.set_postfix_str(note, refresh=False)
            self._bar.update(count - self._bar.n)
        elif count not in (0, self._count) and time.monotonic() - self._last >= LOG_INTERVAL:
            self._last, self._count = time.monotonic(), count
            say(line)

    def say(self, message: str) -> None:
        """Print a line above the bar."""
        if self._bar is not None:
            self._bar.clear()
        say(message)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()
