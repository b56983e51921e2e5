"""A tagger from files of tags: read, train, calibrate, write."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cdaflow.alternatives.tagging.calibration import Calibration, calibrate
from cdaflow.alternatives.tagging.data import LABELS, labelled, read_joined
from cdaflow.alternatives.tagging.folders import new_network
from cdaflow.alternatives.tagging.options import TrainingOptions
from cdaflow.alternatives.tagging.tagger import FOLDER, TrainedTagger
from cdaflow.alternatives.tagging.training import (
    RATES,
    Epoch,
    dev_scores,
    seed_all,
    train,
)
from cdaflow.errors import InputError
from cdaflow.io.files import digest
from cdaflow.networks import torch_device


def build_tagger(
    tags: Sequence[str | os.PathLike[str]],
    dev: str | os.PathLike[str],
    output: Path,
    options: TrainingOptions,
    *,
    encoder: Path | None = None,
    device: str = "cpu",
    checkpoints: Path | None = None,
) -> TrainedTagger:
    """Train a tagger and write it into the folder `output`; return it.

    `tags`: files of tags to learn from, joined; sentences that `dev` has too are left out. `dev`:
    chooses the epoch, the temperature and the threshold. `encoder`: the folder of an encoder; None
    for an LSTM. `checkpoints`: a folder for the tagger after each epoch, `epoch-1` and so on.

    Raises InputError where a file has no tags or a label never comes, ConfigError for options that
    do not work.
    """
    FOLDER.check_free(output)
    held = read_joined([dev])
    texts = {sentence.source for sentence in held}
    learned = [sentence for sentence in read_joined(tags) if sentence.source not in texts]
    if not any(sentence.heads for sentence in learned):
        raise InputError(
            "training.no-head-word", "no sentence to learn from has a head word", file=tags[0]
        )
    if not any(sentence.heads for sentence in held):
        raise InputError("training.no-head-word-in-dev", "no sentence has a head word", file=dev)
    sentences, dev_sentences = [labelled(one) for one in learned], [labelled(one) for one in held]
    seed_all(options.seed)
    network = new_network([one.words for one in sentences], encoder, len(LABELS))
    network.to(torch_device(device))
    rate = RATES[network.backend] if options.learning_rate is None else options.learning_rate
    meta: dict[str, Any] = {
        "training": {
            "seed": options.seed,
            "epochs": options.epochs,
            "learning_rate": rate,
            "batch": options.batch,
            "precision": options.precision if encoder else "float32",
            "sentences": len(sentences),
            "words": sum(len(one.words) for one in sentences),
            "dev_sentences": len(dev_sentences),
        },
        "data": {Path(path).name: digest(path) for path in (*tags, dev)},
    }
    if encoder is not None:
        meta["encoder"] = digests(encoder)
    measured: list[dict[str, float]] = []

    def keep(epoch: Epoch) -> None:
        measured.append({"loss": epoch.loss, "dev_f1": epoch.dev})
        if checkpoints is not None:
            found: Calibration = calibrate(*dev_scores(network, dev_sentences))
            tagger = TrainedTagger(network, found, {**meta, "epochs": list(measured)})
            tagger.save(checkpoints / f"epoch-{epoch.number}")

    _, best, calibration = train(network, sentences, dev_sentences, options, keep)
    tagger = TrainedTagger(network, calibration, {**meta, "epochs": measured, "best_epoch": best})
    tagger.save(output)
    return tagger


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of the files of an encoder's folder."""
    return {path.name: digest(path) for path in sorted(folder.iterdir()) if path.is_file()}
