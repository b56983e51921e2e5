"""Decoding by Marian, in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cdaflow.errors import ProgramError
from cdaflow.io.files import read_lines, write_lines
from cdaflow.nmt.archive import read_settings
from cdaflow.nmt.marian import Marian, run
from cdaflow.nmt.model import Model, pieces_of
from cdaflow.nmt.recipe import Options, command_line, device_options
from cdaflow.nmt.training_log import FAULTS
from cdaflow.progress import Meter, say


@dataclass(frozen=True)
class MarianDecoder:
    """Marian on some threads or GPUs; `workspace` is the memory in MB that it sets aside."""

    marian: Marian
    threads: int = 1
    gpus: Sequence[int] = ()
    workspace: int | None = None

    def decode(self, model: Model, options: Options, work: Path, wanted: int, log: Path) -> None:
        """Translate work/source into work/target; see `Decoder`."""
        _warn(model)
        if model.spm is None:
            self._run(model, options, (work / "source", work / "target"), wanted, log)
            return
        # See `line_segmentation`.
        source, target = pieces_of(model)
        files = (work / "source.pieces", work / "target.pieces")
        write_lines(files[0], (source.encode_line(line) for line in read_lines(work / "source")))
        self._run(model, options, files, wanted, log)
        write_lines(work / "target", (target.decode_line(line) for line in read_lines(files[1])))

    def _run(
        self, model: Model, options: Options, files: tuple[Path, Path], wanted: int, log: Path
    ) -> None:
        """Have Marian translate the first of two files into the second."""
        source, target = files
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
        start = log.stat().st_size if log.exists() else 0
        meter = _LineMeter(target, wanted)
        outcome = run(argv, log=log, stdout=target, poll=meter.look)
        meter.close()
        if outcome.stopped is not None:
            raise ProgramError(
                f"translation stopped by {outcome.stopped.name}", hint="run it again to start anew"
            )
        outcome.check("Marian failed while translating", FAULTS, log, start=start)
        if meter.lines != wanted:
            raise ProgramError(
                f"Marian gave {meter.lines} lines for {wanted} lines of text",
                hint="is the model's output one line a sentence? Look for options such as n-best",
            )


def is_misread(model: Model) -> bool:
    """Return whether Marian 1.12.42 decodes another network than the one it trained and scores.

    Seen where a decoder with self-attention is normalised before its layers: from the second word
    on the decoder's scores are not those of marian-scorer, and translations are bad. With
    normalisation behind the layers, and with an SSRU in place of self-attention, the two agree.
    """
    settings = read_settings(model.file) if model.file.suffix == ".npz" else {}
    return (
        settings.get("type") == "transformer"
        and settings.get("transformer-decoder-autoreg") == "self-attention"
        and "n" in str(settings.get("transformer-preprocess", ""))
    )


def _warn(model: Model) -> None:
    if is_misread(model):
        say(
            f"{model.file}: a decoder with self-attention and `transformer-preprocess: n`. Marian "
            "1.12.42 was seen to decode such models badly; --decoder ctranslate2 does it well"
        )


class _LineMeter:
    """Counts the lines of a file that grows, and shows them."""

    def __init__(self, path: Path, total: int) -> None:
        self.path = path
        self.total = total
        self.lines = 0
        self.position = 0
        self.start = time.monotonic()
        self.meter = Meter("translating", unit="line", total=total)

    def look(self) -> None:
        """Read what has come since the last look."""
        with open(self.path, "rb") as handle:
            handle.seek(self.position)
            while chunk := handle.read(1 << 20):
                self.position += len(chunk)
                self.lines += chunk.count(b"\n")
        rate = self.lines / (time.monotonic() - self.start)
        of = f"{self.lines} of {self.total} lines, {rate:.0f} a second"
        self.meter.show(self.lines, f"translating: {of}")

    def close(self) -> None:
        """Take the bar away."""
        self.meter.close()
