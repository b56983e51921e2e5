"""Transfer tasks: what sentence vectors encode beside their bias.

Dolci et al. 2023, section 5.1.2, measure it by SentEval (`cdaflow.bias.senteval`): on vectors that
stay as they are a classifier is trained for each task. Here it is a multinomial logistic
regression, SentEval's own by default, whose penalty is chosen on held-out examples; the loss is
convex and is minimised to its end (L-BFGS), so that there are no epochs, batches or seeds of it.
Similarity is the rank correlation of the cosine with people's judgement, without training.

Where no SentEval is at hand, translations do: which of n translations is that of a sentence?
Its words are predicted from the vector by a ridge regression that was fitted on other pairs, and
the translation whose words are nearest by cosine is taken.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from cdaflow.bias.senteval import SIMILARITY, Example, Task
from cdaflow.bias.translation import bags, read_translations
from cdaflow.embeddings.direction import unit_length
from cdaflow.embeddings.encoders.base import Encoder
from cdaflow.embeddings.words import split_words
from cdaflow.errors import InputError
from cdaflow.statistics.estimates import Estimate, rate
from cdaflow.statistics.ranks import spearman

Numbers = NDArray[np.float64]

#: Parts of a task without a test set: each is the test set once (section 5.1.2).
FOLDS = 10

#: Penalties of which one is chosen, of the mean loss of an example.
PENALTIES = (1e-5, 1e-4, 1e-3, 1e-2)

#: Words of translations that are predicted, the most frequent ones; the penalty of the regression,
#: of standardised vectors.
WORDS, RIDGE = 5000, 0.1

#: Rows of translations that are held as dense rows at a time.
_BLOCK = 1000


class Retrieval(NamedTuple):
    """How many sentences have found their translation, of how many that are candidates."""

    right: int
    candidates: int


def measure(encoder: Encoder, task: Task, seed: int = 1) -> dict[str, Any]:
    """Return the score of a task as JSON values: per cent right, or a rank correlation.

    `seed`: of the parts of a task that has no test set, and of the held-out examples.
    """
    if task.kind == SIMILARITY:
        first, second = (
            _embed(encoder, [example.texts[side] for example in task.test]) for side in (0, 1)
        )
        cosines = (unit_length(first)[0] * unit_length(second)[0]).sum(axis=1)
        gold = np.array([float(example.label) for example in task.test])
        value = spearman(cosines, gold)
        return {
            "measure": "spearman",
            "value": None if np.isnan(value) else round(float(value), 6),
            "examples": len(gold),
        }
    train, dev, test = (features(encoder, part) for part in (task.train, task.dev, task.test))
    if len(test[0]):
        right, examples = _right(train, dev, test, seed), len(test[0])
    else:
        right, examples = _cross_validated(train, seed), len(train[0])
    return {"measure": "accuracy", **_share(rate(right, examples)), "examples": examples}


def _share(estimate: Estimate) -> dict[str, float | None]:
    ends = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: None if end is None else round(end, 6) for name, end in ends.items()}


def _embed(encoder: Encoder, texts: Sequence[str]) -> Numbers:
    """Return the vectors of texts: shape (n, d)."""
    if not texts:
        return np.zeros((0, encoder.dimensions))
    return np.asarray(encoder.embed([encoder.split(text) for text in texts]), dtype=np.float64)


def features(encoder: Encoder, examples: Sequence[Example]) -> tuple[Numbers, list[str]]:
    """Return what a classifier is given of n examples, and their labels.

    The vector, shape (n, d); of two sentences u and v, |u - v| and u * v, shape (n, 2 d), as in
    SentEval.
    """
    labels = [example.label for example in examples]
    sides = list(zip(*(example.texts for example in examples), strict=True))
    vectors = [_embed(encoder, side) for side in sides]
    if len(vectors) < 2:
        return (vectors[0] if vectors else np.zeros((0, encoder.dimensions))), labels
    first, second = vectors
    return np.hstack([np.abs(first - second), first * second]), labels


Labelled = tuple[Numbers, list[str]]


def _cross_validated(examples: Labelled, seed: int) -> int:
    """Return how many examples are right where each part is the test set once."""
    vectors, labels = examples
    folds = parts(labels, FOLDS, seed)
    right = 0
    for fold in range(FOLDS):
        rows = [np.flatnonzero(part) for part in (folds != fold, folds == fold)]
        train, test = ((vectors[part], [labels[row] for row in part]) for part in rows)
        right += _right(train, ([], []), test, seed)  # type: ignore[arg-type]
    return right


def parts(labels: Sequence[str], number: int, seed: int) -> NDArray[np.int64]:
    """Return a part of each example, 0 to `number` - 1: of each label as many in each, but one."""
    random = np.random.default_rng(seed)
    part_numbers = np.zeros(len(labels), dtype=np.int64)
    names = np.array(labels)
    for name in dict.fromkeys(labels):
        rows = random.permutation(np.flatnonzero(names == name))
        part_numbers[rows] = np.arange(len(rows)) % number
    return part_numbers


def _right(train: Labelled, dev: Labelled, test: Labelled, seed: int) -> int:
    """Return how many test examples are right, by the penalty that is best on `dev`.

    Where there is none, a tenth of the training examples is held out for it.
    """
    vectors, labels = train
    if not len(dev[0]):
        held_out = parts(labels, FOLDS, seed + 1) == 0
        chosen = [np.flatnonzero(part) for part in (~held_out, held_out)]
        smaller, dev = ((vectors[rows], [labels[row] for row in rows]) for rows in chosen)
    else:
        smaller = train
    scores = [LogisticRegression(*smaller, penalty).right(*dev) for penalty in PENALTIES]
    best = PENALTIES[int(np.argmax(scores))]
    return LogisticRegression(vectors, labels, best).right(*test)


class _Standard:
    """Brings vectors to the mean 0 and the deviation 1 that those (n, d) of a training have."""

    def __init__(self, vectors: Numbers) -> None:
        self._mean = vectors.mean(axis=0)
        self._scale = np.maximum(vectors.std(axis=0), 1e-9)

    def __call__(self, vectors: Numbers) -> Numbers:
        result: Numbers = (vectors - self._mean) / self._scale
        return result


class LogisticRegression:
    """A multinomial logistic regression on standardised features, with a penalty of its weights.

    The mean cross-entropy of the examples plus `penalty` / 2 times the sum of squared weights is
    minimised; offsets have no penalty.
    """

    def __init__(self, vectors: Numbers, labels: Sequence[str], penalty: float) -> None:
        self.classes = sorted(set(labels))
        self._standardised = _Standard(vectors)
        gold = torch.tensor([self.classes.index(label) for label in labels])
        inputs = torch.from_numpy(self._standardised(vectors))
        weights = torch.zeros(
            (inputs.shape[1] + 1, len(self.classes)), dtype=torch.float64, requires_grad=True
        )
        optimiser = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

        def closure() -> torch.Tensor:
            optimiser.zero_grad()
            scores = inputs @ weights[:-1] + weights[-1]
            loss = torch.nn.functional.cross_entropy(scores, gold)
            loss = loss + penalty / 2 * (weights[:-1] ** 2).sum()
            loss.backward()  # type: ignore[no-untyped-call]
            return loss

        optimiser.step(closure)  # type: ignore[no-untyped-call]
        self._weights = weights.detach().numpy()

    def predict(self, vectors: Numbers) -> list[str]:
        """Return the likeliest class of each of n rows."""
        scores = self._standardised(vectors) @ self._weights[:-1] + self._weights[-1]
        return [self.classes[number] for number in scores.argmax(axis=1)]

    def right(self, vectors: Numbers, labels: Sequence[str]) -> int:
        """Return how many rows have their label."""
        return sum(a == b for a, b in zip(self.predict(vectors), labels, strict=True))


def retrieval(
    encoder: Encoder,
    pairs: Sequence[tuple[str, str]],
    test: Sequence[tuple[str, str]],
    words: int = WORDS,
) -> Retrieval:
    """Return how many sentences of test pairs find their translation among all of theirs.

    `pairs`: English and translation, on which the regression is fitted. Test pairs that share a
    sentence with an earlier one are left out, since one of several would be right; a tie is wrong.
    Raises InputError where fewer than two pairs are left.
    """
    distinct = list(_distinct(test))
    if len(distinct) < 2 or not pairs:
        raise InputError(
            "pair.too-few-for-retrieval",
            f"too few pairs: {len(pairs)} to learn from, and {len(distinct)} distinct pairs to "
            "find",
            hint="give several thousand training pairs and at least two distinct test pairs",
        )
    bags = _Bags([target for _, target in pairs], words)
    sources = _embed(encoder, [source for source, _ in pairs])
    standardised = _Standard(sources)
    inputs = standardised(sources)
    cross_products = np.zeros((inputs.shape[1], len(bags.weights)))
    total = np.zeros(len(bags.weights))
    for start in range(0, len(pairs), _BLOCK):
        rows = bags.rows([target for _, target in pairs[start : start + _BLOCK]])
        cross_products += inputs[start : start + _BLOCK].T @ rows
        total += rows.sum(axis=0)
    penalty = RIDGE * len(pairs) * np.eye(inputs.shape[1])
    solved = np.linalg.solve(inputs.T @ inputs + penalty, cross_products)
    asked = standardised(_embed(encoder, [source for source, _ in distinct]))
    centre = total / len(pairs)
    candidates = unit_length(bags.rows([target for _, target in distinct]) - centre)[0]
    right = 0
    for start in range(0, len(distinct), _BLOCK):
        scores = unit_length(asked[start : start + _BLOCK] @ solved)[0] @ candidates.T
        own = scores[np.arange(len(scores)), start + np.arange(len(scores))]
        right += int(((scores >= own[:, None]).sum(axis=1) == 1).sum())
    return Retrieval(right, len(distinct))


def _distinct(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for source, target in pairs:
        if not {source, target} & seen:
            yield source, target
        seen |= {source, target}


def retrieved(
    encoder: Encoder, pairs: str | os.PathLike[str], test_pairs: str | os.PathLike[str]
) -> dict[str, Any]:
    """Return the score of retrieval as JSON values; both are files of pairs (`read_pairs`)."""
    learned, asked = (
        list(zip(*read_translations([path]), strict=True)) for path in (pairs, test_pairs)
    )
    result = retrieval(encoder, learned, asked)
    share = _share(rate(result.right, result.candidates))
    return {"measure": "accuracy", **share, "examples": result.candidates, "pairs": len(learned)}


class _Bags:
    """Translations as their words, by how rare these are: log(n / sentences with it)."""

    def __init__(self, texts: Sequence[str], words: int) -> None:
        counts = Counter(word for text in texts for word in {*map(str.lower, split_words(text))})
        # Of words with one count the first by alphabet, so that the order of pairs does not matter.
        frequent = sorted(counts, key=lambda word: (-counts[word], word))[:words]
        self._numbers = {word: number for number, word in enumerate(frequent)}
        self.weights = np.log(len(texts) / np.array([counts[word] for word in frequent]))

    def rows(self, texts: Sequence[str]) -> Numbers:
        """Return rows of unit length: shape (n, words)."""
        matrix = np.zeros((len(texts), len(self.weights)))
        for row, numbers in enumerate(bags(texts, self._numbers)):
            matrix[row, numbers] = self.weights[numbers]
        return unit_length(matrix)[0]
