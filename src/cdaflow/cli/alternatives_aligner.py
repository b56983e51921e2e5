"""The alignment of gender structures to people: a model is trained, and structures are aligned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cdaflow.alternatives.tagging.options import TrainingOptions
from cdaflow.errors import ConfigError
from cdaflow.option_types import Device, Folder, OutputPath, Threads, UsageError, Value

Files = Annotated[Sequence[Path], Value(metavar="FILE.jsonl", file="input")]


def train_aligner(
    *,
    train: Files,
    dev: Files,
    backend: Literal["lstm", "encoder"] = "lstm",
    encoder: Folder | None = None,
    training: TrainingOptions = TrainingOptions(),
    threads: Threads = 1,
    device: Device = "cpu",
    output_dir: Annotated[Path, Value(metavar="DIR", file="output")],
) -> str:
    """Train a model that aligns gender structures to the people of the source.

    It reads the source and the translation with a marker around one structure, and labels each
    word of the source (Garg et al. 2024, section 5.4). One model may serve several target
    languages. The dev data choose the epoch.

    Args:
        train: alternatives with their people; structures that the dev data have are left out
        dev: held-out alternatives
        backend: a bidirectional LSTM from scratch, or an encoder
        encoder: the folder of any encoder of Hugging Face, best one of several languages
        output_dir: the model
    """
    if (backend == "encoder") != (encoder is not None):
        raise ConfigError(
            "--backend encoder needs the folder of an encoder, and no other back end takes one",
            hint="give --backend encoder --encoder DIR, or neither",
        )
    import torch

    from cdaflow.alternatives.aligning.aligner import build_aligner

    torch.set_num_threads(threads)
    model = build_aligner(train, dev, output_dir, training, encoder=encoder, device=device)
    best = model.meta["best_epoch"]
    accuracy = model.meta["epochs"][best - 1]["dev_accuracy"]
    count = model.meta["training"]["dev_structures"]
    return f"{output_dir}: epoch {best}, {accuracy:.1f} % of {count} structures of dev aligned"


def align(
    file: Annotated[Path, Value(metavar="FILE.jsonl", file="input")],
    /,
    *,
    by: Literal["model", "position"] = "model",
    aligner: Folder | None = None,
    threads: Threads = 1,
    device: Device = "cpu",
    output: OutputPath,
) -> str:
    """Align gender structures to the people of the source who are open.

    What `cdaflow alternatives rewrite` has aligned by its plan is aligned again. Of several open
    people a structure goes with the most probable one, and with all others of at least 50 per
    cent.

    Args:
        file: alternatives with their people
        by: model: a trained aligner; position: the person at the same relative position, as a
            control
        aligner: the folder of cdaflow alternatives train-aligner
        output (JSONL): the alternatives, one sentence a line (.gz: compressed)
    """
    if (by == "model") != (aligner is not None):
        raise UsageError("--aligner goes with --by model, which needs it")
    from cdaflow.alternatives.aligning.aligner import align_by_position, open_aligner
    from cdaflow.alternatives.files import read_alternatives, write_alternatives

    items = list(read_alternatives(file))
    if aligner is None:
        aligned = list(align_by_position(items))
    else:
        aligned = list(open_aligner(aligner, threads=threads, device=device).align(items))
    written = write_alternatives(output, aligned)
    structures = sum(len(each.structures) for each in aligned if each.open)
    others = sum(
        one.entities != other.entities
        for before, after in zip(items, aligned, strict=True)
        for one, other in zip(before.structures, after.structures, strict=True)
    )
    return f"{output}: {structures} structures of {written} sentences, {others} aligned otherwise"
