"""Stanza's tagger and graph-based parser, on many sentences at once.

The networks are Stanza's own modules. What is done otherwise gives the same trees for less work:
the letters of a word form go through the character model once, not each time that it occurs;
sentences of like length share a batch; the best heads are taken at once where they already are a
tree, as nearly always (else `cdaflow.trees.stanza.spanning` finds the best tree); and the
relations are scored for the arcs of that tree alone, not for all pairs of words. A parser of
another kind (by transitions, an ensemble, with embedded arcs) goes through Stanza's own code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from stanza.models.common.vocab import ROOT_ID, VOCAB_PREFIX_SIZE
from stanza.models.depparse.head_constraints import (
    find_head_constraint_violations,
    resolve_head_constraint_violations,
)
from stanza.models.depparse.model import GraphParser

from cdaflow.trees.stanza.batches import Batch, WordTable, batches, vectors
from cdaflow.trees.stanza.spanning import best_tree
from cdaflow.trees.stanza.words import REMEMBERED, document

#: Words of which the relations are scored at once: beyond, the numbers leave the cache.
_RELATION_WORDS = 512


class Tag(NamedTuple):
    """Parts of speech and features of a word, as CoNLL-U writes them."""

    upos: str
    xpos: str
    feats: str


class Arc(NamedTuple):
    """Head (0: root) and relation of a word."""

    head: int
    deprel: str


class Tagger:
    """Finds parts of speech and features."""

    def __init__(self, processor: Any) -> None:
        self._model = processor.trainer.model.eval()
        self._vocabulary = processor.vocab
        self._words = WordTable(self._model, processor.vocab, vectors(processor), root=False)
        self._device = next(self._model.parameters()).device
        self._columns = [
            (index, column.name)
            for index, column in enumerate(self._model.tag_columns)
            if column.output
        ]
        self._units: dict[tuple[str, Any], str] = {}

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[Tag]]:
        """Return a tag for each word of each sentence."""
        self._words.learn(sentences)
        tags: list[list[Tag]] = [[] for _ in sentences]
        for indices in batches([len(words) for words in sentences], pairs=False):
            batch = Batch(
                [self._words.numbers(sentences[index]) for index in indices], self._device
            )
            _, columns = self._model(
                batch.words, batch.mask, batch.rows, None, [], batch.pretrained,
                None, batch.lengths, None, batch.texts,
            )  # fmt: skip
            named = [(name, columns[index].tolist()) for index, name in self._columns]
            for row, index in enumerate(indices):
                fields = [
                    [self._unit(name, number) for number in numbers[row][: batch.lengths[row]]]
                    for name, numbers in named
                ]
                tags[index] = [Tag(*word) for word in zip(*fields, strict=True)]
        return tags

    def _unit(self, column: str, number: Any) -> str:
        """Return what a number, or the numbers of all features, stand for."""
        key = column, (tuple(number) if isinstance(number, list) else number)
        unit = self._units.get(key)
        if unit is None:
            unit = self._units[key] = self._vocabulary[column].unmap([number])[0]
        return unit


class Parser:
    """Finds heads and relations."""

    def __init__(self, processor: Any) -> None:
        self._processor = processor
        arguments = processor.trainer.args
        self._model = processor.trainer.model.eval()
        self._own = (
            type(self._model) is GraphParser
            and not arguments.get("reversed")
            and not arguments.get("use_arc_embedding")
        )
        if not self._own:
            return
        self._vocabulary = processor.vocab
        self._words = WordTable(self._model, processor.vocab, vectors(processor), root=True)
        self._device = next(self._model.parameters()).device
        self._relations = _Relations(self._model.deprel)
        self._model.deprel = self._relations
        self._constrained = processor.config.get("resolve_head_constraints", True)
        self._numbers: dict[tuple[str, str], Any] = {}

    def arcs(
        self,
        sentences: Sequence[Sequence[str]],
        tags: Sequence[Sequence[Tag]],
        lemmas: Sequence[Sequence[str]],
    ) -> list[list[Arc]]:
        """Return an arc for each word of each sentence."""
        if not self._own:
            return self._by_stanza(sentences, tags, lemmas)
        self._words.learn(sentences)
        arcs: list[list[Arc]] = [[] for _ in sentences]
        for indices in batches([len(words) + 1 for words in sentences], pairs=True):
            batch = Batch(
                [self._words.numbers(sentences[index]) for index in indices], self._device
            )
            scores = self._scores(
                batch, [tags[index] for index in indices], [lemmas[index] for index in indices]
            )
            for index, row in zip(indices, self._decoded(scores, batch.lengths), strict=True):
                arcs[index] = row
        return arcs

    def _scores(self, batch: Batch, tags: list[Sequence[Tag]], lemmas: list[Sequence[str]]) -> Any:
        """Return the scores of all arcs: sentences x dependents x heads."""

        def column(name: str, rows: list[list[str]]) -> Any:
            return batch.padded([[self._root(name), *self._mapped(name, row)] for row in rows])

        # Of the heads and relations, which come after the lemmas, only the size is looked at.
        heads = batch.words[:, 1:]
        scores, *_ = self._model.forward_scores(
            batch.words, batch.mask, batch.rows, None,
            column("upos", [[tag.upos for tag in row] for row in tags]),
            column("xpos", [[tag.xpos for tag in row] for row in tags]),
            column("feats", [[tag.feats for tag in row] for row in tags]),
            batch.pretrained, column("lemma", [list(row) for row in lemmas]),
            heads, heads, None, batch.lengths, None, [row[1:] for row in batch.texts],
        )  # fmt: skip
        return scores

    def _root(self, name: str) -> Any:
        number = self._number(name, "_")
        return [ROOT_ID] * len(number) if isinstance(number, list) else ROOT_ID

    def _mapped(self, name: str, units: list[str]) -> list[Any]:
        return [self._number(name, unit) for unit in units]

    def _number(self, name: str, unit: str) -> Any:
        key = name, unit
        number = self._numbers.get(key)
        if number is None:
            if len(self._numbers) > REMEMBERED:
                self._numbers.clear()
            number = self._numbers[key] = self._vocabulary[name].map([unit])[0]
        return number

    def _decoded(self, scores: Any, lengths: list[int]) -> Iterator[list[Arc]]:
        """Yield the tree of each sentence of a batch."""
        size = torch.tensor(lengths, device=scores.device)
        outside = torch.arange(lengths[0], device=scores.device) >= size[:, None]
        best = scores.masked_fill(outside[:, None, :], -torch.inf).argmax(2)
        best = best.masked_fill(outside, 0)
        best[:, 0] = 0
        trees = [row[:length] for row, length in zip(best.tolist(), lengths, strict=True)]
        for index in torch.nonzero(~_are_trees(best, size)).flatten().tolist():
            trees[index] = best_tree(_log_probabilities(scores, index, lengths[index]))
        for index, (tree, labels) in enumerate(
            zip(trees, self._relations.best(trees), strict=True)
        ):
            relations = self._names(labels)
            heads: list[int] = list(tree)
            if self._constrained and find_head_constraint_violations(heads, relations):
                changed, ids = resolve_head_constraint_violations(
                    _log_probabilities(scores, index, lengths[index]),
                    self._relations.log_probabilities(index, lengths[index]),
                    np.array(heads),
                    self._vocabulary["deprel"],
                )
                heads, relations = [int(head) for head in changed], self._names(list(ids))
            yield [Arc(*arc) for arc in zip(heads[1:], relations, strict=True)]

    def _names(self, labels: list[int]) -> list[str]:
        names: list[str] = self._vocabulary["deprel"].unmap(
            [label + VOCAB_PREFIX_SIZE for label in labels]
        )
        return names

    def _by_stanza(
        self,
        sentences: Sequence[Sequence[str]],
        tags: Sequence[Sequence[Tag]],
        lemmas: Sequence[Sequence[str]],
    ) -> list[list[Arc]]:
        """Return the arcs by Stanza's own processor."""
        arcs = []
        for rows in zip(sentences, tags, lemmas, strict=True):
            parsed = document(
                {"text": word, "lemma": lemma, **tag._asdict()}
                for word, tag, lemma in zip(*rows, strict=True)
            )
            self._processor.process(parsed)
            arcs.append([Arc(int(word.head), word.deprel) for word in parsed.sentences[0].words])
        return arcs


