"""Describe a model in a few lines, with its translations of three sentences."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, write_lines
from cdaflow.io.repair import read_sentences
from cdaflow.nmt.bergamot import network_settings
from cdaflow.nmt.layouts import TITLES
from cdaflow.nmt.model import Model, check_model, tokens_of
from cdaflow.nmt.translate import Decoder, decode_options, translate

#: Sentences with people in them, one of them long enough to show a wrong end.
SENTENCES = (
    "The doctor talked to the nurse.",
    "She is the engineer who designed this bridge.",
    "The teacher told the students that the library would be closed on Monday.",
)

#: Decode settings that are shown.
_SHOWN = ("beam-size", "normalize", "word-penalty", "max-length")


def describe(layout: str, model: Model) -> Iterator[tuple[str, str]]:
    """Yield names and values that describe a model found in a layout.

    Raises InputError where a file of it is absent or damaged.
    """
    check_model(model)
    yield "layout", TITLES[layout]
    yield "model", str(model.file)
    yield "network", _network(model)
    sizes = [len(tokens_of(model, path)) for path in model.vocabularies]
    joint = model.vocabularies[0] == model.vocabularies[1]
    yield "vocabulary", f"{sizes[0]} subwords" if joint else f"{sizes[0]} and {sizes[1]} subwords"
    spm = dict.fromkeys(str(path) for path in model.spm or model.vocabularies)
    yield "segmented by", ", ".join(spm)
    before, target = model.framing.before, model.framing.target
    if before:
        begins = f", translations begin with {target[0]}" if target else ""
        yield "language", f"sources begin with {before[0]}{begins}"
    else:
        yield "language", "one: it has no target language tokens"
    options = decode_options(model)
    yield "decoded with", ", ".join(f"{n} {options[n]}" for n in _SHOWN if n in options)
    trainable = "yes, after `cdaflow nmt import`, or as the base of a system"
    yield "fine-tuning", trainable if model.kind == "marian" else "no: Marian cannot read it"


def _network(model: Model) -> str:
    settings = network_settings(model.file)
    if not settings:
        return "not stated in the file"
    kind, cell = str(settings.get("type")), ""
    if settings.get("transformer-decoder-autoreg"):
        cell = f", decoder of {settings['transformer-decoder-autoreg']}"
        if settings["transformer-decoder-autoreg"] == "rnn":
            cell = f", decoder of {settings.get('dec-cell', 'rnn')}"
    depth = f"{settings.get('enc-depth')} and {settings.get('dec-depth')} layers"
    return f"{kind}, {depth} of dimension {settings.get('dim-emb')}{cell}"


def translate_some(
    model: Model, decoder: Decoder, text: str | os.PathLike[str] | None = None
) -> list[tuple[str, str]]:
    """Return the translations of three sentences, or of the first three lines of a text.

    Raises InputError where the model or the text is at fault, ProgramError where the decoder fails.
    """
    lines = list(SENTENCES) if text is None else list(islice(read_sentences(text), 3))
    if not lines:
        raise InputError("text.empty", "the text is empty", file=text)
    with tempfile.TemporaryDirectory(prefix=".cdaflow-check-") as folder:
        source, target = Path(folder) / "source", Path(folder) / "target"
        write_lines(source, lines)
        translate(model, source, target, decoder=decoder)
        return list(zip(lines, read_lines(target), strict=True))
