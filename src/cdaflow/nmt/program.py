"""Finding Marian and running it."""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Literal

from cdaflow.errors import ProgramError
from cdaflow.nmt.log import explain, tail
from cdaflow.progress import say

Command = Literal["train", "decode", "score", "vocab"]

#: Command -> name of the separate program that older or hand-built Marians have for it.
_PROGRAMS: dict[Command, str] = {
    "train": "marian",
    "decode": "marian-decoder",
    "score": "marian-scorer",
    "vocab": "marian-vocab",
}
_INSTALL = (
    "install it with `pip install pymarian==1.12.42`, or set `marian:` in the config "
    "(--marian) to your own program or its folder"
)
#: Seconds between two looks at a running Marian.
_POLL = 0.5
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Marian:
    """A Marian that can be run: `program` and whether its commands are words after it.

    `pymarian train ...` and `marian train ...` (since 1.12) take the command as a word;
    elsewhere `marian`, `marian-decoder`, `marian-scorer` are programs side by side.
    """

    program: tuple[str, ...]
    subcommands: bool

    def argv(self, command: Command) -> list[str]:
        """Return the words with which the command line of `command` begins.

        Raises ProgramError where that program does not stand beside the others.
        """
        if self.subcommands:
            return [*self.program, command]
        if command == "train":
            return list(self.program)
        path = Path(self.program[0]).with_name(_PROGRAMS[command])
        if not _is_executable(path):
            raise ProgramError(
                f"no program {path.name} beside {self.program[0]}",
                hint=f"build {path.name} too, or {_INSTALL}",
            )
        return [str(path)]

    def version(self) -> str:
        """Return Marian's version, such as "v1.12.42 b7be0e964 2025-05-24 22:34:42 -0700"."""
        return self.ask("train", "--version").strip().split("\n")[-1]

    def options(self, command: Command) -> frozenset[str]:
        """Return the names of the options of `command` without dashes, as its help lists them.

        Empty where the help is not Marian's (a script around it): then nothing is known.
        """
        return _options(self, command)

    def ask(self, command: Command, question: str) -> str:
        """Return what Marian answers to an option such as --version; ProgramError if nothing."""
        argv = [*self.argv(command), question]
        try:
            done = subprocess.run(
                argv, capture_output=True, text=True, errors="replace", timeout=120, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ProgramError(f"{' '.join(argv)} cannot be run: {error}", hint=_INSTALL) from None
        answer = done.stdout or done.stderr
        if done.returncode != 0 or not answer.strip():
            last = answer.strip().split("\n")[-1]
            raise ProgramError(
                f"`{' '.join(argv)}` ended with status {done.returncode}: {last}",
                hint=explain(done.returncode, [answer]) or _INSTALL,
            )
        return answer


@functools.cache
def _options(marian: Marian, command: Command) -> frozenset[str]:
    text = marian.ask(command, "--help")
    names = frozenset(re.findall(r"^\s+(?:-\w,)?--([a-z][a-z0-9-]*)", text, re.MULTILINE))
    return names if len(names) > 20 else frozenset()


def find_marian(setting: str | os.PathLike[str] | None = None) -> Marian:
    """Return the Marian to use.

    The order: `setting` (a program, its name, or the folder that holds it), `marian` on PATH,
    `pymarian` beside the running Python or on PATH, `python -m pymarian`.

    Raises ProgramError where there is none, or where `setting` is none.
    """
    if setting is not None and str(setting):
        return _explicit(str(setting))
    found = shutil.which("marian")
    if found:
        return _at(Path(found))
    beside = Path(sys.executable).parent / "pymarian"
    if _is_executable(beside):
        return _at(beside)
    found = shutil.which("pymarian")
    if found:
        return _at(Path(found))
    if importlib.util.find_spec("pymarian") is not None:
        return Marian((sys.executable, "-m", "pymarian"), subcommands=True)
    raise ProgramError("Marian was not found", hint=_INSTALL)


def _explicit(setting: str) -> Marian:
    path = Path(setting).expanduser()
    if path.is_dir():
        for name in ("marian", "pymarian"):
            if _is_executable(path / name):
                return _at(path / name)
        raise ProgramError(
            "this folder holds no program `marian` or `pymarian`", file=path, hint=_INSTALL
        )
    if path.exists():
        if not _is_executable(path):
            raise ProgramError(
                "this file is not a program (not executable)", file=path, hint=f"chmod +x {path}"
            )
        return _at(path)
    found = shutil.which(setting) if os.sep not in setting else None
    if found:
        return _at(Path(found))
    raise ProgramError(f"no Marian at `{setting}`", hint=_INSTALL)


def _at(path: Path) -> Marian:
    path = path.absolute()
    beside = _is_executable(path.with_name(_PROGRAMS["decode"]))
    if not beside and _is_executable(path.resolve().with_name(_PROGRAMS["decode"])):
        path, beside = path.resolve(), True  # a link to the build folder
    return Marian((str(path),), subcommands=path.name.startswith("pymarian") or not beside)


def _is_executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


@dataclass(frozen=True)
class Outcome:
    """How a run ended; `stopped` is the signal that asked this process to stop, if one did."""

    returncode: int
    stopped: signal.Signals | None


def run(
    argv: Sequence[str],
    *,
    log: Path,
    stdout: Path | None = None,
    poll: Callable[[], None] = lambda: None,
    keep: Sequence[int] = (),
) -> Outcome:
    """Run Marian to its end and return how that was.

    Its messages are appended to `log`, its standard output goes to `stdout` (else to `log`).
    Both are files and no pipes, so that Marian can still save its checkpoint when this process
    has died. `poll` is called about twice a second and once after the end. `keep` are file
    descriptors that Marian inherits (a lock).

    SIGTERM and SIGINT sent to this process are passed on as SIGTERM, at which Marian saves
    and exits. A second SIGINT kills it; a second SIGTERM does not, since a batch system may
    send several (Slurm one to each process, and one through srun) and kills by itself in the
    end. Marian gets SIGTERM too when this process is killed.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    # One thread for each worker of Marian; MKL would take every core for each.
    environment = os.environ | {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    with open(log, "ab") as messages, open(stdout or os.devnull, "wb") as answers:
        try:
            process = subprocess.Popen(
                list(argv),
                stdin=subprocess.DEVNULL,
                stdout=answers if stdout else messages,
                stderr=messages,
                env=environment,
                pass_fds=tuple(keep),
                # A session of its own: Ctrl-C in the terminal must not end Marian unsaved.
                start_new_session=True,
                preexec_fn=_die_with_parent,  # safe: nothing here starts threads
            )
        except OSError as error:
            raise ProgramError(f"{argv[0]} cannot be run: {error}", hint=_INSTALL) from None
    with _passing_signals(process) as received:
        try:
            while process.poll() is None:
                poll()
                _wait(process)
            poll()
        except BaseException:
            _send(process, signal.SIGTERM)
            process.wait()
            raise
    return Outcome(process.returncode, received[0] if received else None)


def check(outcome: Outcome, what: str, log: Path, *, start: int = 0) -> None:
    """Raise ProgramError where a run failed, with its last words (from byte `start` of the log)."""
    if outcome.returncode == 0:
        return
    last = tail(log, start=start)
    code = outcome.returncode
    status = f"signal {signal.Signals(-code).name}" if code < 0 else f"status {code}"
    words = "".join(f"\n    {line}" for line in last)
    hint = explain(code, last)
    raise ProgramError(
        f"Marian failed while {what} ({status}); its last words:{words}",
        hint=f"{hint + '; ' if hint else ''}the whole log is {log}",
    )


def _wait(process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _POLL
    # Short looks first: a fake or a tiny job shall not cost half a second.
    pause = 0.01
    while process.poll() is None and time.monotonic() < end:
        time.sleep(pause)
        pause = min(2 * pause, 0.1)


def _send(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    if process.poll() is None:
        # The whole group, since a user's `marian` may be a script around the real one.
        os.killpg(process.pid, number)


@contextmanager
def _passing_signals(process: subprocess.Popen[bytes]) -> Iterator[list[signal.Signals]]:
    received: list[signal.Signals] = []

    def handle(number: int, frame: FrameType | None) -> None:
        del frame
        received.append(signal.Signals(number))
        if len(received) == 1:
            # First of all, since the reader of our messages may be gone already.
            _send(process, signal.SIGTERM)
            with suppress(OSError):
                say(f"{signal.Signals(number).name} received: waiting for Marian to save and exit")
        elif number == signal.SIGINT:
            _send(process, signal.SIGKILL)

    if threading.current_thread() is not threading.main_thread():
        yield received  # handlers can be set in the main thread alone
        return
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(number, handle) for number in numbers]
    try:
        yield received
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _libc() -> ctypes.CDLL | None:
    return ctypes.CDLL(None) if sys.platform.startswith("linux") else None


_LIBC = _libc()


def _die_with_parent() -> None:
    """Let the kernel send SIGTERM to the new process when this one dies (Linux)."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM))


def gpu_names() -> list[str]:
    """Return the GPUs of this machine as nvidia-smi names them; none where it is absent."""
    try:
        done = subprocess.run(
            ["nvidia-smi", "-L"], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    lines = done.stdout.splitlines() if done.returncode == 0 else []
    return [re.sub(r" \(UUID.*", "", line) for line in lines if line.startswith("GPU ")]
