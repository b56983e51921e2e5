"""Fine-tune only the subwords of the training text, to save time and leave all others unchanged.

Most of what a training of a small model computes are the scores of all subwords at each word
(Firefox's: 32,000 of 256 numbers each, half of all), and each update pushes all but one down. A
text of some ten thousand sentences has a third of them. So the base is cut down to these, trained,
and put back: the rows of the others are those of the base, bit for bit. That is right where the
text changes little. A training that changes everything (a base becomes a model of another language)
leaves them with scores that mean nothing any more, and they would be written in place of what was
learned: such recipes have `used-subwords: alone`, and the others are never written.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_path, read_lines
from cdaflow.nmt.archive import SETTINGS, opened, part_names, read_part, write_part
from cdaflow.nmt.model import Model, segmenters
from cdaflow.nmt.spm import NORMAL, typed_subwords, with_subwords
from cdaflow.nmt.symbols import check_places, subword_axis

Numbers = NDArray[np.int64]

#: The biases of the scores, and how far below all others those of subwords are that are never
#: written.
_BIASES = "decoder_ff_logit_out_b"
_FAR_BELOW = 1000.0


def check_base(base: Model) -> None:
    """Raise ConfigError where a base has not one SentencePiece vocabulary for both sides."""
    source, target = base.vocabularies
    if source != target or source.suffix != ".spm":
        raise ConfigError(
            "recipe.used-subwords-unfit-base",
            "`used-subwords` needs a base with one SentencePiece vocabulary (.spm) for both sides",
            file=base.file,
            hint="use a recipe without `used-subwords`",
        )


def cut_down(base: Model, texts: Iterable[Path], folder: Path) -> tuple[Model, Numbers]:
    """Return a base with the subwords of some text alone, written into `folder`.

    Also their numbers in the vocabulary of the base, ascending. Special subwords stay, and that
    with the largest weight, by which the 8-bit grid of the embeddings is laid. The text is cut into
    the same subwords as before: the best segmentation is among the ones that are left.

    Raises InputError where the parameters are not known.
    """
    vocabulary = base.vocabularies[0]
    types = typed_subwords(vocabulary)
    numbers = {text: number for number, (text, _) in enumerate(types)}
    segmenter = segmenters(base)[0]
    used = {number for number, (_, kind) in enumerate(types) if kind != NORMAL}
    lines = (line for path in texts for line in read_lines(path))
    used |= {numbers[p] for line in lines for p in segmenter.encode(line) if p in numbers}
    folder.mkdir(parents=True, exist_ok=True)
    with opened(base.file) as archive:
        parts = {name: read_part(archive, name) for name in part_names(archive)}
    tables = [part for name, part in parts.items() if subword_axis(name) == 0]
    used |= {int(np.abs(part).max(axis=1).argmax()) for part in tables}
    subword_ids = np.array(sorted(used), dtype=np.int64)
    for name, part in parts.items():
        axis = _axis(name, part.shape, len(types), base.file)
        if axis is not None:
            parts[name] = np.take(part, subword_ids, axis=axis)
    # Marian takes the sizes of the vocabularies from these; its own settings would contradict them.
    _write(folder / "model.npz", {n: p for n, p in parts.items() if n != SETTINGS})
    with atomic_path(folder / "vocab.spm") as temporary:
        temporary.write_bytes(with_subwords(vocabulary, used))
    vocabularies = (folder / "vocab.spm", folder / "vocab.spm")
    return replace(base, file=folder / "model.npz", vocabularies=vocabularies), subword_ids


def put_back(
    trained: Path, base: Model, subword_ids: Numbers, output: Path, *, alone: bool = False
) -> None:
    """Write the base with the trained parameters of a model of some of its subwords.

    `subword_ids`: their numbers; with `alone` the model writes no others, though it reads them.
    Raises InputError where `trained` has other parameters than the base, or no biases with `alone`.
    """
    size = len(typed_subwords(base.vocabularies[0]))
    with opened(base.file) as archive, opened(trained) as tuned:
        if set(part_names(archive)) - {SETTINGS} != set(part_names(tuned)) - {SETTINGS}:
            raise InputError(
                "model.other-parameters-than-base",
                "the model and its base have different parameters",
                file=trained,
            )
        parts = {}
        for name in part_names(archive):
            part = read_part(archive, name)
            axis = _axis(name, part.shape, size, base.file)
            if name == SETTINGS:
                parts[name] = part
            elif axis is None:
                parts[name] = read_part(tuned, name)
            else:
                whole = part.copy()
                if alone and name == _BIASES:
                    whole[:] = read_part(tuned, name).min() - _FAR_BELOW
                whole[(slice(None),) * axis + (subword_ids,)] = read_part(tuned, name)
                parts[name] = whole
    if alone and _BIASES not in parts:
        raise InputError("model.no-biases", f"the model has no parameter {_BIASES}", file=base.file)
    _write(output, parts)


def _axis(name: str, shape: tuple[int, ...], size: int, file: Path) -> int | None:
    """Return the axis of a parameter that has a place for each subword; None where none has."""
    axis = subword_axis(name)
    if axis is None:
        if size in shape:
            raise InputError(
                "model.unknown-parameter",
                f"the parameter {name} of shape {shape} is unknown",
                file=file,
            )
        return None
    check_places(name, shape, axis, size, file)
    return axis


def _write(path: Path, parts: dict[str, NDArray[np.generic]]) -> None:
    with atomic_path(path) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        for name, part in parts.items():
            write_part(archive, name, part)
