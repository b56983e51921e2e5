"""The text and the vocabularies of a training, written by itself or ahead of it, without a GPU.

Marian makes a new vocabulary as a training begins. Links of subwords need it earlier: then Marian
makes it in a training of one update, with a network of a few numbers.

The folder of a prepared text has train.source and train.target, dev.source and dev.target, with
links train.links, the vocabularies, and prepared.json, written last: what it was written for.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, InputError, ProgramError
from cdaflow.io.files import atomic_path, atomic_text, read_json
from cdaflow.nmt.checkpoint import WorkFolder, differences
from cdaflow.nmt.data import DataSet, write_mixture
from cdaflow.nmt.epochs import frequencies_in_epochs
from cdaflow.nmt.job import Job, Machine, fingerprint_of, resolve_options, vocabularies_in
from cdaflow.nmt.links import PieceLinks
from cdaflow.nmt.marian import run
from cdaflow.nmt.model import Model, line_segmentation, segmenters
from cdaflow.nmt.recipe import Options, command_line, device_options
from cdaflow.nmt.spm import without_paths
from cdaflow.nmt.symbols import extend_model
from cdaflow.nmt.training_log import FAULTS
from cdaflow.progress import say

_RECORD = "prepared.json"

#: What the text of a training does not depend on, of its fingerprint.
_NOT_OF_TEXT = ("average", "source vectors")


def prepare(job: Job, machine: Machine, output: str | os.PathLike[str]) -> list[int]:
    """Write the text and the vocabularies of a training into a folder; return pairs per data set.

    `train` takes them from there. Marian makes a new vocabulary on the CPU. Raises InputError or
    ConfigError for faulty inputs, ProgramError where Marian fails.
    """
    folder = Path(output)
    options = resolve_options(job, machine)
    _check_gpu_section(job)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _RECORD).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix="base-") as scratch:
        started = with_symbols(job, Path(scratch))
        pairs = write_text(started, machine, folder, folder, options, whole=True)
    with atomic_text(folder / _RECORD) as handle:
        record = {"prepared for": _fingerprint(job, options), "pairs": pairs}
        json.dump(record, handle, indent=2, sort_keys=True, ensure_ascii=False)
        handle.write("\n")
    return pairs


def take_prepared(job: Job, options: Options, prepared: Path, work: WorkFolder) -> list[int]:
    """Copy the vocabularies of a prepared text to a working folder; return pairs per data set.

    Raises InputError where the text is not whole, was prepared for another training, or has another
    vocabulary than the checkpoint from which the training resumes.
    """
    hint = "prepare the text again: `cdaflow nmt prepare` with the options of this training"
    record = read_json(prepared / _RECORD)
    if not isinstance(record, dict) or not {"prepared for", "pairs"} <= set(record):
        raise InputError(
            "prepared-text.no-record",
            "the file does not say for which training the text was prepared",
            file=prepared / _RECORD,
            hint=hint,
        )
    expected = json.loads(json.dumps(_fingerprint(job, options)))
    if record["prepared for"] != expected:
        why = differences(record["prepared for"], expected)
        raise InputError(
            "prepared-text.other-training",
            f"the text was prepared for another training ({why})",
            file=prepared,
            hint=hint,
        )
    for path in dict.fromkeys(vocabularies_in(job, work.checkpoint)):
        origin = prepared / path.name
        if work.model.exists() and path.exists():
            if _content(path) != _content(origin):
                raise InputError(
                    "prepared-text.other-vocabulary",
                    "this is not the vocabulary of the checkpoint from which the training resumes",
                    file=origin,
                    hint=f"remove {work.checkpoint} to train from scratch with the new one",
                )
            continue
        with atomic_path(path) as temporary:
            shutil.copyfile(origin, temporary)
    return list(record["pairs"])


def with_symbols(job: Job, folder: Path) -> Job:
    """Return a job of which the base, if there is one, has the symbols of the recipe.

    Such a base is written to `folder`.
    """
    if job.base is None or not job.recipe.symbols:
        return job
    return replace(job, base=extend_model(job.base, job.recipe.symbols, folder / "base"))


def write_text(
    job: Job,
    machine: Machine,
    data: Path,
    folder: Path,
    options: Options,
    *,
    whole: bool = False,
    keep: Sequence[int] = (),
) -> list[int]:
    """Write text to the folder `data`, given vocabularies to `folder`; return pairs per data set.

    A new vocabulary is made where links or frequencies in epochs need it, or the text is to be
    `whole`; else Marian makes it as the training begins. `keep`: file descriptors that Marian
    inherits.
    """
    vocabularies = vocabularies_in(job, folder)
    for origin, copy in zip(job.vocabularies, vocabularies, strict=False):
        with atomic_path(copy) as temporary:
            shutil.copyfile(origin, temporary)
    # The sides of the pairs, as the files that are translated from and to.
    sides = ("target", "source") if job.reverse else ("source", "target")
    segment = line_segmentation(job.base) if job.base is not None else None
    if segment is not None and job.reverse:
        segment = segment[::-1]

    def write(
        sets: Sequence[DataSet], part: str, what: str, links: PieceLinks | None = None
    ) -> list[int]:
        source, target = (data / f"{part}.{side}" for side in sides)
        return write_mixture(
            sets,
            source,
            target,
            seed=job.seed,
            what=what,
            segment=segment,
            links=(data / f"{part}.links", links) if links else None,
        )

    if job.dev is not None:
        write([job.dev], "dev", "dev")
    needed = whole or job.links or bool(frequencies_in_epochs(options, job.recipe.file))
    needs_vocabulary = needed and not all(path.exists() for path in vocabularies)
    pairs = write(job.train, "train", "vocabulary") if needs_vocabulary or not job.links else []
    if needs_vocabulary:
        make_vocabulary(job, machine, data, vocabularies, options, keep)
    if not job.links:
        return pairs
    links = _piece_links(job, data, vocabularies)
    pairs = write(job.train, "train", "training", links)
    if links.lost:
        say(f"{links.lost} links left out: one side has no subword in the vocabulary")
    return pairs


def _piece_links(job: Job, data: Path, vocabularies: tuple[Path, Path]) -> PieceLinks:
    """Return what makes links of subwords, with the vocabularies of the training."""
    model = Model(data / "model.npz", vocabularies)
    if job.base:
        model = replace(model, spm=job.base.spm, framing=job.base.framing)
    source, target = segmenters(model)
    if job.reverse:  # the columns are the other way round
        return PieceLinks(target, source, reverse=True)
    return PieceLinks(source, target)


def _fingerprint(job: Job, options: Options) -> Mapping[str, Any]:
    """Return what must be the same for text to be that of a training."""
    has_vocabularies = bool(job.vocabularies)
    chosen = {
        name: options[name]
        for name in VOCABULARY_OPTIONS
        if name in options and not has_vocabularies
    }
    fingerprint = fingerprint_of(job, chosen)
    return {key: value for key, value in fingerprint.items() if key not in _NOT_OF_TEXT}


def _content(path: Path) -> bytes:
    """Return what a vocabulary holds, without the names of files that it was made in."""
    content = path.read_bytes()
    return without_paths(content) if path.suffix == ".spm" else content


def _check_gpu_section(job: Job) -> None:
    """Raise ConfigError where a recipe has another vocabulary on GPUs."""
    if job.vocabularies:
        return
    cpu, gpu = (job.recipe.train_options(gpu=on) for on in (False, True))
    differing = [name for name in VOCABULARY_OPTIONS if cpu.get(name) != gpu.get(name)]
    if differing:
        raise ConfigError(
            "recipe.gpu-section-differs",
            f"the section `gpu` has a different {', '.join(differing)}, but vocabularies are made "
            "without a GPU",
            file=job.recipe.file,
            hint="move it to the section `train`",
        )


#: What decides which vocabulary Marian makes, beside the text and the seed.
VOCABULARY_OPTIONS = ("dim-vocabs", "sentencepiece-options", "sentencepiece-max-lines")

_NETWORK: Options = {
    "type": "transformer",
    "enc-depth": 1,
    "dec-depth": 1,
    "dim-emb": 8,
    "transformer-heads": 1,
    "transformer-dim-ffn": 8,
    "tied-embeddings-all": True,
    "after-batches": 1,
    "mini-batch": 1,
    "maxi-batch": 1,
    "workspace": 64,
}


def make_vocabulary(
    job: Job,
    machine: Machine,
    data: Path,
    outputs: tuple[Path, Path],
    options: Options,
    keep: Sequence[int] = (),
) -> None:
    """Have Marian make the vocabulary, or the two, of the training text in the folder `data`.

    It is the one that Marian would make in a training of these `options`. `outputs`: the files of
    source and target, the same one for a joint vocabulary; `keep`: file descriptors that Marian
    inherits. Raises ProgramError where Marian fails or is stopped.
    """
    text = [data / "train.source", data / "train.target"]
    log = data / "vocabulary.log"
    with tempfile.TemporaryDirectory(dir=data, prefix="vocabulary-") as name:
        marian_files = [Path(name) / path.name for path in outputs]
        words = [
            *machine.marian.argv("train"),
            *("--model", str(Path(name) / "model.npz")),
            *("--train-sets", *map(str, text)),
            *("--vocabs", *map(str, marian_files)),
            *("--seed", str(job.seed)),
            *("--tempdir", tempfile.gettempdir()),
            *command_line(device_options(1, machine.gpus[:1])),
            *command_line(_NETWORK | {k: v for k, v in options.items() if k in VOCABULARY_OPTIONS}),
        ]
        start = log.stat().st_size if log.exists() else 0
        outcome = run(words, log=log, keep=keep)
        if outcome.stopped is not None:
            raise ProgramError(
                "vocabulary.stopped",
                f"stopped by {outcome.stopped.name} while making a vocabulary",
                file=data,
                hint="run again to restart from scratch",
            )
        outcome.check("Marian failed while making a vocabulary", FAULTS, log, start=start)
        for path, new in dict(zip(outputs, marian_files, strict=True)).items():
            with atomic_path(path) as temporary:
                temporary.write_bytes(without_paths(new.read_bytes()))
