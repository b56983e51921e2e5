"""Models between a base and what was fine-tuned from it.

Fine-tuning teaches something and forgets something. The mean of the parameters of both models, the
fine-tuned one with a share, keeps a part of the first and forgets less (weight-space ensembling:
Wortsman et al. 2022, Robust fine-tuning of zero-shot models, section 3). No training is needed.
"""

from __future__ import annotations

import tempfile
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest
from cdaflow.nmt.archive import (
    SETTINGS,
    architecture,
    opened,
    part_names,
    read_part,
    write_part,
)
from cdaflow.nmt.model import Model, check_marian, publish

_FROM_BASE = "give a model and the base that it was fine-tuned from, without new symbols"


def interpolate(base: Model, tuned: Model, share: float, folder: Path) -> Model:
    """Write the model between a base and a fine-tuned model to a folder, and return it.

    Each parameter is share * fine-tuned + (1 - share) * base, computed in float64. Vocabularies and
    settings of decoding are those of the fine-tuned model.

    Raises ConfigError where `share` is not above 0 and below 1 or Marian cannot read a model, and
    InputError where a model is damaged, or they differ in vocabulary, architecture or parameters.
    """
    if not 0 < share < 1:
        raise ConfigError(
            f"the share {share:g} of the fine-tuned model is not between 0 and 1",
            hint="0 would be the base, and 1 the fine-tuned model: translate with these",
        )
    for model in (base, tuned):
        check_marian(model, "a mean of parameters", "give the models as Marian has them (.npz)")
    _check_alike(base, tuned)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".cdaflow-interpolate-") as temporary:
        between = Path(temporary) / "model.npz"
        _write_between(base.file, tuned.file, share, between)
        origin = {
            name: {"file": str(model.file), "sha256": digest(model.file)}
            for name, model in (("base", base), ("tuned", tuned))
        }
        return publish(
            replace(tuned, file=between), folder, {"interpolated": {**origin, "share": share}}
        )


def _check_alike(base: Model, tuned: Model) -> None:
    """Raise InputError where vocabularies or architectures differ."""
    if [*map(digest, base.vocabularies)] != [*map(digest, tuned.vocabularies)]:
        raise InputError(
            f"this model has another vocabulary than {base.file}", file=tuned.file, hint=_FROM_BASE
        )
    first, second = architecture(base.file), architecture(tuned.file)
    different = sorted(
        key for key in first.keys() | second.keys() if first.get(key) != second.get(key)
    )
    if different:
        raise InputError(
            f"this model has other settings than {base.file}: {', '.join(different)}",
            file=tuned.file,
            hint=_FROM_BASE,
        )


def _write_between(base: Path, tuned: Path, share: float, output: Path) -> None:
    """Write the parameters between two models, one at a time: memory holds no whole model."""
    with (
        opened(base) as first,
        opened(tuned) as second,
        zipfile.ZipFile(output, "w") as result,
    ):
        names = part_names(second)
        if different := sorted(set(names) ^ set(part_names(first))):
            raise InputError(
                f"this model and {base} have not the same parameters: {', '.join(different[:3])}",
                file=tuned,
                hint=_FROM_BASE,
            )
        for name in names:
            between = _between(name, read_part(first, name), read_part(second, name), share, tuned)
            write_part(result, name, between)


def _between(
    name: str, base: NDArray[Any], tuned: NDArray[Any], share: float, file: Path
) -> NDArray[Any]:
    """Return a part of the model between two; what is no parameter is the fine-tuned model's."""
    if name == SETTINGS:
        return tuned
    if (base.shape, base.dtype) != (tuned.shape, tuned.dtype):
        raise InputError(
            f"the parameter {name} is {tuned.dtype} of shape {tuned.shape}, that of the base "
            f"{base.dtype} of shape {base.shape}",
            file=file,
            hint=_FROM_BASE,
        )
    if tuned.dtype.kind != "f":
        return tuned
    mean = share * tuned.astype(np.float64) + (1 - share) * base.astype(np.float64)
    return mean.astype(tuned.dtype)
