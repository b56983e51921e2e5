"""Models as Firefox's translator reads them: the file of a base with the parameters of another.

Firefox keeps each matrix as int8 values and one multiplier, weight = value / multiplier, and beside
it the multiplier of what the matrix is applied to (`*_QuantMultA`), which was measured on text. The
export keeps the latter and the order of the file as the base has them. A matrix gets the multiplier
127 / max |weight|, as in Marian's fixed-point quantisation (src/optimizers/quantizer.cpp), so that a
model trained with `quantize-bits: 8` stays what it is. Of any other model, values are rounded to
that grid, and small changes by fine-tuning are lost.
"""

from __future__ import annotations

import shutil
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_path, digest, write_json
from cdaflow.io.yaml_files import parse_yaml
from cdaflow.nmt.archive import SETTINGS, check_archive, opened, part_names, read_part, read_settings
from cdaflow.nmt.bergamot_file import Item, Type, read_items, write_items
from cdaflow.nmt.model import Model, check_marian
from cdaflow.nmt.spm import without_paths

#: Written last, so that a folder with it is whole: what was exported, on which base.
NOTE = "exported.json"

#: Files of a folder beside the model, and how many there may be.
_MODEL, _VOCABULARY = "model.*.bin", "*vocab.*.spm"
_OTHERS = ("lex.*.bin", "config.*.yml")

#: The ends of names: multipliers of activations; embeddings, the only matrix that is not stored
#: transposed.
_ACTIVATIONS, _EMBEDDINGS = "_QuantMultA", "Wemb"

_LARGEST = 127
#: Steps of the grid by which a weight on it may be off: float32 arithmetic of both sides.
_ON_GRID = 0.01

_HINT = "export a model that was fine-tuned from this base, with its vocabulary and architecture"


@dataclass(frozen=True)
class Exported:
    """A folder that was written. `off_grid`: the share of matrix weights that were rounded."""

    folder: Path
    off_grid: float


def export_firefox(model: Model, base: Path, folder: Path) -> Exported:
    """Write a model to a folder with the files of the base's, under their names.

    base: the folder of a Firefox model, from which the model was fine-tuned. An unchanged base gives
    the same bytes.

    Raises ConfigError where Marian cannot read the model; InputError where the base is no such
    folder, the model is damaged, not finite, or not of the same vocabulary, architecture and
    parameters.
    """
    check_marian(model, "the export for Firefox", "give the model as Marian has it (.npz)")
    check_archive(model.file)
    source = _one_file(base, _MODEL)
    vocabularies = _files(base, _VOCABULARY, 1, 2)
    _check_vocabularies(model, vocabularies, base)
    items = read_items(source)
    _check_settings(model.file, items, source)
    with opened(model.file) as archive:
        parameters = {name: read_part(archive, name) for name in part_names(archive)}
    parameters.pop(SETTINGS, None)
    _check_parameters(model.file, parameters, items, source)
    written = [
        _with_values(item, parameters[item.name]) if item.name in parameters else (item, 0)
        for item in items
    ]
    weights = sum(parameters[item.name].size for item in items if _is_matrix(item))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NOTE).unlink(missing_ok=True)
    for pattern in (_MODEL, _VOCABULARY, *_OTHERS):  # of an earlier export
        for path in folder.glob(pattern):
            path.unlink()
    others = [path for pattern in _OTHERS for path in _files(base, pattern, 0, 1)]
    for path in (*vocabularies, *others):
        with atomic_path(folder / path.name) as temporary:
            shutil.copyfile(path, temporary)
    write_items(folder / source.name, [item for item, _ in written])
    exported = Exported(folder, sum(rounded for _, rounded in written) / max(weights, 1))
    _write_note(exported, model.file, source)
    return exported


def _write_note(exported: Exported, model: Path, source: Path) -> None:
    origin = {
        name: {"file": str(path), "sha256": digest(path)}
        for name, path in (("model", model), ("base", source))
    }
    file = exported.folder / source.name
    written = {"file": file.name, "sha256": digest(file), "off_grid": round(exported.off_grid, 6)}
    write_json(exported.folder / NOTE, {"format": "firefox", **origin, "exported": written})


def _files(folder: Path, pattern: str, minimum: int, maximum: int) -> list[Path]:
    paths = sorted(folder.glob(pattern))
    if not minimum <= len(paths) <= maximum:
        names = ", ".join(path.name for path in paths) or "none"
        raise InputError(
            f"{minimum} to {maximum} files {pattern} are expected in this folder, found: {names}",
            file=folder,
            hint="--base is the folder of the Firefox model that was imported: model.*.bin, "
            "vocab.*.spm, lex.*.bin, config.*.yml",
        )
    return paths


