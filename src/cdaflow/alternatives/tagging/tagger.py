"""A trained tagger: its folder, and the head words that it finds.

tagger.json has what the tagger is: back end, calibration, versions, digests of its other files and
of the data that it was trained on. Nothing in the folder is code or a pickle.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

import cdaflow
from cdaflow.alternatives.structures import Entity
from cdaflow.alternatives.tagging.calibration import Calibration
from cdaflow.alternatives.tagging.data import LABELS, word_spans
from cdaflow.alternatives.tagging.network import WordNetwork, logits, torch_device
from cdaflow.alternatives.tagging.tags import Tagger
from cdaflow.errors import InputError
from cdaflow.io.files import digest, write_json
from cdaflow.io.structured import MALFORMED, read_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 1
META = "tagger.json"

#: The back ends that are trained.
BACKENDS = ("lstm", "encoder")


#: Sentences whose scores are in memory together.
_AT_ONCE = 10_000


@dataclass
class TrainedTagger:
    """A network with its calibration. `meta`: what else is known of it (data, training)."""

    network: WordNetwork
    calibration: Calibration
    meta: Mapping[str, Any]

    def tag(self, sentences: Sequence[str]) -> list[list[Entity]]:
        """Return the head words of each sentence, in order."""
        heads = []
        for start in range(0, len(sentences), _AT_ONCE):
            heads += self.tag_with_scores(sentences[start : start + _AT_ONCE])[0]
        return heads

    def tag_with_scores(
        self, sentences: Sequence[str]
    ) -> tuple[list[list[Entity]], list[NDArray[np.float32]]]:
        """Return the head words and the logits of the words (words, labels) of each sentence."""
        spans = [word_spans(text) for text in sentences]
        words = [[t[s:e] for s, e in found] for t, found in zip(sentences, spans, strict=True)]
        scores = logits(self.network, words)
        heads = []
        for found, one in zip(spans, scores, strict=True):
            probabilities = self.calibration.probabilities(one)
            labels = self.calibration.labels(probabilities)
            heads.append(
                [
                    Entity(start, end, LABELS[label], round(float(p[label]), 6))
                    for (start, end), label, p in zip(found, labels, probabilities, strict=True)
                    if label
                ]
            )
        return heads, scores

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the tagger into a new folder, whole or not at all.

        Raises InputError where something stands there that is no tagger.
        """
        final = Path(folder)
        check_free(final)
        final.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{final.name}.partial.", dir=final.parent))
        try:
            temporary.chmod(0o755)
            self.network.save(temporary)
            files = sorted(path for path in temporary.rglob("*") if path.is_file())
            meta = {
                **self.meta,
                "format": FORMAT,
                "backend": self.network.backend,
                "temperature": self.calibration.temperature,
                "threshold": self.calibration.threshold,
                "labels": list(LABELS),
                "versions": _versions(self.network.backend),
                "files": {str(path.relative_to(temporary)): digest(path) for path in files},
            }
            write_json(temporary / META, meta)
            if final.exists():
                shutil.rmtree(final)
            temporary.rename(final)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)

    @classmethod
    def load(
        cls, folder: str | os.PathLike[str], *, threads: int | None = None, device: str = "cpu"
    ) -> TrainedTagger:
        """Return the tagger of a folder; InputError where it is none, or its files were changed."""
        if threads:
            torch.set_num_threads(threads)
        path = Path(folder)
        if not (path / META).is_file():
            raise InputError(
                f"this folder has no tagger ({META})",
                file=folder,
                hint="cdaflow alternatives train-tagger writes one",
            )
        meta = read_json(path / META)
        try:
            calibration = _check(meta)
            files = dict(meta["files"])
            backend = meta["backend"]
        except MALFORMED as error:
            raise InputError(f"no description of a tagger ({error})", file=path / META) from None
        for name, wanted in files.items():
            if not (path / name).resolve().is_relative_to(path.resolve()):
                raise InputError(f"{name!r} lies outside of the folder", file=path / META)
            if not (path / name).is_file():
                raise InputError(f"the tagger's file {name!r} is missing", file=path / META)
            if digest(path / name) != wanted:
                raise InputError(
                    "the file is not the one that was trained (its SHA-256 is another)",
                    file=path / name,
                )
        network = _load(backend, path).to(torch_device(device))
        network.eval()
        return cls(network, calibration, meta)


def open_tagger(
    folder: str | os.PathLike[str], *, threads: int | None = None, device: str = "cpu"
) -> Tagger:
    """Return the tagger in a folder that `cdaflow alternatives train-tagger` wrote.

    `threads`: of the CPU (None: as many as PyTorch takes). Raises InputError for a folder that is
    none or was changed.
    """
    return TrainedTagger.load(folder, threads=threads, device=device)


def check_free(folder: Path) -> None:
    """Raise InputError where something stands at a folder that is no tagger."""
    if folder.exists() and not (folder / META).is_file():
        if folder.is_dir() and not any(folder.iterdir()):
            return
        raise InputError(
            "a tagger is to be written here, but something else is here",
            file=folder,
            hint="give another folder, or remove this one",
        )


def _load(backend: str, folder: Path) -> WordNetwork:
    if backend == "lstm":
        from cdaflow.alternatives.tagging.lstm import load_lstm

        return load_lstm(folder)
    from cdaflow.alternatives.tagging.encoder import load_encoder

    return load_encoder(folder)


def _check(meta: Mapping[str, Any]) -> Calibration:
    """Return the calibration of a description; ValueError or the like where it is none."""
    if meta["format"] != FORMAT or meta["labels"] != list(LABELS):
        raise ValueError(f"format {meta['format']}, {FORMAT} is expected")
    if meta["backend"] not in BACKENDS:
        raise ValueError(f"the back end {meta['backend']!r} is not known")
    found = Calibration(float(meta["temperature"]), float(meta["threshold"]))
    if not (0 < found.temperature < 1000 and 0 <= found.threshold <= 1):
        raise ValueError("temperature or threshold is out of its range")
    return found


def _versions(backend: str) -> dict[str, str]:
    found = {"cdaflow": cdaflow.__version__, "torch": torch.__version__}
    if backend == "encoder":
        import transformers

        found["transformers"] = transformers.__version__
    return found
