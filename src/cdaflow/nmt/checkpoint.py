"""The working folder of a training: its fingerprint, and whether it can be resumed.

The outcome of a training may be the average of its last checkpoints, as in Choubey et al. 2021
(appendix A: the last 10). A checkpoint is a model that Marian has saved at save-freq, or the one
that it ended with. Where a training ended early (early-stopping), these are the last before its
end, and so later than the best one by validation.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from cdaflow.errors import ConfigError, InputError, ProgramError
from cdaflow.io.files import atomic_text, read_json
from cdaflow.io.yaml_files import read_yaml
from cdaflow.nmt.archive import average, check_archive
from cdaflow.progress import say

_SAVED = re.compile(r"model\.iter(\d+)\.npz")


class WorkFolderBusyError(ProgramError):
    """Another training holds the working folder."""


@dataclass(frozen=True)
class WorkFolder:
    """The files of a training in progress, which are not outputs of the workflow.

    state.json    what the training was started with, and the result once it has ended
    checkpoint/   Marian's model, optimizer and progress, its best models and the vocabulary
    data/         the training and validation text
    train.log     all that Marian said, of every run
    """

    root: Path

    @property
    def checkpoint(self) -> Path:
        """The folder of Marian's own files."""
        return self.root / "checkpoint"

    @property
    def model(self) -> Path:
        """Marian's --model; the best models are in the same folder."""
        return self.checkpoint / "model.npz"

    @property
    def data(self) -> Path:
        """The folder of the training text."""
        return self.root / "data"

    @property
    def log(self) -> Path:
        """Marian's log."""
        return self.root / "train.log"

    @property
    def state(self) -> Path:
        """The file of the fingerprint and the result."""
        return self.root / "state.json"

    @contextmanager
    def locked(self) -> Iterator[int]:
        """Hold the folder against a second training; yield the lock's file descriptor.

        The lock belongs to whoever holds the descriptor: given to Marian, it stands as long as
        Marian runs, even when this process was killed. Raises WorkFolderBusyError where it is
        taken.
        """
        self.root.mkdir(parents=True, exist_ok=True)
        with open(self.root / "lock", "wb") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise WorkFolderBusyError(
                    "folder.busy",
                    "another training is running in this folder",
                    file=self.root,
                    hint="wait until it ends, or stop it (it may be saving its checkpoint)",
                ) from None
            except OSError:
                say(f"{self.root}: this file system has no locks; let one training run here only")
            yield handle.fileno()

    def begin(self, fingerprint: Mapping[str, Any]) -> dict[str, Any] | None:
        """Make the folder ready for a training of this fingerprint.

        Returns the stored result where that training has already ended, else None. A checkpoint
        of another fingerprint is set aside (checkpoint.superseded, one of them is kept) with
        a word on what differs. Raises InputError where the checkpoint to resume from is damaged.
        """
        fingerprint = json.loads(json.dumps(fingerprint))
        before = self._read()
        if before is not None and before["fingerprint"] != fingerprint:
            self._set_aside(differences(before["fingerprint"], fingerprint))
            before = None
        elif before is None and self.model.exists():
            self._set_aside("there is no record of how it was trained")
        if before is None:
            shutil.rmtree(self.data, ignore_errors=True)
            if self.log.exists():  # scores of the other training would be taken for this one's
                os.replace(self.log, self.log.with_name("train.superseded.log"))
            self.checkpoint.mkdir(parents=True, exist_ok=True)
            self._write({"fingerprint": fingerprint, "result": None})
            return None
        result = before["result"]
        if isinstance(result, dict) and (self.checkpoint / result["model"]).is_file():
            return result
        self._check()
        return None

    def finish(self, result: Mapping[str, Any]) -> None:
        """Store how the training ended, and remove the text, which can be written again."""
        state = self._read() or {}
        self._write({**state, "result": dict(result)})
        shutil.rmtree(self.data, ignore_errors=True)

    def _check(self) -> None:
        progress = self.model.with_name("model.npz.progress.yml")
        if not self.model.exists():
            return
        try:
            check_archive(self.model)
            optimizer = self.model.with_name("model.npz.optimizer.npz")
            if optimizer.exists():
                check_archive(optimizer)
            if progress.exists():
                content = read_yaml(progress)
                if not isinstance(content, dict) or "seed-corpus" not in content:
                    raise InputError("checkpoint.truncated", "the file is truncated", file=progress)
        except InputError as error:
            raise InputError(
                "checkpoint.damaged",
                "the checkpoint of this training is damaged (killed while saving, or the disk "
                f"was full): {error.problem}",
                file=error.file,
                hint=f"remove {self.checkpoint} to train from scratch; "
                "the best model so far is in it as *.best-*.npz",
            ) from None

    def _set_aside(self, why: str) -> None:
        if not self.checkpoint.exists():
            return
        aside = self.root / "checkpoint.superseded"
        shutil.rmtree(aside, ignore_errors=True)
        os.replace(self.checkpoint, aside)
        say(
            f"{self.checkpoint} belongs to another training ({why}): starting from scratch; the "
            f"old checkpoint is kept as {aside.name}"
        )

    def _read(self) -> dict[str, Any] | None:
        try:
            content = read_json(self.state)
        except InputError:  # absent, or damaged
            return None
        if not isinstance(content, dict) or not {"fingerprint", "result"} <= set(content):
            return None
        return content

    def _write(self, content: Mapping[str, Any]) -> None:
        with atomic_text(self.state) as handle:
            json.dump(content, handle, indent=2, sort_keys=True, ensure_ascii=False)
            handle.write("\n")


