"""Training an encoder of our own (`cdaflow.embeddings.encoders.bilstm`) by an objective.

Dolci et al. 2023, section 4: a bidirectional LSTM with max pooling learns from natural language
inference (`cdaflow.bias.nli`). Here it can learn from translations as well
(`cdaflow.bias.translation`), of which a user of cdaflow has more.

By the same objectives a transformer encoder that nobody retrains is fine-tuned on a text, as it is
or adjusted (`cdaflow.bias.mitigation`): section 6 proposes it, and reports no result.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
import torch

from cdaflow.bias.training_options import Settings
from cdaflow.embeddings.encoders.bilstm import BiLstm, BiLstmFile
from cdaflow.embeddings.encoders.transformer import TransformerEncoder
from cdaflow.embeddings.vectors import Vectors
from cdaflow.embeddings.words import BOUNDARIES, frame, split_words
from cdaflow.errors import InputError
from cdaflow.io.files import atomic_folder, check_new_folder
from cdaflow.networks import (
    Training,
    identity_of,
    load_parameters,
    parameters,
    torch_device,
)
from cdaflow.progress import say

#: Longer sentences are cut.
MAX_WORDS = 80


class Objective(torch.nn.Module, ABC):
    """What an encoder learns from: examples of some sentences each, and their labels.

    `name`: for reports. `head`: the layers that are trained with the encoder and thrown away.
    """

    name: str

    @abstractmethod
    def loss(
        self, vectors: Sequence[torch.Tensor], labels: Sequence[Any]
    ) -> tuple[torch.Tensor, int]:
        """Return the mean loss of n examples (nats) and how many of them are right.

        `vectors`: (n, d) for each sentence of an example.
        """


@dataclass(frozen=True)
class Examples:
    """`sentences`: for each of the sentences of an example a list of word numbers (tensors)."""

    sentences: tuple[list[torch.Tensor], ...]
    labels: Sequence[Any]

    def __len__(self) -> int:
        return len(self.labels)


class Raw(NamedTuple):
    """Raw examples: the texts of each side, and the labels."""

    sides: tuple[list[str], ...]
    labels: Sequence[Any]


class Task(NamedTuple):
    """An objective with its examples; `objective` makes it for an encoder of d dimensions."""

    training: Raw
    dev: Raw
    objective: Callable[[int], Objective]


def vocabulary(sentences: Iterable[Sequence[str]], min_count: int) -> list[str]:
    """Return the words of a text in lower case, most frequent first."""
    counts = Counter(word.lower() for words in sentences for word in words)
    frequent = [(-number, word) for word, number in counts.items() if number >= min_count]
    return [word for _, word in sorted(frequent)]


def encode(texts: Sequence[str], words: Vectors, *, boundaries: bool = False) -> list[torch.Tensor]:
    """Return the numbers of the known words of texts; of a text without any, the empty tensor.

    `boundaries`: with those of its beginning and end.
    """
    encoded = []
    for text in texts:
        split = split_words(text)[:MAX_WORDS]
        rows = words.rows(frame(split) if boundaries else split)
        if not (rows[1:-1] if boundaries else rows).max(initial=-1) >= 0:
            rows = rows[:0]
        encoded.append(torch.from_numpy(rows[rows >= 0]))
    return encoded


def examples(
    sides: Sequence[Sequence[str]],
    labels: Sequence[Any],
    words: Vectors,
    *,
    boundaries: bool = False,
) -> Examples:
    """Return examples without those of which a sentence has no known word.

    Raises InputError where none is left.
    """
    encoded = [encode(texts, words, boundaries=boundaries) for texts in sides]
    usable = [i for i in range(len(labels)) if all(len(side[i]) for side in encoded)]
    if not usable:
        raise InputError("example.no-known-words", "no example has words that the encoder knows")
    return Examples(
        tuple([side[i] for i in usable] for side in encoded), [labels[i] for i in usable]
    )


class Trainable(torch.nn.Module, ABC):
    """An encoder whose weights are trained."""

    @abstractmethod
    def pooled(self, sentences: Sequence[torch.Tensor]) -> torch.Tensor:
        """Return the vectors (n, d) of n sentences, each the numbers of its words or sub-words."""


class EncoderTraining(Training):
    """A training of encoder and objective; its loss is that of the dev examples."""

    def __init__(
        self,
        encoder: Trainable | BiLstm,
        objective: Objective,
        training: Examples,
        dev: Examples,
        settings: Settings,
        seed: int,
        device: str = "cpu",
        head_factor: float = 1.0,
    ) -> None:
        """`head_factor`: by which the rate of the head, which starts at random, is higher."""
        network = torch.nn.ModuleDict({"encoder": encoder, "objective": objective})
        network = network.to(torch_device(device))
        trained = [
            {"params": [p for p in part.parameters() if p.requires_grad], "factor": factor}
            for part, factor in ((encoder, 1.0), (objective, head_factor))
        ]
        optimiser: torch.optim.Optimizer
        if settings.optimiser == "adam":
            optimiser = torch.optim.Adam(trained, lr=settings.learning_rate)
        else:
            optimiser = torch.optim.SGD(trained, lr=settings.learning_rate)
        facts = objective.name, asdict(settings), seed, training.labels, dev.labels
        tensors = (row for part in (training, dev) for side in part.sentences for row in side)
        identity = identity_of(json.loads(json.dumps(facts)), tensors)
        super().__init__(f"encoder, {objective.name}", network, optimiser, identity)
        self.encoder, self.objective = encoder, objective
        self.training, self.dev, self.settings, self.seed = training, dev, settings, seed

    @property
    def _costs(self) -> list[float]:
        """What the best epoch has the lowest of."""
        if self.settings.choose_by == "loss":
            return self.losses
        return [-right for right in self.measures.get("right", [])]

    @property
    def best_epoch(self) -> int:
        """The number of the best epoch, from 1; see `Settings.choose_by`."""
        return 1 + self._costs.index(min(self._costs))

    @property
    def learning_rate(self) -> float:
        """The rate of the next epoch, which follows from the losses so far."""
        costs, settings = self._costs, self.settings
        rate = settings.learning_rate * settings.decay ** len(costs)
        worse = sum(costs[i] >= min(costs[:i]) for i in range(1, len(costs)))
        return float(rate / settings.shrink**worse)

    def train_epoch(self, epoch: int) -> None:
        """Go through all batches once, sentences of like length together."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.learning_rate * group["factor"]
        random = np.random.default_rng([self.seed, epoch])
        size = self.settings.batch_size
        order = random.permutation(len(self.training))
        lengths = np.array(
            [sum(map(len, rows)) for rows in zip(*self.training.sentences, strict=True)]
        )
        # Sorted within runs of fifty batches: fewer padded words, another order in each epoch.
        runs = [order[i : i + 50 * size] for i in range(0, len(order), 50 * size)]
        batches = [
            run[np.argsort(lengths[run], kind="stable")][i : i + size]
            for run in runs
            for i in range(0, len(run), size)
        ]
        for number in random.permutation(len(batches)):
            loss, _ = self._loss(self.training, batches[number])
            self.step(loss, self.settings.clip)

    def evaluate(self, epoch: int) -> dict[str, float]:
        """Return the dev loss (nats an example) and the share of right examples."""
        total, right, size = 0.0, 0, 4 * self.settings.batch_size
        with torch.inference_mode():
            for start in range(0, len(self.dev), size):
                batch = np.arange(start, min(start + size, len(self.dev)))
                loss, correct = self._loss(self.dev, batch)
                total += float(loss) * len(batch)
                right += correct
        loss_, accuracy = total / len(self.dev), right / len(self.dev)
        say(f"{self.name}: epoch {epoch}, dev loss {loss_:.4f}, right {100 * accuracy:.1f} %")
        return {"loss": loss_, "right": accuracy}

    def _loss(self, part: Examples, batch: Sequence[int] | Any) -> tuple[torch.Tensor, int]:
        vectors = [self.encoder.pooled([side[i] for i in batch]) for side in part.sentences]
        return self.objective.loss(vectors, [part.labels[i] for i in batch])

    def facts(self) -> dict[str, Any]:
        """Return what reports have of the encoder: examples, settings, losses, right examples."""
        return {
            "objective": self.objective.name,
            "settings": asdict(self.settings),
            "seed": self.seed,
            "examples": len(self.training),
            "dev_examples": len(self.dev),
            "epochs": len(self.losses),
            "best_epoch": self.best_epoch,
            "dev_loss": [round(loss, 6) for loss in self.losses],
            "dev_right": [round(right, 6) for right in self.measures["right"]],
        }

    def is_done(self) -> bool:
        """Whether epochs, patience or the learning rate are spent."""
        done, settings = len(self.losses), self.settings
        if done >= settings.max_epochs or self.learning_rate < settings.min_learning_rate:
            return True
        return bool(done) and done - self.best_epoch >= settings.patience


