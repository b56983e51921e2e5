"""Outside programs that work for long: their logs, the signals they get, and why they failed."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from cdaflow.errors import ProgramError
from cdaflow.progress import say

#: Seconds between two looks at a running program.
_POLL = 0.5
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform.startswith("linux") else None

#: The signal that ended a program -> why that may have been.
_SIGNALS = {
    signal.SIGILL: "this build of the program needs a newer processor (illegal instruction)",
    signal.SIGKILL: "it was killed by the system, most often because memory ran out",
    signal.SIGBUS: "a file or memory could not be read or written: check whether the disk is full",
}


@dataclass(frozen=True)
class Faults:
    """What the log of a program says of its faults.

    `hints`: pairs of a pattern (without regard to case) and what to do about it. `noise`: lines
    that say nothing of a fault, such as a call stack.
    """

    hints: Sequence[tuple[str, str]]
    noise: re.Pattern[str] = re.compile(r"^\s*$")

    def explain(self, returncode: int, lines: Sequence[str]) -> str | None:
        """Return what to do about a failed run, or None where the fault is not a known one.

        `returncode` is negative for a signal, as in subprocess; 128 + n from a shell counts too.
        """
        text = "\n".join(lines)
        for pattern, hint in self.hints:
            if re.search(pattern, text, re.IGNORECASE):
                return hint
        number = -returncode if returncode < 0 else returncode - 128
        return next((hint for name, hint in _SIGNALS.items() if name == number), None)

    def tail(self, log: Path, *, start: int = 0, lines: int = 6) -> list[str]:
        """Return the last lines of a log from byte `start` on, without noise.

        Where there are lines with "Error" among them, only these are returned.
        """
        try:
            with open(log, "rb") as handle:
                size = handle.seek(0, os.SEEK_END)
                handle.seek(max(start, size - 65536))
                text = handle.read().decode("utf-8", errors="replace")
        except FileNotFoundError:
            return []
        relevant = [line.rstrip() for line in text.split("\n") if not self.noise.search(line)]
        errors = [line for line in relevant if re.search(r"\berror\b|Error:", line, re.IGNORECASE)]
        return [line[:300] for line in (errors or relevant)[-lines:]]


@dataclass(frozen=True)
class Outcome:
    """How a run ended; `stopped` is the signal that asked this process to stop, if one did."""

    returncode: int
    stopped: signal.Signals | None

    def check(self, what: str, faults: Faults, log: Path, *, start: int = 0) -> None:
        """Raise ProgramError where a run failed, with its last words (from byte `start` of `log`).

        `what`: what failed, such as "Marian failed while training".
        """
        code = self.returncode
        if code == 0:
            return
        last = faults.tail(log, start=start)
        status = f"signal {signal.Signals(-code).name}" if code < 0 else f"status {code}"
        words = "".join(f"\n    {line}" for line in last)
        hint = faults.explain(code, last)
        raise ProgramError(
            "program.failed",
            f"{what} ({status}); its last words:{words}",
            hint=f"{hint + '; ' if hint else ''}the whole log is {log}",
        )


def run(
    argv: Sequence[str],
    *,
    log: Path,
    stdin: Path | None = None,
    stdout: Path | None = None,
    poll: Callable[[], None] = lambda: None,
    keep: Sequence[int] = (),
    environment: Mapping[str, str] | None = None,
    saves: str | None = None,
    group: bool = False,
    hint: str | None = None,
) -> Outcome:
    """Run a program to its end and return how that was; ProgramError, with `hint`, if it cannot.

    It reads `stdin` (else nothing). Its messages are appended to `log`, its standard output goes
    to `stdout` (else to `log`). All are files and no pipes, so that it can still save its state
    when this process has died.
    `poll` is called about twice a second and once after the end. `keep` are file descriptors that
    the program inherits (a lock). `environment`: variables beside those of this process.

    `saves` is the name of a program that saves its state at SIGTERM, None of one that does not.
    SIGTERM and SIGINT sent to this process are passed on to the former as SIGTERM; it gets SIGTERM
    too when this process is killed. A second SIGINT kills it; a second SIGTERM does not, since a
    batch system may send several (Slurm one to each process, and one through srun) and kills by
    itself in the end. A program that saves nothing is killed with this process.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    with (
        open(log, "ab") as messages,
        open(stdin or os.devnull, "rb") as questions,
        open(stdout or os.devnull, "wb") as answers,
    ):
        try:
            process = subprocess.Popen(
                list(argv),
                stdin=questions,
                stdout=answers if stdout else messages,
                stderr=messages,
                env=os.environ | dict(environment or {}),
                pass_fds=tuple(keep),
                # A session of its own: Ctrl-C in the terminal must not end it unsaved.
                start_new_session=saves is not None or group,
                preexec_fn=_end_with_parent if saves else _die_with_parent,  # no threads here
            )
        except OSError as error:
            raise ProgramError(
                "program.not-runnable", f"{argv[0]} cannot be run: {error}", hint=hint
            ) from None
    with _signals_to(process, saves) as received:
        try:
            while process.poll() is None:
                poll()
                _wait(process)
            poll()
        except BaseException:
            if process.poll() is None:
                _send(
                    process, signal.SIGTERM if saves else signal.SIGKILL, group=bool(saves) or group
                )
                process.wait()
            raise
    return Outcome(process.returncode, received[0] if received else None)


def _wait(process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _POLL
    # Short looks first: a fake or a tiny job shall not cost half a second.
    pause = 0.01
    while process.poll() is None and time.monotonic() < end:
        time.sleep(pause)
        pause = min(2 * pause, 0.1)


def _send(process: subprocess.Popen[bytes], number: signal.Signals, *, group: bool = True) -> None:
    if process.poll() is None:
        # The whole group, since a user's program may be a script around the real one.
        (os.killpg if group else os.kill)(process.pid, number)


@contextmanager
def _signals_to(
    process: subprocess.Popen[bytes], name: str | None
) -> Iterator[list[signal.Signals]]:
    """Pass signals on to a program that saves its state, as `run` says; yield those received."""
    received: list[signal.Signals] = []

    def handle(number: int, frame: FrameType | None) -> None:
        del frame
        received.append(signal.Signals(number))
        if len(received) == 1:
            # First of all, since the reader of our messages may be gone already.
            _send(process, signal.SIGTERM)
            with suppress(OSError):
                say(f"{signal.Signals(number).name} received: waiting for {name} to save and exit")
        elif number == signal.SIGINT:
            _send(process, signal.SIGKILL)

    # Handlers can be set in the main thread alone.
    if name is None or threading.current_thread() is not threading.main_thread():
        yield received
        return
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(number, handle) for number in numbers]
    try:
        yield received
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _end_with_parent() -> None:
    """Let the kernel send SIGTERM to the new process when this one dies (Linux)."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM))


def _die_with_parent() -> None:
    """Let the kernel kill the new process when this one dies (Linux)."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
