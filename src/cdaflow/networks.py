"""Small networks: their parameters as arrays, and one loop that trains them.

A `Training` of a model says what one epoch is, how the dev data are scored and when to end. The
loop keeps the parameters of the lowest dev loss, writes its state after each epoch and resumes from
it. All random choices come from a seed and the number of the epoch, so that a training that was
stopped ends with the same parameters, bit for bit, as one that was not.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_path
from cdaflow.io.model_file import BAD_ARCHIVE
from cdaflow.progress import say

T = TypeVar("T")
Arrays = dict[str, NDArray[Any]]


def parameters(network: torch.nn.Module) -> dict[str, NDArray[np.float32]]:
    """Return a copy of a network's parameters by name."""
    return {name: p.detach().cpu().numpy().copy() for name, p in network.named_parameters()}


def load_parameters(network: torch.nn.Module, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Put arrays in the place of a network's parameters.

    Raises InputError where names or shapes are not those of the parameters.
    """
    names = {name for name, _ in network.named_parameters()}
    if names != set(arrays):
        raise InputError(
            "parameter.missing-or-unknown",
            f"parameters are missing or unknown: {sorted(names ^ set(arrays))[:3]}",
        )
    for name, parameter in network.named_parameters():
        if arrays[name].shape != tuple(parameter.shape):
            raise InputError(
                "parameter.unexpected-shape", f"the parameter {name!r} has an unexpected shape"
            )
        parameter.data = torch.from_numpy(np.array(arrays[name])).to(parameter)


def torch_device(name: str) -> torch.device:
    """Return a device by its name; ConfigError if there is none."""
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise ConfigError(
            "device.unavailable",
            f"PyTorch has no device {name!r} ({str(error).splitlines()[0]})",
            hint="give cpu, or cuda if PyTorch finds a GPU",
        ) from None
    return device


def with_changes(recipes: Mapping[str, T], name: str, changes: Mapping[str, Any]) -> T:
    """Return the settings of a recipe, those of `changes` that are not None replaced.

    Raises ConfigError for an unknown name or a value out of bounds.
    """
    if name not in recipes:
        raise ConfigError(
            "recipe.unknown",
            f"unknown recipe {name!r}",
            hint=f"known recipes: {', '.join(recipes)}",
        )
    chosen = {key: value for key, value in changes.items() if value is not None}
    return replace(recipes[name], **chosen)  # type: ignore[type-var]


def require_above_0(settings: object, *names: str) -> None:
    """Raise ConfigError for the first of some settings that is not above 0."""
    for name in names:
        if not getattr(settings, name) > 0:
            raise ConfigError(
                "setting.not-above-zero", f"{name} must be above 0, found {getattr(settings, name)}"
            )


def identity_of(values: Iterable[Any], tensors: Iterable[torch.Tensor] = ()) -> str:
    """Return a digest of JSON values and tensors: what the course of a training depends on."""
    digest = hashlib.sha256(json.dumps([*values, torch.__version__], sort_keys=True).encode())
    for tensor in tensors:
        digest.update(tensor.numpy().tobytes())
    return digest.hexdigest()


class Training(ABC):
    """A training under way: network and optimiser, what was measured, the best parameters.

    `name`: of the training, for messages; `identity`: see `identity_of`. `measures`: lists of one
    value an epoch, among them "loss" on the dev data; `best`: the parameters with the lowest.
    """

    def __init__(
        self,
        name: str,
        network: torch.nn.Module,
        optimiser: torch.optim.Optimizer,
        identity: str,
    ) -> None:
        self.name, self.identity = name, identity
        self.network, self.optimiser = network, optimiser
        self.measures: dict[str, list[float]] = {}
        self.best: dict[str, NDArray[np.float32]] = {}

    @abstractmethod
    def train_epoch(self, epoch: int) -> None:
        """Go through all batches once, in an order of this epoch's own; epochs count from 1."""

    @abstractmethod
    def evaluate(self, epoch: int) -> dict[str, float]:
        """Return what is measured on the dev data after an epoch, "loss" among it."""

    @abstractmethod
    def is_done(self) -> bool:
        """Whether the criterion is met or the epochs are spent."""

    @property
    def losses(self) -> list[float]:
        """The dev loss of each epoch so far."""
        return self.measures.get("loss", [])

    @property
    def best_epoch(self) -> int:
        """The number of the epoch with the lowest dev loss, from 1."""
        return 1 + self.losses.index(min(self.losses))

    def step(self, loss: torch.Tensor, clip: float | None = None) -> None:
        """Change the parameters by the gradient of a loss, cut to the norm `clip`."""
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        if clip is not None:
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), clip)
        self.optimiser.step()

    def run(self, state: str | os.PathLike[str] | None = None) -> None:
        """Train to the end; `state`: a work file to resume from and to write after each epoch.

        A work file of another training, or a damaged one, is reported and not used. Raises
        ConfigError where the dev loss is no finite number.
        """
        path = None if state is None else Path(state)
        if path is not None and path.exists():
            self._resume(path)
        while not self.is_done():
            epoch = len(self.losses) + 1
            self.train_epoch(epoch)
            for name, value in self.evaluate(epoch).items():
                self.measures.setdefault(name, []).append(value)
            if not math.isfinite(self.losses[-1]):
                raise ConfigError(
                    "training.diverged",
                    f"the training diverged in epoch {epoch}",
                    hint="lower the learning rate",
                )
            if self.best_epoch == epoch:
                self.best = parameters(self.network)
            if path is not None:
                self._save(path)

    def _save(self, path: Path) -> None:
        """Write the state, whole or not at all."""
        arrays: Arrays = {name: np.array(values) for name, values in self.measures.items()}
        for name, parameter in self.network.named_parameters():
            arrays["now/" + name] = parameter.detach().cpu().numpy()
            arrays["best/" + name] = self.best[name]
            for key, value in self.optimiser.state[parameter].items():
                arrays[f"adam/{key}/{name}"] = value.cpu().numpy()
        raw = io.BytesIO()
        np.savez(raw, identity=np.array(self.identity), **arrays)  # type: ignore[arg-type]
        with atomic_path(path) as temporary:
            temporary.write_bytes(raw.getvalue())

    def _resume(self, path: Path) -> None:
        """Restore a state, if it belongs to this training."""
        arrays = load_state(path, self.identity)
        if arrays is None:
            return
        load_parameters(self.network, _below(arrays, "now/"))
        adam = _below(arrays, "adam/")
        keys = sorted({name.partition("/")[0] for name in adam})
        for name, parameter in self.network.named_parameters():
            # A parameter that is not trained has no state.
            # The number of steps stays where Adam has it, on the CPU.
            self.optimiser.state[parameter] = {
                key: value if key == "step" else value.to(parameter.device)
                for key in keys
                if f"{key}/{name}" in adam
                for value in [torch.from_numpy(adam[f"{key}/{name}"])]
            }
        self.best = _below(arrays, "best/")
        self.measures = {name: a.tolist() for name, a in arrays.items() if "/" not in name}
        say(f"{self.name}: resuming after epoch {len(self.losses)}")


def load_state(path: Path, identity: str) -> Arrays | None:
    """Return the arrays of a work file, None where it is not of this very training."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = dict(stored)
        if str(arrays.pop("identity")) != identity:
            say(f"{path}: the work file belongs to another training; restarting from scratch")
            return None
        arrays["loss"]
    except BAD_ARCHIVE:
        say(f"{path}: not the work file of a training, or it is damaged; restarting from scratch")
        return None
    return arrays


def _below(arrays: Arrays, prefix: str) -> Arrays:
    """Return the arrays whose names begin with `prefix`, without it."""
    return {n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)}
