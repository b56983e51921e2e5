"""An encoder learns from translations: the vector of the English says which words its translation
has.

No inference data are needed. What the encoder learns of a profession is then what the training
text says of it: its gender in the translation, and the pronouns beside it. Not in Dolci et al.
2023.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from cdaflow.bias.encoder_training import Objective, Raw, Task, vocabulary
from cdaflow.embeddings.words import split_words
from cdaflow.errors import InputError
from cdaflow.io.pairs import read_pairs

#: Words of the other language that are predicted at most, the most frequent ones.
TARGETS = 8000


def bags(texts: Sequence[str], numbers: Mapping[str, int]) -> list[list[int]]:
    """Return the numbers of the words of each text, without those that are not predicted."""
    return [
        sorted({numbers[word] for word in map(str.lower, split_words(text)) if word in numbers})
        for text in texts
    ]


class TranslatedWords(Objective):
    """The bag of words of the translation, by one linear layer and a softmax.

    The loss is the cross-entropy with the uniform distribution over the words of the translation;
    right is an example whose likeliest word is one of them.
    """

    name = "translation"

    def __init__(self, dimensions: int, words: int, seed: int) -> None:
        super().__init__()
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            self.head = torch.nn.Linear(dimensions, words)

    def loss(
        self, vectors: Sequence[torch.Tensor], labels: Sequence[Any]
    ) -> tuple[torch.Tensor, int]:
        """Return the mean loss of n examples and how many are right."""
        scores = self.head(vectors[0])
        gold = torch.zeros_like(scores)
        for row, numbers in enumerate(labels):
            gold[row, numbers] = 1.0
        likeliest = scores.argmax(dim=1, keepdim=True)
        right = int(gold.gather(1, likeliest).sum())
        gold = gold / gold.sum(dim=1, keepdim=True).clamp(min=1)
        return torch.nn.functional.cross_entropy(scores, gold), right


def translation_task(
    train: Sequence[str | os.PathLike[str]], dev: str | os.PathLike[str], *, seed: int
) -> Task:
    """Return the task of files of pairs; words are predicted that come twice in the training text.

    Raises InputError where a file has no pairs, or as `read_pairs` does.
    """
    sources, targets = read_translations(train)
    dev_sources, dev_targets = read_translations([dev])
    words = vocabulary(map(split_words, targets), 2)[:TARGETS]
    numbers = {word: number for number, word in enumerate(words)}
    return Task(
        Raw((sources,), bags(targets, numbers)),
        Raw((dev_sources,), bags(dev_targets, numbers)),
        lambda dimensions: TranslatedWords(dimensions, len(words), seed),
    )


def read_translations(
    paths: Sequence[str | os.PathLike[str]],
) -> tuple[list[str], list[str]]:
    """Return the English and the translations of files of pairs.

    Raises InputError where a file has no pairs, or as `read_pairs` does.
    """
    sources: list[str] = []
    targets: list[str] = []
    for path in paths:
        before = len(sources)
        for batch in read_pairs([os.fspath(path)]):
            sources += batch.column("source").to_pylist()
            targets += batch.column("target").to_pylist()
        if len(sources) == before:
            raise InputError("translations.no-pairs", "the file has no pairs", file=path)
    return sources, targets
