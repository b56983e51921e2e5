"""Marian's model files: .npz archives of parameters, read, written and averaged without pickle."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_path
from cdaflow.io.model_file import BAD_ARCHIVE, read_array
from cdaflow.io.yaml_files import MAX_YAML_BYTES, parse_yaml
from cdaflow.nmt.recipe import Options

#: The settings of the network, as text in YAML; every other part is a parameter.
SETTINGS = "special:model.yml"

_ALIKE = (
    "average checkpoints of one training, or a model and the base that it was fine-tuned from "
    "without new symbols"
)
#: Settings of the network that Marian 1.12 writes into every model and 1.9 did not know, with the
#: values by which the network is the older one's (its defaults).
LATER_SETTINGS: Options = {
    "factors-combine": "sum",
    "factors-dim-emb": 0,
    "lemma-dependency": "",
    "separator-symbol": "[eos]",
    "transformer-alibi-shift": False,
    "transformer-alibi-trainable": False,
    "transformer-attention-mask": "default",
    "transformer-decoder-dim-ffn": 0,
    "transformer-decoder-ffn-depth": 0,
    "transformer-disable-position-embeddings": False,
    "transformer-no-affine": False,
    "transformer-no-bias": False,
    "transformer-rnn-projection": False,
}
_DAMAGED = "the file is damaged or truncated; copy it again"
_ENDING = ".npy"
#: As Marian has it: no date, so that the same parameters are the same bytes.
_NO_DATE = (1980, 1, 1, 0, 0, 0)


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a model for reading; InputError if it is not one."""
    with _reading(path):
        archive = zipfile.ZipFile(path)
    with archive:
        yield archive


def part_names(archive: zipfile.ZipFile) -> list[str]:
    """Return the names of the parts of an opened model in their order: parameters, settings."""
    return [name.removesuffix(_ENDING) for name in archive.namelist()]