def new_encoder(settings: Settings, words: Vectors | int, seed: int) -> BiLstm:
    """Return a network with random weights; `words`: vectors that stay as they are, or how many
    are to be learned.
    """
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        if isinstance(words, int):
            return BiLstm(words, settings.embedding, settings.hidden)
        network = BiLstm(len(words.words), words.dimensions, settings.hidden)
        network.embedding.weight.data = torch.from_numpy(words.matrix.copy())
        network.embedding.weight.requires_grad_(False)
        return network


def train_encoder(
    task: Task,
    *,
    settings: Settings,
    seed: int,
    vectors: Vectors | None = None,
    state: str | os.PathLike[str] | None = None,
    device: str = "cpu",
) -> BiLstmFile:
    """Return the file of an encoder that was trained; its weights are those of the best epoch.

    `vectors`: word vectors that stay as they are; of them the words of the training text and of the
    dev text are kept in the file. A `BiLstmEncoder` that is opened with the same vectors knows all
    of their words, as InferSent does. Without them the words of the training text that are frequent
    enough get vectors that are learned. `state`: a work file from which a run that was stopped
    resumes. `device`: see `torch_device`.

    Raises InputError where no example has known words.
    """
    around = frame if settings.boundaries else list
    split = [around(split_words(text)) for side in task.training.sides for text in side]
    if vectors is None:
        words = Vectors(vocabulary(split, settings.min_count), np.zeros((0, 0), np.float32))
        encoder = new_encoder(settings, len(words.words), seed)
    else:
        unknown = [mark for mark in BOUNDARIES if settings.boundaries and mark not in vectors.index]
        if unknown:
            raise InputError(
                "vectors.no-boundaries",
                f"the word vectors lack {unknown[0]}, which marks the boundaries of each sentence",
                hint="leave out boundaries, or give vectors with <s> and </s>, such as GloVe 840B",
            )
        more = (split_words(text) for side in task.dev.sides for text in side)
        rows = vectors.rows(sorted({word for words in (*split, *more) for word in words}))
        used_rows = np.unique(rows[rows >= 0])
        words = Vectors([vectors.words[row] for row in used_rows], vectors.matrix[used_rows])
        encoder = new_encoder(settings, words, seed)
    objective = task.objective(encoder.dimensions)
    training, dev = (
        examples(part.sides, part.labels, words, boundaries=settings.boundaries)
        for part in task[:2]
    )
    run = EncoderTraining(encoder, objective, training, dev, settings, seed, device)
    run.run(state)
    load_parameters(run.network, run.best)
    facts = {**run.facts(), "vectors": vectors is not None}
    return BiLstmFile(tuple(words.words), parameters(encoder), facts)


