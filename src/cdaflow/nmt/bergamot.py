"""Firefox's models (Bergamot): quantised to 8 bits for its engine, and as floats for Marian.

A matrix is stored as int8 with a multiplier: weight = int8 / multiplier. Matrices are stored
transposed, since the engine multiplies from the right; the embeddings `Wemb` are not. The engine's
multipliers of activations (`*_QuantMultA`) have no use among floats. Container: `bergamot_file`.
Source: Marian, src/tensors/cpu/expression_graph_packable.h; Bogoychev et al. 2020, Edinburgh's
Submissions to the 2020 Machine Translation Efficiency Task, section 3.
"""

from __future__ import annotations

import math
import re
import struct
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_path
from cdaflow.nmt.archive import SETTINGS, parse_settings, read_settings, write_part
from cdaflow.nmt.bergamot_file import Item, Type, read_items

#: The embeddings, the only matrix that is not transposed.
EMBEDDINGS = "Wemb"

#: Multipliers of activations, which only the engine uses.
ACTIVATIONS = "_QuantMultA"

#: As Mozilla names the models, which it publishes compressed.
_NAME = re.compile(r".*intgemm.*\.bin(?:\.gz|\.zst|\.xz)?")


#: Settings of the engine that Marian does not have, or that belong to the machine.
ENGINE_SETTINGS = frozenset(["gemm-precision", "shortlist", "workspace"])

#: How Firefox decodes, where no configuration lies beside the model.
USUAL_SETTINGS: Mapping[str, int | float] = {
    "beam-size": 1,
    "normalize": 1.0,
    "word-penalty": 0,
    "max-length-factor": 2.5,
}


def is_quantised(path: Path) -> bool:
    """Return whether a file is a quantised model, by its name."""
    return _NAME.fullmatch(path.name) is not None


def network_settings(file: Path) -> dict[str, Any]:
    """Return the architecture that a model file says; {} where it cannot be known.

    `file`: an .npz, or a quantised model. Raises InputError where it is damaged.
    """
    if file.suffix == ".npz":
        return read_settings(file)
    if not is_quantised(file):  # Marian's other binary models have no index to look into
        return {}
    items = {item.name: item for item in read_items(file)}
    return parse_settings(items[SETTINGS].data, file) if SETTINGS in items else {}


def write_floats(file: Path, output: Path) -> None:
    """Write a quantised model as an .npz of floats, whole or not at all.

    Raises InputError where it is damaged, or an array is not as the engine has it.
    """
    with atomic_path(output) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        for name, array in float_parts(file):
            write_part(archive, name, array)


def float_parts(file: Path) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield names and arrays of a quantised model as an .npz of Marian has them, settings included.

    Raises InputError as `write_floats` does.
    """
    items = read_items(file)
    if SETTINGS not in {item.name for item in items}:
        raise InputError(
            "model.no-settings",
            f"the model does not contain its network settings ({SETTINGS})",
            file=file,
            hint="give the model.*.intgemm.alphas.bin of a Firefox model",
        )
    for item in items:
        if item.name.endswith(ACTIVATIONS):
            continue
        try:
            yield item.name, _array(item)
        except ValueError as error:
            raise InputError(
                "parameter.damaged", f"the parameter {item.name}: {error}", file=file
            ) from None


def _array(item: Item) -> NDArray[Any]:
    if item.type is Type.INT8:
        return np.frombuffer(item.data, np.int8, math.prod(item.shape))
    if item.type is Type.FLOAT32:
        floats = np.frombuffer(item.data, "<f4", math.prod(item.shape)).reshape(item.shape)
        if not np.isfinite(floats).all():
            raise ValueError("not all of its numbers are finite")
        return floats
    values, multiplier = unpack(item)
    # Marian wants the rows one after another.
    return np.ascontiguousarray(values / np.float32(multiplier), np.float32)


def unpack(item: Item) -> tuple[NDArray[np.int8], float]:
    """Return the int8 matrix of an item, of the item's shape, and its multiplier.

    Raises ValueError where it is no matrix, or the multiplier is not a positive number.
    """
    if len(item.shape) != 2:
        raise ValueError(f"expected a matrix, found the shape {item.shape}")
    count = math.prod(item.shape)
    (multiplier,) = struct.unpack_from("<f", item.data, count)
    if not 0 < multiplier < math.inf:
        raise ValueError(f"its multiplier is {multiplier}, expected a positive number")
    values = np.frombuffer(item.data, np.int8, count)
    if item.name == EMBEDDINGS:
        return values.reshape(item.shape), multiplier
    return values.reshape(item.shape[::-1]).T, multiplier


def pack(item: Item, values: NDArray[np.int8], multiplier: float) -> Item:
    """Return an item with another int8 matrix, of the item's shape, and multiplier."""
    stored = values if item.name == EMBEDDINGS else values.T
    data = stored.tobytes() + struct.pack("<f", multiplier)
    return replace(item, data=data + item.data[len(data) :])  # what fills it up stays
