"""A trained alignment model: its folder, how it is trained, and what it aligns.

Garg et al. (2024), section 5.4 and appendix G: a network that labels words reads a structure's
`Case`, and says of each word of the source whether the structure goes with it. Each structure is
aligned by itself (algorithm 2): the words of the source are labelled, those of the translation are
context.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.alternatives.aligning.position import by_position, distance
from cdaflow.alternatives.structures import Alternatives, Structure, read_alternatives
from cdaflow.alternatives.tagging.building import digests
from cdaflow.alternatives.tagging.data import Labelled, head_word, word_spans
from cdaflow.alternatives.tagging.folders import NetworkFolder, new_network
from cdaflow.alternatives.tagging.network import WordNetwork, logits
from cdaflow.alternatives.tagging.tags import TrainingOptions
from cdaflow.alternatives.tagging.training import IGNORED, fit, seed_all
from cdaflow.errors import InputError
from cdaflow.io.files import batched, digest
from cdaflow.networks import torch_device

META = "aligner.json"
FOLDER = NetworkFolder("aligner", META, "train-aligner")

#: How much the distance of a person takes from the log odds: one of these is chosen on dev data.
_WEIGHTS = (0.0, 2.0, 5.0, 10.0, 20.0, 50.0, 200.0)

#: Sentences whose structures are aligned together.
_CHUNK = 2000

#: The labels of words by number.
LABELS = ("not-aligned", "aligned")

#: What stands between the texts, and around the masculine form.
SEPARATOR, MARKER = ";", "|"


@dataclass(frozen=True, slots=True)
class Case:
    """A structure to align.

    `words`: of the source, SEPARATOR, and those of the all-masculine text with MARKER around the
    structure. `heads`: the index of the head word of each open person; `people`: their indices;
    `distances`: how far they are from the structure, see `distance`. `gold`: those that the
    structure goes with, () where it is not known.
    """

    words: tuple[str, ...]
    heads: tuple[int, ...]
    people: tuple[int, ...]
    distances: tuple[float, ...]
    gold: tuple[int, ...]

    def labelled(self) -> Labelled:
        """Return the words with their labels, as they are learned."""
        size = self.words.index(SEPARATOR, max(self.heads))
        labels = [0] * size + [IGNORED] * (len(self.words) - size)
        for head, person in zip(self.heads, self.people, strict=True):
            labels[head] = int(person in self.gold)
        return Labelled(self.words, tuple(labels))


def cases_of(item: Alternatives) -> Iterator[Case]:
    """Yield the case of each structure; none where nobody is open, or has a word as head."""
    spans = word_spans(item.source)
    entities = item.entities or ()
    heads = {index: head_word(item.source, entities[index], spans) for index in item.open}
    known = {index: head for index, head in heads.items() if head is not None}
    if not known:
        return
    source = tuple(item.source[start:end] for start, end in spans)
    for structure in item.structures:
        words = (*source, SEPARATOR, *_marked(item, structure))
        distances = tuple(distance(structure, item, index) for index in known)
        yield Case(words, tuple(known.values()), tuple(known), distances, structure.entities)


def _marked(item: Alternatives, structure: Structure) -> Iterator[str]:
    """Yield the words of the all-masculine text with the marker around a structure."""
    inside = False
    for start, end in word_spans(item.text):
        overlaps = start < structure.end and end > structure.start
        if overlaps != inside:
            yield MARKER
            inside = overlaps
        yield item.text[start:end]
    if inside:
        yield MARKER


def read_cases(paths: Iterable[str | os.PathLike[str]]) -> list[Case]:
    """Return the cases of files of alternatives whose right people are known and open.

    Raises InputError where there is none.
    """
    found: list[Case] = []
    last = None
    for path in paths:
        last = path
        for item in read_alternatives(path):
            cases = cases_of(item)
            found += [one for one in cases if one.gold and set(one.gold) <= set(one.people)]
    if not found:
        raise InputError(
            "structure.none-of-open-person",
            "no structure goes with a person who is open: there is nothing to learn",
            file=last,
        )
    return found


@dataclass
class Aligner:
    """A network with two labels. `meta`: what else is known of it (data, training).

    `weight`: how much the distance of a person takes from the log odds that the network gives,
    beyond the paper: a network that has seen little is no worse than position alone.
    """

    network: WordNetwork
    weight: float
    meta: Mapping[str, Any]

    def people(self, cases: Sequence[Case]) -> list[tuple[int, ...]]:
        """Return the people of each case: the most probable one, and others of 50 per cent."""
        odds = log_odds(self.network, cases)
        return [chosen(case, one, self.weight) for case, one in zip(cases, odds, strict=True)]

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
    epoch and the weight of the distance, by the structures that get exactly their people where two
    or more are open (all structures if there are none). `encoder`: its folder; None for an LSTM.
    """
    FOLDER.check_free(output)
    held = read_cases(dev)
    texts = {case.words for case in held}
    learned = [case for case in read_cases(train) if case.words not in texts]
    if not learned:
        raise InputError(
            "training.all-structures-in-dev",
            "all structures are in the dev data, too",
            file=train[0],
        )
    seed_all(options.seed)
    sentences = [case.labelled() for case in learned]
    network = new_network([one.words for one in sentences], encoder, len(LABELS))
    network.to(torch_device(device))
    hard = [case for case in held if len(case.people) > 1] or held

    def measure() -> tuple[float, float]:
        odds = log_odds(network, hard)
        accuracies = [(_right(hard, odds, weight), -weight) for weight in _WEIGHTS]
        accuracy, weight = max(accuracies)
        return accuracy, -weight

    epochs, best, weight = fit(network, sentences, options, measure, "structures aligned")
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
        "weight": weight,
        "labels": list(LABELS),
    }
    if encoder is not None:
        meta["encoder"] = digests(encoder)
    aligner = Aligner(network, weight, meta)
    FOLDER.save(network, meta, output)
    return aligner