def _one_file(folder: Path, pattern: str) -> Path:
    return _files(folder, pattern, 1, 1)[0]


def _check_vocabularies(model: Model, vocabularies: list[Path], base: Path) -> None:
    """Raise InputError where a model has other vocabularies than the base."""
    # Sorted, srcvocab stands before trgvocab. Imported vocabularies lack the paths of training.
    sides = (vocabularies[0], vocabularies[-1])
    for own, theirs in zip(model.vocabularies, sides, strict=True):
        if without_paths(own.read_bytes()) != without_paths(theirs.read_bytes()):
            raise InputError(f"this is not the vocabulary of {base}", file=own, hint=_HINT)


def _check_settings(model: Path, items: list[Item], source: Path) -> None:
    """Raise InputError where a setting of the network that both know differs, but the version."""
    text = next((item.data for item in items if item.name == SETTINGS), b"")
    content = parse_yaml(text.rstrip(b"\0").decode("utf-8"), file=source)
    theirs: dict[str, Any] = content if isinstance(content, dict) else {}
    own = read_settings(model)
    shared = sorted((own.keys() & theirs.keys()) - {"version"})
    different = [
        f"{name} ({own[name]!r}, there {theirs[name]!r})"
        for name in shared
        if own[name] != theirs[name]
    ]
    if different:
        raise InputError(
            f"this model has other settings than {source}: {', '.join(different)}",
            file=model,
            hint=_HINT,
        )


def _check_parameters(
    model: Path, parameters: dict[str, NDArray[Any]], items: list[Item], source: Path
) -> None:
    """Raise InputError, with all of them, where parameters are absent, differ in shape, or more."""
    expected = {
        item.name: item.shape
        for item in items
        if item.name != SETTINGS and not item.name.endswith(_ACTIVATIONS)
    }
    faults = [f"{name} is not in this model" for name in expected if name not in parameters]
    for name, array in parameters.items():
        if name not in expected:
            faults.append(f"{name} is not in the base")
        elif array.shape != expected[name]:
            faults.append(f"{name} has the shape {array.shape}, in the base {expected[name]}")
        elif array.dtype.kind != "f" or not np.isfinite(array).all():
            faults.append(f"{name} has values that are no finite numbers")
    if faults:
        raise InputError(
            f"this model does not have the parameters of {source}: {'; '.join(faults)}",
            file=model,
            hint=_HINT,
        )


def _is_matrix(item: Item) -> bool:
    return item.type is Type.INTGEMM8 and not item.name.endswith(_ACTIVATIONS)


def _with_values(item: Item, array: NDArray[Any]) -> tuple[Item, int]:
    """Return an item with the values of a parameter, and how many of these were rounded."""
    array = np.ascontiguousarray(array, dtype="<f4")
    rounded = 0
    if item.type is Type.INTGEMM8:
        stored = array if item.name.endswith(_EMBEDDINGS) else np.ascontiguousarray(array.T)
        values, multiplier = _values(item)
        if not np.array_equal(values / multiplier, stored.ravel()):
            values, multiplier, rounded = quantise(stored.ravel())
        data = values.tobytes() + struct.pack("<f", multiplier)
    else:
        data = array.tobytes()
    # Behind the data stands what fills the item up.
    return Item(item.name, item.type, item.shape, data + item.data[len(data) :]), rounded


def _values(item: Item) -> tuple[NDArray[np.int8], np.float32]:
    """Return the int8 values of a matrix as they are stored, flat, and their multiplier."""
    count = item.type.size(item.shape) - 4
    values = np.frombuffer(item.data, np.int8, count)
    return values, np.frombuffer(item.data, "<f4", 1, count)[0]


def quantise(weights: NDArray[np.float32]) -> tuple[NDArray[np.int8], np.float32, int]:
    """Return int8 values, their multiplier, and how many weights are not on the grid of these.

    The multiplier is 127 / max |weight| (1 where all are 0), and values are round(weight *
    multiplier), as in Marian's training with `quantize-bits: 8`.
    """
    largest = np.abs(weights).max()
    multiplier = np.float32(_LARGEST) / largest if largest else np.float32(1)
    exact = weights * multiplier
    values = np.clip(np.rint(exact), -_LARGEST, _LARGEST)
    return values.astype(np.int8), multiplier, int((np.abs(exact - values) > _ON_GRID).sum())
