"""Files of small models, and of their trainings under way, so that a stopped one goes on.

A model is NumPy arrays and a JSON header in a zip archive, without pickle. Equal models give equal
bytes, so that the checksum of a file is that of its model.
"""

from __future__ import annotations

import io
import json
import lzma
import math
import os
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.compression import open_binary_raw
from cdaflow.io.files import atomic_path
from cdaflow.io.structured import parse_json
from cdaflow.progress import say

if TYPE_CHECKING:
    import torch

Arrays = dict[str, NDArray[Any]]

#: A model that unpacks to more bytes is none of cdaflow's, which have some megabytes.
MAX_BYTES = 1 << 30

#: What a zip archive that is none, or a damaged one, raises (RuntimeError: an encrypted member).
BAD_ARCHIVE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, ValueError,
    LookupError, RuntimeError, MemoryError,
)  # fmt: skip

#: What such a file raises in `unpack` or in what is made of it.
DAMAGED = (*BAD_ARCHIVE, TypeError, AttributeError, OverflowError)


def pack(name: str, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the bytes of a file: `header` as the member `name`, each array as NAME.npy."""
    text = json.dumps(header, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_member(name), text)
        for array in sorted(arrays):
            raw = io.BytesIO()
            np.lib.format.write_array(raw, arrays[array], allow_pickle=False)
            archive.writestr(_member(array + ".npy"), raw.getvalue())
    return packed.getvalue()


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file of a model; InputError where it is absent or too large for one."""
    with open_binary_raw(path) as handle:
        raw = handle.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise InputError(f"the file is larger than {MAX_BYTES} bytes", file=path)
    return raw


def unpack(name: str, raw: bytes, version: int) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the header and the arrays of a file that `pack` made.

    Raises InputError where the header's `format` is not `version`, one of DAMAGED where the bytes
    are no such file.
    """
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        size = sum(member.file_size for member in archive.infolist())
        if size > MAX_BYTES:
            raise InputError(f"it unpacks to {size} bytes, at most {MAX_BYTES} are taken")
        header = parse_json(archive.read(name))
        if header["format"] != version:
            raise InputError(
                f"a model of format {version} is wanted, this is {header['format']}",
                hint="train it again with this version of cdaflow",
            )
        arrays = {
            member.removesuffix(".npy"): read_array(archive.read(member))
            for member in archive.namelist()
            if member != name
        }
    return header, arrays


def read_array(raw: bytes) -> NDArray[Any]:
    """Return the array that the bytes of an .npy file hold; ValueError where they hold none.

    Nothing is unpickled, and no more memory is taken than the bytes fill, whatever they claim.
    """
    handle = io.BytesIO(raw)
    version = np.lib.format.read_magic(handle)
    if version not in ((1, 0), (2, 0)):
        raise ValueError(f"an array of the format {version}")
    read = (
        np.lib.format.read_array_header_1_0
        if version == (1, 0)
        else (np.lib.format.read_array_header_2_0)
    )
    shape, _, kind = read(handle)
    if kind.hasobject or math.prod(shape) * kind.itemsize != len(raw) - handle.tell():
        raise ValueError(f"an array of shape {shape} and type {kind} in {len(raw)} bytes")
    handle.seek(0)
    array: NDArray[Any] = np.lib.format.read_array(handle, allow_pickle=False)
    return array


def _member(name: str) -> zipfile.ZipInfo:
    # A fixed time stamp: equal models are equal files.
    info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def parameters(module: torch.nn.Module) -> dict[str, NDArray[np.float32]]:
    """Return a copy of a module's parameters by name."""
    return {name: p.detach().numpy().copy() for name, p in module.named_parameters()}


def save_state(
    path: Path,
    identity: str,
    module: torch.nn.Module,
    optimiser: torch.optim.Optimizer,
    best: Mapping[str, NDArray[Any]],
    **course: list[float],
) -> None:
    """Write the state, whole or not at all.

    `identity`: a digest of all that the course of the training depends on; `best`: the parameters
    to be kept; `course`: what was measured after each epoch.
    """
    arrays: Arrays = {name: np.array(values) for name, values in course.items()}
    for name, parameter in module.named_parameters():
        arrays["now/" + name] = parameter.detach().numpy()
        arrays["best/" + name] = best[name]
        for key, value in optimiser.state[parameter].items():
            arrays[f"adam/{key}/{name}"] = value.numpy()
    arrays["identity"] = np.array(identity)
    raw = io.BytesIO()
    np.savez(raw, **arrays)  # type: ignore[arg-type]
    with atomic_path(path) as temporary:
        temporary.write_bytes(raw.getvalue())


def load_state(path: Path, identity: str) -> Arrays | None:
    """Return what `save_state` wrote, None where there is nothing of this very training.

    Of another training, or a damaged file, it is said that this one starts anew.
    """
    if not path.exists():
        return None
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = dict(stored)
        if str(arrays["identity"]) != identity:
            say(f"{path}: a work file of another training; this one starts anew")
            return None
    except BAD_ARCHIVE:
        say(f"{path}: no work file of a training, or a damaged one; starting anew")
        return None
    return arrays


def restore_optimiser(
    arrays: Arrays, module: torch.nn.Module, optimiser: torch.optim.Optimizer
) -> None:
    """Give an optimiser of `module` the state in `arrays`."""
    import torch

    keys = sorted({name.split("/")[1] for name in arrays if name.startswith("adam/")})
    for name, parameter in module.named_parameters():
        optimiser.state[parameter] = {
            key: torch.from_numpy(arrays[f"adam/{key}/{name}"]) for key in keys
        }


def below(arrays: Arrays, prefix: str) -> Arrays:
    """Return the arrays whose names begin with `prefix`, without it."""
    return {n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)}
