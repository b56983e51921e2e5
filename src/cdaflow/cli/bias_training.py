"""Encoders of our own: what they learn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cdaflow.bias.training_options import Settings
from cdaflow.errors import ConfigError
from cdaflow.option_types import Device, OutputPath, Positive, Seed, Threads, Value, Without

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
    words: Annotated[Path | None, Value(metavar="FILE", file="input")] = None,
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
    hypothesis (inference data, as in Dolci et al. 2023, section 4). The best epoch on the dev
    examples counts.

    Args:
        train: pairs (.parquet; .tsv with source and target); or inference data: premise, hypothesis
            and label (.tsv), SNLI's or MultiNLI's own files (.tsv, .jsonl); several are joined
        dev: held-out examples of the same kind
        objective: the training objective
        vectors: word vectors that stay as they are, such as GloVe's; without them the encoder
            learns its own
        words: the words of vectors in an .npy file
        classifier: hidden units of the classifier of inferences
        state (FILE): a work file from which a training that was stopped resumes
        output (.npz): the encoder
    """
    import torch

    from cdaflow.bias import encoder_training

    torch.set_num_threads(threads)
    task = _task(objective, train, dev, classifier, seed, linear=settings.linear_classifier)
    initial_vectors = None
    if vectors is not None:
        from cdaflow.embeddings.vectors import read_vectors

        initial_vectors = read_vectors(vectors, words=words)
    model = encoder_training.train_encoder(
        task, settings=settings, seed=seed, vectors=initial_vectors, state=state, device=device
    )
    model.save(output)
    return f"{output}: {len(model.words)} words, {_trained(model.facts)}"


def tune_encoder(
    *,
    encoder: Annotated[Path, Value(metavar="FOLDER", file="input")],
    pooling: Literal["max", "mean", "cls"] | None = None,
    train: _Examples,
    dev: Annotated[Path, Value(metavar="FILE", file="input")],
    objective: Literal["translation", "nli"] = "translation",
    classifier: Positive = 512,
    settings: Annotated[
        Settings, Without("embedding", "hidden", "min_count", "boundaries")
    ] = Settings(learning_rate=2e-5, min_learning_rate=1e-7, batch_size=32, max_epochs=2, clip=1.0),
    state: Path | None = None,
    threads: Threads = 1,
    device: Device = "cpu",
    seed: Seed = 1,
    output_dir: Annotated[Path, Value(metavar="DIR", file="output")],
) -> str:
    """Fine-tune a transformer encoder on a text, as it is or with less bias.

    As train-encoder, for an encoder of Hugging Face; without dropout. (Dolci et al. 2023, section
    6, which proposes it)

    Args:
        encoder: a folder of Hugging Face
        pooling: how the encoder makes the vector of a sentence, if its folder does not say
        train: pairs or inference data, as for train-encoder, for example from cdaflow bias adjust
        dev: held-out examples of the same kind
        objective: the training objective
        classifier: hidden units of the classifier of inferences
        state (FILE): a work file from which a training that was stopped resumes
        output_dir: the encoder, a new folder of Hugging Face
    """
    from cdaflow.bias import encoder_tuning
    from cdaflow.embeddings.encoders.transformer import open_transformer

    task = _task(objective, train, dev, classifier, seed, linear=settings.linear_classifier)
    opened = open_transformer(encoder, pooling=pooling, threads=threads, device=device)
    facts = encoder_tuning.tune_encoder(
        opened, task, output_dir, settings=settings, seed=seed, state=state, device=device
    )
    return f"{output_dir}: {_trained(facts)}"


def _trained(facts: Mapping[str, Any]) -> str:
    best = facts["best_epoch"] - 1
    return (
        f"{facts['examples']} examples, epoch {best + 1} of {facts['epochs']}, right "
        f"{100 * facts['dev_right'][best]:.1f} % on dev"
    )


def _task(
    objective: str, train: Sequence[Path], dev: Path, classifier: int, seed: int, *, linear: bool
) -> Task:
    """Return the examples of an objective and what makes its head."""
    if dev in train:
        raise ConfigError(
            "training.dev-in-train",
            "this file is also a training file",
            file=dev,
            hint="give held-out examples",
        )
    if objective == "nli":
        from cdaflow.bias.nli import inference_task

        return inference_task(train, dev, hidden=classifier, seed=seed, linear=linear)
    from cdaflow.bias.translation import translation_task

    return translation_task(train, dev, seed=seed)
