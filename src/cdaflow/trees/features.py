"""UDify's features laid over trees, by either of the two programs that read its archives."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

from cdaflow.errors import ConfigError
from cdaflow.io.files import batched
from cdaflow.progress import progress
from cdaflow.trees.sentence import Fields, Sentence
from cdaflow.trees.udify.archive import open_archive

#: The engines: this Python, and the original on AllenNLP.
ENGINES = ("native", "udify")

#: Trees taken together, so that a model can sort them by length.
CHUNK = 4096


class FeatureModel(Protocol):
    """Predicts the features of given words."""

    def predict(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return FEATS as CoNLL-U writes them for each syntactic word, "_" for none."""


@contextmanager
def open_features(
    archive: str | os.PathLike[str],
    *,
    engine: str = "native",
    bert: str | os.PathLike[str] | None = None,
    device: str = "cpu",
    threads: int = 1,
    batch_words: int = 4096,
    batch_size: int = 32,
    python: str | os.PathLike[str] | None = None,
) -> Iterator[FeatureModel]:
    """Yield the model of an archive (a folder or a .tar.gz).

    `engine`: "native" or "udify", with `batch_words` of the former, `batch_size` and `python`
    of the latter; see `NativeUdify` and `AllenNlpUdify`. `bert`: see `open_archive`.

    Raises ConfigError for another engine, else what these raise.
    """
    opened = open_archive(archive, bert=bert)
    if engine == "native":
        from cdaflow.trees.udify.native import NativeUdify

        yield NativeUdify(
            opened, device=device, threads=threads, batch_words=batch_words, watch=_watched
        )
    elif engine == "udify":
        from cdaflow.trees.udify.allennlp import AllenNlpUdify

        with AllenNlpUdify(
            opened,
            python=python,
            device=device,
            threads=threads,
            batch_size=batch_size,
            watch=_watched,
        ) as model:
            yield model
    else:
        raise ConfigError(
            "engine.unknown", f"unknown engine {engine!r}", hint=f"one of {', '.join(ENGINES)}"
        )


def _watched(parts: Sequence[Any]) -> Iterable[Any]:
    return progress(parts, "UDify", total=len(parts), unit="part")


def merge_features(
    sentences: Iterable[Sentence], model: FeatureModel, *, chunk: int = CHUNK
) -> Iterator[Sentence]:
    """Yield the trees with the features of `model` merged in, predicted `chunk` trees at a time."""
    for some in batched(sentences, chunk):
        predicted = model.predict([[token.form for token in tree.tokens] for tree in some])
        for tree, row in zip(some, predicted, strict=True):
            tokens = zip(tree.tokens, row, strict=True)
            # A plain mapping, so that the names are sorted when it is written.
            changed = (token.changed(feats=dict(Fields(feats))) for token, feats in tokens)
            yield replace(tree, tokens=tuple(changed))
