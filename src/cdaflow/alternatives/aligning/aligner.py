"""A trained alignment model: its folder, how it is trained, and what it aligns.

Garg et al. (2024), section 5.4 and appendix G: a network that labels words reads a structure's
`Case`, and says of each word of the source whether the structure goes with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cdaflow.alternatives.aligning.data import LABELS, Case, cases_of, read_cases
from cdaflow.alternatives.aligning.position import by_position
from cdaflow.alternatives.structures import Alternatives
from cdaflow.alternatives.tagging.building import digests
from cdaflow.alternatives.tagging.calibration import softmax
from cdaflow.alternatives.tagging.folders import NetworkFolder, new_network
from cdaflow.alternatives.tagging.network import WordNetwork, logits, torch_device
from cdaflow.alternatives.tagging.options import TrainingOptions
from cdaflow.alternatives.tagging.training import fit, seed_all
from cdaflow.errors import InputError
from cdaflow.io.batches import batched
from cdaflow.io.files import digest

if TYPE_CHECKING:
    from numpy.typing import NDArray

META = "aligner.json"
FOLDER = NetworkFolder("aligner", META, "train-aligner")

#: From which probability on a person is one of several with whom a structure goes.
_SURE = 0.5

#: Sentences whose structures are aligned together.
_CHUNK = 2000


@dataclass
class Aligner:
    """A network with two labels. `meta`: what else is known of it (data, training)."""

    network: WordNetwork
    meta: Mapping[str, Any]

    def people(self, cases: Sequence[Case]) -> list[tuple[int, ...]]:
        """Return the people of each case: the most probable one, and others that are sure."""
        scores = logits(self.network, [case.words for case in cases], "align")
        return [_people(case, one) for case, one in zip(cases, scores, strict=True)]

    def align(self, items: Iterable[Alternatives]) -> Iterator[Alternatives]:
        """Yield sentences with their structures aligned; where nobody is open they stay."""
        for chunk in batched(items, _CHUNK):
            cases = [list(cases_of(item)) for item in chunk]
            found = iter(self.people([case for each in cases for case in each]))
            for item, each in zip(chunk, cases, strict=True):
                people = islice(found, len(each))
                aligned = (
                    replace(structure, entities=one)
                    for structure, one in zip(item.structures, people, strict=True)
                )
                yield replace(item, structures=tuple(aligned)) if each else item


def align_by_position(items: Iterable[Alternatives]) -> Iterator[Alternatives]:
    """Yield sentences with their structures aligned to the open person at their position."""
    for item in items:
        if item.open:
            aligned = (
                replace(each, entities=(by_position(each, item),)) for each in item.structures
            )
            item = replace(item, structures=tuple(aligned))
        yield item


def build_aligner(
    train: Sequence[str | os.PathLike[str]],
    dev: Sequence[str | os.PathLike[str]],
    output: Path,
    options: TrainingOptions,
    *,
    encoder: Path | None = None,
    device: str = "cpu",
) -> Aligner:
    """Train an alignment model and write it into the folder `output`; return it.

    `train`, `dev`: files of alternatives with people, in any target languages. `dev` chooses the
    epoch, by the structures that get exactly their people where two or more are open (all
    structures if there are none). `encoder`: the folder of an encoder; None for an LSTM.
    """
    FOLDER.check_free(output)
    held = read_cases(dev)
    texts = {case.words for case in held}
    learned = [case for case in read_cases(train) if case.words not in texts]
    if not learned:
        raise InputError("all structures are in the dev data, too", file=train[0])
    seed_all(options.seed)
    sentences = [case.labelled() for case in learned]
    network = new_network([one.words for one in sentences], encoder, len(LABELS))
    network.to(torch_device(device))
    hard = [case for case in held if len(case.people) > 1] or held

    def measure() -> tuple[float, None]:
        found = Aligner(network, {}).people(hard)
        right = sum(set(one) == set(case.gold) for one, case in zip(found, hard, strict=True))
        return 100 * right / len(hard), None

    epochs, best, _ = fit(network, sentences, options, measure, "structures aligned")
    meta: dict[str, Any] = {
        "training": {
            "seed": options.seed,
            "epochs": options.epochs,
            "batch": options.batch,
            "structures": len(learned),
            "dev_structures": len(hard),
        },
        "data": {str(path): digest(path) for path in (*train, *dev)},
        "epochs": [{"loss": one.loss, "dev_accuracy": one.dev} for one in epochs],
        "best_epoch": best,
        "labels": list(LABELS),
    }
    if encoder is not None:
        meta["encoder"] = digests(encoder)
    aligner = Aligner(network, meta)
    FOLDER.save(network, meta, output)
    return aligner


def open_aligner(
    folder: str | os.PathLike[str], *, threads: int | None = None, device: str = "cpu"
) -> Aligner:
    """Return the alignment model of a folder; InputError where it is none, or was changed."""
    network, meta, _ = FOLDER.load(folder, _check, len(LABELS), threads=threads, device=device)
    return Aligner(network, meta)


def _check(meta: Mapping[str, Any]) -> None:
    if meta["labels"] != list(LABELS):
        raise ValueError("its labels are others")


def _people(case: Case, scores: NDArray[np.float32]) -> tuple[int, ...]:
    p = softmax(scores[list(case.heads)].astype(np.float64))[:, 1]
    best = int(p.argmax())
    return tuple(
        sorted(person for n, person in enumerate(case.people) if n == best or p[n] >= _SURE)
    )
