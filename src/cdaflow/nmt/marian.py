"""Marian: finding it, running it, and decoding with it in a process of its own."""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cdaflow import programs
from cdaflow.errors import ProgramError
from cdaflow.io.files import read_lines, write_lines
from cdaflow.nmt import details
from cdaflow.nmt.bergamot import network_settings
from cdaflow.nmt.model import Model, check_marian, line_segmentation, segmenters, with_floats
from cdaflow.nmt.recipe import Options, command_line, device_options
from cdaflow.nmt.training_log import FAULTS
from cdaflow.progress import LogLines, Meter, say

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

#: Of more lines than these Marian says after so many batches how many it has translated.
_FEW = 1000
_BATCHES = 10
_STATISTICS = re.compile(r"Processed \d+ batches, (\d+) lines")


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

        Raises ProgramError if that program is not in the folder of the others.
        """
        if self.subcommands:
            return [*self.program, command]
        if command == "train":
            return list(self.program)
        path = Path(self.program[0]).with_name(_PROGRAMS[command])
        if not _is_executable(path):
            raise ProgramError(
                "program.companion-missing",
                f"there is no program {path.name} beside {self.program[0]}",
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
            raise ProgramError(
                "program.not-runnable", f"{' '.join(argv)} cannot be run: {error}", hint=_INSTALL
            ) from None
        answer = done.stdout or done.stderr
        if done.returncode != 0 or not answer.strip():
            last = answer.strip().split("\n")[-1]
            raise ProgramError(
                "marian.failed",
                f"`{' '.join(argv)}` ended with status {done.returncode}: {last}",
                hint=FAULTS.explain(done.returncode, [answer]) or _INSTALL,
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

    Raises ProgramError if there is none, or where `setting` is none.
    """
    if setting is not None and str(setting):
        return _explicit(str(setting))
    program = shutil.which("marian")
    if program:
        return _at(Path(program))
    beside = Path(sys.executable).parent / "pymarian"
    if _is_executable(beside):
        return _at(beside)
    program = shutil.which("pymarian")
    if program:
        return _at(Path(program))
    if importlib.util.find_spec("pymarian") is not None:
        return Marian((sys.executable, "-m", "pymarian"), subcommands=True)
    raise ProgramError("marian.not-found", "Marian was not found", hint=_INSTALL)


def _explicit(setting: str) -> Marian:
    path = Path(setting).expanduser()
    if path.is_dir():
        for name in ("marian", "pymarian"):
            if _is_executable(path / name):
                return _at(path / name)
        raise ProgramError(
            "folder.no-marian",
            "the folder has no program `marian` or `pymarian`",
            file=path,
            hint=_INSTALL,
        )
    if path.exists():
        if not _is_executable(path):
            raise ProgramError(
                "program.not-executable",
                "this file is not a program (not executable)",
                file=path,
                hint=f"chmod +x {path}",
            )
        return _at(path)
    program = shutil.which(setting) if os.sep not in setting else None
    if program:
        return _at(Path(program))
    raise ProgramError(
        "marian.unknown-program", f"there is no Marian at `{setting}`", hint=_INSTALL
    )


def _at(path: Path) -> Marian:
    path = path.absolute()
    beside = _is_executable(path.with_name(_PROGRAMS["decode"]))
    if not beside and _is_executable(path.resolve().with_name(_PROGRAMS["decode"])):
        path, beside = path.resolve(), True  # a link to the build folder
    return Marian((str(path),), subcommands=path.name.startswith("pymarian") or not beside)


def _is_executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def run(
    argv: Sequence[str],
    *,
    log: Path,
    stdout: Path | None = None,
    poll: Callable[[], None] = lambda: None,
    keep: Sequence[int] = (),
) -> programs.Outcome:
    """Run Marian to its end, see `programs.run`; it saves its checkpoint when it is stopped."""
    return programs.run(
        argv,
        log=log,
        stdout=stdout,
        poll=poll,
        keep=keep,
        # One thread for each worker of Marian; MKL would take every core for each.
        environment={"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"},
        saves="Marian",
        hint=_INSTALL,
    )


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


