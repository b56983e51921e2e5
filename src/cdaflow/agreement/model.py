"""A model of agreement and its file."""

from __future__ import annotations

import hashlib
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
    load_parameters,
)
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_path
from cdaflow.io.model_file import DAMAGED, pack, read_bytes, unpack

_FORMAT = 1
_HEADER = "model.json"
#: The parameterisations by name: BASE, LIN and NN of the paper.
NAMES = ("base", *PARAMETERISATIONS)
_NONE: NDArray[np.int64] = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class AgreementModel:
    """A model: its parameterisation ("base", "linear", "neural"), tags, labels and parameters.

    `kinds` and `counts` are those of `Parameterisation`. `log_alpha` is the strength with which
    observed tags are kept when it is used; the paper chose 1, a caller may set what did best on
    pairs of their own (`dataclasses.replace`). `facts` says how it was trained (JSON values).
    """

    name: str
    language: str
    tags: TagSet
    labels: Labels
    kinds: NDArray[np.int64] = field(default_factory=_NONE.copy)
    counts: NDArray[np.int64] = field(default_factory=_NONE.copy)
    parameters: Mapping[str, NDArray[np.float32]] = field(default_factory=dict)
    log_alpha: float = 1.0
    facts: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(
        cls, module: Parameterisation, language: str, facts: Mapping[str, Any]
    ) -> AgreementModel:
        """Return a trained parameterisation as a model."""
        parameters = {n: p.detach().cpu().float().numpy() for n, p in module.named_parameters()}
        return cls(
            module.name, language, module.tags, module.labels,
            module.kinds, module.counts, parameters, facts=facts,
        )  # fmt: skip

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
                raise InputError("the parameters of the neural model are missing or misshapen")
            n1, n2 = shapes["u"][2], shapes["upos"][1]
            module = Neural(self.labels, self.tags, self.kinds, self.counts, n1=n1, n2=n2)
        load_parameters(module, self.parameters)
        return module

    def to_bytes(self) -> bytes:
        """Return the model's file: equal models give equal bytes."""
        header = {
            "format": _FORMAT,
            "parameterisation": self.name,
            "language": self.language,
            "features": self.tags.features,
            "tags": self.tags.bundles,
            "upos": self.labels.upos,
            "relations": self.labels.relations,
            "log_alpha": self.log_alpha,
            "training": dict(self.facts),
        }
        arrays: dict[str, NDArray[Any]] = {
            "kinds": self.kinds,
            "counts": self.counts,
            **self.parameters,
        }
        return pack(_HEADER, header, arrays)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the model's file, in hexadecimal."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model (.npz: NumPy arrays and a JSON header in a zip archive), whole."""
        with atomic_path(path) as temporary:
            temporary.write_bytes(self.to_bytes())


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
    """Return the model in a file that `AgreementModel.save` wrote.

    Raises InputError, with the file, for one that is no such file or does not hang together.
    """
    try:
        model = _assembled(*unpack(_HEADER, read_bytes(path), _FORMAT))
        _ = model.log_psi
    except DAMAGED as error:
        raise InputError(
            f"this is no agreement model, or a damaged one ({error})",
            file=path,
            hint="`cdaflow agreement train` writes one",
        ) from None
    except (InputError, ConfigError) as error:
        raise InputError(error.problem, file=path, hint=error.hint) from None
    return model


def _assembled(header: Mapping[str, Any], arrays: dict[str, NDArray[Any]]) -> AgreementModel:
    if header["parameterisation"] not in NAMES:
        raise ValueError(f"parameterisation {header['parameterisation']!r}")
    labels = Labels(tuple(header["upos"]), tuple(header["relations"]))
    kinds, counts = arrays.pop("kinds"), arrays.pop("counts")
    for array in (kinds, counts):
        if array.dtype != np.int64 or array.ndim != 1 or len(array) != len(kinds):
            raise ValueError("kinds and counts")
    if len(kinds) and (
        kinds[0] < 0 or kinds[-1] >= labels.kinds or (np.diff(kinds) <= 0).any() or counts.min() < 1
    ):
        raise ValueError("kinds and counts")
    for name, array in arrays.items():
        if array.dtype != np.float32 or not np.isfinite(array).all():
            raise ValueError(f"the parameter {name!r} is not finite numbers of 32 bits")
    return AgreementModel(
        header["parameterisation"],
        str(header["language"]),
        TagSet(tuple(header["features"]), tuple(tuple(bundle) for bundle in header["tags"])),
        labels, kinds, counts, arrays,
        log_alpha=float(header["log_alpha"]), facts=header["training"],
    )  # fmt: skip
