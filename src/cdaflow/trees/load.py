"""The annotator of a model folder."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.trees.annotator import Annotator

if TYPE_CHECKING:
    from cdaflow.trees.udify.overlay import FeatureModel

#: The format of annotator.json that is understood.
FORMAT = 1


def load_annotator(
    folder: str | os.PathLike[str],
    language: str,
    *,
    device: str = "cpu",
    threads: int = 1,
    features: FeatureModel | None = None,
) -> Annotator:
    """Return the annotator of a model folder; the models are read when first needed.

    `annotator.json` says which back end made the folder; one without it holds models of Stanza,
    as Stanza downloads them. `features`: a model whose FEATS take the place of the annotator's.

    Raises InputError where the folder or its annotator.json is absent or damaged, ConfigError
    where the models are of another language or back end.
    """
    content = _content(Path(folder), language)
    backend = content.get("backend", "stanza")
    annotator: Annotator
    if backend == "stanza":
        from cdaflow.trees import stanza_backend

        annotator = stanza_backend.open_annotator(folder, language, device=device, threads=threads)
    elif backend == "spacy":
        from cdaflow.trees import spacy_backend

        annotator = spacy_backend.open_annotator(folder, language, device=device, threads=threads)
    else:
        raise ConfigError(
            f"models of the back end {backend!r}: this cdaflow knows stanza and spacy",
            file=Path(folder) / "annotator.json",
            hint="they may be of a later version of cdaflow",
        )
    if features is None:
        return annotator
    from cdaflow.trees.udify.overlay import WithFeatures

    return WithFeatures(annotator, features)


def _content(folder: Path, language: str) -> dict[str, Any]:
    """Return what annotator.json says; nothing where there is none."""
    if not folder.is_dir():
        raise InputError(
            "no such folder of models",
            file=folder,
            hint=f"train them: cdaflow trees train --lang {language} ...",
        )
    path = folder / "annotator.json"
    try:
        content = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise InputError(f"this is no JSON ({error})", file=path) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ConfigError(
            f'an annotator.json with "format": {FORMAT} is wanted',
            file=path,
            hint="the models are of another version of cdaflow: train them again",
        )
    if content.get("language") != language:
        raise ConfigError(
            f"models of the language {content.get('language')!r}, {language!r} is wanted",
            file=path,
            hint="give the folder or the --lang that fits",
        )
    return content
