"""Training and fine-tuning a model, to be stopped and resumed at any moment."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cdaflow.errors import ProgramError
from cdaflow.io.files import atomic_path
from cdaflow.nmt.checkpoint import WorkFolder, average_last, check_outside, prune
from cdaflow.nmt.data import DataSet, write_mixture
from cdaflow.nmt.job import (
    Job,
    Machine,
    fingerprint_of,
    last_update,
    marian_command,
    provenance,
    resolve_options,
    validation_metrics,
    vocabularies_in,
)
from cdaflow.nmt.language_tokens import Framing
from cdaflow.nmt.links import PieceLinks
from cdaflow.nmt.marian import run
from cdaflow.nmt.model import Model, line_segmentation, publish, segmenters
from cdaflow.nmt.new_vocabulary import make_vocabulary
from cdaflow.nmt.recipe import Options
from cdaflow.nmt.symbols import extend_model
from cdaflow.nmt.training_log import FAULTS, TrainingMeter, Validation, parse_line
from cdaflow.progress import say


def train(
    job: Job, machine: Machine, output: str | os.PathLike[str], work: str | os.PathLike[str]
) -> Model:
    """Train a model and put it into the folder `output`; return it.

    `output` receives model.npz, the vocabulary, train.log and, last, model.yml, all only when
    the training has ended well: the best model by the first validation metric, the last one where
    nothing validates, or the average of the last ones where the recipe says so. Everything under
    way is in `work` (see WorkFolder): a training that was stopped or killed resumes from the last
    checkpoint there, if recipe, data, seed, vocabulary and base are still the same.

    With one CPU thread the same job gives the same bytes on the same machine, if it runs
    through; a resumed one differs a little (Marian does not store the state of dropout).

    Raises InputError or ConfigError for faulty inputs, ProgramError where Marian fails, and
    where the training was stopped by a signal.
    """
    folder = WorkFolder(Path(work))
    check_outside(folder.root, Path(output))
    options = resolve_options(job, machine)
    with folder.locked() as lock:
        fingerprint = fingerprint_of(job, options)
        result = folder.begin(fingerprint)
        started = _with_symbols(job, folder)
        if result is None:
            pairs = _write_data(started, machine, folder, options, lock)
            _run(started, machine, folder, options, lock)
            result = _result(job, options, folder)
            result |= {"pairs": pairs, "marian": machine.marian.version()}
            folder.finish(result)
        else:
            say(f"{folder.root}: this training has already finished; using its model")
        with atomic_path(Path(output) / "train.log") as temporary:
            shutil.copyfile(folder.log, temporary)
        trained = Model(
            folder.checkpoint / result["model"],
            vocabularies_in(job, folder),
            job.recipe.decode_options(base=job.base.decode if job.base else None),
            (job.base.gpu_decode if job.base else {}) | job.recipe.gpu_decode,
            started.base.spm if started.base else None,
            started.base.framing if started.base else Framing(),
        )
        return publish(trained, Path(output), provenance(job, machine, fingerprint, result))


def _with_symbols(job: Job, folder: WorkFolder) -> Job:
    """Return a job of which the base, if there is one, has the symbols of the recipe."""
    if job.base is None or not job.recipe.symbols:
        return job
    base = extend_model(job.base, job.recipe.symbols, folder.checkpoint / "base")
    return replace(job, base=base)


def _write_data(
    job: Job, machine: Machine, folder: WorkFolder, options: Options, lock: int
) -> list[int]:
    """Write text and given vocabularies into the working folder; return pairs per data set."""
    for origin, copy in zip(job.vocabularies, vocabularies_in(job, folder), strict=False):
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
        source, target = (folder.data / f"{part}.{side}" for side in sides)
        return write_mixture(
            sets,
            source,
            target,
            seed=job.seed,
            what=what,
            segment=segment,
            links=(folder.data / f"{part}.links", links) if links else None,
        )

    if job.dev is not None:
        write([DataSet(job.dev)], "dev", "dev")
    if not job.links:
        return write(job.train, "train", "training")
    if not all(path.exists() for path in vocabularies_in(job, folder)):
        write(job.train, "train", "vocabulary")
        make_vocabulary(job, machine, folder, options, keep=(lock,))
    links = _piece_links(job, folder)
    pairs = write(job.train, "train", "training", links)
    if links.lost:
        say(f"{links.lost} links left out: one side has no subword in the vocabulary")
    return pairs


def _piece_links(job: Job, folder: WorkFolder) -> PieceLinks:
    """Return what makes links of subwords, with the vocabularies of the training."""
    known = Model(folder.model, vocabularies_in(job, folder))
    if job.base:
        known = replace(known, spm=job.base.spm, framing=job.base.framing)
    source, target = segmenters(known)
    if job.reverse:  # the columns are the other way round
        return PieceLinks(target, source, reverse=True)
    return PieceLinks(source, target)


def _run(job: Job, machine: Machine, folder: WorkFolder, options: Options, lock: int) -> None:
    start = folder.log.stat().st_size if folder.log.exists() else 0
    meter = TrainingMeter(folder.log, start, last_update(options))

    def look() -> None:
        meter.look()
        if job.recipe.average:
            prune(folder, job.recipe.average)

    if folder.model.exists():
        say(f"resuming the training in {folder.root}")
    command = marian_command(job, machine, folder, options)
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
            hint="run again to resume" if saved else "run again to restart from scratch",
        )
    outcome.check("Marian failed while training", FAULTS, folder.log, start=start)


def _result(job: Job, options: Options, folder: WorkFolder) -> dict[str, Any]:
    """Return which model is the outcome, and what it reached."""
    metrics = validation_metrics(options)
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
