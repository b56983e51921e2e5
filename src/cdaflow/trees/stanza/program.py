"""Running Stanza's training programs: one process each, its log followed while it works."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cdaflow import programs
from cdaflow.progress import LogLines, Meter

_STEP = re.compile(r"\bstep +(\d+)/ *(\d+)", re.IGNORECASE)
#: The tokeniser gives its score in percent, the others as a fraction.
_SCORE = re.compile(r"(?:dev_score = (?P<part>[\d.]+)|Dev score: +(?P<percent>[\d.]+))")

_FAULTS = programs.Faults(
    (
        (r"No module named '?stanza", "install Stanza: pip install stanza"),
        (
            r"out of memory|not enough memory|bad_alloc|Cannot allocate memory",
            "out of memory: lower batch_size or the sizes of the layers in the recipe",
        ),
        (r"No space left on device|Disk quota", "the disk is full: make room and run again"),
        (
            r"unrecognized arguments|invalid .* value",
            "this Stanza does not know an option: correct the recipe",
        ),
    )
)


@dataclass
class Progress:
    """What a log has reported so far: step, last step, scores on the validation trees (%)."""

    step: int = 0
    last: int = 0
    scores: list[float] = field(default_factory=list)

    def take(self, line: str) -> None:
        """Take in a line of the log."""
        if found := _SCORE.search(line):
            text = found["part"] or found["percent"]
            self.scores.append(round(float(text) * (100 if found["part"] else 1), 2))
        elif found := _STEP.search(line):
            self.step, self.last = int(found[1]), int(found[2])


def run(argv: Sequence[str], *, what: str, log: Path, threads: int) -> Progress:
    """Run a program to its end, its output appended to `log`, and return what its log reports.

    The progress is shown. The program is killed with this process. Raises ProgramError with its
    last lines where it fails.
    """
    start = log.stat().st_size if log.exists() else 0
    lines, state = LogLines(log, start), Progress()
    meter = Meter(what, unit="step")

    def look() -> None:
        for line in lines.new():
            state.take(line)
        score = f"validation {state.scores[-1]:.1f}" if state.scores else ""
        text = f"{what}: step {state.step} of {state.last}{', ' if score else ''}{score}"
        meter.show(state.step, text, total=state.last, note=score)

    environment = {
        "OMP_NUM_THREADS": str(threads),
        "MKL_NUM_THREADS": str(threads),
        # Hashes of strings decide the order of Stanza's sets, and so its vocabularies.
        "PYTHONHASHSEED": "0",
    }
    try:
        outcome = programs.run(argv, log=log, poll=look, environment=environment)
    finally:
        meter.close()
    outcome.check(f"Stanza failed while training {what}", _FAULTS, log, start=start)
    return state
