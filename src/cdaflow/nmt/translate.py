"""Translation: one line out for each line in, whatever the lines hold."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from cdaflow.errors import ProgramError
from cdaflow.files import atomic_text, read_lines, write_lines
from cdaflow.nmt.model import Model, check_model
from cdaflow.nmt.program import Marian, check, run
from cdaflow.nmt.recipe import DECODE_DEFAULTS, RESERVED, Options, command_line, device_options
from cdaflow.progress import LOG_INTERVAL, say
from cdaflow.text.shards import read_texts

#: Pieces are shorter than words; a text without spaces has about this many characters a piece.
_CHARACTERS_A_PIECE = 6


@dataclass(frozen=True)
class Counts:
    """What a translation met: lines in all, blank ones, and ones too long to be whole."""

    lines: int
    blank: int
    long: int


def translate(
    model: Model,
    source: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    marian: Marian,
    threads: int = 1,
    gpus: Sequence[int] = (),
    workspace: int | None = None,
    beam: int | None = None,
    column: str = "source",
    log: str | os.PathLike[str] | None = None,
) -> Counts:
    """Translate the lines of `source` into `output`, one line for each; return the counts.

    `source` is text (compressed or not) or a Parquet file, of which `column` is taken. Blank
    lines stay blank and never reach Marian. Marian silently ends the whole translation at a
    line of more than max-length pieces; here such a line is cut instead, and told.
    `output` appears only when whole (.gz is compressed). Marian's messages go to `log`.

    Raises InputError for a faulty model or input, ProgramError where Marian fails, is stopped,
    or gives another number of lines than it got.
    """
    check_model(model)
    options = _options(model, threads=threads, gpus=gpus, workspace=workspace, beam=beam)
    final = Path(output)
    final.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=final.parent, prefix=".cdaflow-translate-") as name:
        work = Path(name)
        blanks = array("Q")
        limit = int(str(options["max-length"]))
        sieve = _Sieve(blanks, limit)
        wanted = write_lines(work / "source", sieve.full_lines(_lines(source, column)))
        if sieve.long:
            say(
                f"{source}: {sieve.long} lines (the first is line {sieve.first_long}) have more "
                f"than about {limit} pieces; what goes beyond is not translated "
                "(split them, or raise max-length in the recipe's `decode`)"
            )
        if wanted:
            _decode(model, options, work, wanted, marian, Path(log) if log else work / "log")
            translated: Iterable[str] = _answers(work / "target")
        else:
            translated = ()
        _join(final, translated, blanks, wanted)
    return Counts(wanted + len(blanks), len(blanks), sieve.long)


class _Sieve:
    """Takes the blank lines out of a text and remembers where they stood."""

    def __init__(self, blanks: array[int], limit: int) -> None:
        self.blanks = blanks
        self.limit = limit
        self.long = 0
        self.first_long = 0

    def full_lines(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines that are not blank."""
        for number, line in enumerate(lines):
            if not line.strip():
                self.blanks.append(number)
                continue
            # At most one piece a character, so that short lines need no closer look.
            if len(line) >= self.limit and (
                len(line.split()) >= self.limit or len(line) > _CHARACTERS_A_PIECE * self.limit
            ):
                self.long += 1
                self.first_long = self.first_long or number + 1
            yield line


def _lines(source: str | os.PathLike[str], column: str) -> Iterator[str]:
    if str(source).endswith(".parquet"):
        return (text for (text,) in read_texts(source, (column,)))
    return read_lines(source)


def _answers(path: Path) -> Iterator[str]:
    # A model with byte pieces may put bytes together that are no character.
    with open(path, encoding="utf-8", errors="replace", newline="\n") as handle:
        for line in handle:
            yield line.removesuffix("\n").replace("\r", " ")


def _options(
    model: Model,
    *,
    threads: int,
    gpus: Sequence[int],
    workspace: int | None,
    beam: int | None,
) -> Options:
    settings = model.decode | (model.gpu_decode if gpus else {})
    given: Options = {k: v for k, v in settings.items() if k not in RESERVED["decode"]}
    options = DECODE_DEFAULTS | given
    if beam is not None:
        options["beam-size"] = beam
    if workspace is not None:
        options["workspace"] = workspace
    return options | device_options(threads, gpus)


def _decode(
    model: Model, options: Options, work: Path, wanted: int, marian: Marian, log: Path
) -> None:
    argv = [
        *marian.argv("decode"),
        *("--models", str(model.file)),
        *("--vocabs", *map(str, model.vocabularies)),
        *("--input", str(work / "source")),
        *("--max-length-crop", "--quiet-translation"),
        *command_line(options),
    ]
    start = log.stat().st_size if log.exists() else 0
    bar = _LineBar(work / "target", wanted)
    outcome = run(argv, log=log, stdout=work / "target", poll=bar.look)
    bar.close()
    if outcome.stopped is not None:
        raise ProgramError(
            f"translation stopped by {outcome.stopped.name}", hint="run it again to start anew"
        )
    check(outcome, "translating", log, start=start)
    if bar.lines != wanted:
        raise ProgramError(
            f"Marian gave {bar.lines} lines for {wanted} lines of text",
            hint="is the model's output one line a sentence? Look for options such as n-best",
        )


def _join(output: Path, translated: Iterable[str], blanks: array[int], wanted: int) -> None:
    """Write the translations with the blank lines put back where they stood."""
    at = iter(translated)
    gap = iter(blanks)
    next_blank = next(gap, None)
    with atomic_text(output) as handle:
        for number in range(wanted + len(blanks)):
            if number == next_blank:
                handle.write("\n")
                next_blank = next(gap, None)
            else:
                handle.write(next(at) + "\n")


class _LineBar:
    """Counts the lines of a file that grows, and shows them."""

    def __init__(self, path: Path, total: int) -> None:
        self.path = path
        self.total = total
        self.lines = 0
        self.position = 0
        self.start = self.last = time.monotonic()
        self.bar = tqdm(total=total, desc="translating", unit="line", leave=False,
                        disable=not sys.stderr.isatty())  # fmt: skip

    def look(self) -> None:
        """Read what has come since the last look."""
        with open(self.path, "rb") as handle:
            handle.seek(self.position)
            while chunk := handle.read(1 << 20):
                self.position += len(chunk)
                self.lines += chunk.count(b"\n")
        self.bar.update(self.lines - self.bar.n)
        now = time.monotonic()
        if self.bar.disable and now - self.last >= LOG_INTERVAL:
            self.last = now
            rate = self.lines / (now - self.start)
            say(f"translating: {self.lines} of {self.total} lines, {rate:.0f} a second")

    def close(self) -> None:
        """Take the bar away."""
        self.bar.close()
