"""The bias score of sentences (Dolci et al. 2023, section 3, equations 1 to 3).

    F(s) = sum of max(0, cos(w, g)) I(w),  M(s) = sum of min(0, cos(w, g)) I(w),  Abs = F - M

over the words w of s that are not in the list L of gendered words. I(w), the importance of a word,
is the share of the dimensions of the sentence's vector that max-pooling takes from its state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappush, heapreplace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.bias.gendered import GenderedWords, is_closed_class
from cdaflow.embeddings.direction import NOTHING, GenderDirection, gender_cosines
from cdaflow.embeddings.encoders.base import Encoder, States, require_max_pooling
from cdaflow.embeddings.vectors import Vectors
from cdaflow.embeddings.words import BOUNDARIES
from cdaflow.errors import ConfigError
from cdaflow.io.files import batched

Numbers = NDArray[np.float64]

#: Why a word has no bias of its own: in L; no vector; skipped as a function word; too rare.
REASONS = ("gendered", "unknown", "closed", "rare")

#: Sentences that an encoder gets at a time.
BATCH = 1024

#: Words with the largest bias that are named beside a sentence.
_TOP = 3


@dataclass(frozen=True, slots=True, eq=False)
class SentenceScore:
    """The score of a sentence: arrays have the shape (T,), of its T words.

    `importance`: shares of max-pooling, which sum to 1 (to 0 where no word is known). `cosines`:
    with the gender direction, NaN for unknown words. `bias`: cosine times importance, 0 where
    `reasons` says why a word does not count; "" where it does.
    """

    words: Sequence[str]
    importance: Numbers
    cosines: Numbers
    bias: Numbers
    reasons: Sequence[str]

    @property
    def f(self) -> float:
        """Return the bias to the feminine side, at least 0 (equation 1)."""
        return float(self.bias[self.bias > 0].sum())

    @property
    def m(self) -> float:
        """Return the bias to the masculine side, at most 0 (equation 2)."""
        return float(self.bias[self.bias < 0].sum())

    @property
    def absolute(self) -> float:
        """Return the whole bias, F - M (equation 3)."""
        return self.f - self.m

    def top(self, number: int = _TOP) -> str:
        """Return the words of the largest bias with it, such as "nurse:+0.0213 pink:+0.0102"."""
        order = np.argsort(-np.abs(self.bias), kind="stable")[:number]
        return " ".join(f"{self.words[i]}:{self.bias[i]:+.4f}" for i in order if self.bias[i])


def importance(states: States) -> Numbers:
    """Return the share of dimensions that max-pooling takes from each state (T, d): shape (T,).

    Of equal maxima the first word's counts. Unknown words (NaN) have 0; all 0 where none is known.
    """
    if not len(states):
        return np.zeros(0)
    unknown = np.isnan(states[:, 0])
    if unknown.any():
        if unknown.all():
            return np.zeros(len(states))
        states = np.where(unknown[:, None], -np.inf, states)
    counts = np.bincount(states.argmax(axis=0), minlength=len(states))
    shares: Numbers = counts / states.shape[1]
    return shares


@dataclass
class BiasScorer:
    """Scores sentences by an encoder with max pooling, its gender direction and the list L.

    `skip_closed`: function words, numbers and marks have no bias: the zero of word vectors is not
    that of gender, and M is mostly theirs. `rare`: words in lower case without a bias, too:
    misspellings have the largest cosines.

    Raises ConfigError where the encoder's pooling is another or the direction is another encoder's.
    """

    encoder: Encoder
    direction: GenderDirection
    gendered: GenderedWords
    skip_closed: bool = False
    rare: Collection[str] = frozenset()
    _known: dict[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        require_max_pooling(self.encoder)
        self.direction.check_fits(self.encoder.name, self.encoder.fingerprint)
        self._basis = self.direction.vector[None]
        self._inputs: tuple[Vectors, Numbers] | None = None
        if self.direction.space == "inputs":
            if self.encoder.inputs is None:
                raise ConfigError(
                    "direction.encoder-without-word-vectors",
                    "the direction belongs to word vectors, which this encoder does not have",
                    hint="make a direction from sentences: cdaflow bias direction --sentences FILE",
                )
            # One cosine a word of the vocabulary, and NaN behind them for row -1.
            cosines = gender_cosines(self.encoder.inputs.matrix.astype(np.float64), self._basis)
            self._inputs = self.encoder.inputs, np.append(cosines, np.nan)

    def score(self, sentences: Iterable[Sequence[str]]) -> Iterator[SentenceScore]:
        """Yield the scores of sentences, given as words, in order."""
        for batch in batched(sentences, BATCH):
            for words, states in zip(batch, self.encoder.states(batch), strict=True):
                yield self._score(words, states)

    def score_texts(self, texts: Iterable[str]) -> Iterator[SentenceScore]:
        """Yield the scores of texts, split as the encoder splits them."""
        return self.score(self.encoder.split(text) for text in texts)

    def _score(self, words: Sequence[str], states: States) -> SentenceScore:
        shares = importance(states)
        cosines = self._cosines(words, states)
        reasons = [self._reason(word) for word in words]
        bias = np.array([0.0 if reason else 1.0 for reason in reasons]) * shares * cosines
        unknown = np.isnan(cosines)
        if unknown.any():
            bias[unknown] = 0.0
            reasons = [
                reason or ("unknown" if no else "")
                for reason, no in zip(reasons, unknown, strict=True)
            ]
        return SentenceScore(words, shares, cosines, bias, reasons)

    def _cosines(self, words: Sequence[str], states: States) -> Numbers:
        if self._inputs is not None:
            vectors, of_rows = self._inputs
            return of_rows[vectors.rows(words)]
        lengths = np.sqrt(np.einsum("td,td->t", states, states, dtype=np.float64))
        inside: Numbers = states @ self._basis[0]
        cosines: Numbers = inside / np.maximum(lengths, NOTHING)
        return cosines

    def _reason(self, word: str) -> str:
        reason = self._known.get(word)
        if reason is None:
            if word in self.gendered:
                reason = "gendered"
            elif word in BOUNDARIES or (self.skip_closed and is_closed_class(word)):
                reason = "closed"
            else:
                reason = "rare" if word.lower() in self.rare else ""
            self._known[word] = reason
        return reason


def rare_words(sentences: Iterable[Sequence[str]], minimum: int) -> frozenset[str]:
    """Return the words, in lower case, that occur fewer than `minimum` times in sentences."""
    counts = Counter(word.lower() for words in sentences for word in words)
    return frozenset(word for word, count in counts.items() if count < minimum)


class Totals:
    """What the scores of a file say together."""

    #: Percentiles of Abs that are reported; Dolci et al. 2023, section 4, select at these.
    PERCENTILES = (50, 90, 93, 95, 97)

    #: How many of the most biased sentences are named, to each side and of both (their Table 3).
    MOST = 20

    def __init__(self) -> None:
        self.sums: list[tuple[float, float]] = []
        self.words: Counter[str] = Counter()
        self._closed = [0.0, 0]
        self._most: dict[str, list[tuple[float, int, str, str]]] = {"f": [], "m": [], "abs": []}

    def add(self, score: SentenceScore, text: str) -> None:
        """Count a sentence; `text`: its form in the list of the most biased sentences."""
        self.sums.append((score.f, score.m))
        for side, value in (("f", score.f), ("m", -score.m), ("abs", score.absolute)):
            self._rank(self._most[side], value, text, score)
        self.words.update(score.reasons)
        for word, cosine in zip(score.words, score.cosines.tolist(), strict=True):
            if cosine == cosine and is_closed_class(word):
                self._closed[0] += cosine
                self._closed[1] += 1

    def _rank(
        self, most: list[tuple[float, int, str, str]], value: float, text: str, score: SentenceScore
    ) -> None:
        """Keep a sentence among the most biased, once; of equal ones the first stay."""
        full = len(most) == self.MOST
        if value <= (most[0][0] if full else 0) or any(text == entry[2] for entry in most):
            return
        (heapreplace if full else heappush)(most, (value, -len(self.sums), text, score.top()))

    def to_json(self) -> dict[str, Any]:
        """Return counts, means of F, M and Abs, percentiles of Abs, and the zero point.

        `most_biased`: the distinct sentences of the largest F, -M and Abs, the largest first.

        `zero_point`: the mean cosine of function words, numbers and marks, which have no gender: as
        far as it is from 0 the scores of all words are shifted.
        """
        sums = np.array(self.sums).reshape(-1, 2)
        f, m = sums.T
        means = {
            name: round(float(values.mean()), 6) if len(values) else None
            for name, values in (("f", f), ("m", m), ("abs", f - m))
        }
        levels = np.percentile(f - m, self.PERCENTILES).tolist() if len(f) else []
        total, number = self._closed
        return {
            "sentences": len(sums),
            "words": {"scored": self.words[""], **{name: self.words[name] for name in REASONS}},
            "means": means,
            "percentiles_of_abs": {
                str(level): round(value, 6)
                for level, value in zip(self.PERCENTILES, levels, strict=False)
            },
            "zero_point": round(total / number, 6) if number else None,
            "most_biased": {
                side: [
                    {
                        "score": round(-value if side == "m" else value, 6),
                        "text": text,
                        "words": top,
                    }
                    for value, _, text, top in sorted(most, reverse=True)
                ]
                for side, most in self._most.items()
            },
        }