#: By how much the rate of the layers that start at random is higher than that of the encoder.
_HEAD_FACTOR = 100.0


class _Network(Trainable):
    """A transformer under training. It has no dropout, so that equal seeds give equal weights."""

    def __init__(self, encoder: TransformerEncoder) -> None:
        super().__init__()
        self.network = encoder.network
        self._vectors = encoder.vectors

    def pooled(self, sentences: Sequence[torch.Tensor]) -> torch.Tensor:
        return self._vectors([ids.tolist() for ids in sentences])


def _examples(encoder: TransformerEncoder, part: Raw) -> Examples:
    """Return examples as sub-words; a text that is longer than the encoder reads is cut."""
    sides = tuple([torch.tensor(encoder.ids_of(text)) for text in texts] for texts in part.sides)
    return Examples(sides, part.labels)


def tune_encoder(
    encoder: TransformerEncoder,
    task: Task,
    folder: str | os.PathLike[str],
    *,
    settings: Settings,
    seed: int,
    state: str | os.PathLike[str] | None = None,
    device: str = "cpu",
) -> dict[str, object]:
    """Fine-tune an encoder, write it into a new folder, and return the facts of the training.

    Its weights are those of the epoch with the lowest dev loss. `state`: a work file from which a
    run that was stopped resumes. Raises InputError where something stands at `folder`.
    """
    check_new_folder(folder)
    objective = task.objective(encoder.dimensions)
    training, dev = (_examples(encoder, part) for part in task[:2])
    network = _Network(encoder)
    run = EncoderTraining(
        network, objective, training, dev, settings, seed, device, head_factor=_HEAD_FACTOR
    )
    run.run(state)
    load_parameters(run.network, run.best)
    facts = {**run.facts(), "base": encoder.fingerprint}
    with atomic_folder(folder) as temporary:
        encoder.save(temporary, facts)
    return facts
