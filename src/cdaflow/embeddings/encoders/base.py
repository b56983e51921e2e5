"""The contract of sentence encoders."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from cdaflow.embeddings.vectors import Vectors
from cdaflow.embeddings.words import split_words
from cdaflow.errors import ConfigError

#: How the states of a sentence become one vector: the maximum or the mean of each dimension, or the
#: state of the first position, which no word has.
Pooling = Literal["max", "mean", "cls"]

States = NDArray[np.float32]


class Encoder(Protocol):
    """A sentence encoder: a state for each word, and a vector for the sentence.

    `name`: for reports. `fingerprint`: a digest of its weights. `dimensions`: d, those of a state.
    `pooling`: how the vector of a sentence is made. `contextual`: whether the state of a word
    depends on its sentence. `mask`: the word that stands for any word, or None if there is none.
    `inputs`: the static word vectors that the states are computed from, where they are known.
    """

    name: str
    fingerprint: str
    dimensions: int
    pooling: Pooling
    contextual: bool
    mask: str | None
    inputs: Vectors | None

    def split(self, text: str) -> list[str]:
        """Return the words of a text as the encoder takes them."""
        return self.frame(split_words(text))

    def frame(self, words: Sequence[str]) -> list[str]:
        """Return the words of a sentence with what the encoder has around it, here nothing."""
        return list(words)

    @abstractmethod
    def states(self, sentences: Sequence[Sequence[str]]) -> Iterator[States]:
        """Yield the states (T, d) of each sentence of T words, in order.

        One row a word. Sub-words are merged by the element-wise maximum, so that the shares of
        max-pooling by word are exact. A word that the encoder does not know has a row of NaN. The
        result does not depend on which sentences are given together, but for rounding.
        """

    def embed(self, sentences: Sequence[Sequence[str]]) -> States:
        """Return the vectors of sentences by the encoder's pooling: shape (n, d).

        A sentence without any known word has a row of zeros.
        """
        rows = [pooled(states, self.pooling) for states in self.states(sentences)]
        return np.array(rows, dtype=np.float32).reshape(len(rows), self.dimensions)


def pooled(states: States, pooling: Pooling) -> States:
    """Return the vector (d,) of a sentence by max or mean pooling of its known words' states."""
    known_states = states[~np.isnan(states[:, 0])] if len(states) else states
    if not len(known_states):
        return np.zeros(states.shape[1], dtype=np.float32)
    result: States = known_states.max(axis=0) if pooling == "max" else known_states.mean(axis=0)
    return result


def require_max_pooling(encoder: Encoder) -> None:
    """Raise ConfigError for an encoder whose pooling gives words no shares of a sentence.

    Dolci et al. 2023, section 3.4: the importance of a word is the share of dimensions that
    max-pooling takes from it.
    """
    if encoder.pooling == "max":
        return
    reason = {
        "mean": "with mean pooling each word has the same share, 1/T, of every dimension",
        "cls": "the vector of the first position does not come from the state of a word",
    }[encoder.pooling]
    raise ConfigError(
        "encoder.not-max-pooling",
        f"the importance of words needs max pooling, but {encoder.name} has {encoder.pooling} "
        f"pooling: {reason}",
        hint="give --pooling max: the states are then pooled by the maximum, as Dolci et al. 2023 "
        "do with SBERT",
    )
