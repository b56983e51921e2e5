"""A model of agreement and its file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cdaflow.agreement.labels import Labels, TagSet
from cdaflow.agreement.potentials import (
    PARAMETERISATIONS,
    Linear,
    Neural,
    Parameterisation,
    base_table,
)
from cdaflow.errors import InputError
from cdaflow.io.model_file import Arrays, ModelFile, require_float32
from cdaflow.networks import load_parameters

#: The parameterisations by name: BASE, LIN and NN of the paper.
NAMES = ("base", *PARAMETERISATIONS)
_NONE: NDArray[np.int64] = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class AgreementModel(ModelFile):
    """A model: its parameterisation ("base", "linear", "neural"), tags, labels and parameters.

    `kinds` and `counts` are those of `Parameterisation`. `log_alpha` is the strength with which
    observed tags are kept when it is used; the paper chose 1, a caller may set what did best on
    pairs of their own (`dataclasses.replace`). `facts` says how it was trained (JSON values).
    """

    member = "model.json"
    kind = "agreement model"
    written_by = "cdaflow agreement train"

    name: str
    language: str
    tags: TagSet
    labels: Labels
    kinds: NDArray[np.int64] = field(default_factory=_NONE.copy)
    counts: NDArray[np.int64] = field(default_factory=_NONE.copy)
    parameters: Mapping[str, NDArray[np.float32]] = field(default_factory=dict)
    log_alpha: float = 1.0
    facts: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def log_psi(self) -> NDArray[np.float32]:
        """Return log psi of all kinds of edges, seen in training or not.

        Shape (labels.kinds, tags of the word, tags of its head); how unseen kinds and unknown
        labels back off is said at `potentials.Linear` and `potentials.Neural`.
        """
        if self.name == "base":
            return base_table(self.language, self.labels, self.tags).astype(np.float32)
        table: NDArray[np.float32] = self._module().all_kinds().float().numpy()
        return table

    def table(
        self, *, dtype: torch.dtype = torch.float32, device: str | torch.device = "cpu"
    ) -> Tensor:
        """Return `log_psi` as a tensor (kept for the next call with the same arguments)."""
        key = (dtype, str(device))
        if key not in self._tables:
            self._tables[key] = torch.from_numpy(self.log_psi).to(device=device, dtype=dtype)
        return self._tables[key]

    @cached_property
    def _tables(self) -> dict[tuple[torch.dtype, str], Tensor]:
        return {}

    def _module(self) -> Parameterisation:
        module: Parameterisation
        if self.name == "linear":
            module = Linear(self.labels, self.tags, self.kinds, self.counts)
        else:
            shapes = {name: array.shape for name, array in self.parameters.items()}
            if len(shapes.get("u", ())) != 3 or len(shapes.get("upos", ())) != 2:
                raise InputError(
                    "model.parameters-damaged",
                    "the parameters of the neural model are missing or have the wrong shape",
                )
            n1, n2 = shapes["u"][2], shapes["upos"][1]
            module = Neural(self.labels, self.tags, self.kinds, self.counts, n1=n1, n2=n2)
        load_parameters(module, self.parameters)
        return module

    def header(self) -> dict[str, Any]:
        """Return all of the model but its arrays, as JSON values."""
        return {
            "parameterisation": self.name,
            "language": self.language,
            "features": self.tags.features,
            "tags": self.tags.bundles,
            "upos": self.labels.upos,
            "relations": self.labels.relations,
            "log_alpha": self.log_alpha,
            "training": dict(self.facts),
        }

    def arrays(self) -> Arrays:
        """Return the kinds of edges, how often training had each, and the parameters."""
        return {"kinds": self.kinds, "counts": self.counts, **self.parameters}

    @classmethod
    def assemble(cls, header: Mapping[str, Any], arrays: Arrays) -> AgreementModel:
        """Return the model of a file; see the base class."""
        if header["parameterisation"] not in NAMES:
            raise ValueError(f"parameterisation {header['parameterisation']!r}")
        labels = Labels(tuple(header["upos"]), tuple(header["relations"]))
        kinds, counts = arrays.pop("kinds"), arrays.pop("counts")
        for array in (kinds, counts):
            if array.dtype != np.int64 or array.ndim != 1 or len(array) != len(kinds):
                raise ValueError("kinds and counts")
        if len(kinds) and (
            kinds[0] < 0
            or kinds[-1] >= labels.kinds
            or (np.diff(kinds) <= 0).any()
            or counts.min() < 1
        ):
            raise ValueError("kinds and counts")
        require_float32(arrays)
        model = cls(
            header["parameterisation"],
            str(header["language"]),
            TagSet(tuple(header["features"]), tuple(tuple(bundle) for bundle in header["tags"])),
            labels, kinds, counts, arrays,
            log_alpha=float(header["log_alpha"]), facts=header["training"],
        )  # fmt: skip
        _ = model.log_psi
        return model


def base_model(language: str, tags: TagSet | None = None) -> AgreementModel:
    """Return BASE for a language; its tags are the genders of the language unless given.

    Raises ConfigError for a language that has no rules (see `potentials.base_rules`).
    """
    if tags is None:
        from cdaflow.languages import get

        genders = sorted(get(language).genders)
        tags = TagSet(("Gender",), (("",), *((gender,) for gender in genders)))
    model = AgreementModel("base", language, tags, Labels())
    _ = model.log_psi
    return model


def load_model(path: str | os.PathLike[str]) -> AgreementModel:
    """Return the model in a file; see `ModelFile.load`."""
    return AgreementModel.load(path)
