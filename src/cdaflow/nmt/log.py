"""What Marian says while it works: progress, validation scores, and why it failed.

Lines look like this (the date in front varies with Marian's settings):

    [..] Ep. 1 : Up. 50 : Sen. 6,842 : Cost 5.56 * 11,484 ... : Time 2.85s : 4030.64 words/s : ...
    [..] [valid] Ep. 1 : Up. 50 : ce-mean-words : 6.50432 : new best
"""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_UPDATE = re.compile(
    r"(?<!\[valid\] )Ep\. (?P<epoch>\d+) : Up\. (?P<update>\d+) : .*?Cost (?P<cost>[-\d.naif]+)"
    r".*? (?P<speed>[\d.]+) words/s"
)
_VALID = re.compile(
    r"\[valid\] Ep\. (?P<epoch>\d+) : Up\. (?P<update>\d+) : (?P<metric>[\w-]+) : "
    r"(?P<score>[-\d.naife+]+) : (?P<verdict>.+)"
)

#: Fault in the log (searched without regard to case) -> what to do about it.
_HINTS = (
    (
        r"cuda error.*out of memory|failed to allocate|cannot reserve|bad_alloc|CUDA error 2\b",
        "out of memory: lower --workspace or the recipe's mini-batch, or use a larger machine",
    ),
    (
        r"cuda(.*)(driver|no cuda-capable|invalid device)|cublas|compiled without cuda",
        "the GPU cannot be used: compare `nvidia-smi` with --gpus, or leave --gpus away for CPU",
    ),
    (r"no space left on device|disk quota", "the disk is full: make room and run again"),
    (
        r"file stream (is not|.*fail)|error.*(writ|flush)ing|badbit",
        "a file could not be written: is the disk full, or the folder write-protected?",
    ),
    (
        r"vocabulary file does not exist|SentencePieceVocab::load|failed to load sentencepiece",
        "the vocabulary is missing or is not a SentencePiece model: give the model's own one",
    ),
    (
        r"vocabulary size is smaller|vocab_size is too high|vocabulary size too high"
        r"|trainer_interface\.cc.*(vocab_size|input_sentence_size)",
        "there is too little text for a vocabulary of this size: lower dim-vocabs in the recipe "
        "(SentencePiece wants more than 100 lines in any case)",
    ),
    (
        r"load_the_npy_file|npz_load|bad conversion|npy_header|failed fread",
        "a model or checkpoint is damaged (cut short by a kill or a full disk?): remove it, "
        "or fetch it again",
    ),
    (
        r"newly created|shape.*mismatch|mismatch.*shape|requested shape",
        "the model has another architecture than its settings say, or another vocabulary",
    ),
    (
        r"arguments were not expected|option\(s\).*not expected|could not convert",
        "this Marian does not know an option or its value: correct the recipe",
    ),
    (r"illegal instruction", "this build of Marian needs a newer processor: build one for it"),
    (
        r"training diverged|\bnan\b.*(cost|loss)|detected nan",
        "the training diverged: lower learn-rate or lengthen lr-warmup in the recipe",
    ),
)

#: The same, told by the signal that ended Marian.
_SIGNALS = {
    signal.SIGILL: "this build of Marian needs a newer processor (illegal instruction)",
    signal.SIGKILL: "it was killed from outside, most often because memory ran out",
    signal.SIGBUS: "a file or memory could not be read or written: is the disk full?",
}

_NOISE = re.compile(r"^\[0x[0-9a-f]+\]|^\[CALL STACK\]|\[config\]|^\s*$")


@dataclass(frozen=True)
class Update:
    """One line of training progress; `speed` is in target words (pieces) a second."""

    epoch: int
    update: int
    cost: float
    speed: float

    def __str__(self) -> str:
        return (
            f"epoch {self.epoch}, update {self.update}, cost {self.cost:.3f}, "
            f"{self.speed:.0f} words/s"
        )


@dataclass(frozen=True)
class Validation:
    """One validation score; `verdict` is Marian's ("new best", "stalled 2 times ...")."""

    epoch: int
    update: int
    metric: str
    score: float
    verdict: str

    @property
    def is_best(self) -> bool:
        """Whether Marian saved a best model at this score."""
        return self.verdict.startswith("new best")

    def __str__(self) -> str:
        return f"validation at update {self.update}: {self.metric} {self.score:g}, {self.verdict}"


def parse_line(line: str) -> Update | Validation | None:
    """Return what a line of Marian's log reports, or None where it is another line."""
    found = _VALID.search(line)
    try:
        if found:
            return Validation(
                int(found["epoch"]),
                int(found["update"]),
                found["metric"],
                float(found["score"]),
                found["verdict"].strip(),
            )
        found = _UPDATE.search(line)
        if found:
            return Update(
                int(found["epoch"]),
                int(found["update"]),
                float(found["cost"]),
                float(found["speed"]),
            )
    except ValueError:  # a number in a shape unknown to us: no reason to stop a training
        return None
    return None


def tail(log: Path, *, start: int = 0, lines: int = 6, max_bytes: int = 65536) -> list[str]:
    """Return the last telling lines of a log from byte `start` on.

    Marian ends with a long call stack; its lines are left out, and where there are lines
    with "Error" only these are returned.
    """
    try:
        with open(log, "rb") as handle:
            size = handle.seek(0, 2)
            handle.seek(max(start, size - max_bytes))
            text = handle.read().decode("utf-8", errors="replace")
    except FileNotFoundError:
        return []
    telling = [line.rstrip() for line in text.split("\n") if not _NOISE.search(line)]
    errors = [line for line in telling if re.search(r"\berror\b|Error:", line, re.IGNORECASE)]
    return [line[:300] for line in (errors or telling)[-lines:]]


def explain(returncode: int, lines: Sequence[str]) -> str | None:
    """Return what to do about a failed run, or None where the fault is not a known one.

    `returncode` is negative for a signal, as in subprocess; 128 + n from a shell counts too.
    """
    text = "\n".join(lines)
    for pattern, hint in _HINTS:
        if re.search(pattern, text, re.IGNORECASE):
            return hint
    number = -returncode if returncode < 0 else returncode - 128
    return next((hint for name, hint in _SIGNALS.items() if name == number), None)
