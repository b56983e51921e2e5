"""An encoder learns from natural language inference, as in Dolci et al. 2023, section 4.

Conneau et al. 2017: premise u and hypothesis v become (u, v, |u - v|, u * v), of which a classifier
says whether the premise entails the hypothesis, contradicts it, or neither.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch

from cdaflow.bias.encoder_training import Objective, Raw, Task
from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, read_table

LABELS = ("entailment", "neutral", "contradiction")

#: SNLI's label where its annotators did not agree; such rows are left out, as is usual.
_UNDECIDED = ("-", "")

#: The columns of a table, and what SNLI's and MultiNLI's own files call them.
_COLUMNS = ("premise", "hypothesis", "label")
_NAMES = ("sentence1", "sentence2", "gold_label")


class Inference(NamedTuple):
    """A premise, a hypothesis, and the number of their label in `LABELS`."""

    premise: str
    hypothesis: str
    label: int


def read_inferences(path: str | os.PathLike[str]) -> list[Inference]:
    """Return the examples of a file, without those that have no label.

    A table with the columns premise, hypothesis, label; or the files of SNLI and MultiNLI, as
    tables or JSON Lines (sentence1, sentence2, gold_label). All may be compressed. Raises
    InputError with the line where something is missing, and for a file without examples.
    """
    inferences = []
    for number, row in _rows(path):
        cells = [row.get(a, row.get(b)) for a, b in zip(_COLUMNS, _NAMES, strict=True)]
        if not all(isinstance(cell, str) for cell in cells):
            raise InputError(
                "inference.columns-missing",
                f"expected {', '.join(_COLUMNS)} (or {', '.join(_NAMES)})",
                file=path,
                line=number,
            )
        premise, hypothesis, label = (str(cell).strip() for cell in cells)
        if label in _UNDECIDED:
            continue
        if label not in LABELS:
            raise InputError(
                "inference.label-unknown",
                f"the label {label!r} is none of {', '.join(LABELS)}, or - for no label",
                file=path,
                line=number,
            )
        inferences.append(Inference(premise, hypothesis, LABELS.index(label)))
    if not inferences:
        raise InputError(
            "inference.none-with-label", "the file has no example with a label", file=path
        )
    return inferences


def _rows(path: str | os.PathLike[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    if ".jsonl" not in Path(path).name:
        yield from read_table(path, (), whole=True)
        return
    for number, line in enumerate(read_lines(path), 1):
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise InputError(
                "json.not-an-object", "expected a JSON object on each line", file=path, line=number
            )
        yield number, row


class InferenceClassifier(Objective):
    """The classifier over (u, v, |u - v|, u * v): one hidden layer, then the three labels.

    `linear`: two hidden layers without a nonlinearity, as InferSent has it by default.
    """

    name = "nli"

    def __init__(self, dimensions: int, hidden: int, seed: int, *, linear: bool = False) -> None:
        super().__init__()
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            first = torch.nn.Linear(4 * dimensions, hidden)
            more = [torch.nn.Linear(hidden, hidden)] if linear else []
            self.hidden = torch.nn.Sequential(first, *more) if linear else first
            self.activation = torch.nn.Identity() if linear else torch.nn.ReLU()
            self.head = torch.nn.Linear(hidden, len(LABELS))

    def loss(
        self, vectors: Sequence[torch.Tensor], labels: Sequence[Any]
    ) -> tuple[torch.Tensor, int]:
        """Return the mean loss of n examples and how many are right."""
        u, v = vectors
        features = torch.cat((u, v, (u - v).abs(), u * v), dim=1)
        scores = self.head(self.activation(self.hidden(features)))
        gold = torch.tensor(list(labels), device=scores.device)
        right = int((scores.argmax(dim=1) == gold).sum())
        return torch.nn.functional.cross_entropy(scores, gold), right


def inference_task(
    train: Sequence[str | os.PathLike[str]],
    dev: str | os.PathLike[str],
    *,
    hidden: int,
    seed: int,
    linear: bool = False,
) -> Task:
    """Return the task of files of inferences; `hidden`: units of the classifier, see there."""
    training = [inference for path in train for inference in read_inferences(path)]
    return Task(
        _raw(training),
        _raw(read_inferences(dev)),
        lambda dimensions: InferenceClassifier(dimensions, hidden, seed, linear=linear),
    )


def _raw(inferences: Sequence[Inference]) -> Raw:
    sides = (
        [inference.premise for inference in inferences],
        [inference.hypothesis for inference in inferences],
    )
    return Raw(sides, [inference.label for inference in inferences])
