"""Fitting a model to the tags of treebanks: maximum likelihood by Adam (sections 3.3 and 5).

The training objective is -log p(m | T, p), averaged over trees, m the tags of the treebank. By
default (`presence`) a word may only have tags with the features that it has, as when the model is
used: the model learns which gender a word takes, not whether words of its kind have one.

Convergence: after each epoch the loss of the dev sentences is taken in bits per free word (a word
with more than one possible tag; per word rather than per tree, so that the criterion does not
depend on the length of sentences). The paper trains until its change is less than 1e-5 bits.
Steps on batches make the loss rise and fall by more than that from epoch to epoch, and NN ends
by fitting training sentences at the cost of others; so the change meant here is that of the
lowest loss so far, over the last `patience` epochs. The parameters kept are those of that loss.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cdaflow.agreement.batch import TreeBatch, all_tokens, build_batch, log_phi
from cdaflow.agreement.inference import log_likelihood, log_partition
from cdaflow.agreement.labels import Labels, TagSet
from cdaflow.agreement.model import AgreementModel
from cdaflow.agreement.potentials import Linear, Neural, Parameterisation
from cdaflow.errors import ConfigError, InputError
from cdaflow.inflection.sources import read_treebank
from cdaflow.io.files import digest
from cdaflow.networks import Training, identity_of, require_above_0
from cdaflow.progress import say
from cdaflow.syntax.repairs import repair_genders
from cdaflow.trees import Sentence


@dataclass(frozen=True)
class Settings:
    """How a model is trained; the defaults are those of the paper where it names any.

    `features`: the inferred ones. `batch_size`: trees a step. `subtypes`: whether relations keep
    theirs ("nsubj:pass"), where training has them. `weight_decay` is L2, added to the gradient.
    `tolerance` (bits a free word) and `patience` (epochs): see above; `max_epochs`: where to stop
    at the latest. `n1`, `n2`: sizes of NN. The same settings, sentences and seed give the same
    model, byte for byte.
    """

    features: tuple[str, ...] = ("Gender",)
    learning_rate: float = 0.005
    betas: tuple[float, float] = (0.9, 0.999)
    weight_decay: float = 1e-4
    tolerance: float = 1e-5
    patience: int = 5
    batch_size: int = 128
    max_epochs: int = 500
    seed: int = 1
    n1: int = 9
    n2: int = 3
    presence: bool = True
    subtypes: bool = True

    def __post_init__(self) -> None:
        require_above_0(
            self, "learning_rate", "tolerance", "patience", "batch_size", "max_epochs", "n1", "n2"
        )
        if self.weight_decay < 0:
            raise ConfigError(
                "weight-decay.out-of-range",
                f"weight_decay must be 0 or more, found {self.weight_decay}",
            )


@dataclass(frozen=True)
class _Data:
    """Trees with their tags: `edge` of the batch are kinds; free words counted."""

    batch: TreeBatch
    phi: Tensor
    tags: Tensor
    free: int


def _data(sentences: Sequence[Sentence], labels: Labels, tags: TagSet, presence: bool) -> _Data:
    tokens = all_tokens(sentences)
    observed = tags.encode(tokens)
    # A word that can only have the empty tag says nothing; see `batch`.
    batch = build_batch(sentences, labels, tokens=tokens, keep=observed > 0 if presence else None)
    every = np.ones((len(tags), len(tags)), dtype=bool)
    may = tags.may_replace() if presence else every
    phi = log_phi(batch, observed, may)
    free = int((may.sum(1) > 1)[observed].sum())
    return _Data(batch, phi, batch.by_node(torch.from_numpy(observed)), free)


class _Steps:
    """The training trees in batches, each with its observed counts of (row, tag, tag of head)."""

    def __init__(self, data: Sequence[_Data], kinds: NDArray[np.int64], tags: int) -> None:
        self.batches: list[TreeBatch] = []
        self.counts: list[Tensor] = []
        self.phi = [part.phi for part in data]
        row_of = np.full(int(max((int(d.batch.edge.max()) for d in data), default=0)) + 1, -1)
        row_of[kinds] = np.arange(len(kinds))
        # A last row, all 0, for kinds without parameters: edges that training says nothing of.
        row_of[row_of < 0] = len(kinds)
        rows = torch.from_numpy(row_of)
        for part in data:
            batch = replace(part.batch, edge=rows[part.batch.edge])
            head = part.tags[batch.parent]
            head[batch.roots] = 0
            flat = (batch.edge * tags + part.tags) * tags + head
            counts = torch.bincount(flat, minlength=(len(kinds) + 1) * tags * tags)
            self.batches.append(batch)
            self.counts.append(counts.view(-1, tags, tags).float())

    def loss(self, step: int, log_psi: Tensor) -> Tensor:
        """Return -log p of a batch, averaged over its trees (nats)."""
        batch = self.batches[step]
        table = torch.cat((log_psi, log_psi.new_zeros(1, *log_psi.shape[1:])))
        observed = (table * self.counts[step]).sum()
        return (log_partition(batch, table, self.phi[step]).sum() - observed) / batch.trees


class FieldTraining(Training):
    """A training of a parameterisation; its loss is the dev data's in bits a free word."""

    network: Parameterisation

    def __init__(
        self,
        network: Parameterisation,
        language: str,
        settings: Settings,
        training: Sequence[_Data],
        dev: _Data,
    ) -> None:
        optimiser = torch.optim.Adam(
            network.parameters(), lr=settings.learning_rate, betas=settings.betas,
            weight_decay=settings.weight_decay,
        )  # fmt: skip
        tags, labels = network.tags, network.labels
        facts = network.name, language, asdict(settings), tags.bundles, labels.upos
        tensors = (
            tensor
            for data in (*training, dev)
            for tensor in (data.batch.tree, data.batch.parent, data.batch.edge, data.tags)
        )
        identity = identity_of([*facts, labels.relations], tensors)
        super().__init__("agreement", network, optimiser, identity)
        self.settings, self.dev = settings, dev
        self.steps = _Steps(training, network.kinds, len(tags))

    def train_epoch(self, epoch: int) -> None:
        """Go through all batches once, in an order of this epoch's own."""
        random = np.random.default_rng([self.settings.seed, epoch])
        for batch in random.permutation(len(self.steps.batches)):
            self.step(self.steps.loss(int(batch), self.network()))

    def evaluate(self, epoch: int) -> dict[str, float]:
        """Return the dev loss."""
        return {"loss": dev_bits(self.network, self.dev)}

    def converged(self) -> bool:
        """Whether the lowest loss has fallen by less than the tolerance in the last epochs."""
        before = self.losses[: -self.settings.patience]
        return bool(before) and min(before) - min(self.losses) < self.settings.tolerance

    def is_done(self) -> bool:
        """Whether the training has converged or the epochs are spent."""
        return self.converged() or len(self.losses) >= self.settings.max_epochs


