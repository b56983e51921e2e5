"""What turns the layers of BERT into labels: UDify's decoders of features and of UPOS."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from cdaflow.errors import InputError
from cdaflow.trees.udify.archive import Archive


class Classifier:
    """The labels of one task from the layers of BERT."""

    def __init__(self, archive: Archive, state: Mapping[str, Any], task: str) -> None:
        self._names = archive.labels(task)
        self._file = archive.weights
        self._state = state
        prefix = f"scalar_mix.{task}."
        layers = archive.setting("model", "mix_embedding")
        weights = [self._get(f"{prefix}scalar_parameters.{k}") for k in range(layers)]
        self._mix = torch.softmax(torch.cat(weights), dim=0)
        self._gamma = self._get(prefix + "gamma")
        self._output = self._build(f"decoders.{task}.task_output.")
        self._state = {}  # no longer needed, and large

    def to(self, device: Any) -> Classifier:
        """Move the weights to a device; return itself."""
        self._mix, self._gamma = self._mix.to(device), self._gamma.to(device)
        self._output = self._output.to(device).eval()
        return self

    def labels(self, layers: Any) -> list[str]:
        """Return the label of each word, given (layers, words, width)."""
        mixed = self._gamma * torch.einsum("k,kwd->wd", self._mix, layers)  # (words, width)
        if isinstance(self._output, torch.nn.AdaptiveLogSoftmaxWithLoss):
            classes = self._output.predict(mixed)
        else:
            classes = self._output(mixed).argmax(dim=-1)
        return [self._names[number] for number in classes.tolist()]

    def _get(self, name: str) -> Any:
        if name not in self._state:
            raise InputError(
                f"the weights lack {name}",
                file=self._file,
                hint="the archive is not whole, or not UDify's; try --engine udify",
            )
        return self._state[name].float()

    def _build(self, prefix: str) -> Any:
        size = len(self._names)
        if prefix + "head.weight" in self._state:
            # The cutoffs are not stored; Python's own rounding (half to even) counts here.
            unit = round(size / 15)
            width = self._get(prefix + "head.weight").shape[1]
            try:
                output: torch.nn.Module = torch.nn.AdaptiveLogSoftmaxWithLoss(
                    width, size, cutoffs=[unit, 3 * unit], div_value=4.0
                )
            except ValueError as error:
                raise InputError(
                    f"{size} classes are too few for an adaptive softmax ({error})", file=self._file
                ) from None
            wanted = {name: self._get(prefix + name) for name in output.state_dict()}
        else:
            weight = self._get(prefix + "_module.weight")
            output = torch.nn.Linear(weight.shape[1], size)
            wanted = {"weight": weight, "bias": self._get(prefix + "_module.bias")}
        load_weights(output, wanted, prefix, self._file)
        return output


def load_weights(module: Any, wanted: Mapping[str, Any], prefix: str, file: Path) -> None:
    """Give a module the weights that are `wanted`; InputError where a shape is another."""
    for name, tensor in module.state_dict().items():
        if tuple(tensor.shape) != tuple(wanted[name].shape):
            raise InputError(
                f"{prefix}{name} has the shape {tuple(wanted[name].shape)}, where the vocabulary "
                f"and the configuration want {tuple(tensor.shape)}",
                file=file,
                hint="are the vocabulary and the weights of one archive?",
            )
    module.load_state_dict(wanted)