@dataclass(frozen=True)
class MarianDecoder:
    """Marian on some threads or GPUs; `workspace` is the memory in MB that it sets aside."""

    marian: Marian
    threads: int = 1
    gpus: Sequence[int] = ()
    workspace: int | None = None

    def decode(self, model: Model, options: Options, work: Path, total: int, log: Path) -> None:
        """Translate work/source into work/target; see `Decoder`."""
        if is_misread(model):
            say(
                f"{model.file} has a decoder with self-attention and `transformer-preprocess: n`. "
                "Marian 1.12.42 decodes such models badly; use --decoder ctranslate2"
            )
        prepare = line_segmentation(model)
        if prepare is None:
            self._run(model, options, (work / "source", work / "target"), total, log)
            return
        files = (work / "source.prepared", work / "target.subwords")
        write_lines(files[0], map(prepare[0], read_lines(work / "source")))
        if model.spm is None:  # Marian joins the subwords itself
            self._run(model, options, (files[0], work / "target"), total, log)
            return
        self._run(model, options, files, total, log)
        target = segmenters(model)[1]
        write_lines(work / "target", (target.decode_line(line) for line in read_lines(files[1])))

    def explain(self, model: Model, options: Options, work: Path, total: int, log: Path) -> None:
        """Write Marian's translations with details to work/answers; see `Decoder`."""
        source = work / "source"
        prepare = line_segmentation(model)
        if prepare is not None:
            source = work / "source.prepared"
            write_lines(source, map(prepare[0], read_lines(work / "source")))
        self._run(model, options | details.OPTIONS, (source, work / "answers"), total, log)

    def _run(
        self, model: Model, options: Options, files: tuple[Path, Path], total: int, log: Path
    ) -> None:
        """Have Marian translate the first of two files into the second."""
        check_marian(model, "--decoder marian", "--decoder ctranslate2")
        source, target = files
        model = with_floats(model, target.parent)
        options = options | device_options(self.threads, self.gpus)
        if self.workspace is not None:
            options["workspace"] = self.workspace
        argv = [
            *self.marian.argv("decode"),
            *("--models", str(model.file)),
            *("--vocabs", *map(str, model.vocabularies)),
            *("--input", str(source)),
            *("--max-length-crop", "--quiet-translation"),
            *command_line(options),
        ]
        # Its help takes a third of a second, which is not worth it where little is translated.
        if total > _FEW and "stat-freq" in self.marian.options("decode"):
            argv += ["--stat-freq", str(_BATCHES)]
        start = log.stat().st_size if log.exists() else 0
        meter = _LineMeter(target, log, start, total)
        outcome = run(argv, log=log, stdout=target, poll=meter.look)
        meter.close()
        if outcome.stopped is not None:
            raise ProgramError(
                "translation.stopped",
                f"translation stopped by {outcome.stopped.name}",
                hint="run it again",
            )
        outcome.check("Marian failed while translating", FAULTS, log, start=start)
        if meter.lines != total:
            raise ProgramError(
                "marian.line-count",
                f"Marian wrote {meter.lines} lines for {total} lines of text",
                hint="the output must have one line per sentence: look for options such as n-best",
            )


def is_misread(model: Model) -> bool:
    """Return whether Marian 1.12.42 decodes another network than the one it trained and scores.

    Seen where a decoder with self-attention is normalised before its layers: from the second word
    on the decoder's scores are not those of marian-scorer, and translations are bad. With
    normalisation behind the layers, and with an SSRU in place of self-attention, the two agree.
    """
    settings = network_settings(model.file)
    return (
        settings.get("type") == "transformer"
        and settings.get("transformer-decoder-autoreg") == "self-attention"
        and "n" in str(settings.get("transformer-preprocess", ""))
    )


class _LineMeter:
    """Counts the lines of a file that grows, and shows how many are translated.

    Marian sorts lines by length and writes them in order: those of 1000 batches (maxi-batch) may
    come at once, at the end. What it logs meanwhile, from byte `start` of `log` on, says more.
    """

    def __init__(self, path: Path, log: Path, start: int, total: int) -> None:
        self.path = path
        self.total = total
        self.lines = 0
        self.position = 0
        self.done = 0
        self.start = time.monotonic()
        self.log = LogLines(log, start)
        self.meter = Meter("translating", unit="line", total=total)

    def look(self) -> None:
        """Read what has come since the last look."""
        with open(self.path, "rb") as handle:
            handle.seek(self.position)
            while chunk := handle.read(1 << 20):
                self.position += len(chunk)
                self.lines += chunk.count(b"\n")
        logged = filter(None, map(_STATISTICS.search, self.log.new()))
        self.done = max(self.done, self.lines, *(int(match[1]) for match in logged))
        rate = self.done / (time.monotonic() - self.start)
        of = f"{self.done} of {self.total} lines, {rate:.0f} a second"
        self.meter.show(self.done, f"translating: {of}")

    def close(self) -> None:
        """Take the bar away."""
        self.meter.close()