def train(
    name: str,
    training: Sequence[Sentence],
    dev: Sequence[Sentence],
    *,
    language: str,
    settings: Settings | None = None,
    state: str | os.PathLike[str] | None = None,
    facts: Mapping[str, Any] | None = None,
) -> AgreementModel:
    """Return a model ("linear" or "neural") fitted to the tags of `training`.

    `state` is a work file, written after each epoch: a run that was stopped resumes from it and
    ends with the same model as one that was not. A work file of other sentences or settings is
    not used. `facts` are added to those that the model carries.

    Raises InputError where training or dev sentences have no word to learn from, ConfigError for
    an unknown name.
    """
    settings = settings or Settings()
    tags = TagSet.collect(training, settings.features)
    labels = Labels.collect(training, subtypes=settings.subtypes)
    order = np.random.default_rng([settings.seed, 0]).permutation(len(training))
    size = settings.batch_size
    parts = [
        _data([training[i] for i in order[start : start + size]], labels, tags, settings.presence)
        for start in range(0, len(order), size)
    ]
    held_out = _data(dev, labels, tags, settings.presence)
    for data, what in ((sum(part.free for part in parts), "training"), (held_out.free, "dev")):
        if not data:
            raise InputError(
                "training.no-ambiguous-word",
                f"no word of the {what} sentences has more than one possible tag",
                hint="is the treebank empty, or without " + ", ".join(settings.features) + "?",
            )
    kinds, counts = _seen(parts, labels, settings.presence)
    module = _module(name, labels, tags, kinds, counts, settings)
    run = FieldTraining(module, language, settings, parts, held_out)
    run.run(state)
    if not run.converged():
        say(
            f"agreement: not converged after {len(run.losses)} epochs "
            f"(dev {run.losses[-1]:.5f} bits)"
        )
    facts_of_training = {
        "settings": asdict(settings),
        "sentences": len(training),
        "dev_sentences": len(dev),
        "epochs": len(run.losses),
        "converged": run.converged(),
        "dev_bits_per_free_word": [round(loss, 6) for loss in run.losses],
        **(facts or {}),
    }
    return AgreementModel(
        name, language, tags, labels, kinds, counts, run.best,
        facts=json.loads(json.dumps(facts_of_training)),
    )  # fmt: skip