def read_part(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    """Return a part of an opened model; InputError where it is absent or damaged."""
    with _reading(str(archive.filename)):
        return read_array(archive.read(name + _ENDING))


def write_part(archive: zipfile.ZipFile, name: str, array: NDArray[Any]) -> None:
    """Add a part to a model that is being written, not compressed, as Marian has it."""
    with archive.open(zipfile.ZipInfo(name + _ENDING, _NO_DATE), "w") as handle:
        np.lib.format.write_array(handle, array, version=(1, 0), allow_pickle=False)


def check_archive(path: Path) -> None:
    """Raise InputError where an .npz is not whole (its index and the checksum of each part)."""
    try:
        with zipfile.ZipFile(path) as archive:
            broken = archive.testzip()
    except BAD_ARCHIVE as error:
        raise InputError(
            "archive.incomplete", f"this is not a complete .npz ({error})", file=path, hint=_DAMAGED
        ) from None
    if broken is not None:
        raise InputError(
            "archive.part-damaged", f"its part {broken} is damaged", file=path, hint=_DAMAGED
        )


def read_settings(path: Path) -> dict[str, Any]:
    """Return the architecture that Marian stores in a model.npz (dim-emb, enc-depth, ...).

    Returns {} for a model without it; InputError where damaged.
    """
    with opened(path) as archive:
        if SETTINGS not in part_names(archive):
            return {}
        with _reading(path):
            if archive.getinfo(SETTINGS + _ENDING).file_size > MAX_YAML_BYTES:
                raise ValueError(f"{SETTINGS} is larger than {MAX_YAML_BYTES} bytes")
            raw = read_part(archive, SETTINGS).tobytes()
    return parse_settings(raw, path)


def parse_settings(raw: bytes, path: Path) -> dict[str, Any]:
    """Return the settings that bytes of the model at `path` say; InputError where they are none."""
    with _reading(path):
        if len(raw) > MAX_YAML_BYTES:
            raise ValueError(f"{SETTINGS} is larger than {MAX_YAML_BYTES} bytes")
        text = raw.rstrip(b"\0").decode("utf-8")
    content = parse_yaml(text, file=path)
    return content if isinstance(content, dict) else {}


def architecture(path: Path) -> Options:
    """Return the options that shape a model, to build on it; {} where it does not say them."""
    settings = read_settings(path)
    return {
        name: value
        for name, value in settings.items()
        if name not in ("version", "dim-vocabs") and value not in ("", [], None)
    }


@contextmanager
def _reading(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn the faults of reading a model into InputError."""
    try:
        yield
    except BAD_ARCHIVE as error:
        raise InputError(
            "model.incomplete",
            f"this is not a complete Marian model ({error})",
            file=path,
            hint="a model is the .npz that Marian wrote; if this is such a file, " + _DAMAGED,
        ) from None


def average(models: Sequence[Path], output: Path, weights: Sequence[float] = ()) -> None:
    """Write the mean of each parameter of some models to `output`, in the order given.

    `weights`: how much each model counts, in the same order; all alike where not given. Sums are
    taken in float64, one parameter at a time, so that memory holds no whole model. The settings of
    the network, and parts that are no floating-point numbers, must be the same in all.

    Raises InputError where fewer than two are given, one is damaged, or they differ in the names,
    shapes or types of parameters or in the settings.
    """
    if len(models) < 2:
        raise InputError(
            "checkpoint.too-few",
            f"cannot average {len(models)} checkpoints",
            hint="give two or more",
        )
    _check_same_settings(models)
    with ExitStack() as stack:
        archives = [stack.enter_context(opened(path)) for path in models]
        names = part_names(archives[0])
        for path, archive in zip(models[1:], archives[1:], strict=True):
            _check_same_names(names, models[0], part_names(archive), path)
        with atomic_path(output) as temporary, zipfile.ZipFile(temporary, "w") as result:
            for name in names:
                write_part(
                    result, name, _mean(name, models, archives, weights or [1] * len(models))
                )


def _mean(
    name: str,
    models: Sequence[Path],
    archives: Sequence[zipfile.ZipFile],
    weights: Sequence[float],
) -> NDArray[Any]:
    """Return the mean of one part; a part that is not averaged is that of the first model."""
    first = read_part(archives[0], name)
    if name == SETTINGS:  # these are compared by what they say
        return first
    total = weights[0] * first.astype(np.float64) if first.dtype.kind == "f" else None
    for path, archive, weight in zip(models[1:], archives[1:], weights[1:], strict=True):
        part = read_part(archive, name)
        if (part.shape, part.dtype) != (first.shape, first.dtype):
            raise InputError(
                "parameter.other-type-or-shape",
                f"the parameter {name} is {part.dtype} of shape {part.shape}, but in {models[0]} "
                f"{first.dtype} of shape {first.shape}",
                file=path,
                hint=_ALIKE,
            )
        if total is not None:
            total += weight * part.astype(np.float64)
        elif not np.array_equal(part, first):
            raise InputError(
                "parameter.not-floating-point",
                f"the part {name} does not hold floating-point numbers and differs from "
                f"{models[0]}",
                file=path,
                hint=_ALIKE,
            )
    return first if total is None else (total / sum(weights)).astype(first.dtype)


def _check_same_settings(models: Sequence[Path]) -> None:
    """Raise InputError where models differ in their settings, but for Marian's version.

    A setting that an older Marian did not know has its default.
    """
    first = LATER_SETTINGS | read_settings(models[0])
    for path in models[1:]:
        other = LATER_SETTINGS | read_settings(path)
        keys = sorted((first.keys() | other.keys()) - {"version"})
        different = [key for key in keys if first.get(key) != other.get(key)]
        if different:
            raise InputError(
                "model.other-settings",
                f"the settings of this model differ from those of {models[0]}: "
                f"{', '.join(different)}",
                file=path,
                hint=_ALIKE,
            )


def _check_same_names(names: Sequence[str], first: Path, others: Sequence[str], path: Path) -> None:
    different = sorted(set(names) ^ set(others))
    if different:
        more = f" and {len(different) - 3} more" if len(different) > 3 else ""
        raise InputError(
            "model.other-parameters",
            f"this model and {first} have different parameters: only one of them has "
            f"{', '.join(different[:3])}{more}",
            file=path,
            hint=_ALIKE,
        )