class _Relations(torch.nn.Module):
    """Stands in for the parser's scorer of relations, and puts scoring off until heads are known.

    The score of a relation is a bilinear form of the states of dependent and head.
    """

    def __init__(self, scorer: Any) -> None:
        super().__init__()
        self.scorer = scorer
        self._weights = scorer.scorer.W_bilin.weight.detach().permute(2, 0, 1).contiguous()
        self._states: Any = None

    def forward(self, states: Any, _: Any) -> Any:
        scorer = self.scorer
        self._states = states
        self._dependents = _with_one(scorer.hidden_func(scorer.W1(states)))
        self._heads = _with_one(scorer.hidden_func(scorer.W2(states)))
        return None

    def best(self, trees: list[list[int]]) -> list[list[int]]:
        """Return the best relation of each word, that above the root left out, in each tree."""
        bias = self.scorer.scorer.W_bilin.bias
        device = self._states.device
        sizes = [len(tree) - 1 for tree in trees]
        row = torch.tensor(np.repeat(np.arange(len(trees)), sizes), device=device)
        word = torch.tensor(
            [index for size in sizes for index in range(1, size + 1)], device=device
        )
        head = torch.tensor([head for tree in trees for head in tree[1:]], device=device)
        dependents, heads = self._dependents[row, word], self._heads[row, head]
        labels: list[int] = []
        for start in range(0, len(dependents), _RELATION_WORDS):
            some = slice(start, start + _RELATION_WORDS)
            # Relation by relation: its product stays in the processor's cache.
            scores = [((dependents[some] @ w) * heads[some]).sum(1) for w in self._weights]
            labels += (torch.stack(scores, 1) + bias).argmax(1).tolist()
        ends = np.cumsum(sizes).tolist()
        return [labels[end - size : end] for size, end in zip(sizes, ends, strict=True)]

    def log_probabilities(self, index: int, length: int) -> Any:
        """Return those of all relations of all arcs of a sentence: dependents x heads x names."""
        states = self._states[index : index + 1, :length]
        return torch.log_softmax(self.scorer(states, states), 3)[0].cpu().numpy()


def _are_trees(heads: Any, sizes: Any) -> Any:
    """Return which rows of heads make a tree with one root; node 0 and padding have the head 0.

    The ancestor 1, 2, 4, 8, ... steps up: in the end all are 0, unless heads go round.
    """
    # Beside the roots, node 0 and the padding have the head 0.
    has_one_root = (heads == 0).sum(1) == heads.shape[1] - sizes + 2
    above = heads
    for _ in range(heads.shape[1].bit_length()):
        above = above.gather(1, above)
    return has_one_root & ~above.any(1)


def _with_one(states: Any) -> Any:
    return torch.cat([states, states.new_ones(*states.shape[:-1], 1)], -1)


def _log_probabilities(scores: Any, index: int, length: int) -> Any:
    return torch.log_softmax(scores[index, :length, :length], 1).cpu().numpy()
