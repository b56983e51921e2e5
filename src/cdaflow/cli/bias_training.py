"""Encoders of our own: what they learn from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow.bias.training_options import Settings
from cdaflow.errors import ConfigError
from cdaflow.option_types import Device, OutputPath, Positive, Seed, Threads, Value

if TYPE_CHECKING:
    from cdaflow.bias.encoder_training import Task

#: Files of training examples.
_Examples = Annotated[Sequence[Path], Value(metavar="FILE", file="input")]


def train_encoder(
    *,
    train: _Examples,
    dev: Annotated[Path, Value(metavar="FILE", file="input")],
    objective: Literal["translation", "nli"] = "translation",
    vectors: Annotated[Path | None, Value(metavar="FILE", file="input")] = None,
    classifier: Positive = 512,
    settings: Settings = Settings(),
    state: Path | None = None,
    threads: Threads = 1,
    device: Device = "cpu",
    seed: Seed = 1,
    output: OutputPath,
) -> str:
    """Train a bidirectional LSTM with max pooling as an encoder of sentences.

    It learns which words the translation of a sentence has (pairs), or whether a premise entails a
    hypothesis (inference data, as in Dolci et al. 2023, section 4). The epoch with the lowest loss
    on the dev examples counts.

    Args:
        train: pairs (.parquet; .tsv with source and target); or inference data: premise, hypothesis
            and label (.tsv), SNLI's or MultiNLI's own files (.tsv, .jsonl); several are joined
        dev: held-out examples of the same kind
        objective: what is learned
        vectors: word vectors that stay as they are, such as GloVe's; without them the encoder
            learns its own
        classifier: hidden units of the classifier of inferences
        state (FILE): a work file from which a training that was stopped resumes
        output (.npz): the encoder
    """
    import torch

    from cdaflow.bias import encoder_training

    torch.set_num_threads(threads)
    task = _task(objective, train, dev, classifier, seed)
    known = None
    if vectors is not None:
        from cdaflow.embeddings.vectors import read_vectors

        known = read_vectors(vectors)
    model = encoder_training.train_encoder(
        task, settings=settings, seed=seed, vectors=known, state=state, device=device
    )
    model.save(output)
    facts = model.facts
    best = min(range(facts["epochs"]), key=facts["dev_loss"].__getitem__)
    return (
        f"{output}: {facts['examples']} examples, {len(model.words)} words, epoch {best + 1} of "
        f"{facts['epochs']}, right {100 * facts['dev_right'][best]:.1f} % on dev"
    )


def _task(objective: str, train: Sequence[Path], dev: Path, classifier: int, seed: int) -> Task:
    """Return the examples of an objective and what makes its head."""
    if dev in train:
        raise ConfigError(
            "this file is among those to train on, too", file=dev, hint="give held-out examples"
        )
    if objective == "nli":
        from cdaflow.bias.nli import inference_task

        return inference_task(train, dev, hidden=classifier, seed=seed)
    from cdaflow.bias.translation import translation_task

    return translation_task(train, dev, seed=seed)
