"""The annotator of a model folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from cdaflow.errors import ConfigError
from cdaflow.trees.annotator import Annotator, WordAnnotator
from cdaflow.trees.models import read_description

if TYPE_CHECKING:
    from cdaflow.trees.udify.overlay import FeatureModel


def load_annotator(
    folder: str | os.PathLike[str],
    language: str,
    *,
    device: str = "cpu",
    threads: int = 1,
    features: FeatureModel | None = None,
) -> Annotator:
    """Return the annotator of a model folder; the models are read when first needed.

    `features`: a model whose FEATS take the place of the annotator's. Else, and what it raises:
    see `load_models`.
    """
    annotator = load_models(folder, language, device=device, threads=threads)
    if features is None:
        return annotator
    from cdaflow.trees.udify.overlay import WithFeatures

    return WithFeatures(annotator, features)


def load_models(
    folder: str | os.PathLike[str], language: str, *, device: str = "cpu", threads: int = 1
) -> WordAnnotator:
    """Return the annotator of a model folder, which takes given words as well.

    `annotator.json` says which back end made the folder; one without it holds models of Stanza,
    as Stanza downloads them.

    Raises InputError where the folder or its annotator.json is absent or damaged, ConfigError
    where the models are of another language or back end.
    """
    backend = read_description(folder, language).get("backend", "stanza")
    if backend == "stanza":
        from cdaflow.trees.stanza.backend import open_annotator as open_stanza

        return open_stanza(folder, language, device=device, threads=threads)
    if backend == "spacy":
        from cdaflow.trees.spacy.backend import open_annotator as open_spacy

        return open_spacy(folder, language, device=device, threads=threads)
    raise ConfigError(
        f"models of the back end {backend!r}: this cdaflow knows stanza and spacy",
        file=Path(folder) / "annotator.json",
        hint="they may be of a later version of cdaflow",
    )
