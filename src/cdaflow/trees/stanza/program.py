"""Running Stanza's training programs: one process each, its log followed while it works."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tqdm import tqdm

from cdaflow.errors import ProgramError
from cdaflow.io.log_lines import LogLines
from cdaflow.progress import LOG_INTERVAL, say

#: What a training program is called with: a processor's command line without its options.
Command = Callable[[str], Sequence[str]]

_STEP = re.compile(r"\bstep +(\d+)/ *(\d+)", re.IGNORECASE)
#: The tokeniser gives its score in percent, the others as a fraction.
_SCORE = re.compile(r"(?:dev_score = (?P<part>[\d.]+)|Dev score: +(?P<percent>[\d.]+))")

#: Fault in the log -> what to do about it.
_HINTS = (
    (r"No module named '?stanza", "install Stanza: pip install stanza"),
    (
        r"out of memory|not enough memory|bad_alloc|Cannot allocate memory",
        "out of memory: lower batch_size or the sizes of the layers in the recipe",
    ),
    (r"No space left on device|Disk quota", "the disk is full: make room and run again"),
    (r"unrecognized arguments|invalid .* value", "this Stanza does not know an option: correct "
     "the recipe"),
)  # fmt: skip

#: Seconds between two looks at a running program.
_POLL = 0.5
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform.startswith("linux") else None


@dataclass
class Progress:
    """What a log has told so far: step, last step and the scores on the validation trees (%)."""

    step: int = 0
    last: int = 0
    scores: list[float] = field(default_factory=list)

    def take(self, line: str) -> bool:
        """Take in a line of the log; return whether it holds a score."""
        if found := _SCORE.search(line):
            text = found["part"] or found["percent"]
            self.scores.append(round(float(text) * (100 if found["part"] else 1), 2))
            return True
        if found := _STEP.search(line):
            self.step, self.last = int(found[1]), int(found[2])
        return False


def run(argv: Sequence[str], *, what: str, log: Path, threads: int) -> Progress:
    """Run a program to its end, its output appended to `log`, and return what its log tells.

    Shows the progress: a bar on a terminal, elsewhere a line now and then. The program is
    killed when this process dies. Raises ProgramError with its last lines where it fails.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    start = log.stat().st_size if log.exists() else 0
    # Hashes of strings decide the order of Stanza's sets, and so its vocabularies.
    environment = os.environ | {
        "OMP_NUM_THREADS": str(threads),
        "MKL_NUM_THREADS": str(threads),
        "PYTHONHASHSEED": "0",
    }
    with open(log, "ab") as messages:
        try:
            process = subprocess.Popen(
                list(argv),
                stdin=subprocess.DEVNULL,
                stdout=messages,
                stderr=subprocess.STDOUT,
                env=environment,
                preexec_fn=_die_with_parent,
            )
        except OSError as error:
            raise ProgramError(f"{argv[0]} cannot be run: {error}") from None
    view = _View(log, start, what)
    try:
        while process.poll() is None:
            view.look()
            _wait(process)
        view.look()
    finally:
        view.close()
        if process.poll() is None:
            process.kill()
            process.wait()
    if process.returncode != 0:
        raise _failure(what, process.returncode, log, start)
    return view.progress


def _wait(process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _POLL
    pause = 0.01
    while process.poll() is None and time.monotonic() < end:
        time.sleep(pause)
        pause = min(2 * pause, 0.1)


def _die_with_parent() -> None:
    """Let the kernel kill the new process when this one dies (Linux)."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))


def _failure(what: str, code: int, log: Path, start: int) -> ProgramError:
    with open(log, "rb") as handle:
        handle.seek(max(start, log.stat().st_size - 65536))
        text = handle.read().decode("utf-8", errors="replace")
    words = [line.rstrip()[:300] for line in text.splitlines() if line.strip()][-6:]
    hint = next((advice for pattern, advice in _HINTS if re.search(pattern, text)), None)
    if hint is None and code == -signal.SIGKILL:
        hint = "it was killed from outside, most often because memory ran out"
    status = f"signal {signal.Signals(-code).name}" if code < 0 else f"status {code}"
    lines = "".join(f"\n    {line}" for line in words)
    return ProgramError(
        f"Stanza failed while training {what} ({status}); its last words:{lines}",
        hint=f"{hint + '; ' if hint else ''}the whole log is {log}",
    )


class _View:
    """Follows a log and shows the progress."""

    def __init__(self, log: Path, start: int, what: str) -> None:
        self.lines, self.what = LogLines(log, start), what
        self.progress = Progress()
        self.last = time.monotonic()
        self.bar = tqdm(desc=what, unit="step", leave=False, disable=not sys.stderr.isatty())

    def look(self) -> None:
        """Read what has come since the last look."""
        for line in self.lines.new():
            if self.progress.take(line):
                self.bar.set_postfix_str(f"validation {self.progress.scores[-1]:.1f}")
        state = self.progress
        if not self.bar.disable:
            self.bar.total = state.last or None
            self.bar.update(state.step - self.bar.n)
        elif state.step and time.monotonic() - self.last >= LOG_INTERVAL:
            self.last = time.monotonic()
            score = f", validation {state.scores[-1]:.1f}" if state.scores else ""
            say(f"{self.what}: step {state.step} of {state.last}{score}")

    def close(self) -> None:
        """Take the bar away."""
        self.bar.close()
