"""From treebank files to a trained model."""

from __future__ import annotations

import os
from collections.abc import Sequence

from cdaflow.agreement.model import AgreementModel
from cdaflow.agreement.training import Settings, train
from cdaflow.errors import InputError
from cdaflow.io.files import digest
from cdaflow.syntax.repairs import repair_genders
from cdaflow.trees import read_conllu


def train_files(
    name: str,
    training: Sequence[str | os.PathLike[str]],
    dev: Sequence[str | os.PathLike[str]],
    *,
    language: str,
    settings: Settings | None = None,
    state: str | os.PathLike[str] | None = None,
    prepare: bool = True,
) -> AgreementModel:
    """Return a model fitted to the trees of files; see `train`.

    `prepare`: take the gender from participles that agree with nothing (see `preparation`), as
    is done when the model is used. The facts name the files by checksum.

    Raises InputError where one of the files is among training and dev, and as `train` does.
    """
    digests = {what: [digest(path) for path in paths]
               for what, paths in (("training", training), ("dev", dev))}  # fmt: skip
    for path, checksum in zip(dev, digests["dev"], strict=True):
        if checksum in digests["training"]:
            raise InputError("this file is among those to train on, too", file=path)
    trees = [
        [
            repair_genders(sentence, language) if prepare else sentence
            for path in paths
            for sentence in read_conllu(path)
        ]
        for paths in (training, dev)
    ]
    facts = {"files": digests["training"], "dev_files": digests["dev"], "prepared": prepare}
    return train(name, *trees, language=language, settings=settings, state=state, facts=facts)
