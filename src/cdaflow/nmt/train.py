"""Training and fine-tuning a model, to be stopped and resumed at any moment."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, InputError, ProgramError
from cdaflow.io.files import atomic_path, digest
from cdaflow.nmt.archive import architecture
from cdaflow.nmt.checkpoint import WorkFolder, average_last, check_outside, prune
from cdaflow.nmt.data import DataSet, write_mixture
from cdaflow.nmt.embeddings import SourceVectors
from cdaflow.nmt.marian import Marian, run
from cdaflow.nmt.model import Model, check_model, line_segmentation, publish
from cdaflow.nmt.recipe import (
    Options,
    Recipe,
    Scalar,
    Value,
    check_known,
    command_line,
    device_options,
    names,
    options_digest,
)
from cdaflow.nmt.training_log import FAULTS, TrainingMeter, Validation, parse_line
from cdaflow.progress import say

#: Options that change what is shown or kept and not the model: a training may go on under
#: others of these.
_NEUTRAL = names(
    "disp-freq disp-first disp-label-counts quiet-translation quiet-validation log-level "
    "log-time-zone save-freq overwrite overwrite-checkpoint lr-report workspace data-threads "
    "shuffle-in-ram"
)


@dataclass(frozen=True)
class Job:
    """All that decides what a training gives.

    `vocabulary` is a ready joint vocabulary; without it Marian makes a SentencePiece one from
    the training text, or that of `base` is taken. `base` is a model to start from: then its
    architecture stands, whatever the recipe says. Its weights are taken, and nothing of the state
    in which its training ended (moments of the optimizer, learning rate, updates).
    `reverse`: the model translates from the target of the pairs to their source. `vectors` are
    source embeddings to train with; they belong to `vocabulary`, and go with no base.
    """

    recipe: Recipe
    train: Sequence[DataSet]
    dev: Path | None
    seed: int
    vocabulary: Path | None = None
    base: Model | None = None
    reverse: bool = False
    vectors: SourceVectors | None = None


@dataclass(frozen=True)
class Machine:
    """Where a training runs; `gpus` are device numbers, `workspace` is in megabytes."""

    marian: Marian
    threads: int = 1
    gpus: Sequence[int] = ()
    workspace: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)


def train(
    job: Job, machine: Machine, output: str | os.PathLike[str], work: str | os.PathLike[str]
) -> Model:
    """Train a model and put it into the folder `output`; return it.

    `output` receives model.npz, the vocabulary, train.log and, last, model.yml, all only when
    the training has ended well: the best model by the first validation metric, the last one where
    nothing validates, or the average of the last ones where the recipe says so. Everything under
    way is in `work` (see WorkFolder): a training that was stopped or killed goes on from the last
    checkpoint there, if recipe, data, seed, vocabulary and base are still the same.

    With one CPU thread the same job gives the same bytes on the same machine, if it runs
    through; a resumed one differs a little (Marian does not store the state of dropout).

    Raises InputError or ConfigError for faulty inputs, ProgramError where Marian fails, and
    where the training was stopped by a signal.
    """
    folder = WorkFolder(Path(work))
    check_outside(folder.root, Path(output))
    options = _options(job, machine)
    with folder.locked() as lock:
        fingerprint = _fingerprint(job, options)
        result = folder.begin(fingerprint)
        if result is None:
            pairs = _write_data(job, folder)
            _run(job, machine, folder, options, lock)
            result = _result(job, options, folder)
            result |= {"pairs": pairs, "marian": machine.marian.version()}
            folder.finish(result)
        else:
            say(f"{folder.root}: this training has ended before; taking its model")
        with atomic_path(Path(output) / "train.log") as temporary:
            shutil.copyfile(folder.log, temporary)
        trained = Model(
            folder.checkpoint / result["model"],
            _vocabularies(job, folder),
            job.recipe.decode_options(base=job.base.decode if job.base else None),
            (job.base.gpu_decode if job.base else {}) | job.recipe.gpu_decode,
            job.base.spm if job.base else None,
        )
        origin = _provenance(job, machine, fingerprint, result)
        return publish(trained, Path(output), origin)


def _options(job: Job, machine: Machine) -> Options:
    """Return the Marian options that decide the outcome, in full."""
    gpu = bool(machine.gpus)
    options = job.recipe.train_options(gpu=gpu)
    if machine.workspace is not None:
        options["workspace"] = machine.workspace
    known = machine.marian.options("train")
    check_known(options, known, job.recipe.file)
    decode = job.recipe.decode_options(gpu=gpu)
    check_known(decode, machine.marian.options("decode"), job.recipe.file)
    if job.base is not None:
        check_model(job.base)
        if job.vocabulary is not None:
            raise ConfigError("a base model brings its own vocabulary: leave --vocab away")
        # Marian does not take the architecture from --pretrained-model by itself.
        if job.base.spm is not None and "translation" in _as_list(options.get("valid-metrics")):
            raise ConfigError(
                "the validation metric `translation` gives the pieces of this base model to its "
                "script, not text",
                file=job.recipe.file,
                hint="take another metric (ce-mean-words, bleu), or a base model with a vocabulary "
                "that is a SentencePiece model",
            )
        shape = architecture(job.base.file)
        options |= {name: value for name, value in shape.items() if name in (known or shape)}
        options.pop("dim-vocabs", None)
    elif job.recipe.fine_tuning:
        raise ConfigError(
            "this recipe is for fine-tuning: it says nothing of the network",
            file=job.recipe.file,
            hint="name the model to start from by --base (in the configuration: base)",
        )
    if job.vocabulary is not None:
        if not job.vocabulary.is_file():
            raise InputError("no such file; it was given as the vocabulary", file=job.vocabulary)
        if job.vocabulary.suffix != ".spm":
            raise InputError(
                "a model is trained with a SentencePiece vocabulary (.spm); nothing would segment "
                "text for this one",
                file=job.vocabulary,
                hint="give an .spm, or leave the vocabulary out: one is made of the training text",
            )
    if job.vectors is not None:
        if job.base is not None:
            raise ConfigError("a base model brings its own embeddings: leave the vectors away")
        options = job.vectors.options(options, job.vocabulary)
    if job.dev is None:
        for name in [n for n in options if n.startswith(("valid-", "early-stopping"))]:
            del options[name]
        if not {"after", "after-batches", "after-epochs"} & set(options):
            raise ConfigError(
                "this training would never end: no --dev to stop by, and no after-batches",
                file=job.recipe.file,
                hint="give --dev, or set after-batches or after-epochs in the recipe",
            )
    elif "valid-metrics" not in options:
        options["valid-metrics"] = ["ce-mean-words"]
    return options


def _fingerprint(job: Job, options: Options) -> dict[str, Any]:
    """Return what must be the same for a training to go on from its checkpoint."""
    base = None
    if job.base is not None:
        base = [digest(path) for path in job.base.files]
    return {
        "options": {k: v for k, v in options.items() if k not in _NEUTRAL},
        "training data": [[digest(s.path), s.weight] for s in job.train],
        "validation data": digest(job.dev) if job.dev else None,
        "seed": job.seed,
        "vocabulary": digest(job.vocabulary) if job.vocabulary else None,
        "base model": base,
        # Only where it is so: trainings of before this was known go on.
        **({"reverse": True} if job.reverse else {}),
        **({"average": job.recipe.average} if job.recipe.average else {}),
        **({"source vectors": digest(job.vectors.file)} if job.vectors else {}),
    }


def _vocabularies(job: Job, folder: WorkFolder) -> tuple[Path, Path]:
    """Return the vocabularies of source and target as they stand in the working folder."""
    if job.base is not None:
        source, target = job.base.vocabularies
        if source != target:
            return (
                folder.checkpoint / f"vocab.source{source.suffix}",
                folder.checkpoint / f"vocab.target{target.suffix}",
            )
        return (folder.checkpoint / f"vocab{source.suffix}",) * 2
    suffix = job.vocabulary.suffix if job.vocabulary else ".spm"
    return (folder.checkpoint / f"vocab{suffix}",) * 2


def _write_data(job: Job, folder: WorkFolder) -> list[int]:
    """Write text and given vocabularies into the working folder; return pairs per data set."""
    origins: tuple[Path, ...] = ()
    if job.base is not None:
        origins = job.base.vocabularies
    elif job.vocabulary is not None:
        origins = (job.vocabulary,) * 2
    for origin, copy in zip(origins, _vocabularies(job, folder), strict=False):
        with atomic_path(copy) as temporary:
            shutil.copyfile(origin, temporary)
    data = folder.data
    # The sides of the pairs, as the files that are translated from and to.
    sides = ("target", "source") if job.reverse else ("source", "target")
    segment = line_segmentation(job.base) if job.base is not None else None
    if segment is not None and job.reverse:
        segment = segment[::-1]

    def write(sets: Sequence[DataSet], part: str, what: str) -> list[int]:
        source, target = (data / f"{part}.{side}" for side in sides)
        return write_mixture(sets, source, target, seed=job.seed, what=what, segment=segment)

    if job.dev is not None:
        write([DataSet(job.dev)], "dev", "dev")
    return write(job.train, "train", "training")


def _command(job: Job, machine: Machine, folder: WorkFolder, options: Options) -> list[str]:
    data = folder.data
    words = [
        *machine.marian.argv("train"),
        *("--model", str(folder.model)),
        *("--train-sets", str(data / "train.source"), str(data / "train.target")),
        *("--vocabs", *map(str, _vocabularies(job, folder))),
        *("--seed", str(job.seed)),
        *("--tempdir", tempfile.gettempdir()),
        *command_line(device_options(machine.threads, machine.gpus)),
    ]
    if max(len(machine.gpus), machine.threads) > 1:
        words.append("--sync-sgd")  # the other way depends on who comes first
    if job.dev is not None:
        words += ["--valid-sets", str(data / "dev.source"), str(data / "dev.target")]
        words.append("--keep-best")
    if job.base is not None:
        words += ["--pretrained-model", str(job.base.file)]
    if job.vectors is not None:
        words += job.vectors.arguments()
    return [*words, *command_line(options)]


def _run(job: Job, machine: Machine, folder: WorkFolder, options: Options, lock: int) -> None:
    start = folder.log.stat().st_size if folder.log.exists() else 0
    meter = TrainingMeter(folder.log, start, _last_update(options))

    def look() -> None:
        meter.look()
        if job.recipe.average:
            prune(folder, job.recipe.average)

    if folder.model.exists():
        say(f"resuming the training in {folder.root}")
    command = _command(job, machine, folder, options)
    outcome = run(command, log=folder.log, poll=look, keep=(lock,))
    meter.close()
    # Marian ends with 128 + SIGTERM when it has saved; someone else may have sent the signal.
    if outcome.stopped is not None or outcome.returncode in (143, -15):
        name = outcome.stopped.name if outcome.stopped else "SIGTERM to Marian"
        where = f" at update {meter.update.update}" if meter.update else ""
        saved = folder.model.exists()
        raise ProgramError(
            f"training stopped{where} ({name}); "
            + ("its checkpoint is saved" if saved else "nothing was saved yet"),
            file=folder.root,
            hint="run again to resume" if saved else "run again to start anew",
        )
    outcome.check("Marian failed while training", FAULTS, folder.log, start=start)


def _result(job: Job, options: Options, folder: WorkFolder) -> dict[str, Any]:
    """Return which model is the outcome, and what it reached."""
    metrics = _as_list(options.get("valid-metrics"))
    first = str(metrics[0]) if metrics else ""
    best = folder.model.with_name(f"model.npz.best-{first}.npz")
    by_score = bool(metrics) and best.exists() and not job.recipe.average
    model = best if by_score else folder.model
    if not model.exists():
        raise ProgramError(
            "Marian ended without a model",
            file=folder.checkpoint,
            hint=f"see its log: {folder.log}",
        )
    result: dict[str, Any] = {"model": model.name}
    if job.recipe.average:
        result |= average_last(folder, job.recipe.average)
    with open(folder.log, encoding="utf-8", errors="replace") as handle:
        for line in handle:
            event = parse_line(line)
            if event is not None:
                result |= {"updates": event.update, "epochs": event.epoch}
            if not by_score or not isinstance(event, Validation):
                continue
            if event.metric == first and event.is_best:
                best_one = {"metric": first, "score": event.score, "update": event.update}
                result["best"] = best_one
    return result


def _provenance(
    job: Job, machine: Machine, fingerprint: Mapping[str, Any], result: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what model.yml says of the origin; no dates, so that equal jobs write the same."""
    options = fingerprint["options"]
    sets = [
        {"file": str(data_set.path), "weight": weight, "sha256": digest_, "pairs": pairs}
        for data_set, (digest_, weight), pairs in zip(
            job.train, fingerprint["training data"], result["pairs"], strict=True
        )
    ]
    dev = {"file": str(job.dev), "sha256": fingerprint["validation data"]} if job.dev else None
    base = None
    if job.base is not None:
        base = {"file": str(job.base.file), "sha256": fingerprint["base model"][0]}
    vectors = {}
    if job.vectors is not None:
        told = {"file": str(job.vectors.file), "sha256": fingerprint["source vectors"]}
        vectors["source vectors"] = {**told, "fixed": job.vectors.fixed}
    return {
        **machine.labels,
        "recipe": {"name": job.recipe.name, "sha256": options_digest(options), "train": options},
        "seed": job.seed,
        "threads": None if machine.gpus else machine.threads,
        "gpus": len(machine.gpus),
        "data": sets,
        "dev": dev,
        "base": base,
        **vectors,
        **{name: value for name, value in result.items() if name not in ("model", "pairs")},
    }


def _as_list(value: Value | None) -> list[Scalar]:
    """Return the values of an option; none where it is not given."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def _last_update(options: Options) -> int | None:
    """Return the update at which the training ends at the latest, if it says so."""
    for name in ("after-batches", "after"):
        value = str(options.get(name, "")).lower().removesuffix("u")
        if value.isdigit() and int(value):
            return int(value)
    return None
