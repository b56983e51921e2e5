"""Word alignment without chance: IBM model 2 with a prior for the diagonal, in numpy.

The model is that of Dyer, Chahuneau and Smith (2013, "A Simple, Fast, and Effective
Reparameterization of IBM Model 2"), estimated as the program fast_align does with its options
-d -o -v. Word j of m target words comes from nothing with probability P0, or else from word i
of n source words, with a probability proportional to exp(tension * h(i, j, m, n)), where
h = -|i/n - j/m| (equation 1 of the paper). The lexical probabilities have a Dirichlet prior
(variational Bayes, section 4 of the paper).

The same pairs always give the same links. For a test set alone they are poorer than eflomal's;
they are what the original scorer of WinoMT uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

Link = tuple[int, int]

#: The words of both sides of a sentence pair.
Pair = tuple[Sequence[str], Sequence[str]]

#: The defaults of fast_align, all of them.
P0 = 0.08
ALPHA = 0.01
TENSION = 4.0
TENSION_RANGE = (0.1, 14.0)
TENSION_STEPS = 8
TENSION_RATE = 20.0

#: The lexical probability of all pairs of words before the first iteration. Its value matters
#: to nothing but the first likelihood: the E-step takes shares.
_START = 1e-9

#: Cells (target word x source word) that are worked on at once: some 100 bytes each.
_BLOCK = 1_000_000

Integers = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]


class Grid:
    """The cells of sentence pairs: for each target word a row of source words, nothing first.

    `n`, `m`: source and target words of each pair, neither of them 0. Arrays over the cells
    are flat, row after row; `row` is the row of each cell, `column` is 0 for nothing and else
    counts the source words from 1, `starts` is the first cell of each row.
    """

    def __init__(self, n: Integers, m: Integers) -> None:
        self.pair = np.repeat(np.arange(len(m)), m)  # rows
        self.width = n[self.pair] + 1  # rows
        self.starts = np.cumsum(self.width) - self.width  # rows
        self.row = np.repeat(np.arange(len(self.pair)), self.width)  # cells
        self.column = np.arange(len(self.row)) - self.starts[self.row]  # cells
        first = np.cumsum(m) - m
        self._j = np.arange(1, len(self.pair) + 1) - first[self.pair]  # rows
        self._n, self._m = n[self.pair], m[self.pair]  # rows

    def feature(self, shift: int = 0) -> Reals:
        """Return h of each cell, with `shift` added to the place of the target word."""
        at = (self._j + shift) / self._m
        return np.asarray(-np.abs(self.column / self._n[self.row] - at[self.row]))

    def prior(self, tension: float) -> Reals:
        """Return the probability of each cell in its row, before the words are looked at."""
        weights = np.exp(tension * self.feature())
        weights[self.starts] = 0.0
        weights *= ((1 - P0) / self.sums(weights))[self.row]
        weights[self.starts] = P0
        return weights

    def expected_feature(self, tension: float) -> Reals:
        """Return the h that fast_align expects of each row under the prior, nothing left out.

        It divides by the sum of weights of a row whose two lengths are swapped (target word j
        of n over the source words 1 to m, and on without end where j is past them by a word).
        So it is the expectation only where n = m. Kept, since the tension hangs on it.
        """
        weights = np.exp(tension * self.feature())
        weights[self.starts] = 0.0
        below = np.floor(self._j * self._m / self._n)
        ratio = np.exp(-tension / self._m)
        above = np.where(below > self._m, np.inf, self._m - below)
        nearest = np.abs(np.stack([below, below + 1]) / self._m - self._j / self._n)
        runs = np.exp(-tension * nearest) * (1 - ratio ** np.stack([below, above])) / (1 - ratio)
        return np.asarray(self.sums(weights * self.feature()) / runs.sum(axis=0))

    def sums(self, cells: Reals) -> Reals:
        """Return the sum of each row."""
        return np.asarray(np.add.reduceat(cells, self.starts))


@dataclass
class _Block:
    """Some of the sentence pairs: their lengths, and the table's entry for each cell.

    `entries` are the entries that the block needs, `cell` says which of these each cell has.
    """

    n: Integers
    m: Integers
    entries: Integers
    cell: npt.NDArray[np.int32]

    def joint(self, grid: Grid, probability: Reals, tension: float) -> Reals:
        """Return the probability of each cell, its target word given."""
        return np.asarray(probability[self.entries][self.cell] * grid.prior(tension))


@dataclass(frozen=True)
class Iteration:
    """What an iteration of EM saw: the log-likelihood and the tension it began with."""

    log_likelihood: float
    tension: float


class Model:
    """The lexical table and the tension, trained on sentence pairs by `train`.

    `source_of` has the source word of each entry of the table, `probability` its probability.
    """

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self.tension = TENSION
        self.history: list[Iteration] = []
        self._blocks, self.source_of = _blocks(pairs)
        self.probability = np.full(len(self.source_of), _START)
        n = np.concatenate([block.n for block in self._blocks])
        m = np.concatenate([block.m for block in self._blocks])
        shapes, self._shape_counts = np.unique(np.stack([n, m]), axis=1, return_counts=True)
        self._shapes = Grid(shapes[0], shapes[1])
        self._rows = int(m.sum())

    def train(self, iterations: int) -> None:
        """Run EM. The tension stays as it is in the first iteration, where nothing is known yet."""
        for number in range(iterations):
            counts, empirical, likelihood = self._expectations()
            self.history.append(Iteration(likelihood, self.tension))
            if number > 0:
                self.tension = self._better_tension(empirical)
            self.probability = variational(counts, self.source_of, ALPHA)

    def _expectations(self) -> tuple[Reals, float, float]:
        counts = np.zeros(len(self.source_of))
        empirical = likelihood = 0.0
        for block in self._blocks:
            grid = Grid(block.n, block.m)
            cells = block.joint(grid, self.probability, self.tension)
            totals = grid.sums(cells)
            likelihood += float(np.log(totals).sum())
            cells /= totals[grid.row]
            counts[block.entries] += np.bincount(block.cell, cells)
            cells[grid.starts] = 0.0
            # fast_align takes the target words from 0 here, from 1 elsewhere: half a word's
            # bias towards earlier source words, kept so that links are those of the program.
            empirical += float(cells @ grid.feature(-1))
        return counts, empirical / self._rows, likelihood

    def expected_feature(self, tension: float) -> float:
        """Return the mean over the target words of what `Grid.expected_feature` says."""
        by_row = self._shapes.expected_feature(tension)
        return float(by_row @ self._shape_counts[self._shapes.pair]) / self._rows

    def _better_tension(self, empirical: float) -> float:
        tension = self.tension
        for _ in range(TENSION_STEPS):
            tension += TENSION_RATE * (empirical - self.expected_feature(tension))
            tension = min(max(tension, TENSION_RANGE[0]), TENSION_RANGE[1])
        return tension

    def viterbi(self, pairs: int) -> list[set[Link]]:
        """Return the likeliest links of the first `pairs` pairs: none or one a target word.

        Of equally likely source words the first is taken, and nothing before any word.
        """
        links: list[set[Link]] = []
        for block in self._blocks:
            if len(links) >= pairs:
                break
            grid = Grid(block.n, block.m)
            cells = block.joint(grid, self.probability, self.tension)
            best = np.flatnonzero(cells == np.maximum.reduceat(cells, grid.starts)[grid.row])
            rows, first = np.unique(grid.row[best], return_index=True)
            columns = grid.column[best[first]]
            first_row = np.cumsum(block.m) - block.m
            block_links: list[set[Link]] = [set() for _ in block.n]
            for row, column in zip(
                rows[columns > 0].tolist(), columns[columns > 0].tolist(), strict=True
            ):
                pair = int(grid.pair[row])
                block_links[pair].add((column - 1, row - int(first_row[pair])))
            links += block_links
        return links[:pairs]


def fast_align(
    pairs: Sequence[Pair],
    extra: Iterable[Pair] = (),
    *,
    iterations: int = 5,
    reverse: bool = False,
) -> list[set[Link]]:
    """Return the links (source index, target index) of each of `pairs`.

    Each target word has one link or none; with `reverse`, each source word. The model is
    trained on `pairs` and `extra`; as in fast_align, the last of the `iterations` only aligns.
    A pair with an empty side has no links and is not trained on. Memory: 4 bytes for each
    source word of each target word of all pairs, and 40 for each different pair of words.
    """

    def turned(pair: Pair) -> Pair:
        return (pair[1], pair[0]) if reverse else pair

    usable = [number for number, pair in enumerate(pairs) if pair[0] and pair[1]]
    links: list[set[Link]] = [set() for _ in pairs]
    if not usable:
        return links
    texts = [turned(pairs[number]) for number in usable]
    texts += [turned(pair) for pair in extra if pair[0] and pair[1]]
    model = Model(texts)
    model.train(iterations - 1)
    for number, line in zip(usable, model.viterbi(len(usable)), strict=True):
        links[number] = {(j, i) for i, j in line} if reverse else line
    return links


def _blocks(pairs: Sequence[Pair]) -> tuple[list[_Block], Integers]:
    """Return the pairs in blocks of about _BLOCK cells, and the source word of each entry.

    The entries of the table are the pairs of words that stand in a sentence pair together;
    source word 0 is nothing.
    """
    n = np.array([len(source) for source, _ in pairs])
    m = np.array([len(target) for _, target in pairs])
    sources, _ = _numbered(pairs, 0)
    targets, vocabulary = _numbered(pairs, 1)
    keys, inverses, lengths = [], [], []
    for start, end in _ranges((n + 1) * m):
        grid = Grid(n[start:end], m[start:end])
        source = np.insert(sources[n[:start].sum() : n[:end].sum()] + 1, _starts(n[start:end]), 0)
        target = targets[m[:start].sum() : m[:end].sum()]
        words = source[_starts(n[start:end] + 1)[grid.pair][grid.row] + grid.column]
        key, inverse = np.unique(words * vocabulary + target[grid.row], return_inverse=True)
        keys.append(key)
        inverses.append(inverse.astype(np.int32))
        lengths.append((n[start:end], m[start:end]))
    table = np.unique(np.concatenate(keys))
    blocks = [
        _Block(*length, np.searchsorted(table, key), inverse)
        for key, inverse, length in zip(keys, inverses, lengths, strict=True)
    ]
    return blocks, table // vocabulary


def _numbered(pairs: Sequence[Pair], side: int) -> tuple[Integers, int]:
    """Return the words of one side of all pairs as numbers, and how many numbers there are."""
    numbers: dict[str, int] = {}
    words = chain.from_iterable(pair[side] for pair in pairs)
    flat = np.fromiter((numbers.setdefault(word, len(numbers)) for word in words), np.int64)
    return flat, len(numbers)


def _starts(lengths: Integers) -> Integers:
    return np.asarray(np.cumsum(lengths) - lengths)


def _ranges(cells: Integers) -> list[tuple[int, int]]:
    """Return ranges of pairs that have about _BLOCK cells each."""
    cuts = np.flatnonzero(np.diff(np.cumsum(cells) // _BLOCK)) + 1
    edges = [0, *cuts.tolist(), len(cells)]
    return list(pairwise(edges))


def variational(counts: Reals, source_of: Integers, alpha: float) -> Reals:
    """Return the lexical probabilities that expected counts give under a Dirichlet prior.

    exp(digamma(count + alpha) - digamma(sum over the words of this source)): in sum below 1
    for each source word, since the words seen are not all that might have been.
    """
    raised = counts + alpha
    totals = np.asarray(np.bincount(source_of, raised), dtype=float)
    # A source word of the numbering that stands in no pair has no entry, and no total.
    totals[totals == 0] = 1.0
    return np.asarray(np.exp(digamma(raised) - digamma(totals)[source_of]))


def digamma(x: Reals) -> Reals:
    """Return the logarithmic derivative of the gamma function, for x > 0.

    Abramowitz and Stegun (1964): 6.3.6 raises the argument by 6, then 6.3.18.
    """
    below = sum(1 / (x + k) for k in range(6))
    y = x + 6
    square = 1 / (y * y)
    series = 1 / 240 - square / 132
    for term in (1 / 252, 1 / 120, 1 / 12):
        series = term - square * series
    return np.asarray(np.log(y) - 0.5 / y - square * series - below)
