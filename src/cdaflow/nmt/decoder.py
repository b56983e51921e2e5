"""What translates: the contract of a decoder, whichever program or library is behind it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from cdaflow.nmt.model import Model
from cdaflow.nmt.recipe import DECODE_DEFAULTS, RESERVED, Options

#: The decoders by name, as the configuration and `--decoder` have them.
DECODERS = ("marian", "ctranslate2")


class Decoder(Protocol):
    """Translates lines; `cdaflow.nmt.translate` sees to everything around it."""

    @property
    def gpus(self) -> Sequence[int]:
        """The numbers of the GPUs it uses; none: the CPU."""

    def decode(self, model: Model, options: Options, work: Path, wanted: int, log: Path) -> None:
        """Translate the `wanted` lines of the file work/source into as many of work/target.

        None of the lines is blank. `options` are Marian's, as of `decode_options`, and mean the
        same to every decoder. Messages of an outside program are appended to `log`.

        Raises ConfigError for an option or a model that it cannot do, ProgramError where it fails.
        """


def decode_options(model: Model, *, gpu: bool = False, beam: int | None = None) -> Options:
    """Return the options to decode a model with: defaults, its own, those for GPUs, `beam`."""
    settings = model.decode | (model.gpu_decode if gpu else {})
    given: Options = {k: v for k, v in settings.items() if k not in RESERVED["decode"]}
    options = DECODE_DEFAULTS | given
    if beam is not None:
        options["beam-size"] = beam
    return options
