"""The annotator of a model folder."""

from __future__ import annotations

import importlib
import os

from cdaflow.trees.annotate import WordAnnotator
from cdaflow.trees.models import backend_of

#: Back end -> module with its `open_annotator`, which is imported where it is wanted.
_MODULES = {"stanza": "cdaflow.trees.stanza.backend", "spacy": "cdaflow.trees.spacy"}


def load_annotator(
    folder: str | os.PathLike[str], language: str, *, device: str = "cpu", threads: int = 1
) -> WordAnnotator:
    """Return the annotator of a folder of models, which takes given words as well.

    See `cdaflow.trees.models` for what the folder may hold; Stanza's models are read when first
    needed.

    Raises InputError where the folder or its annotator.json is absent or damaged, ConfigError
    where the models are of another language or back end.
    """
    module = importlib.import_module(_MODULES[backend_of(folder, language)])
    annotator: WordAnnotator = module.open_annotator(
        folder, language, device=device, threads=threads
    )
    return annotator