def check_outside(work: Path, output: Path) -> None:
    """Raise ConfigError where the working folder is the output folder itself."""
    if work.resolve() == output.resolve():
        raise ConfigError(
            "folder.work-is-output",
            f"the working folder and the output folder are the same: {output}",
            hint="give another --work-dir: a workflow removes the outputs of a failed job",
        )


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return what two fingerprints differ in, with the names of differing options."""
    parts = []
    for part in sorted(set(before) | set(now)):
        old, new = before.get(part), now.get(part)
        if old == new:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            names = sorted(k for k in set(old) | set(new) if old.get(k) != new.get(k))
            parts.append(f"{part} {', '.join(names)}")
        else:
            parts.append(part)
    return "other " + "; other ".join(parts) if parts else "other settings"


def average_last(folder: WorkFolder, number: int) -> dict[str, Any]:
    """Average the last `number` checkpoints of a training that has ended.

    Returns the name of the model beside Marian's own (`model`) and the updates of the checkpoints
    that it was made of (`averaged`). Of a training with fewer checkpoints all are taken.
    """
    chosen = _last(folder, number)
    if len(chosen) < number:
        say(
            f"{folder.root}: {number} checkpoints should be averaged, but the training has only "
            f"{len(chosen)}; a smaller save-freq in the recipe gives more"
        )
    output = folder.model.with_name("model.averaged.npz")
    if len(chosen) == 1:
        return {"model": folder.model.name, "averaged": list(chosen)}
    average(list(chosen.values()), output)
    return {"model": output.name, "averaged": list(chosen)}


def prune(folder: WorkFolder, number: int) -> None:
    """Remove all checkpoints but the last `number` (a model and its decoder settings each)."""
    for path in list(_saved(folder).values())[:-number]:
        path.with_name(path.name + ".decoder.yml").unlink(missing_ok=True)
        path.unlink(missing_ok=True)


def _last(folder: WorkFolder, number: int) -> dict[int, Path]:
    """Return the last checkpoints of a training that has ended, by update.

    A later one than its end is of a run that was killed before the training knew of it.
    """
    end = _last_update(folder.model.with_name("model.npz.progress.yml"))
    checkpoints = {update: path for update, path in _saved(folder).items() if update < end}
    checkpoints[end] = folder.model
    return dict(list(checkpoints.items())[-number:])


def _saved(folder: WorkFolder) -> dict[int, Path]:
    """Return the models that Marian has saved under way, in the order of their updates."""
    checkpoints = {}
    for path in folder.checkpoint.iterdir():
        match = _SAVED.fullmatch(path.name)
        if match:
            checkpoints[int(match[1])] = path
    return dict(sorted(checkpoints.items()))


def _last_update(progress: Path) -> int:
    """Return the update at which the training has ended, as Marian notes it."""
    try:
        content = yaml.safe_load(progress.read_text(encoding="utf-8"))
        return int(content["batches"])
    except (OSError, UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError, ValueError):
        raise InputError(
            "checkpoint.no-update-count",
            "the file does not say how many updates were made (key `batches`)",
            file=progress,
            hint=f"remove {progress.parent} to train from scratch",
        ) from None
