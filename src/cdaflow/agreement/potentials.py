"""The binary factors psi: hard-coded (BASE), linear (LIN), neural (NN); section 3.1 of the paper.

A parameterisation gives the table log psi(m_i, m_j | p_i, p_j, l) of some kinds of edges, shape
(kinds, tags, tags), from a matrix W(p_i, p_j, l) over sub-tags: log psi = m_i' W m_j with multi-hot
m. The empty tag is the zero vector, so a word without the features neither gains nor loses by any
neighbour. The root symbol is encoded as one unit vector (the first), whose product with W is a
vector over the sub-tags of the root word.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import embedding

from cdaflow.agreement.labels import Labels, TagSet
from cdaflow.errors import ConfigError

Array = NDArray[np.float64]

#: log psi where a rule of BASE asks for agreement and finds it; 0 everywhere else.
BASE_STRENGTH = 5.0


def psi_table(weights: Tensor, multi_hot: Tensor, to_root: Tensor) -> Tensor:
    """Return log psi (kinds, tags, tags) from W (kinds, sub-tags, sub-tags).

    `multi_hot`: (tags, sub-tags). `to_root` (kinds,): whether the head is the root symbol; all
    columns of such a table are the same.
    """
    left = torch.matmul(multi_hot, weights)
    table = torch.matmul(left, multi_hot.T)
    return torch.where(to_root[:, None, None], left[:, :, :1], table)


class _Parts:
    """The numbers of the labels of kinds, as tensors; and whether the head is the root symbol."""

    def __init__(self, labels: Labels, kinds: NDArray[np.int64]) -> None:
        word, head, relation = labels.parts(kinds)
        self.word, self.head = torch.from_numpy(word), torch.from_numpy(head)
        self.relation = torch.from_numpy(relation)
        self.to_root = self.head == labels.root


class Parameterisation(nn.Module):
    """What LIN and NN share: the kinds of edges that they have parameters or data for.

    `kinds` (rows,): their numbers, increasing; `counts` (rows,): how often training had each.
    """

    name: str

    def __init__(
        self, labels: Labels, tags: TagSet, kinds: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> None:
        super().__init__()
        self.labels, self.tags = labels, tags
        self.kinds, self.counts = kinds, counts
        self._row_parts = _Parts(labels, kinds)
        self._multi_hot = torch.from_numpy(tags.multi_hot)

    def weights(self) -> Tensor:
        """Return W of the rows: (rows, sub-tags, sub-tags)."""
        raise NotImplementedError

    def forward(self) -> Tensor:
        """Return log psi of the rows: (rows, tags, tags)."""
        weights = self.weights()
        return psi_table(weights, self._multi_hot.to(weights), self._row_parts.to_root)

    def all_weights(self) -> Tensor:
        """Return W of all kinds, seen or not: (labels.kinds, sub-tags, sub-tags)."""
        raise NotImplementedError

    def all_kinds(self) -> Tensor:
        """Return log psi of all kinds, seen or not: (labels.kinds, tags, tags)."""
        with torch.no_grad():
            weights = self.all_weights()
            return psi_table(weights, self._multi_hot.to(weights), self._every_parts.to_root)

    @cached_property
    def _every_parts(self) -> _Parts:
        return _Parts(self.labels, np.arange(self.labels.kinds))


class Linear(Parameterisation):
    """LIN: a matrix W for each triple of training; the others back off.

    A triple that training had not is given W of the first of these that training had:
    the same triple with the main relation in place of a subtype; the mean over the triples with
    the same (p_i, p_j); the mean over those with the same (p_i, l); 0, which says nothing. Means
    are weighted by how often training had each triple. An unknown label is a triple not seen.
    """

    name = "linear"

    def __init__(
        self, labels: Labels, tags: TagSet, kinds: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> None:
        super().__init__(labels, tags, kinds, counts)
        size = len(tags.subtags)
        self.matrix = nn.Parameter(torch.zeros(len(kinds), size, size))

    def weights(self) -> Tensor:
        """Return W of the rows; see the base class."""
        return self.matrix

    def all_weights(self) -> Tensor:
        """Return W of all kinds with the back-off; see the base class."""
        labels = self.labels
        matrix = self.matrix.detach()
        size = labels.kinds
        word, head, relation = labels.parts(np.arange(size))
        main = labels.main[relation]
        result = matrix.new_zeros(size, *matrix.shape[1:])
        # From the weakest to the strongest: what is found later stands over what was found before.
        for group in (
            word * labels.relation_size + main,
            np.where(head == labels.root, -1, word * labels.upos_size + head),
        ):
            self._lay_means(result, group)
        seen = torch.zeros(size, dtype=torch.bool)
        seen[self.kinds] = True
        result[self.kinds] = matrix
        bare = labels.kind(word, head, main)
        by_main = (~seen.numpy()) & seen.numpy()[bare]
        result[by_main] = result[bare[by_main]]
        return result

    def _lay_means(self, result: Tensor, group: NDArray[np.int64]) -> None:
        """Set W of each kind whose group has rows to their mean; group -1 has none."""
        rows = group[self.kinds]
        used = rows >= 0
        if not used.any():
            return
        count = torch.from_numpy(self.counts[used]).to(result.dtype)
        where = torch.from_numpy(rows[used])
        total = result.new_zeros(int(group.max()) + 1, *result.shape[1:])
        total.index_add_(0, where, self.matrix.detach()[used] * count[:, None, None])
        weight = result.new_zeros(len(total)).index_add_(0, where, count)
        has_observed = np.isin(group, rows[used])
        inside = torch.from_numpy(group[has_observed])
        result[has_observed] = total[inside] / weight[inside][:, None, None]


class Neural(Parameterisation):
    """NN: W = exp(U tanh(V [e(p_i); e(p_j); e(l)])), so that kinds share parameters.

    V has shape (n1, 3 n2), U (sub-tags, sub-tags, n1), each e() n2 numbers. Triples that training
    had not need no back-off; a label that it had not is embedded as the mean of those that it had,
    weighted by how often; a subtype that it had not as its main relation.
    """

    name = "neural"

    def __init__(
        self,
        labels: Labels,
        tags: TagSet,
        kinds: NDArray[np.int64],
        counts: NDArray[np.int64],
        *,
        n1: int = 9,
        n2: int = 3,
        seed: int = 1,
    ) -> None:
        super().__init__(labels, tags, kinds, counts)
        size = len(tags.subtags)
        draw = torch.Generator().manual_seed(seed)

        def normal(*shape: int, scale: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(*shape, generator=draw) * scale)

        self.upos = normal(labels.upos_size, n2, scale=1.0)
        self.relations = normal(labels.relation_size, n2, scale=1.0)
        self.v = normal(n1, 3 * n2, scale=(3 * n2) ** -0.5)
        self.u = normal(size, size, n1, scale=n1**-0.5)

    def _weights(self, upos: Tensor, relations: Tensor, parts: _Parts) -> Tensor:
        context = torch.cat(
            (embedding(parts.word, upos), embedding(parts.head, upos),
             embedding(parts.relation, relations)), 1,
        )  # fmt: skip
        hidden = torch.tanh(context @ self.v.T)
        weights = hidden @ self.u.flatten(0, 1).T
        return weights.exp().view(-1, *self.u.shape[:2])

    def weights(self) -> Tensor:
        """Return W of the rows; see the base class."""
        return self._weights(self.upos, self.relations, self._row_parts)

    def all_weights(self) -> Tensor:
        """Return W of all kinds, those of unknown labels too; see the base class."""
        labels = self.labels
        word, head, relation = labels.parts(self.kinds)
        often = self._often(word, labels.upos_size) + self._often(head, labels.upos_size)
        often[labels.root] = 0
        upos = _with_means(self.upos.detach(), often)
        upos[labels.root] = self.upos.detach()[labels.root]
        seen = self._often(relation, labels.relation_size)
        relations = _with_means(self.relations.detach(), seen)
        bare = (seen == 0) & (seen[labels.main] > 0)
        relations[bare] = relations[labels.main[bare]]
        return self._weights(upos, relations, self._every_parts)

    def _often(self, labels: NDArray[np.int64], size: int) -> Array:
        """Return how often training had each of `size` labels, given those of the rows."""
        return np.bincount(labels, self.counts, minlength=size).astype(np.float64)


def _with_means(vectors: Tensor, seen: Array) -> Tensor:
    """Return embeddings (labels, n2) with the mean in place of those never seen."""
    weight = torch.from_numpy(seen).to(vectors.dtype)
    mean = (vectors * weight[:, None]).sum(0) / weight.sum().clamp(min=1)
    return torch.where((weight == 0)[:, None], mean, vectors)


PARAMETERISATIONS: Mapping[str, type[Parameterisation]] = {"linear": Linear, "neural": Neural}


@cache
def base_rules() -> Mapping[str, tuple[tuple[str, str, str], ...]]:
    """Return for each language the triples (p_i, p_j, l) that BASE relates, l may be "*".

    As in the paper's section 5.1: adjectives and determiners to nouns; in Hebrew adjectives and
    verbs. The rules are in base.tsv.
    """
    rules: dict[str, tuple[tuple[str, str, str], ...]] = {}
    lines = (files(__package__) / "base.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines[1:]:
        language, word, head, relation = line.split("\t")
        rules[language] = (*rules.get(language, ()), (word, head, relation))
    return rules


def base_table(language: str, labels: Labels, tags: TagSet) -> Array:
    """Return log psi of BASE of all kinds: (labels.kinds, tags, tags).

    BASE_STRENGTH times the number of inferred features in which both tags have the same value, for
    the kinds that a rule of the language relates; else 0.

    Raises ConfigError for a language without rules.
    """
    rules = base_rules()
    if language not in rules:
        raise ConfigError(
            "language.no-baseline-rules",
            f"the rule-based baseline does not support {language!r}",
            hint=f"it supports {', '.join(sorted(rules))}; trained models support every language",
        )
    same = np.array(
        [
            [sum(a == b != "" for a, b in zip(x, y, strict=True)) for y in tags.bundles]
            for x in tags.bundles
        ]
    )
    table = np.zeros((labels.kinds, len(tags), len(tags)))
    for word, head, relation in rules[language]:
        for label in labels.relations if relation == "*" else (relation,):
            if label.partition(":")[0] != "root":
                table[labels.kind_of(word, head, label)] = BASE_STRENGTH * same
        if relation == "*":
            table[labels.kind_of(word, head, "?")] = BASE_STRENGTH * same
    return table
