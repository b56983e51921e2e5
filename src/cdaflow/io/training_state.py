"""The state of a training under way, so that a stopped one goes on: a file without pickle."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cdaflow.io.files import atomic_path
from cdaflow.io.model_file import BAD_ARCHIVE
from cdaflow.progress import say

Arrays = dict[str, NDArray[Any]]


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
    keys = sorted({name.split("/")[1] for name in arrays if name.startswith("adam/")})
    for name, parameter in module.named_parameters():
        optimiser.state[parameter] = {
            key: torch.from_numpy(arrays[f"adam/{key}/{name}"]) for key in keys
        }


def below(arrays: Arrays, prefix: str) -> Arrays:
    """Return the arrays whose names begin with `prefix`, without it."""
    return {n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)}
