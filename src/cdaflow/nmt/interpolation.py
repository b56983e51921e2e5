"""Models between a base and what was fine-tuned from it.

Fine-tuning teaches something and forgets something. The mean of the parameters of both models, the
fine-tuned one with a share, keeps a part of the first and forgets less (weight-space ensembling:
Wortsman et al. 2022, Robust fine-tuning of zero-shot models, section 3). No training is needed.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest
from cdaflow.nmt.archive import average
from cdaflow.nmt.model import Model, check_marian, origin, publish
from cdaflow.progress import say


def interpolate(base: Model, tuned: Model, share: float, folder: Path) -> Model:
    """Write the model between a base and a fine-tuned model to a folder, and return it.

    Each parameter is share * fine-tuned + (1 - share) * base, computed in float64. Vocabularies and
    settings of decoding are those of the fine-tuned model.

    Raises ConfigError where `share` is not above 0 and below 1 or Marian cannot read a model, and
    InputError where a model is damaged, they differ in vocabulary, architecture or parameters, or
    `base` was fine-tuned from `tuned`.
    """
    if not 0 < share < 1:
        raise ConfigError(
            "share.out-of-range",
            f"the share {share:g} of the fine-tuned model is not between 0 and 1",
            hint="for a share of 0 use the base, for 1 the fine-tuned model",
        )
    for model in (base, tuned):
        check_marian(model, "a mean of parameters", "give Marian models (.npz)")
    if origin(base)["base"] == digest(tuned.file):
        raise InputError(
            "model.swapped-with-base",
            "--base and --model-dir are exchanged: this model was fine-tuned from the one given "
            "as fine-tuned",
            file=base.file,
            hint="swap --base and --model-dir",
        )
    if [*map(digest, base.vocabularies)] != [*map(digest, tuned.vocabularies)]:
        raise InputError(
            "model.other-vocabulary",
            f"the vocabulary of this model differs from that of {base.file}",
            file=tuned.file,
            hint="give a model and the base that it was fine-tuned from, without new symbols",
        )
    if origin(tuned)["base"] != digest(base.file):
        say(
            f"{tuned.file}: no model.yml says that this model was fine-tuned from {base.file}: "
            "that they are not exchanged, or of different origin, cannot be checked"
        )
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".cdaflow-interpolate-") as temporary:
        between = Path(temporary) / "model.npz"
        average([base.file, tuned.file], between, [1 - share, share])
        parents = {
            name: {"file": str(model.file), "sha256": digest(model.file)}
            for name, model in (("base", base), ("tuned", tuned))
        }
        return publish(
            replace(tuned, file=between), folder, {"interpolated": {**parents, "share": share}}
        )
