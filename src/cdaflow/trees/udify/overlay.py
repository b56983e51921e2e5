"""Features of one model laid over the trees of another annotator."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Protocol

from cdaflow.trees.annotate import Annotator
from cdaflow.trees.sentence import Sentence

#: Trees taken together, so that a model can sort them by length.
CHUNK = 4096


class FeatureModel(Protocol):
    """Tells the features of given words. `digest` names all that they depend on."""

    @property
    def digest(self) -> str:
        """A hexadecimal digest of the model and its settings."""

    def predict(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return FEATS as CoNLL-U writes them for each syntactic word, "_" for none."""


class WithFeatures:
    """An `Annotator`: the trees of another one, but FEATS from a `FeatureModel`."""

    def __init__(self, base: Annotator, features: FeatureModel) -> None:
        self._base = base
        self._features = features

    @property
    def language(self) -> str:
        """The language of the texts."""
        return self._base.language

    @property
    def digest(self) -> str:
        """A digest of both models."""
        both = f"features\n{self._base.digest}\n{self._features.digest}\n"
        return hashlib.sha256(both.encode()).hexdigest()

    def annotate(self, texts: Sequence[str]) -> list[Sentence]:
        """Return the trees of the other annotator with the model's features."""
        return with_features(self._base.annotate(texts), self._features)


def with_features(sentences: Sequence[Sentence], model: FeatureModel) -> list[Sentence]:
    """Return the trees with the features that `model` tells in place of their own."""
    found = model.predict([[token.form for token in one.tokens] for one in sentences])
    return [
        replace(
            sentence,
            tokens=tuple(
                token.changed(feats=parse_feats(feats))
                for token, feats in zip(sentence.tokens, row, strict=True)
            ),
        )
        for sentence, row in zip(sentences, found, strict=True)
    ]


def lay_features(
    sentences: Iterable[Sentence], model: FeatureModel, *, chunk: int = CHUNK
) -> Iterator[Sentence]:
    """Yield trees, as many as come, with the features that `model` tells; `chunk` at a time."""
    rest = iter(sentences)
    while some := list(islice(rest, chunk)):
        yield from with_features(some, model)


def parse_feats(text: str) -> Mapping[str, str]:
    """Return FEATS of CoNLL-U as names and values; none for "_"."""
    if text == "_":
        return {}
    return {name: value for name, _, value in (item.partition("=") for item in text.split("|"))}