def train_files(
    name: str,
    training: Sequence[str | os.PathLike[str]],
    dev: Sequence[str | os.PathLike[str]],
    *,
    language: str,
    settings: Settings | None = None,
    state: str | os.PathLike[str] | None = None,
    prepare: bool = True,
) -> AgreementModel:
    """Return a model fitted to the trees of files; see `train`.

    `prepare`: take the gender from participles that agree with nothing (see
    `cdaflow.syntax.repairs`), as is done when the model is used. The facts name the
    files by checksum.

    Raises InputError where one of the files is among training and dev, or of another language, and
    as `train` does.
    """
    digests = {what: [digest(path) for path in paths]
               for what, paths in (("training", training), ("dev", dev))}  # fmt: skip
    for path, checksum in zip(dev, digests["dev"], strict=True):
        if checksum in digests["training"]:
            raise InputError(
                "training.dev-in-train", "this file is also a training file", file=path
            )
    trees = [
        [
            repair_genders(sentence, language) if prepare else sentence
            for path in paths
            for sentence in read_treebank(path, language)
        ]
        for paths in (training, dev)
    ]
    facts = {"files": digests["training"], "dev_files": digests["dev"], "prepared": prepare}
    return train(name, *trees, language=language, settings=settings, state=state, facts=facts)


def _seen(
    parts: Sequence[_Data], labels: Labels, presence: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the kinds of edges that the training says something of, and how often each comes.

    Under `presence` those of words that both have a tag: the empty one is the zero vector.
    """
    edges = []
    for part in parts:
        batch, used = part.batch, part.tags > 0
        above = part.tags[batch.parent] > 0
        # Roots of a batch are also the words whose head has the empty tag and is left out.
        above[batch.roots] = torch.from_numpy(
            labels.parts(batch.edge[batch.roots].numpy())[1] == labels.root
        )
        edges.append(batch.edge[used & above] if presence else batch.edge)
    kinds, counts = np.unique(torch.cat(edges).numpy(), return_counts=True)
    return kinds, counts.astype(np.int64)


def _module(
    name: str,
    labels: Labels,
    tags: TagSet,
    kinds: NDArray[np.int64],
    counts: NDArray[np.int64],
    settings: Settings,
) -> Parameterisation:
    if name == "linear":
        return Linear(labels, tags, kinds, counts)
    if name == "neural":
        sizes = {"n1": settings.n1, "n2": settings.n2}
        return Neural(labels, tags, kinds, counts, seed=settings.seed, **sizes)
    raise ConfigError(
        "parameterisation.unknown",
        f"unknown parameterisation {name!r}",
        hint="use linear or neural",
    )


def dev_bits(module: Parameterisation, data: _Data) -> float:
    """Return -log2 p of data's tags per free word, unseen kinds backed off as when it is used."""
    with torch.no_grad():
        log_likelihoods = log_likelihood(data.batch, module.all_kinds(), data.phi, data.tags)
    return -float(log_likelihoods.double().sum()) / math.log(2) / data.free
