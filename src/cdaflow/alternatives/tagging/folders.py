"""New networks, and their folders: a description, and the files that it names by digests.

Nothing in a folder is code or a pickle.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import torch

import cdaflow
from cdaflow.alternatives.tagging.network import WordNetwork
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import (
    MALFORMED,
    atomic_folder,
    check_new_folder,
    digest,
    read_json,
    write_json,
)
from cdaflow.networks import torch_device

T = TypeVar("T")

#: The back ends that are trained.
BACKENDS = ("lstm", "encoder")


@dataclass(frozen=True)
class NetworkFolder:
    """A kind of folder: what is in it ("tagger"), its description, the command that writes it."""

    what: str
    meta: str
    command: str
    format: int = 1

    def check_free(self, folder: Path) -> None:
        """Raise InputError where something else stands at a folder."""
        check_new_folder(folder, _article(self.what), replace=self.meta)

    def save(
        self, network: WordNetwork, meta: Mapping[str, Any], folder: str | os.PathLike[str]
    ) -> None:
        """Write a network with what is known of it, whole or not at all.

        Raises InputError if the folder has something else.
        """
        with atomic_folder(folder, _article(self.what), replace=self.meta) as temporary:
            network.save(temporary)
            files = sorted(path for path in temporary.rglob("*") if path.is_file())
            whole = {
                **meta,
                "format": self.format,
                "backend": network.backend,
                "versions": _versions(network.backend),
                "files": {str(path.relative_to(temporary)): digest(path) for path in files},
            }
            write_json(temporary / self.meta, whole)

    def load(
        self,
        folder: str | os.PathLike[str],
        check: Callable[[Mapping[str, Any]], T],
        labels: int,
        *,
        threads: int | None = None,
        device: str = "cpu",
    ) -> tuple[WordNetwork, Mapping[str, Any], T]:
        """Return the network of a folder, its description, and what `check` makes of that.

        `check` may raise ValueError and the like for a description that is none. Raises InputError
        for a folder of another kind, and where files were changed.
        """
        if threads:
            torch.set_num_threads(threads)
        path = Path(folder)
        if not (path / self.meta).is_file():
            raise InputError(
                "folder.no-model",
                f"this folder has no {self.what} ({self.meta})",
                file=folder,
                hint=f"cdaflow alternatives {self.command} writes one",
            )
        meta = read_json(path / self.meta)
        try:
            if meta["format"] != self.format:
                raise ValueError(f"format {meta['format']}, {self.format} is expected")
            if meta["backend"] not in BACKENDS:
                raise ValueError(f"the back end {meta['backend']!r} is not known")
            found = check(meta)
            files = dict(meta["files"])
        except MALFORMED as error:
            raise InputError(
                "model.bad-description",
                f"no description of {_article(self.what)} ({error})",
                file=path / self.meta,
            ) from None
        for name, wanted in files.items():
            if not (path / name).resolve().is_relative_to(path.resolve()):
                raise InputError(
                    "model.file-outside-folder",
                    f"{name!r} lies outside of the folder",
                    file=path / self.meta,
                )
            if not (path / name).is_file():
                raise InputError(
                    "model.file-missing",
                    f"the {self.what}'s file {name!r} is missing",
                    file=path / self.meta,
                )
            if digest(path / name) != wanted:
                raise InputError(
                    "model.other-digest",
                    "the file is not the one that was trained (its SHA-256 is another)",
                    file=path / name,
                )
        network = load_network(meta["backend"], path, labels).to(torch_device(device))
        network.eval()
        return network, meta, found


def new_network(
    sentences: Iterable[Sequence[str]], encoder: Path | None, labels: int
) -> WordNetwork:
    """Return a network that is not trained: on the folder of an encoder, or an LSTM.

    `sentences`: the words to learn from, of which an LSTM takes its vocabulary. Raises ConfigError
    where there is no such folder.
    """
    if encoder is None:
        from cdaflow.alternatives.tagging.lstm import new_lstm

        return new_lstm(sentences, labels)
    if not encoder.is_dir():
        raise ConfigError(
            "encoder.folder-missing",
            f"there is no folder {encoder}",
            hint="cdaflow alternatives fetch-encoder gets a small encoder",
        )
    from cdaflow.alternatives.tagging.encoder import open_encoder

    return open_encoder(encoder, labels)


def load_network(backend: str, folder: Path, labels: int) -> WordNetwork:
    """Return the trained network of a folder; InputError where it is damaged."""
    if backend == "lstm":
        from cdaflow.alternatives.tagging.lstm import load_lstm

        return load_lstm(folder, labels)
    from cdaflow.alternatives.tagging.encoder import load_encoder

    return load_encoder(folder, labels)


def _article(what: str) -> str:
    return f"an {what}" if what[0] in "aeiou" else f"a {what}"


def _versions(backend: str) -> dict[str, str]:
    found = {"cdaflow": cdaflow.__version__, "torch": torch.__version__}
    if backend == "encoder":
        import transformers

        found["transformers"] = transformers.__version__
    return found