def open_aligner(
    folder: str | os.PathLike[str], *, threads: int | None = None, device: str = "cpu"
) -> Aligner:
    """Return the alignment model of a folder; InputError where it is none, or was changed."""
    network, meta, weight = FOLDER.load(
        folder, _weight, len(LABELS), threads=threads, device=device
    )
    return Aligner(network, weight, meta)


def _weight(meta: Mapping[str, Any]) -> float:
    if meta["labels"] != list(LABELS):
        raise ValueError("its labels are others")
    weight = float(meta["weight"])
    if not 0 <= weight < float("inf"):
        raise ValueError("the weight is out of its range")
    return weight


def log_odds(network: WordNetwork, cases: Sequence[Case]) -> list[NDArray[np.float64]]:
    """Return for each case the log odds of its people: that the structure goes with them."""
    scores = logits(network, [case.words for case in cases], "align")
    found = [
        one[list(case.heads)].astype(np.float64) for case, one in zip(cases, scores, strict=True)
    ]
    return [one[:, 1] - one[:, 0] for one in found]


def chosen(case: Case, odds: NDArray[np.float64], weight: float) -> tuple[int, ...]:
    """Return the people of a case by their log odds, from which their distances are taken."""
    distances = np.array(case.distances)
    scores = odds - weight * (distances - distances.min())
    best = int(scores.argmax())
    return tuple(
        sorted(person for n, person in enumerate(case.people) if n == best or scores[n] >= 0)
    )


def _right(cases: Sequence[Case], odds: Sequence[NDArray[np.float64]], weight: float) -> float:
    """Return the per cent of the cases that get exactly their people."""
    right = sum(
        set(chosen(case, one, weight)) == set(case.gold)
        for case, one in zip(cases, odds, strict=True)
    )
    return 100 * right / len(cases)
