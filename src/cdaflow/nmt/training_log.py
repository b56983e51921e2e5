"""What Marian says while it trains: progress, validation scores, and why it failed.

Lines look like this (the date in front varies with Marian's settings):

    [..] Ep. 1 : Up. 50 : Sen. 6,842 : Cost 5.56 * 11,484 ... : Time 2.85s : 4030.64 words/s : ...
    [..] [valid] Ep. 1 : Up. 50 : ce-mean-words : 6.50432 : new best
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cdaflow.programs import Faults
from cdaflow.progress import LogLines, Meter

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
        "the GPU cannot be used: compare `nvidia-smi` with --gpus, or omit --gpus to use the CPU",
    ),
    (r"no space left on device|disk quota", "the disk is full: free space and run again"),
    (
        r"file stream (is not|.*fail)|error.*(writ|flush)ing|badbit",
        "a file could not be written: check whether the disk is full or the folder is "
        "write-protected",
    ),
    (
        r"vocabulary file does not exist|SentencePieceVocab::load|failed to load sentencepiece",
        "the vocabulary is missing or is not a SentencePiece model: give the vocabulary of the "
        "model",
    ),
    (
        r"vocabulary size is smaller|vocab_size is too high|vocabulary size too high"
        r"|trainer_interface\.cc.*(vocab_size|input_sentence_size)",
        "there is too little text for a vocabulary of this size: lower dim-vocabs in the recipe "
        "(SentencePiece needs more than 100 lines in any case)",
    ),
    (
        r"load_the_npy_file|npz_load|bad conversion|npy_header|failed fread",
        "a model or checkpoint is damaged (truncated by a kill or a full disk?): remove it, "
        "or fetch it again",
    ),
    (
        r"newly created|shape.*mismatch|mismatch.*shape|requested shape",
        "the architecture or the vocabulary of the model does not match its settings",
    ),
    (
        r"arguments were not expected|option\(s\).*not expected|could not convert",
        "the installed Marian does not know an option or its value: correct the recipe",
    ),
    (r"illegal instruction", "this build of Marian needs a newer processor: build one for it"),
    (
        r"training diverged|\bnan\b.*(cost|loss)|detected nan",
        "the training diverged: lower learn-rate or lengthen lr-warmup in the recipe",
    ),
)

#: Marian ends with a long call stack.
FAULTS = Faults(_HINTS, re.compile(r"^\[0x[0-9a-f]+\]|^\[CALL STACK\]|\[config\]|^\s*$"))


@dataclass(frozen=True)
class Update:
    """One line of training progress; `speed` is in target words (subwords) a second."""

    epoch: int
    update: int
    cost: float
    speed: float


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
    match = _VALID.search(line)
    try:
        if match:
            return Validation(
                int(match["epoch"]),
                int(match["update"]),
                match["metric"],
                float(match["score"]),
                match["verdict"].strip(),
            )
        match = _UPDATE.search(line)
        if match:
            return Update(
                int(match["epoch"]),
                int(match["update"]),
                float(match["cost"]),
                float(match["speed"]),
            )
    except ValueError:  # a number in a shape unknown to us: no reason to stop a training
        return None
    return None


#: A base costs no more a word under label smoothing, as far as it is not peaked.
_HIGH_COST = 3.2


def smoothing_caution(first: Update | None, options: Mapping[str, object]) -> str:
    """Return what to say where the first cost of a fine-tuning shows that smoothing harms it.

    Label smoothing takes some probability for the other words; a model that was distilled gives
    these next to none, so that its first updates undo what it knows. Firefox's English-Portuguese
    model costs 3.3 to 7.2 a word with smoothing, by the text, and 0.06 to 0.9 without. "" where
    there is nothing to say.
    """
    smoothing = options.get("label-smoothing", 0)
    per_word = options.get("cost-type", "ce-sum") in ("ce-sum", "ce-mean-words")
    if first is None or first.update != 1 or not smoothing or not per_word:
        return ""
    if first.cost <= _HIGH_COST:
        return ""
    return (
        f"the cost of the base is {first.cost:.2f} per word under label-smoothing {smoothing}; it "
        "may be a distilled student. Label smoothing harms such models; use the recipe "
        "student-finetune"
    )


class TrainingMeter:
    """Shows a training under way from its log, from byte `start` on.

    `total`: the updates to be made, if known. `first`, `update`: the first and the last one that
    the log has from there.
    """

    def __init__(self, log: Path, start: int, total: int | None) -> None:
        self.first: Update | None = None
        self.update: Update | None = None
        self._lines = LogLines(log, start)
        self._total = total
        self._meter = Meter("training", unit="update", total=total)

    def look(self) -> None:
        """Read what has come since the last look."""
        for line in self._lines.new():
            event = parse_line(line)
            if isinstance(event, Validation):
                self._meter.say(str(event))
            elif event is not None:
                self.first = self.first or event
                self.update = event
        if self.update is not None:
            done = self.update
            of = f" of {self._total}" if self._total else ""
            self._meter.show(
                done.update,
                f"training: epoch {done.epoch}, update {done.update}{of}, cost {done.cost:.3f}, "
                f"{done.speed:.0f} words/s",
                note=f"cost {done.cost:.3f}, {done.speed:.0f} words/s",
            )

    def close(self) -> None:
        """Take the bar away."""
        self._meter.close()
