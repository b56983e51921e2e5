"""Models as Firefox's engine reads them: the file of a base with the parameters of another model.

The order of the file and the multipliers of activations, which were measured on text, stay those of
the base. A matrix gets the multiplier 127 / max |weight|, as in Marian's fixed-point quantisation
(src/optimizers/quantizer.cpp), so that a model trained with `quantize-bits: 8` stays what it is.
The weights of any other model are rounded to that grid: changes by fine-tuning that are smaller
than half a step are lost. Container: `bergamot_file`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_path, digest, write_json
from cdaflow.nmt.archive import (
    SETTINGS,
    check_archive,
    opened,
    part_names,
    read_part,
    read_settings,
)
from cdaflow.nmt.bergamot import ACTIVATIONS, network_settings, pack, unpack
from cdaflow.nmt.bergamot_file import Item, Type, read_items, write_items
from cdaflow.nmt.layouts import TITLES, Layout, find_layout
from cdaflow.nmt.model import Model, check_marian
from cdaflow.nmt.spm import without_paths

#: Written last, so that a folder with it is whole: what was exported, on the file of which base.
NOTE = "exported.json"

#: The largest int8 value, so that the grid has as many steps on both sides of 0.
_LARGEST = 127
#: Steps by which float32 arithmetic moves a weight that is on the grid.
_TOLERANCE = 0.01

_HINT = "export a model that was fine-tuned from this base, with its vocabulary and architecture"


@dataclass(frozen=True)
class Exported:
    """A model of Firefox; `off_grid`: the share of the matrices' weights that were rounded."""

    file: Path
    off_grid: float


def export_firefox(model: Model, base: Path, folder: Path) -> Exported:
    """Write a model to a folder with the files of a base, under the names that they have there.

    base: the folder of the Firefox model that the model was fine-tuned from. The parameters of the
    base itself give the same bytes.

    Raises ConfigError where Marian cannot read the model; InputError where the base is no such
    folder, a file is damaged, or the model has another vocabulary, other settings or parameters.
    """
    check_marian(model, "the export for Firefox", "give the Marian model (.npz)")
    layout = find_layout(base)
    if layout.name != "firefox":
        raise InputError(
            "folder.not-firefox",
            f"expected the folder of a Firefox model, found {TITLES[layout.name]}",
            file=base,
            hint="give the folder that was imported as --base: model.*.intgemm.alphas.bin, "
            "vocab.*.spm, lex.*.bin, config.*.yml",
        )
    check_archive(model.file)
    _check_alike(model, layout.model)
    source = layout.model.file
    items = read_items(source)
    with opened(model.file) as archive:
        names = [name for name in part_names(archive) if name != SETTINGS]
        parameters = {name: read_part(archive, name) for name in names}
    if faults := list(_differences(parameters, items)):
        raise InputError(
            "model.not-base-parameters",
            f"this model does not have the parameters of {source}: {'; '.join(faults)}",
            file=model.file,
            hint=_HINT,
        )
    rounded = weights = 0
    for index, item in enumerate(items):
        if item.name in parameters:
            items[index], count = _with_weights(item, parameters[item.name])
            rounded += count
            weights += parameters[item.name].size if item.type is Type.INTGEMM8 else 0
    copies = _copy_others(layout, base, folder)
    exported = Exported(folder / _plain_name(source), rounded / max(weights, 1))
    write_items(exported.file, items)
    _write_note(exported, copies, {"model": model.file, "base": source})
    return exported


def _check_alike(model: Model, base: Model) -> None:
    """Raise InputError where a model has another vocabulary, or settings of the network.

    Settings that only one of the two versions of Marian knows are not compared.
    """
    for own, other in zip(model.vocabularies, base.vocabularies, strict=True):
        # Imported vocabularies lack the paths of the machine that they were trained on.
        if without_paths(own.read_bytes()) != without_paths(other.read_bytes()):
            raise InputError(
                "vocabulary.not-that-of-base",
                f"this vocabulary differs from {other}",
                file=own,
                hint=_HINT,
            )
    settings, others = read_settings(model.file), network_settings(base.file)
    different = [
        f"{name} is {settings[name]!r} instead of {others[name]!r}"
        for name in sorted((settings.keys() & others.keys()) - {"version"})
        if settings[name] != others[name]
    ]
    if different:
        raise InputError(
            "model.other-settings",
            f"the settings of this model differ from those of {base.file}: {'; '.join(different)}",
            file=model.file,
            hint=_HINT,
        )


def _differences(parameters: Mapping[str, NDArray[Any]], items: Sequence[Item]) -> Iterator[str]:
    """Yield what keeps parameters from taking the place of those of a base."""
    shapes = {
        item.name: item.shape
        for item in items
        if item.name != SETTINGS and not item.name.endswith(ACTIVATIONS)
    }
    yield from (f"{name} is missing" for name in shapes if name not in parameters)
    for name, array in parameters.items():
        if name not in shapes:
            yield f"{name} is not in the base"
        elif array.shape != shapes[name]:
            yield f"{name} has the shape {array.shape}, but in the base {shapes[name]}"
        elif array.dtype.kind != "f" or not np.isfinite(array).all():
            yield f"{name} has values that are not finite"


def _with_weights(item: Item, parameter: NDArray[Any]) -> tuple[Item, int]:
    """Return an item with the values of a parameter, and how many of these were rounded."""
    weights = np.ascontiguousarray(parameter, "<f4")
    if item.type is Type.FLOAT32:
        data = weights.tobytes()
        return replace(item, data=data + item.data[len(data) :]), 0
    values, multiplier = unpack(item)
    if np.array_equal(values / np.float32(multiplier), weights):
        return item, 0
    values, multiplier, rounded = quantise(weights)
    return pack(item, values, multiplier), rounded


def quantise(weights: NDArray[np.float32]) -> tuple[NDArray[np.int8], float, int]:
    """Return int8 values, their multiplier, and how many of the weights were rounded.

    The multiplier is 127 / max |weight| (1 where all are 0), the values are weight * multiplier to
    the next whole number, as in Marian's training with `quantize-bits: 8`.
    """
    largest = np.abs(weights).max()
    multiplier = np.float32(_LARGEST) / largest if largest else np.float32(1)
    exact = weights * multiplier
    values = np.rint(exact).clip(-_LARGEST, _LARGEST)
    rounded = int(np.count_nonzero(np.abs(exact - values) > _TOLERANCE))
    return values.astype(np.int8), float(multiplier), rounded


def _copy_others(layout: Layout, base: Path, folder: Path) -> list[Path]:
    """Copy vocabularies, shortlist and configuration of a base; remove the note of before."""
    files = [*layout.model.vocabularies, *sorted(base.glob("lex.*.bin")), *layout.settings]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NOTE).unlink(missing_ok=True)
    copies = []
    for path in dict.fromkeys(files):
        copies.append(folder / path.name)
        with atomic_path(copies[-1]) as temporary:
            shutil.copyfile(path, temporary)
    return copies


def _plain_name(source: Path) -> str:
    """Return the name of a file without that of a compression: the engine reads none."""
    return source.name[: source.name.rindex(".bin") + len(".bin")]


def _write_note(exported: Exported, copies: Sequence[Path], origin: Mapping[str, Path]) -> None:
    content = {
        **{name: {"file": str(path), "sha256": digest(path)} for name, path in origin.items()},
        "files": {path.name: digest(path) for path in (exported.file, *copies)},
        "off_grid": round(exported.off_grid, 6),
        "format": "firefox",
    }
    write_json(exported.file.with_name(NOTE), content)
