"""The average of the last checkpoints of a training, as a model of its own.

Choubey et al. 2021, appendix A: the final models are the average of the last 10 checkpoints. A
checkpoint is a model that Marian has saved at save-freq, or the one that it ended with. Where a
training ended early (early-stopping), these are the last before its end, and so later than the
best one by validation.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_path
from cdaflow.nmt.archive import SETTINGS, opened, part_names, read_part, read_settings, write_part
from cdaflow.nmt.checkpoint import WorkFolder
from cdaflow.progress import say

_ITERATION = re.compile(r"model\.iter(\d+)\.npz")
_ALIKE = "average checkpoints of one training"


def average(models: Sequence[Path], output: Path) -> None:
    """Write the mean of each parameter of some models to `output`, in the order given.

    Sums are taken in float64, one parameter at a time, so that memory holds no whole model. The
    settings of the network, and parts that are no floating-point numbers, must be the same in all.

    Raises InputError where fewer than two are given, one is damaged, or they differ in the names,
    shapes or types of parameters or in the settings.
    """
    if len(models) < 2:
        raise InputError(f"{len(models)} checkpoints given to be averaged", hint="give two or more")
    _check_settings(models)
    with ExitStack() as stack:
        archives = [stack.enter_context(opened(path)) for path in models]
        names = part_names(archives[0])
        for path, archive in zip(models[1:], archives[1:], strict=True):
            _check_names(names, models[0], part_names(archive), path)
        with atomic_path(output) as temporary, zipfile.ZipFile(temporary, "w") as result:
            for name in names:
                write_part(result, name, _mean(name, models, archives))


def _mean(name: str, models: Sequence[Path], archives: Sequence[zipfile.ZipFile]) -> NDArray[Any]:
    """Return the mean of one part; a part that is not averaged is that of the first model."""
    first = read_part(archives[0], name)
    if name == SETTINGS:  # these are compared by what they say
        return first
    total = first.astype(np.float64) if first.dtype.kind == "f" else None
    for path, archive in zip(models[1:], archives[1:], strict=True):
        part = read_part(archive, name)
        if (part.shape, part.dtype) != (first.shape, first.dtype):
            raise InputError(
                f"the parameter {name} is {part.dtype} of shape {part.shape}, in {models[0]} "
                f"{first.dtype} of shape {first.shape}",
                file=path,
                hint=_ALIKE,
            )
        if total is not None:
            total += part
        elif not np.array_equal(part, first):
            raise InputError(
                f"the part {name} is not of floating-point numbers, and not as in {models[0]}",
                file=path,
                hint=_ALIKE,
            )
    return first if total is None else (total / len(models)).astype(first.dtype)


def _check_settings(models: Sequence[Path]) -> None:
    """Raise InputError where models differ in their settings, but for Marian's version."""
    first = read_settings(models[0])
    for path in models[1:]:
        other = read_settings(path)
        keys = sorted((first.keys() | other.keys()) - {"version"})
        different = [key for key in keys if first.get(key) != other.get(key)]
        if different:
            raise InputError(
                f"this model has other settings than {models[0]}: {', '.join(different)}",
                file=path,
                hint=_ALIKE,
            )


def _check_names(names: Sequence[str], first: Path, others: Sequence[str], path: Path) -> None:
    different = sorted(set(names) ^ set(others))
    if different:
        more = f" and {len(different) - 3} more" if len(different) > 3 else ""
        raise InputError(
            f"this model and {first} have not the same parameters: "
            f"{', '.join(different[:3])}{more} in one of them alone",
            file=path,
            hint=_ALIKE,
        )


def average_last(folder: WorkFolder, number: int) -> dict[str, Any]:
    """Average the last `number` checkpoints of a training that has ended.

    Returns the name of the model beside Marian's own (`model`) and the updates of the checkpoints
    that it was made of (`averaged`). Of a training with fewer checkpoints all are taken.
    """
    chosen = _last(folder, number)
    if len(chosen) < number:
        say(
            f"{folder.root}: {number} checkpoints are to be averaged, and the training has "
            f"{len(chosen)}: a smaller save-freq in the recipe gives more"
        )
    output = folder.model.with_name("model.averaged.npz")
    if len(chosen) == 1:
        return {"model": folder.model.name, "averaged": list(chosen)}
    average(list(chosen.values()), output)
    return {"model": output.name, "averaged": list(chosen)}


def prune(folder: WorkFolder, number: int) -> None:
    """Remove all checkpoints but the last `number` (a model and its decoder settings each)."""
    for path in list(_saved(folder).values())[:-number]:
        path.with_name(path.name + ".decoder.yml").unlink(missing_ok=True)
        path.unlink(missing_ok=True)


def _last(folder: WorkFolder, number: int) -> dict[int, Path]:
    """Return the last checkpoints of a training that has ended, by update.

    A later one than its end is of a run that was killed before the training knew of it.
    """
    end = _end(folder.model.with_name("model.npz.progress.yml"))
    found = {update: path for update, path in _saved(folder).items() if update < end}
    found[end] = folder.model
    return dict(list(found.items())[-number:])


def _saved(folder: WorkFolder) -> dict[int, Path]:
    """Return the models that Marian has saved under way, in the order of their updates."""
    found = {}
    for path in folder.checkpoint.iterdir():
        match = _ITERATION.fullmatch(path.name)
        if match:
            found[int(match[1])] = path
    return dict(sorted(found.items()))


def _end(progress: Path) -> int:
    """Return the update at which the training has ended, as Marian notes it."""
    try:
        content = yaml.safe_load(progress.read_text(encoding="utf-8"))
        return int(content["batches"])
    except (OSError, UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError, ValueError):
        raise InputError(
            "it does not say how many updates were made (batches)",
            file=progress,
            hint=f"remove {progress.parent} to train afresh",
        ) from None
