"""Training and fine-tuning a model, to be stopped and resumed at any moment."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from cdaflow.errors import ProgramError
from cdaflow.io.files import atomic_path
from cdaflow.nmt.checkpoint import WorkFolder, average_last, check_outside, prune
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
from cdaflow.nmt.marian import run
from cdaflow.nmt.model import Model, publish
from cdaflow.nmt.recipe import Options
from cdaflow.nmt.training_log import (
    FAULTS,
    TrainingMeter,
    Validation,
    parse_line,
    smoothing_caution,
)
from cdaflow.nmt.training_text import take_prepared, with_symbols, write_text
from cdaflow.nmt.used_subwords import cut_down, put_back
from cdaflow.progress import say


def train(
    job: Job,
    machine: Machine,
    output: str | os.PathLike[str],
    work: str | os.PathLike[str],
    prepared: str | os.PathLike[str] | None = None,
) -> Model:
    """Train a model and put it into the folder `output`; return it.

    `output` receives model.npz, the vocabulary, train.log and, last, model.yml, all only when
    the training has ended well: the best model by the first validation metric, the last one where
    nothing validates, or the average of the last ones where the recipe says so. Everything under
    way is in `work` (see WorkFolder): a training that was stopped or killed resumes from the last
    checkpoint there, if recipe, data, seed, vocabulary and base are still the same. `prepared`: the
    folder of its text and vocabularies, which `training_text.prepare` has written for this job;
    without it they are written into `work`.

    With one CPU thread the same job gives the same bytes on the same machine, if it runs
    through; a resumed one differs a little (Marian does not store the state of dropout).

    Raises InputError or ConfigError for faulty inputs, ProgramError where Marian fails, and
    where the training was stopped by a signal.
    """
    folder = WorkFolder(Path(work))
    options = resolve_options(job, machine)
    fingerprint = fingerprint_of(job, options)
    check_outside(folder.root, Path(output))
    with folder.locked() as lock:
        result = folder.begin(fingerprint)
        started = with_symbols(job, folder.checkpoint)
        if result is None:
            data = folder.data if prepared is None else Path(prepared)
            if prepared is None:
                written = (data, folder.checkpoint)
                pairs = write_text(started, machine, *written, options, keep=(lock,))
            else:
                pairs = take_prepared(job, options, data, folder)
            base = started.base if job.recipe.used_subwords else None
            if base is not None:
                small, subwords = cut_down(base, _texts(job, data), folder.checkpoint / "small")
                started = replace(started, base=small)
            _run(started, machine, folder, options, data, lock)
            result = _result(job, options, folder)
            if base is not None:
                whole = folder.checkpoint / "model.whole.npz"
                alone = job.recipe.used_subwords == "alone"
                put_back(folder.checkpoint / result["model"], base, subwords, whole, alone=alone)
                result["model"] = whole.name
            result |= {"pairs": pairs, "marian": machine.marian.version()}
            folder.finish(result)
        else:
            say(f"{folder.root}: this training has already finished; using its model")
        with atomic_path(Path(output) / "train.log") as temporary:
            shutil.copyfile(folder.log, temporary)
        trained = Model(
            folder.checkpoint / result["model"],
            vocabularies_in(job, folder.checkpoint),
            job.recipe.decode_options(base=job.base.decode if job.base else None),
            (job.base.gpu_decode if job.base else {}) | job.recipe.gpu_decode,
            started.base.spm if started.base else None,
            started.base.framing if started.base else Framing(),
        )
        return publish(trained, Path(output), provenance(job, machine, fingerprint, result))


def _texts(job: Job, data: Path) -> list[Path]:
    """Return the files of the text of a training, as `write_text` names them."""
    parts = ("train", "dev") if job.dev is not None else ("train",)
    return [data / f"{part}.{side}" for part in parts for side in ("source", "target")]


def _run(
    job: Job, machine: Machine, folder: WorkFolder, options: Options, data: Path, lock: int
) -> None:
    start = folder.log.stat().st_size if folder.log.exists() else 0
    meter = TrainingMeter(folder.log, start, last_update(options))

    caution = ""

    def look() -> None:
        nonlocal caution
        meter.look()
        if job.base is not None and not caution:
            caution = smoothing_caution(meter.first, options)
            if caution:
                say(caution)
        if job.recipe.average:
            prune(folder, job.recipe.average)

    if folder.model.exists():
        say(f"resuming the training in {folder.root}")
    command = marian_command(job, machine, folder, options, data)
    outcome = run(command, log=folder.log, poll=look, keep=(lock,))
    meter.close()
    # Marian ends with 128 + SIGTERM when it has saved; someone else may have sent the signal.
    if outcome.stopped is not None or outcome.returncode in (143, -15):
        name = outcome.stopped.name if outcome.stopped else "SIGTERM to Marian"
        where = f" at update {meter.update.update}" if meter.update else ""
        saved = folder.model.exists()
        raise ProgramError(
            "training.stopped",
            f"training stopped{where} ({name}); "
            + ("its checkpoint is saved" if saved else "nothing was saved yet"),
            file=folder.root,
            hint="run again to resume" if saved else "run again to restart from scratch",
        )
    outcome.check("Marian failed while training", FAULTS, folder.log, start=start)


def _result(job: Job, options: Options, folder: WorkFolder) -> dict[str, Any]:
    """Return the final model and its validation score."""
    metrics = validation_metrics(options)
    first = str(metrics[0]) if metrics else ""
    best = folder.model.with_name(f"model.npz.best-{first}.npz")
    by_score = bool(metrics) and best.exists() and not job.recipe.average
    model = best if by_score else folder.model
    if not model.exists():
        raise ProgramError(
            "training.no-model",
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
