"""Translation by any program that reads lines and writes as many: of systems from outside.

Nothing is known of the program. So what it writes is counted and looked at: its lines, those that
it left empty, marks of words that it does not know, and the language.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cdaflow.errors import ConfigError, InputError, ProgramError
from cdaflow.io.files import read_lines
from cdaflow.io.formats import count_lines
from cdaflow.langid import NAMES, other_language
from cdaflow.nmt.model import Model
from cdaflow.nmt.recipe import Options
from cdaflow.nmt.translate import Counts, Decoder, answers, translate_lines
from cdaflow.programs import Faults, run
from cdaflow.progress import say

#: What a program's last words say of its fault.
FAULTS = Faults(
    (
        (r"Mode \S+ does not exist", "install the data of this pair of languages"),
        (
            r"no such file or directory",
            "check the path; relative paths start at the folder of this run",
        ),
        (r"out of memory|cannot allocate", "give it less text (shards), or more memory"),
    )
)

#: A word that a rule-based translator did not know, such as "*xylophone" (Apertium also writes
#: @ and # before words whose translation or form it lacks).
_MARK = re.compile(r"(?<!\S)[*@#](?=[^\W\d_])")

#: Largest share of lines with such marks, and of lines that are not UTF-8.
_MOST_MARKED = 0.01

#: Lines of a sample whose language is identified.
_SAMPLE = 2000

#: Words that are counted as left as they were: of small letters, no names, as long as this.
_PLAIN = re.compile(r"(?<!\w)[a-z]{5,}(?!\w)")


@dataclass(frozen=True)
class Met:
    """What a program wrote.

    `empty`: lines without a translation; `marked`: lines with marks of unknown words. Of the
    English words of five small letters or more (`words`), `unchanged` are in the translation too.
    """

    empty: int = 0
    marked: int = 0
    words: int = 0
    unchanged: int = 0

    def __str__(self) -> str:
        share = 100 * self.unchanged / max(self.words, 1)
        marked = f", {self.marked} with marks of unknown words" if self.marked else ""
        return f"{self.empty} left empty{marked}; {share:.1f} % of the English words are unchanged"


def translate_by(
    program: Sequence[str],
    source: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    language: str = "",
    timeout: float = 0,
    column: str = "source",
    shard: tuple[int, int] | None = None,
    log: str | os.PathLike[str] | None = None,
) -> tuple[Counts, Met]:
    """Translate the lines of `source` into `output` by a program; see `translate.translate`.

    program: its words; it is run without a shell, reads the lines that are not blank on its
    standard input, and writes one line for each on its standard output. language: of the
    translations, ISO 639-1, "" for not checked. timeout: minutes after which it is ended.

    Raises ProgramError where it cannot be run, fails, takes too long or writes another number of
    lines; InputError where all it writes is empty, is plainly in another language, is not UTF-8,
    or has marks of unknown words on more than 1 % of the lines.
    """
    met = Met()

    def decode(work: Path, total: int, messages: Path) -> None:
        nonlocal met
        _run(program, work, total, messages, timeout)
        met = _look(program, work, language)

    counts = translate_lines(source, output, decode, column=column, shard=shard, log=log)
    return counts, met


@dataclass(frozen=True)
class Pivot:
    """A decoder by way of another language: a program translates what a model has written.

    So a model into Portuguese and a program from there make one into Spanish.
    """

    decoder: Decoder
    program: Sequence[str]
    language: str = ""

    @property
    def gpus(self) -> Sequence[int]:
        """The numbers of the GPUs of the model."""
        return self.decoder.gpus

    def decode(self, model: Model, options: Options, work: Path, total: int, log: Path) -> None:
        """Translate work/source into work/target; see `Decoder` and `translate_by`."""
        self.decoder.decode(model, options, work, total, log)
        with tempfile.TemporaryDirectory(dir=work) as name:
            second = Path(name)
            (work / "target").rename(second / "source")
            _run(self.program, second, total, log, timeout=0)
            _look(self.program, second, self.language)
            (second / "target").rename(work / "target")

    def explain(self, model: Model, options: Options, work: Path, total: int, log: Path) -> None:
        """Raise ConfigError: the words of the outcome are not the model's."""
        raise ConfigError(
            "option.details-with-pivot",
            f"--details describe the output of a model, but {self.program[0]} translates that "
            "output further",
            hint="leave out --through",
        )


def _run(program: Sequence[str], work: Path, total: int, log: Path, timeout: float) -> None:
    """Have a program translate the lines of work/source into work/target."""
    start = log.stat().st_size if log.exists() else 0
    end = time.monotonic() + 60 * timeout if timeout else float("inf")

    def poll() -> None:
        if time.monotonic() > end:
            words = "".join(f"\n    {line}" for line in FAULTS.tail(log, start=start))
            raise ProgramError(
                "program.timeout",
                f"{program[0]} was ended after {timeout:g} minutes"
                + (f"; its last words:{words}" if words else ""),
                hint="give it more time (timeout), or less text (shards)",
            )

    outcome = run(
        program,
        log=log,
        stdin=work / "source",
        stdout=work / "target",
        poll=poll,
        group=True,
        hint="check that it is installed and on PATH. It is run without a shell: give the "
        "command as words, and put pipes into a script",
    )
    outcome.check(f"{program[0]} failed while translating", FAULTS, log, start=start)
    lines = count_lines(work / "target")
    if lines != total:
        raise ProgramError(
            "program.line-count",
            f"{program[0]} wrote {lines} lines for {total} lines of text",
            hint="it must write one line for each line that it reads, and nothing else on its "
            "standard output",
        )


def _look(program: Sequence[str], work: Path, language: str) -> Met:
    """Return what a program wrote; raise InputError where that is no translation."""
    name = program[0]
    sources, targets = read_lines(work / "source"), answers(work / "target")
    lines = empty = marked = broken = words = unchanged = 0
    example = ""
    sample: list[str] = []
    step = 1
    for source, target in zip(sources, targets, strict=True):
        if lines % step == 0:
            sample.append(target)
            if len(sample) >= _SAMPLE:
                del sample[1::2]
                step *= 2
        lines += 1
        empty += not target.strip()
        broken += "\ufffd" in target and "\ufffd" not in source
        if len(_MARK.findall(target)) > len(_MARK.findall(source)):
            marked += 1
            example = example or target
        plain = set(_PLAIN.findall(source))
        words += len(plain)
        unchanged += len(plain.intersection(_PLAIN.findall(target)))
    if empty == lines:
        raise InputError("translations.all-empty", f"{name} left all {lines} lines empty")
    _check_share(
        "program.not-utf8",
        broken,
        lines,
        f"of {name} are not UTF-8",
        "have the program write UTF-8 (LC_ALL=C.UTF-8)",
    )
    _check_share(
        "program.unknown-word-marks",
        marked,
        lines,
        f"of {name} have marks of words that it does not know, such as {example[:80]!r}",
        "let the program omit these marks (apertium -u)",
    )
    if looks := other_language(sample, language):
        raise InputError(
            "translations.other-language",
            f"the output of {name} is not {NAMES[language]}; it looks like {looks}",
            hint="check the pair of languages; if the output is correct, switch the check off: "
            "language_check: false",
        )
    if marked:
        say(f"warning: {marked} lines of {name} have marks of unknown words")
    return Met(empty, marked, words, unchanged)


def _check_share(code: str, count: int, lines: int, what: str, hint: str) -> None:
    """Raise InputError where more than a few lines are wrong."""
    if count > _MOST_MARKED * lines:
        raise InputError(code, f"{count} of {lines} lines {what}", hint=hint)
