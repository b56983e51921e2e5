"""What batch systems and terminals send: passed on to the processes that should know of it, or
taken as the end of a command that leaves nothing half-written.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType


class Stopped(BaseException):
    """SIGTERM or SIGHUP, as an exception: so temporary files go, as they do at Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.signal = signal.Signals(number)


def _stop(number: int, frame: FrameType | None) -> None:
    del frame
    raise Stopped(number)


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Raise Stopped at SIGTERM and SIGHUP in this block, where nothing else is done about them.

    Commands that pass signals on to a program of theirs set handlers of their own for that time;
    under nohup SIGHUP stays without effect.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [n for n in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(n) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def descendants(process: int) -> list[int]:
    """Return the ids of all descendants of a process (Linux)."""
    children: dict[int, list[int]] = {}
    for child, parent in _parents():
        children.setdefault(parent, []).append(child)
    processes = list(children.get(process, ()))
    for pid in processes:
        processes += children.get(pid, ())
    return processes


def _parents() -> Iterator[tuple[int, int]]:
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError, ValueError):
            # PID (NAME) STATE PARENT ...; a name may have blanks and parentheses.
            words = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            yield int(folder.name), int(words[1])


def pass_on_sigterm() -> None:
    """From now on, forward each SIGTERM of this process to all its descendants.

    What this process itself does about it stays as it is; it must have a handler by then, or it
    ends before it can pass anything on. To be called in the main thread.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    # Unlike a handler, this is not replaced when somebody else sets a handler.
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    threading.Thread(target=_pass_on, args=(reader,), daemon=True, name="pass-on-sigterm").start()


def _pass_on(reader: int) -> None:
    while received := os.read(reader, 64):
        if signal.SIGTERM in received:
            for process in descendants(os.getpid()):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGTERM)
