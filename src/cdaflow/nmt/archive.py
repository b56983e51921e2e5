"""Marian's model files: .npz archives of parameters, read and written without pickle."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.model_file import BAD_ARCHIVE, read_array
from cdaflow.io.structured import MAX_YAML_BYTES, parse_yaml
from cdaflow.nmt.recipe import Options

#: The settings of the network, as text in YAML; every other part is a parameter.
SETTINGS = "special:model.yml"

_DAMAGED = "the file is damaged or cut short; copy it again"
_ENDING = ".npy"
#: As Marian has it: no date, so that the same parameters are the same bytes.
_NO_DATE = (1980, 1, 1, 0, 0, 0)


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a model for reading; InputError where it is none."""
    with _told(path):
        archive = zipfile.ZipFile(path)
    with archive:
        yield archive


def part_names(archive: zipfile.ZipFile) -> list[str]:
    """Return the names of the parts of an opened model in their order: parameters, settings."""
    return [name.removesuffix(_ENDING) for name in archive.namelist()]


def read_part(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    """Return a part of an opened model; InputError where it is absent or damaged."""
    with _told(str(archive.filename)):
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
        raise InputError(f"this is no whole .npz ({error})", file=path, hint=_DAMAGED) from None
    if broken is not None:
        raise InputError(f"the part {broken} is damaged", file=path, hint=_DAMAGED)


def read_settings(path: Path) -> dict[str, Any]:
    """Return the architecture that Marian stores in a model.npz (dim-emb, enc-depth, ...).

    Returns {} for a model without it; InputError where damaged.
    """
    with opened(path) as archive:
        if SETTINGS not in part_names(archive):
            return {}
        with _told(path):
            if archive.getinfo(SETTINGS + _ENDING).file_size > MAX_YAML_BYTES:
                raise ValueError(f"{SETTINGS} is larger than {MAX_YAML_BYTES} bytes")
            text = read_part(archive, SETTINGS).tobytes().rstrip(b"\0").decode("utf-8")
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
def _told(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn the faults of reading a model into InputError."""
    try:
        yield
    except BAD_ARCHIVE as error:
        raise InputError(
            f"this is no whole Marian model ({error})",
            file=path,
            hint="a model is the .npz that Marian wrote; if it is one, " + _DAMAGED,
        ) from None
