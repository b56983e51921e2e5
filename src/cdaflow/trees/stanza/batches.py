"""Batches of sentences for Stanza's tagger and parser, of words that are looked up once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from stanza.models.common.utils import simplify_punct
from stanza.models.common.vocab import PAD_ID, ROOT_ID, BaseVocab
from torch.nn.utils.rnn import pack_sequence

from cdaflow.trees.stanza.words import REMEMBERED

#: Maximum number of words (padding included), pairs of words, or letters of words in a batch.
BATCH_WORDS = 4_000
BATCH_PAIRS = 400_000
BATCH_LETTERS = 64_000


def batches(lengths: Sequence[int], pairs: bool) -> Iterator[list[int]]:
    """Yield the indices of `lengths`, longest first, in batches of bounded size."""
    batch: list[int] = []
    room = 0
    for index in sorted(range(len(lengths)), key=lambda index: -lengths[index]):
        if not room:
            if batch:
                yield batch
            batch = []
            room = BATCH_WORDS // lengths[index]
            if pairs:
                room = min(room, BATCH_PAIRS // lengths[index] ** 2)
            room = max(1, room)
        batch.append(index)
        room -= 1
    if batch:
        yield batch


class WordTable:
    """The numbers by which a model knows a word form, each looked up once.

    Where the model has a character model, its output for the form is kept in a table, and
    `rows` are the rows of that table.
    """

    def __init__(self, model: Any, vocabulary: Any, pretrained: Any, *, root: bool) -> None:
        self._word, self._char = vocabulary["word"], vocabulary["char"]
        self._pretrained = pretrained
        self._root = root
        self._characters: Any = getattr(model, "charmodel", None)
        if self._characters is not None:
            model.charmodel = _Rows(self)
        self._device = next(model.parameters()).device
        self._forget()

    def _forget(self) -> None:
        self._known: dict[str, tuple[int, int, int, str]] = {}
        self.table: Any = None
        if self._root:
            self._embed([[ROOT_ID]])
            self._known[""] = (ROOT_ID, ROOT_ID, 0, "")

    def learn(self, sentences: Sequence[Sequence[str]]) -> None:
        """Get to know the words of all sentences."""
        if len(self._known) > REMEMBERED:
            self._forget()
        unknown = {word for words in sentences for word in words if word not in self._known}
        new = sorted(unknown, key=lambda word: (len(word), word))
        row = 0 if self.table is None else len(self.table)
        simple = [word[0] for (word,) in simplify_punct([[[word]] for word in new])]
        for index, (word, seen) in enumerate(zip(new, simple, strict=True)):
            pretrained = PAD_ID
            if self._pretrained is not None:
                pretrained = self._pretrained.unit2id(seen.lower())
            self._known[word] = (self._word.unit2id(seen), pretrained, row + index, seen)
        while simple:
            # Short words first: the last of some is the longest.
            count = max(1, BATCH_LETTERS // len(simple[min(BATCH_WORDS, len(simple)) - 1]))
            some, simple = simple[:count], simple[count:]
            self._embed([self._char.map(list(word)) for word in some])

    def _embed(self, words: list[list[int]]) -> None:
        """Add the output of the character model for some words to the table."""
        if self._characters is None:
            return
        order = sorted(range(len(words)), key=lambda index: -len(words[index]))
        lengths = [len(words[index]) for index in order]
        letters = np.full((len(words), lengths[0]), PAD_ID)
        for row, index in enumerate(order):
            letters[row, : lengths[row]] = words[index]
        # One "sentence" of all words: the character model knows no sentences but for packing.
        packed = self._characters(
            torch.from_numpy(letters).to(self._device), None, order, [len(words)], lengths
        )
        rows = packed.data
        self.table = rows if self.table is None else torch.cat([self.table, rows])

    def numbers(self, words: Sequence[str]) -> list[tuple[int, int, int, str]]:
        """Return the number, that in the vectors, the row and the simplified form of words."""
        entries = self._known
        numbers = [entries[word] for word in words]
        return [entries[""], *numbers] if self._root else numbers


class _Rows(torch.nn.Module):
    """Stands in for Stanza's CharacterModel: takes rows of the table instead of letters."""

    def __init__(self, words: WordTable) -> None:
        super().__init__()
        self._words = [words]  # in a list, since it is no module

    def forward(self, rows: Any, mask: object, order: object, lengths: list[int], _: object) -> Any:
        return pack_sequence(self._words[0].table[rows].split(lengths))


class Batch:
    """The tensors of some sentences, the longest first, that tagger and parser have in common."""

    def __init__(self, numbers: list[list[tuple[int, int, int, str]]], device: Any) -> None:
        self.device = device
        self.lengths = [len(row) for row in numbers]
        self.words = self.padded([[word[0] for word in row] for row in numbers])
        self.pretrained = self.padded([[word[1] for word in row] for row in numbers])
        self.rows = torch.tensor([word[2] for row in numbers for word in row], device=device)
        self.mask = self.words == PAD_ID
        self.texts = [[word[3] for word in row] for row in numbers]

    def padded(self, rows: list[list[Any]]) -> Any:
        """Return rows of numbers, or of lists of numbers, as one tensor."""
        inner = np.shape(rows[0][0])
        numbers = np.full((len(rows), self.lengths[0], *inner), PAD_ID)
        for index, row in enumerate(rows):
            numbers[index, : len(row)] = row
        return torch.from_numpy(numbers).to(self.device)


def vectors(processor: Any) -> BaseVocab | None:
    """Return the vocabulary of the pretrained vectors that a processor uses."""
    has_vectors = processor.pretrain is not None and processor.trainer.args["pretrain"]
    return processor.pretrain.vocab if has_vectors else None
